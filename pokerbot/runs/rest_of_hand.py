"""The rest of a hand of heads-up hold'em solved again at the table, from its turn or river on.

Without machine code a turn would take minutes: rivers alone are solved, in some 2 seconds at most.

Ranges come from the blueprint up to there, and from what was solved from there on. The other may
leave with each hand for what a best response wins it: against the blueprint, then against the last
solution. A bet that is in no tree is put there as it is: what follows it is solved, and who made it
could have done the best instead. Hands come at least as often as the blueprint brings them there,
`between` safe and unsafe, as `Resolving` measures it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from pokerbot.evaluation.heads_up.responses import Responses
from pokerbot.games.actions import LARGER, Action, Betting
from pokerbot.games.bets import Menu
from pokerbot.games.betting import start, successor
from pokerbot.games.heads_up import BLIND, FORCED, RIVER, SIZES, TURN, TURNED, rules_of
from pokerbot.games.rules import Rules
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.heads_up import cards, kernels
from pokerbot.sequence.heads_up.buckets import Bucketing, alive
from pokerbot.sequence.heads_up.tree import DECISION, Tree, tree_of
from pokerbot.sequence.heads_up.walk import Play
from pokerbot.solvers.subgames import Leaving, Subgame
from pokerbot.strategy.blueprint import Blueprint
from pokerbot.strategy.translation import Counted, Followed, Translator

WORK = {TURN: 5000, RIVER: 12000}
"""Iterations times nodes: 4 seconds for a turn, half a second for a river; 2 with NumPy."""
MOST, FEWEST = 150, 30
"""Iterations."""
LARGE = 100
"""Nodes from which on a tree has fewer sizes, those of `FEW`."""
FEW = {TURN: (SIZES, ("100%",)), RIVER: (("75%", "a"), ("a",))}
"""Of bets and of raises; a river that has come is solved with all."""
KEPT = 6
"""So many solutions are kept."""
RARE = 1e-3
"""What brings fewer of the hands along is not believed: all come along."""


@dataclass(frozen=True)
class Solved:
    """A street solved from a betting on, with the real chips.

    root: that betting
    """

    root: Betting
    subgame: Subgame

    @property
    def tree(self) -> Tree:
        """Its betting."""
        return self.subgame.top.tree

    def worth(self, node: int, reach: Array, player: int, hand: int) -> float:
        """What a hand wins on average from a node on, in chips of the whole hand.

        reach: [2, all hands] there
        """
        held = cards.deck().cards
        apart = ~np.isin(held, held[hand]).any(axis=1)
        met = float((reach[1 - player] * apart).sum())
        return BLIND * float(self.subgame.worth_at(node, reach)[player, hand]) / met if met else 0.0


@dataclass
class Place:
    """Where a hand has come to in what was solved.

    node: there; taken: (node, which of its actions) from the root on
    counted: the actions before what is solved that count as others
    """

    solved: Solved
    counted: list[Counted]
    node: int = 0
    taken: list[tuple[int, int]] = field(default_factory=list)

    @property
    def reach(self) -> Array:
        """[2, all hands] how both come there."""
        return self.solved.subgame.reached(self.taken)


Key = tuple[object, ...]
Solve = Callable[[], Solved]


class RestOfHand:
    """Solves turns and rivers of hands against a blueprint's player.

    Args:
        blueprint: it.
        bucketing: of its buckets.
        translator: of the lines up to there.

    first: the street from which on hands are solved
    """

    def __init__(self, blueprint: Blueprint, bucketing: Bucketing, translator: Translator) -> None:
        self.first = TURN if kernels.is_compiled() else RIVER
        self.blueprint, self.bucketing, self.translator = blueprint, bucketing, translator
        play = Play(blueprint.offset, blueprint.cells)
        self._responses = Responses(blueprint.tree, bucketing, play)
        self._rules = rules_of((translator.rules.stack or 0) / BLIND)
        self._kept: dict[Key, Solved] = {}

    def place(
        self, actions: Sequence[Action], bot: int, board: Index, draws: Sequence[float]
    ) -> Place:
        """Where a hand has come to whose first street is there, solved as far as it has to be.

        Args:
            actions: all so far.
            bot: the seat of the one who plays by the blueprint.
            board: four or five cards.
            draws: as `Translator.follow`.
        """
        rules, betting, before = self.translator.rules, start(self.translator.rules), 0
        for step, action in enumerate(actions):
            if betting.round < self.first:
                before = step
            betting = successor(rules, betting, action)
        before += 1
        lying = board[: TURNED[self.first]]
        known = tuple(each.name for each in actions)
        key = (bot, tuple(lying.tolist()), tuple(draws[:before]), known[:before])
        here = self.translator.follow(actions[:before], bot, draws)
        place = Place(self._known(key, lambda: self._begun(here, bot, lying)), here.counted)
        betting = here.betting
        for step, action in enumerate(actions[before:], before):
            after = successor(rules, betting, action)
            there = tuple(board[: TURNED[after.round]].tolist())
            key = (bot, there, tuple(draws[:before]), known[: step + 1])
            at = self._find(place, action)
            if at is None:
                place = Place(self._known(key, self._aside(place, bot, after)), here.counted)
            else:
                place.taken.append((place.node, at))
                place.node = int(place.solved.tree.nodes.first[place.node]) + at
            if after.round > betting.round and not after.over:
                place = Place(self._known(key, self._river(place, bot, board, after)), here.counted)
            betting = after
        return place

    def _known(self, key: Key, solve: Solve) -> Solved:
        if key not in self._kept:
            while len(self._kept) >= KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[key] = solve()
        return self._kept[key]

    def _find(self, place: Place, action: Action) -> int | None:
        """Which of the tree's actions it is, None where it is none."""
        for at, each in enumerate(place.solved.tree.actions[place.node]):
            if action.kind in LARGER:
                if each.kind in LARGER and each.chips == action.chips:
                    return at
            elif each.kind == action.kind:
                return at
        return None

    def _begun(self, here: Followed, bot: int, board: Index) -> Solved:
        """The first street that is solved, from ranges of the blueprint."""
        reach, person = self._ranges(here, board), 1 - bot
        leaving = None
        if self.blueprint.tree.nodes.kind[here.node] == DECISION:
            most = self._responses.values(board, self.first, np.array([here.node]), reach[None])[0]
            scale = here.betting.chips[0] / self.blueprint.tree.betting[here.node].chips[0]
            leaving = Leaving(person, most[person] * scale, reach[person])
        return self._solve(here.betting, board, reach, leaving)

    def _river(self, place: Place, bot: int, board: Index, betting: Betting) -> Solve:
        """The river, after what was solved of the turn."""

        def solve() -> Solved:
            subgame, person = place.solved.subgame, 1 - bot
            reach = _whole(subgame.reached(place.taken) * alive(board))
            most = subgame.most(place.node, reach, int(board[4]))
            leaving = Leaving(person, most[person], reach[person])
            return self._solve(betting, board, reach, leaving)

        return solve

    def _aside(self, place: Place, bot: int, betting: Betting) -> Solve:
        """What follows a bet that is in no tree; the other could have done the best instead."""

        def solve() -> Solved:
            subgame, person = place.solved.subgame, 1 - bot
            reach = _whole(subgame.reached(place.taken))
            most = subgame.most(place.node, reach)
            leaving = Leaving(person, most[person], np.zeros(cards.HANDS), reach[person])
            return self._solve(betting, subgame.top.board.cards, reach, leaving)

        return solve

    def _solve(
        self, betting: Betting, board: Index, reach: Array, leaving: Leaving | None
    ) -> Solved:
        tree = tree_of(self._rules, betting)
        if len(tree.betting) > LARGE:
            tree = tree_of(with_few_sizes(self._rules), betting)
        subgame = Subgame(tree, self.bucketing.room, board, reach, leaving)
        street = TURNED.index(len(board))
        subgame.iterate(min(max(WORK[street] // len(tree.betting), FEWEST), MOST))
        subgame.settle()
        return Solved(betting, subgame)

    def _ranges(self, here: Followed, board: Index) -> Array:
        """[2, all hands] what both may hold by the blueprint, the most of each player 1."""
        blueprint, there = self.blueprint, alive(board)
        nodes = blueprint.tree.nodes
        reach = np.stack([there, there]).astype(float)
        for node, action in here.taken:
            street, many = int(nodes.street[node]), int(nodes.below[node])
            buckets = self.bucketing.street(board[: TURNED[street]]).astype(np.intp)
            begin = int(blueprint.offset[node])
            often = blueprint.cells[begin + buckets * many + action]
            player = int(nodes.player[node])
            come = reach[player] * often
            if come.sum() > RARE * reach[player].sum():
                reach[player] = come / come.max()
        return reach


def _whole(reach: Array) -> Array:
    """Both players' reach, the most of each 1."""
    found: Array = reach / np.maximum(reach.max(axis=1, keepdims=True), 1e-300)
    return found


def with_few_sizes(rules: Rules) -> Rules:
    """The same rules with fewer sizes after the flop."""
    rounds = tuple(
        replace(each, betting=Menu(*FEW[place], force_allin=FORCED)) if place in FEW else each
        for place, each in enumerate(rules.rounds)
    )
    return replace(rules, rounds=rounds)
