"""Hands of the real game in the bets that a blueprint knows, and its bets in real chips.

A bet that it does not know counts as one of the two that are nearest, by the pseudo-harmonic
mapping (Ganzfried & Sandholm, "Action Translation in Extensive-Form Games with Large Action
Spaces", 2013), in parts of the pot: the smaller one, A, of A < x < B with probability
(B − x)(1 + A) / ((B − A)(1 + x)). Below the smallest bet A = 0 is a check or a call. All-in is
all-in. The chips stay the real ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isclose

from pokerbot.games.actions import LARGER, Action, Betting
from pokerbot.games.bets import Amounts, Menu
from pokerbot.games.betting import careful_and_larger, start, successor
from pokerbot.games.heads_up import FORCED, SIZES
from pokerbot.games.rules import Rules
from pokerbot.sequence.heads_up.tree import CHANCE, DECISION, Tree

SAME = 0.005
"""Bets whose parts of the pot differ by no more are the same."""


@dataclass(frozen=True)
class Counted:
    """A real action that counts as one of another size: its place in the hand, and what it is."""

    step: int
    action: str
    counts_as: str


@dataclass
class Followed:
    """A line of the real game, in a blueprint's tree.

    node: where it has come to there
    betting: the real one
    taken: (node, which of its actions) of each step that is one of the tree's
    counted: the actions that count as others
    """

    node: int
    betting: Betting
    taken: list[tuple[int, int]] = field(default_factory=list)
    counted: list[Counted] = field(default_factory=list)


class Translator:
    """Follows hands in a tree.

    Args:
        tree: the blueprint's.
        rules: of the real game, with the same blinds; all-in is all-in where stacks differ.
    """

    def __init__(self, tree: Tree, rules: Rules) -> None:
        self.tree, self.rules = tree, rules

    def follow(self, actions: Sequence[Action], bot: int, draws: Sequence[float]) -> Followed:
        """Where a hand has come to.

        Args:
            actions: all so far.
            bot: the seat of the one who plays by the tree.
            draws: for each action a number from 0 to 1, which decides as what it counts.
        """
        here = Followed(0, start(self.rules))
        for step, action in enumerate(actions):
            mine, before = here.betting.player == bot, here.betting
            here.betting = successor(self.rules, before, action)
            if self.tree.nodes.kind[here.node] == DECISION:
                known = self._own(here.node, before, action) if mine else None
                if known is None:
                    known = self._as_known(here.node, before, action, draws[step])
                    self._note(here, step, action, known, before)
                here.taken.append((here.node, known))
                here.node = int(self.tree.nodes.first[here.node]) + known
            turned = here.betting.round > before.round
            if turned and self.tree.nodes.kind[here.node] == CHANCE:
                here.node = int(self.tree.nodes.first[here.node])
        return here

    def real(self, here: Followed) -> list[Action]:
        """What each of the tree's actions is in real chips; what is owed first is a call.

        Where the other's bet counts as a check, a check is a call; where it counts as all-in, so
        is a call.
        """
        careful, _ = careful_and_larger(self.rules, here.betting)
        if self.tree.nodes.kind[here.node] != DECISION:
            return [careful[-1]]
        found = []
        for place, action in enumerate(self.tree.actions[here.node]):
            if action.kind in LARGER:
                found.append(self._sized(here.node, here.betting, action) or careful[-1])
            elif action.kind == "fold":
                found.append(careful[0])
            else:
                found.append(self._called(here, place) or careful[-1])
        return found

    def _called(self, here: Followed, place: int) -> Action | None:
        """All-in, where that is what the tree's call is, before the river; None where it is not."""
        after = self.tree.betting[int(self.tree.nodes.first[here.node]) + place]
        last = here.betting.round + 1 == len(self.rules.rounds)
        if last or min(after.chips) < (self.tree.rules.stack or 0):
            return None
        return self._in_chips("a", here.betting)

    def _sized(self, node: int, betting: Betting, action: Action) -> Action | None:
        """A bet of the tree in real chips; None where the other is all-in."""
        there = self.tree.betting[node]
        stack = self.tree.rules.stack
        size = [each for each in SIZES if self._menu(each, there, stack) == action][-1]
        return self._in_chips(size, betting)

    def _is_all_in(self, node: int, action: Action) -> bool:
        here = self.tree.betting[node]
        return here.chips[here.player] + action.chips == self.tree.rules.stack

    def _in_chips(self, size: str, betting: Betting) -> Action | None:
        """The real bet of a size."""
        found = self._menu(size, betting, self.rules.stack)
        _, larger = careful_and_larger(self.rules, betting)
        if found is None or found.to is None:
            return None
        assert isinstance(larger, Amounts)
        return larger.to(found.to)

    def _menu(self, size: str, betting: Betting, stack: float | None) -> Action | None:
        """What a size is in chips there."""
        found = Menu((size,), (size,), force_allin=FORCED).larger(betting, stack)
        return found[0] if found else None

    def _own(self, node: int, betting: Betting, action: Action) -> int | None:
        """Which of the tree's actions the bot's real one was, None where it was none."""
        here = Followed(node, betting)
        real = self.real(here)
        return real.index(action) if action in real else None

    def _as_known(self, node: int, betting: Betting, action: Action, draw: float) -> int:
        """As which of the tree's actions one counts."""
        known = self.tree.actions[node]
        larger = [place for place, each in enumerate(known) if each.kind in LARGER]
        if action.kind not in LARGER:
            return [each.kind for each in known].index(action.kind)
        if not larger:
            return len(known) - 1
        if betting.chips[betting.player] + action.chips == self.rules.stack:
            return larger[-1]
        part, tree_s = part_of_pot(betting, action), self.tree.betting[node]
        parts = [part_of_pot(tree_s, known[place]) for place in larger]
        places, parts = [larger[0] - 1, *larger], [0.0, *parts]
        above = next((at for at, each in enumerate(parts) if each >= part - SAME), len(parts) - 1)
        if isclose(parts[above], part, abs_tol=SAME) or part > parts[above]:
            return places[above]
        smaller, larger_one = parts[above - 1], parts[above]
        often = (larger_one - part) * (1 + smaller) / ((larger_one - smaller) * (1 + part))
        return places[above - 1] if draw < often else places[above]

    def _note(
        self, here: Followed, step: int, action: Action, known: int, betting: Betting
    ) -> None:
        """Note as what an action counts, where that is another."""
        if action.kind not in LARGER:
            return
        counts, tree_s = self.tree.actions[here.node][known], self.tree.betting[here.node]
        if counts.kind not in LARGER:
            told = counts.kind
        elif self._is_all_in(here.node, counts):
            if betting.chips[betting.player] + action.chips == self.rules.stack:
                return
            told = "all-in"
        else:
            part = part_of_pot(tree_s, counts)
            if isclose(part, part_of_pot(betting, action), abs_tol=SAME):
                return
            told = f"{part:.0%} of the pot"
        here.counted.append(Counted(step, action.name, told))


def part_of_pot(betting: Betting, action: Action) -> float:
    """How much of the pot after a call a bet or raise adds to it."""
    pot = sum(betting.chips) + betting.to_call
    return (action.chips - betting.to_call) / pot
