"""The rest of a hand of heads-up hold'em, solved again at the table from its turn or river on.

Without machine code only rivers are solved, in some 2 seconds at most; a turn would take minutes.

Up to the first street that is solved, ranges come from the blueprint; from there on they come from
what has been solved. The gadget of `solvers.subgames` is used: the opponent may leave with each
hand for what a best response would win, at first against the blueprint, later against the previous
solution. Hands stay at least as often as the blueprint has them come, which is the method `between`
safe and unsafe that `Resolving` measures. After a bet that is not in a tree, what follows it is
solved as a subgame of its own, in which the player who made it may leave for the value of the best
action that is in the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from pokerbot.evaluation.heads_up.responses import Responses
from pokerbot.games.actions import LARGER, Action, Betting
from pokerbot.games.bets import Menu
from pokerbot.games.betting import along, successor
from pokerbot.games.heads_up import BLIND, FORCED, RIVER, SIZES, TURN, TURNED, rules_of
from pokerbot.games.rules import Rules
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.heads_up import cards, kernels
from pokerbot.sequence.heads_up.buckets import Bucketing, alive
from pokerbot.sequence.heads_up.tree import DECISION, BettingTree, tree_of
from pokerbot.solvers.subgames import Leaving, Subgame
from pokerbot.strategy.blueprint import Blueprint
from pokerbot.strategy.translation import Counted, Followed, Translator

WORK = {TURN: 5000, RIVER: 12000}
"""The number of iterations times nodes for a turn and for a river.

It takes 4 seconds for a turn, and half a second for a river, or 2 with NumPy.
"""
MOST, FEWEST = 150, 30
"""The most and the fewest iterations."""
LARGE = 100
"""Trees of more nodes than this are built again with fewer sizes, those of `FEW`."""
FEW = {TURN: (SIZES, ("100%",)), RIVER: (("75%", "a"), ("a",))}
"""The sizes of bets and of raises in such trees, by street."""
KEPT = 6
"""How many solutions are kept."""
UNTRAINED = 1e-3
"""A hand that comes to a decision with a smaller part of its weight is not trained there."""
RARE = 1e-3
"""An action that the blueprint takes with a smaller part of a range does not change the range."""


@dataclass
class RestPlace:
    """A place in a solved subgame, which a hand has come to.

    solved: the subgame
    counted: the actions before the subgame that the blueprint does not know
    node: the node in the subgame's tree
    taken: the actions from its root to the node, each as (node, which of its actions)
    """

    solved: Subgame
    counted: list[Counted]
    node: int = 0
    taken: list[tuple[int, int]] = field(default_factory=list)

    @property
    def tree(self) -> BettingTree:
        """The subgame's betting tree."""
        return self.solved.tree

    @property
    def reach(self) -> Array:
        """[2, all hands] both players' reach at the node."""
        return self.solved.reached(self.taken)

    def worth(
        self, node: int, reach: Array, player: int, hand: int, *, at_best: bool = False
    ) -> float:
        """What a player wins on average with a hand, at a node, in net chips of the whole hand.

        reach: [2, all hands] both players' reach at the node
        at_best: whether the player goes on by a best response, and not by the solution
        """
        held = cards.deck().cards
        apart = ~np.isin(held, held[hand]).any(axis=1)
        met = float((reach[1 - player] * apart).sum())
        worth = self.solved.most if at_best else self.solved.worth_at
        return BLIND * float(worth(node, reach)[player, hand]) / met if met else 0.0


Key = tuple[object, ...]


