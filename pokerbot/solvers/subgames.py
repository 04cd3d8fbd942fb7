"""Subgames of heads-up hold'em, solved at the table: turns and rivers, without hand buckets.

A subgame begins with the first action of the turn or the river, on the cards that lie there, with
both players' ranges as the blueprint has them. From a turn on all rivers are solved, too; on these
the hands are grouped by strength into `RIVER_PLACES` parts of equal size.

Subgame solving is called unsafe if the opponent's range is taken to be the blueprint's. It is safe
with the gadget of CFR-D (Burch, Johanson & Bowling 2014): the opponent may leave the subgame, with
each hand, for what a best response to the blueprint would win there; the solution is then no more
exploitable than the blueprint, whatever the opponent's range is. In between are gadgets in which
each hand stays at least with a given probability. The solver is discounted CFR (Brown & Sandholm
2019) with the paper's weights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field

import numpy as np

from pokerbot.games.heads_up import RIVER, TURN, TURNED
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.behaviour import first_of_two
from pokerbot.sequence.heads_up import cards, kernels
from pokerbot.sequence.heads_up.board import BOTH, NEVER, BoardPlay, Walker, board_of
from pokerbot.sequence.heads_up.buckets import places, scores
from pokerbot.sequence.heads_up.tree import BettingTree, ends_of_street
from pokerbot.sequence.heads_up.walk import Play, Stops, mixed, unplayed

RIVER_PLACES = 60
"""The number of groups of hands on each river, where a turn is solved."""
ALPHA, BETA, GAMMA = 1.5, 0.0, 2.0
"""Discounted CFR's exponents for positive regrets, negative regrets and the average."""


@dataclass(frozen=True, eq=False)
class Leaving:
    """The gadget before a subgame, where one player may leave instead of playing it.

    player: who may leave
    worth: [all hands] what each hand gets by leaving, × the reach of the other player
    stays: [all hands] the least probability of staying
    comes: [all hands] the largest probability of staying
    """

    player: int
    worth: Array
    stays: Array
    comes: Array = field(default_factory=lambda: np.ones(cards.HANDS))


class Layer(BoardPlay):
    """The decisions of one street on one board, with their regrets and their average strategy.

    parts: the number of groups of equal size that hands are put into by strength, None to tell all
        hands apart
    learned: two arrays [cells], which walks that learn add to
    """

    def __init__(self, walker: Walker, lying: Index, parts: int | None) -> None:
        board, street = board_of(lying), TURNED.index(len(lying))
        hands = len(board.order)
        buckets, counts = np.zeros((2, 4, hands), np.intp), np.zeros(4, np.intp)
        buckets[:, street], counts[street] = np.arange(hands), hands
        if parts is not None:
            buckets[:, street], counts[street] = places(scores(lying)[board.order], parts), parts
        self.nodes = walker.tree.nodes
        super().__init__(walker, board, buckets, unplayed(self.nodes, counts))
        self.regret, self.average, *learned = np.zeros((4, len(self.play.cells)))
        self.learned = learned[0], learned[1]

    def match(self, of: Array) -> None:
        """Play in proportion to the positive numbers in `of`, which are regrets or the average."""
        kernels.made.match_regrets(self.nodes, of, self.play)

    def played_by(self, player: int, play: Play, rows: Index) -> Layer:
        """The same layer, with one player's strategy replaced by another one.

        player: whose; play: the other strategy; rows: [streets, all hands] its rows
        """
        found = copy(self)
        plays = (self.play, play) if player else (play, self.play)
        found.play = mixed(self.nodes, *plays)
        found.buckets = self.buckets.copy()
        found.buckets[player, : len(rows)] = rows[:, self.board.order]
        return found

    def learn(self, iteration: int, sees: Index) -> None:
        """Update regrets and average by what walks have added up since the last update.

        sees: [2] 1 for the player to be updated, as for `walk`
        """
        gain, loss = (iteration**power / (iteration**power + 1) for power in (ALPHA, BETA))
        fade = ((iteration - 1) / iteration) ** GAMMA
        kernels.made.advance(
            self.nodes, sees, (gain, loss, fade), self.play, *self.learned,
            self.regret, self.average,
        )  # fmt: skip


