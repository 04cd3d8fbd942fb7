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
from dataclasses import dataclass

import numpy as np

from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.heads_up import cards, kernels
from pokerbot.sequence.heads_up.board import BOTH, NEVER, ROOT, Walker, board_of
from pokerbot.sequence.heads_up.buckets import places, scores
from pokerbot.sequence.heads_up.tree import BettingTree, ends_of_street
from pokerbot.sequence.heads_up.walk import Play, Stops, mixed, unplayed

RIVER_PLACES = 60
"""The number of groups of hands on each river, where a turn is solved."""
ALPHA, BETA, GAMMA = 1.5, 0.0, 2.0
"""Discounted CFR's exponents for positive regrets, negative regrets and the average."""
RIVER_CARDS = 44
"""How many cards may come on the river, given the turn and both players' hands."""
TURN = 2


@dataclass(frozen=True, eq=False)
class Leaving:
    """The gadget before a subgame, where one player may leave instead of playing it.

    player: who may leave
    worth: [all hands] what each hand gets by leaving, × the reach of the other player
    stays: [all hands] the least probability of staying
    comes: [all hands] the largest probability of staying, None for 1
    """

    player: int
    worth: Array
    stays: Array
    comes: Array | None = None


class Layer:
    """The decisions of one street on one board, with their regrets and their average strategy.

    parts: the number of groups of equal size that hands are put into by strength, None to tell all
        hands apart
    """

    def __init__(self, walker: Walker, lying: Index, parts: int | None) -> None:
        self.tree, self.board, self._walker = walker.tree, board_of(lying), walker
        street, hands = len(lying) - 2, len(self.board.order)
        self.buckets = np.zeros((2, 4, hands), np.intp)
        self.buckets[:, street] = np.arange(hands)
        if parts is not None:
            self.buckets[:, street] = places(scores(lying)[self.board.order], parts)
        counts = np.zeros(4, np.intp)
        counts[street] = hands if parts is None else parts
        self.play = unplayed(self.tree.nodes, counts)
        self.regret, self.average, *self._room = np.zeros((4, len(self.play.cells)))

    def match(self, of: Array) -> None:
        """Play in proportion to the positive numbers in `of`, which are regrets or the average."""
        kernels.made.match_regrets(self.tree.nodes, of, self.play)

    def walk(
        self,
        reach: Array,
        learn: bool,
        best: int = NEVER,
        sees: Index = BOTH,
        roots: Index = ROOT,
        stops: Stops | None = None,
    ) -> Array:
        """As `Walker.walk`."""
        learned = (self._room[0], self._room[1]) if learn else None
        found: Array = self._walker.walk(
            self.board, self.buckets, self.play,
            roots=roots, reach=reach, stops=stops, best=best, sees=sees, learned=learned,
        )  # fmt: skip
        return found

    def played_by(self, player: int, play: Play, rows: Index) -> Layer:
        """The same layer, with one player's strategy replaced by another one.

        player: whose; play: the other strategy; rows: [streets, all hands] its rows
        """
        found = copy(self)
        plays = (self.play, play) if player else (play, self.play)
        found.play = mixed(self.tree.nodes, *plays)
        found.buckets = self.buckets.copy()
        found.buckets[player, : len(rows)] = rows[:, self.board.order]
        return found

    def learn(self, iteration: int, sees: Index) -> None:
        """Update regrets and average by what walks have added up since the last update.

        sees: [2] 1 for the player to be updated, as `Walker.walk`
        """
        gain, loss = (iteration**power / (iteration**power + 1) for power in (ALPHA, BETA))
        fade = ((iteration - 1) / iteration) ** GAMMA
        kernels.made.advance(
            self.tree.nodes, sees, (gain, loss, fade), self.play, *self._room,
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
        self.iterations, walker = 0, Walker(tree)
        self.top = Layer(walker, lying, None)
        to_come = np.setdiff1d(np.arange(52), lying) if len(lying) == 4 else ()
        self.rivers = [Layer(walker, np.append(lying, card), RIVER_PLACES) for card in to_come]
        self._ends = ends_of_street(tree.nodes, TURN)
        self._at = np.full(len(tree.betting), -1)
        self._at[self._ends] = np.arange(len(self._ends))
        order = self.top.board.order
        self.reach = np.ascontiguousarray(reach[:, order])
        self._leaving = leaving and Leaving(
            leaving.player,
            leaving.worth[order],
            leaving.stays[order],
            np.ones(len(order)) if leaving.comes is None else leaving.comes[order],
        )
        self._regret = np.zeros((2, len(order)))

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
            assert leaving.comes is not None
            free = leaving.comes - leaving.stays
            reach[leaving.player] = leaving.stays + free * self._staying()
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
        there = self.top.play.at(self.top.tree.nodes, node)
        found = np.zeros((cards.HANDS, there.shape[1]))
        found[self.top.board.order] = there
        return found

    def reached(self, taken: Sequence[tuple[int, int]]) -> Array:
        """[2, all hands] both players' reach after some actions of the first street, and `settle`.

        taken: the actions, each as (node, which of its actions)
        """
        found = np.zeros((2, cards.HANDS))
        found[:, self.top.board.order] = self.reach
        for node, action in taken:
            found[self.top.tree.nodes.player[node]] *= self.played(node)[:, action]
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
        order, found = layer.board.order, np.zeros((2, cards.HANDS))
        there = np.ascontiguousarray(reach[None, :, order])
        at = np.array([node])
        found[:, order] = layer.walk(there, learn=False, best=TURN + 1, roots=at)[0]
        return found

    def worth_at(self, node: int, reach: Array, best: int = NEVER) -> Array:
        """[2, all hands] hands' values from a node on, × the other's reach, after `settle`.

        node: of the first street.
        reach: [2, all hands] both players' reach at the node.
        best: as in `worth`.
        """
        order, found = self.top.board.order, np.zeros((2, cards.HANDS))
        there = np.ascontiguousarray(reach[:, order])
        found[:, order] = self._walk(there, learn=False, best=best, root=node)
        return found

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
        of_top, roots = (learn, best, sees), np.array([root])
        if not self.rivers:
            alone: Array = self.top.walk(reach[None], *of_top, roots=roots)[0]
            return alone
        order = self.top.board.order
        stops = Stops(self._at, *np.zeros((2, len(self._ends), 2, len(order))))
        self.top.walk(reach[None], learn=False, roots=roots, stops=stops)
        into, total = np.zeros((2, len(self._ends), 2, cards.HANDS))
        into[:, :, order] = stops.reach
        for river in self.rivers:
            own = river.board.order
            there = np.ascontiguousarray(into[:, :, own])
            total[:, :, own] += river.walk(there, *of_top, roots=self._ends)
        stops.value[:] = total[:, :, order] / RIVER_CARDS
        found: Array = self.top.walk(reach[None], *of_top, roots=roots, stops=stops)[0]
        return found

    def _staying(self) -> Array:
        """[hands] the probability that the player who may leave stays, by regret matching."""
        positive = np.maximum(self._regret, 0)
        total = positive.sum(axis=0)
        found: Array = np.where(total > 0, positive[0] / np.where(total > 0, total, 1), 0.5)
        return found

    def _decide(self, leaving: Leaving, stay: Array) -> None:
        """Update the regrets of staying and of leaving; stay: [hands] the value of staying."""
        often = self._staying()
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