class RestOfHand:
    """Solves turns and rivers again for a bot that plays a blueprint.

    Args:
        blueprint: the blueprint.
        bucketing: puts hands into the blueprint's buckets.
        translator: translates the actions at the table into those of the blueprint.

    first: the street from which on hands are solved again
    """

    def __init__(self, blueprint: Blueprint, bucketing: Bucketing, translator: Translator) -> None:
        self.first = TURN if kernels.is_compiled() else RIVER
        self.blueprint, self.bucketing, self.translator = blueprint, bucketing, translator
        self._responses = Responses(blueprint.tree, bucketing, blueprint.play)
        self._rules = rules_of((translator.rules.stack or 0) / BLIND)
        self._kept: dict[Key, Subgame] = {}

    def place(
        self, actions: Sequence[Action], bot: int, board: Index, draws: Sequence[float]
    ) -> RestPlace:
        """The place that a hand has come to; whatever is needed is solved first.

        The hand must have come to the street `first`, or a later one.

        actions: all actions so far
        bot: the seat of the bot
        board: the four or five cards on the table
        draws: as in `Translator.follow`
        """
        rules = self.translator.rules
        before = sum(betting.round < self.first for betting, _ in along(rules, actions))
        lying = board[: TURNED[self.first]]
        known = tuple(each.name for each in actions)
        key = (bot, tuple(lying.tolist()), tuple(draws[:before]), known[:before])
        here = self.translator.follow(actions[:before], bot, draws)
        found = self._known(key, partial(self._begun, here, bot, lying))
        place = RestPlace(found, here.counted)
        betting = here.betting
        for step, action in enumerate(actions[before:], before):
            after = successor(rules, betting, action)
            there = tuple(board[: TURNED[after.round]].tolist())
            key = (bot, there, tuple(draws[:before]), known[: step + 1])
            at = self._find(place, action)
            if at is None:
                found = self._known(key, partial(self._aside, place, bot, after))
                place = RestPlace(found, here.counted)
            else:
                place.taken.append((place.node, at))
                place.node = int(place.tree.nodes.first[place.node]) + at
            if after.round > betting.round and not after.over:
                found = self._known(key, partial(self._river, place, bot, board, after))
                place = RestPlace(found, here.counted)
            betting = after
        return place

    def _known(self, key: Key, solve: Callable[[], Subgame]) -> Subgame:
        if key not in self._kept:
            while len(self._kept) >= KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[key] = solve()
        return self._kept[key]

    def _find(self, place: RestPlace, action: Action) -> int | None:
        """Which of the tree's actions at a place is this one, None if none is."""
        for at, each in enumerate(place.tree.actions[place.node]):
            if action.kind in LARGER:
                if each.kind in LARGER and each.chips == action.chips:
                    return at
            elif each.kind == action.kind:
                return at
        return None

    def _begun(self, here: Followed, bot: int, board: Index) -> Subgame:
        """Solve the first street, with ranges from the blueprint."""
        reach, person = self._ranges(here, board), 1 - bot
        leaving = None
        if self.blueprint.tree.nodes.kind[here.node] == DECISION:
            most = self._responses.values(board, self.first, np.array([here.node]), reach[None])[0]
            scale = here.betting.chips[0] / self.blueprint.tree.betting[here.node].chips[0]
            leaving = Leaving(person, most[person] * scale, reach[person])
        return self._solve(here.betting, board, reach, leaving)

    def _river(self, place: RestPlace, bot: int, board: Index, betting: Betting) -> Subgame:
        """Solve the river, with ranges from the solution of the turn."""
        subgame, person = place.solved, 1 - bot
        reach = _whole(subgame.reached(place.taken) * alive(board))
        most = subgame.most(place.node, reach, int(board[4]))
        leaving = Leaving(person, most[person], reach[person])
        return self._solve(betting, board, reach, leaving)

    def _aside(self, place: RestPlace, bot: int, betting: Betting) -> Subgame:
        """Solve what follows a bet of the person that is not in the tree.

        The person may leave for the value of a best response at the place of the bet.
        """
        subgame, person = place.solved, 1 - bot
        reach = _whole(subgame.reached(place.taken))
        most = subgame.most(place.node, reach)
        leaving = Leaving(person, most[person], np.zeros(cards.HANDS), reach[person])
        return self._solve(betting, subgame.top.board.cards, reach, leaving)

    def _solve(
        self, betting: Betting, board: Index, reach: Array, leaving: Leaving | None
    ) -> Subgame:
        tree = tree_of(self._rules, betting)
        if len(tree.betting) > LARGE:
            tree = tree_of(with_few_sizes(self._rules), betting)
        subgame = Subgame(tree, board, reach, leaving)
        street = TURNED.index(len(board))
        subgame.iterate(min(max(WORK[street] // len(tree.betting), FEWEST), MOST))
        subgame.settle()
        return subgame

    def _ranges(self, here: Followed, board: Index) -> Array:
        """[2, all hands] both players' ranges by the blueprint, each with a largest weight of 1."""
        blueprint, there = self.blueprint, alive(board)
        nodes = blueprint.tree.nodes
        reach = np.stack([there, there]).astype(float)
        for node, action in here.taken:
            buckets = self.bucketing.street(board[: TURNED[nodes.street[node]]])
            often = blueprint.play.at(nodes, node)[buckets, action]
            player = int(nodes.player[node])
            come = reach[player] * often
            if come.sum() > RARE * reach[player].sum():
                reach[player] = come / come.max()
        return reach


def _whole(reach: Array) -> Array:
    """Both players' reach, scaled to a largest weight of 1."""
    found: Array = reach / np.maximum(reach.max(axis=1, keepdims=True), 1e-300)
    return found


def with_few_sizes(rules: Rules) -> Rules:
    """The same rules with fewer sizes on the turn and the river."""
    rounds = tuple(
        replace(each, betting=Menu(*FEW[place], force_allin=FORCED)) if place in FEW else each
        for place, each in enumerate(rules.rounds)
    )
    return replace(rules, rounds=rounds)