class Subgame:
    """The game from a turn or a river on, and its solution.

    Args:
        tree: the betting from there on.
        lying: the four or five cards on the table.
        reach: [2, all hands] the probability that each player comes there with each hand.
        leaving: the gadget, None for an unsafe solution.
    """

    def __init__(
        self,
        tree: BettingTree,
        lying: Index,
        reach: Array,
        leaving: Leaving | None = None,
    ) -> None:
        self.tree, self.iterations, walker = tree, 0, Walker(tree)
        self.top = Layer(walker, lying, None)
        to_come = np.setdiff1d(np.arange(52), lying) if len(lying) == 4 else ()
        self.rivers = [Layer(walker, np.append(lying, card), RIVER_PLACES) for card in to_come]
        self._ends = ends_of_street(tree.nodes, TURN)
        part = self.top.board.part
        self.reach = part(reach)
        self._leaving = leaving and Leaving(
            leaving.player, *map(part, (leaving.worth, leaving.stays, leaving.comes))
        )
        self._regret = np.zeros_like(self.reach)

    def iterate(self, count: int) -> None:
        """Do `count` more iterations."""
        for _ in range(count):
            self.iterations += 1
            for player in (0, 1):
                self._learn(player)

    def _learn(self, player: int) -> None:
        """Update one player's strategy, against the other's current one."""
        reach, leaving = self.reach.copy(), self._leaving
        if leaving is not None:
            free = leaving.comes - leaving.stays
            reach[leaving.player] = leaving.stays + free * first_of_two(self._regret)
        for layer in (self.top, *self.rivers):
            layer.match(layer.regret)
        sees = np.eye(2, dtype=np.intp)[player]
        worth = self._walk(reach, sees=sees, learn=True)
        for layer in (self.top, *self.rivers):
            layer.learn(self.iterations, sees)
        if leaving is not None and leaving.player == player:
            self._decide(leaving, worth[player])

    def settle(self) -> None:
        """Play the average strategy from here on."""
        for layer in (self.top, *self.rivers):
            layer.match(layer.average)

    def worth(self, best: int = NEVER) -> Array:
        """[2, hands of the board] the value of each hand, × the other's reach, after `settle`.

        best: from this street on, each player's values are those of a best response to the other.
        """
        return self._walk(self.reach, learn=False, best=best)

    def played_by(self, player: int, play: Play, rows: Callable[[Index], Index]) -> Subgame:
        """The same subgame, with one player's strategy replaced: to be evaluated, not solved on.

        Args:
            player: whose strategy.
            play: the strategy to play instead, in this tree.
            rows: maps a board to that strategy's rows [streets, all hands].
        """
        found = copy(self)
        layers = [
            each.played_by(player, play, rows(each.board.cards))
            for each in (self.top, *self.rivers)
        ]
        found.top, found.rivers = layers[0], layers[1:]
        return found

    def played(self, node: int) -> Array:
        """[all hands, actions] the strategy at a node of the first street, after `settle`."""
        return self.top.board.whole(self.top.play.at(self.tree.nodes, node).T).T

    def reached(self, taken: Sequence[tuple[int, int]]) -> Array:
        """[2, all hands] both players' reach after some actions of the first street, and `settle`.

        taken: the actions, each as (node, which of its actions)
        """
        found = self.top.board.whole(self.reach)
        for node, action in taken:
            found[self.tree.nodes.player[node]] *= self.played(node)[:, action]
        return found

    def most(self, node: int, reach: Array, card: int | None = None) -> Array:
        """[2, all hands] the value of best responses from a node on, × the other's reach.

        node: a node of the first street; or, if `card` is given, one of the river.
        reach: [2, all hands] both players' reach at the node.
        card: the river card, once it has been dealt.
        """
        if card is None:
            return self.worth_at(node, reach, self.top.board.cards.size - 2)
        layer = next(each for each in self.rivers if each.board.cards[-1] == card)
        there, at = layer.board.part(reach[None]), np.array([node])
        return layer.board.whole(layer.walk(roots=at, reach=there, best=RIVER)[0])

    def worth_at(self, node: int, reach: Array, best: int = NEVER) -> Array:
        """[2, all hands] hands' values from a node on, × the other's reach, after `settle`.

        node: of the first street.
        reach: [2, all hands] both players' reach at the node.
        best: as in `worth`.
        """
        there = self.top.board.part(reach)
        return self.top.board.whole(self._walk(there, learn=False, best=best, root=node))

    def _walk(
        self,
        reach: Array,
        learn: bool,
        best: int = NEVER,
        sees: Index = BOTH,
        root: int = 0,
    ) -> Array:
        """[2, hands] the value of each hand at the node `root`, × the other's reach.

        With rivers the first street is walked twice: down to the ends of the street, to have the
        reach at each river, and again with the rivers' mean values at those ends.
        """

        def walked(layer: Layer, roots: Index, reach: Array, stops: Stops | None = None) -> Array:
            learned = layer.learned if learn else None
            return layer.walk(
                roots=roots, reach=reach, stops=stops, best=best, sees=sees, learned=learned
            )

        def later(reach: Array) -> Array:
            total = np.zeros_like(reach)
            for river in self.rivers:
                board = river.board
                total[:, :, board.order] += walked(river, self._ends, board.part(reach))
            return total

        roots, start, stops = np.array([root]), reach[None], None
        if self.rivers:
            stops = self.top.stops_before_cards(self._ends, later, roots=roots, reach=start)
        found: Array = walked(self.top, roots, start, stops)[0]
        return found

    def _decide(self, leaving: Leaving, stay: Array) -> None:
        """Update the regrets of staying and of leaving; stay: [hands] the value of staying."""
        often = first_of_two(self._regret)
        mean = often * stay + (1 - often) * leaving.worth
        self._regret = np.maximum(self._regret + np.stack([stay, leaving.worth]) - mean, 0)


def met(reach: Array) -> float:
    """The sum over all pairs of hands that share no card of the product of both players' reach.

    reach: [2, all hands]
    """
    held = cards.deck().cards
    by_card = np.zeros((2, 52))
    for player in (0, 1):
        for card in (0, 1):
            by_card[player] += np.bincount(held[:, card], reach[player], 52)
    same = (reach[0] * reach[1]).sum()
    total = reach.sum(axis=1)
    return float(total[0] * total[1] - by_card[0] @ by_card[1] + same)
