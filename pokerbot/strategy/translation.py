"""Translates actions of the real game into those of a blueprint's tree, and back into real chips.

A real bet x, in parts of the pot, that lies between two bets A < B of the tree counts as A with
probability (B − x)(1 + A) / ((B − A)(1 + x)), else as B: the pseudo-harmonic mapping (Ganzfried &
Sandholm, "Action Translation in Extensive-Form Games with Large Action Spaces", 2013). Below the
smallest bet of the tree, A = 0 is a check or a call. All-in counts as all-in.
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
from pokerbot.sequence.heads_up.tree import CHANCE, DECISION, BettingTree

SAME = 0.005
"""Bets are the same if their sizes differ by no more than this part of the pot."""


@dataclass(frozen=True)
class Counted:
    """A real action that counts as one of another size.

    step: its place in the hand
    action: its name
    counts_as: the size of the tree's action, in words
    """

    step: int
    action: str
    counts_as: str


@dataclass
class Followed:
    """A line of the real game, followed in a blueprint's tree.

    node: the node of the tree that it has reached
    betting: the real betting that it has reached
    taken: (node, place of the action there) for each action that was at a decision of the tree
    counted: the actions that count as one of another size
    """

    node: int
    betting: Betting
    taken: list[tuple[int, int]] = field(default_factory=list)
    counted: list[Counted] = field(default_factory=list)


class Translator:
    """Follows hands of the real game in a blueprint's tree.

    Args:
        tree: the blueprint's tree.
        rules: the real game's rules, with the same blinds; the stack may be another.
    """

    def __init__(self, tree: BettingTree, rules: Rules) -> None:
        self.tree, self.rules = tree, rules

    def follow(self, actions: Sequence[Action], bot: int, draws: Sequence[float]) -> Followed:
        """Follow a hand from its start.

        Args:
            actions: all real actions so far.
            bot: the seat of the player who plays by the tree.
            draws: a number from 0 to 1 for each action, which decides between the two sizes that
                it may count as.
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
        """[actions of the node] the real action for each of the tree's actions.

        The tree's check is a real call where there is something to call, since the other's bet
        counted as a check. The tree's call is a real all-in where it ends all-in in the tree.
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
        """The real all-in, if a call at this place ends all-in in the tree before the river."""
        after = self.tree.betting[int(self.tree.nodes.first[here.node]) + place]
        last = here.betting.round + 1 == len(self.rules.rounds)
        if last or min(after.chips) < (self.tree.rules.stack or 0):
            return None
        return self._in_chips("a", here.betting)

    def _sized(self, node: int, betting: Betting, action: Action) -> Action | None:
        """A bet of the tree in real chips; None where the other player is all-in."""
        there = self.tree.betting[node]
        stack = self.tree.rules.stack
        size = [each for each in SIZES if self._menu(each, there, stack) == action][-1]
        return self._in_chips(size, betting)

    def _in_chips(self, size: str, betting: Betting) -> Action | None:
        """The real bet or raise of a size such as `50%`; None where there is none."""
        found = self._menu(size, betting, self.rules.stack)
        _, larger = careful_and_larger(self.rules, betting)
        if found is None or found.to is None:
            return None
        assert isinstance(larger, Amounts)
        return larger.to(found.to)

    def _menu(self, size: str, betting: Betting, stack: float | None) -> Action | None:
        """The bet or raise of a size at a betting with this stack; None where there is none."""
        found = Menu((size,), (size,), force_allin=FORCED).larger(betting, stack)
        return found[0] if found else None

    def _own(self, node: int, betting: Betting, action: Action) -> int | None:
        """The place of the tree's action for which the bot took a real one; None without one."""
        here = Followed(node, betting)
        real = self.real(here)
        return real.index(action) if action in real else None

    def _as_known(self, node: int, betting: Betting, action: Action, draw: float) -> int:
        """The place of the tree's action as which a real action counts."""
        known = self.tree.actions[node]
        larger = [place for place, each in enumerate(known) if each.kind in LARGER]
        if action.kind not in LARGER:
            return [each.kind for each in known].index(action.kind)
        if not larger:
            return len(known) - 1
        if _is_all_in(self.rules, betting, action):
            return larger[-1]
        part, in_tree = part_of_pot(betting, action), self.tree.betting[node]
        parts = [0.0, *(part_of_pot(in_tree, known[place]) for place in larger)]
        places = [larger[0] - 1, *larger]
        above = next((at for at, each in enumerate(parts) if each >= part - SAME), len(parts) - 1)
        if isclose(parts[above], part, abs_tol=SAME) or part > parts[above]:
            return places[above]
        smaller = counts_as_smaller(part, parts[above - 1], parts[above])
        return places[above - 1] if draw < smaller else places[above]

    def _note(
        self, here: Followed, step: int, action: Action, known: int, betting: Betting
    ) -> None:
        """Note it in `counted` if an action counts as one of another size."""
        if action.kind not in LARGER:
            return
        counts, in_tree = self.tree.actions[here.node][known], self.tree.betting[here.node]
        if counts.kind not in LARGER:
            told = counts.kind
        elif _is_all_in(self.tree.rules, in_tree, counts):
            if _is_all_in(self.rules, betting, action):
                return
            told = "all-in"
        else:
            part = part_of_pot(in_tree, counts)
            if isclose(part, part_of_pot(betting, action), abs_tol=SAME):
                return
            told = f"{part:.0%} of the pot"
        here.counted.append(Counted(step, action.name, told))


def _is_all_in(rules: Rules, betting: Betting, action: Action) -> bool:
    """Whether an action puts in the rest of the stack."""
    return betting.chips[betting.player] + action.chips == rules.stack


def counts_as_smaller(bet: float, smaller: float, larger: float) -> float:
    """The probability that a bet between two counts as the smaller; all are parts of the pot."""
    return (larger - bet) * (1 + smaller) / ((larger - smaller) * (1 + bet))


def part_of_pot(betting: Betting, action: Action) -> float:
    """The size of a bet or raise, beyond the call, as a part of the pot after a call."""
    pot = sum(betting.chips) + betting.to_call
    return (action.chips - betting.to_call) / pot
