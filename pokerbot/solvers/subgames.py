"""Turns and rivers of the whole game solved again at the table, with every hand told apart.

The betting from the first action of a street on is solved on the cards at hand, and, from a turn
on, on all rivers, where hands are told apart by `RIVER_PLACES` equal parts of them. Both players'
ranges come from the blueprint.

Unsafe, the other's range is what the blueprint says. Safe, the other may leave with each hand for
what a best response to the blueprint would win it there (CFR-D's gadget: Burch, Johanson & Bowling
2014); what one plays then is no more exploitable than the blueprint, whatever the other's range is.
Where hands stay at least as often as the blueprint has them come, it is something between. The
solver is discounted CFR (Brown & Sandholm 2019) with its usual weights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass

import numpy as np

from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.heads_up import cards, kernels
from pokerbot.sequence.heads_up.board import BOTH, NEVER, ROOT, Walker, board_of
from pokerbot.sequence.heads_up.buckets import Room, places
from pokerbot.sequence.heads_up.tree import Tree, cells_of, ends_of_street
from pokerbot.sequence.heads_up.walk import Play, Stops

RIVER_PLACES = 60
"""How many parts of the hands of each river a turn's solution tells apart."""
ALPHA, BETA, GAMMA = 1.5, 0.0, 2.0
RIVER_CARDS = 44
"""The cards that may come after a turn, for two hands."""
TURN = 2


@dataclass(frozen=True, eq=False)
class Leaving:
    """What the other may do before a safe solution.

    player: who; worth: [all hands] what each hand gets who leaves, × the reach of the one who is
        solved for; stays: [all hands] how often a hand stays at least
    comes: [all hands] how often it does at most, always where nobody says
    """

    player: int
    worth: Array
    stays: Array
    comes: Array | None = None


class Layer:
    """The decisions of one street on one board: regrets, and the average strategy.

    parts: into how many equal parts its hands are told apart, None for each hand
    """

    def __init__(self, tree: Tree, room: Room, lying: Index, parts: int | None) -> None:
        self.tree, self.board = tree, board_of(room, lying)
        street, hands = len(lying) - 2, len(self.board.order)
        self.buckets = np.zeros((2, 4, hands), np.intp)
        self.buckets[:, street] = np.arange(hands)
        if parts is not None:
            self.buckets[:, street] = places(room.scores(lying)[self.board.order], parts)
        self._counts = np.zeros(4, np.intp)
        self._counts[street] = hands if parts is None else parts
        offset, many = cells_of(tree.nodes, tuple(self._counts.tolist()))
        self.regret, self.average, played, *self._room = np.zeros((5, many))
        self.play = Play(offset, played)

    def match(self, of: Array) -> None:
        """Play in proportion to what is positive."""
        kernels.made.match_regrets(self.tree.nodes, self._counts, of, self.play)

    def walk(
        self,
        walker: Walker,
        reach: Array,
        learn: bool,
        best: int = NEVER,
        sees: Index = BOTH,
        roots: Index = ROOT,
        stops: Stops | None = None,
    ) -> Array:
        """As `Walker.walk`."""
        learned = (self._room[0], self._room[1]) if learn else None
        found: Array = walker.walk(
            self.board, self.buckets, self.play,
            roots=roots, reach=reach, stops=stops, best=best, sees=sees, learned=learned,
        )  # fmt: skip
        return found

    def played_by(self, player: int, play: Play, rows: Index) -> Layer:
        """The same layer, with another play of one player's; rows: [streets, all hands]."""
        found, size, nodes = copy(self), len(self.play.cells), self.tree.nodes
        offset = np.where(nodes.player == player, size + play.offset, self.play.offset)
        found.play = Play(offset, np.r_[self.play.cells, play.cells])
        found.buckets = self.buckets.copy()
        found.buckets[player, : len(rows)] = rows[:, self.board.order]
        return found

    def learn(self, iteration: int, sees: Index) -> None:
        """Update a player's regrets and average by what was walked since the last time.

        sees: as `Walker.walk`
        """
        gain, loss = (iteration**power / (iteration**power + 1) for power in (ALPHA, BETA))
        fade = ((iteration - 1) / iteration) ** GAMMA
        kernels.made.advance(
            self.tree.nodes, self._counts, sees, (gain, loss, fade), self.play, *self._room,
            self.regret, self.average,
        )  # fmt: skip


class Subgame:
    """The game from a turn or a river on.

    Args:
        tree: its betting.
        room: to rank hands in.
        lying: four or five cards.
        reach: [2, all hands] how the players have come there.
        leaving: for a safe solution.
    """

    def __init__(
        self, tree: Tree, room: Room, lying: Index, reach: Array, leaving: Leaving | None = None
    ) -> None:
        self.iterations, self._walker = 0, Walker(tree)
        self.top = Layer(tree, room, lying, None)
        to_come = np.setdiff1d(np.arange(52), lying) if len(lying) == 4 else ()
        self.rivers = [Layer(tree, room, np.append(lying, card), RIVER_PLACES) for card in to_come]
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
        """So many iterations more."""
        for _ in range(count):
            self.iterations += 1
            for player in (0, 1):
                self._learn(player)

    def _learn(self, player: int) -> None:
        """Update what one player plays, against the other's play."""
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
        """[2, hands] what hands of the board are worth, × the other's reach, after `settle`.

        best: the street from which on both, each against the other's play, do the best.
        """
        return self._walk(self.reach, learn=False, best=best)

    def played_by(self, player: int, play: Play, rows: Callable[[Index], Index]) -> Subgame:
        """The same subgame, with another play of one player's; to be walked, not to be solved on.

        Args:
            player: who.
            play: in this tree.
            rows: of a board, [streets, all hands], the rows of the play.
        """
        found = copy(self)
        layers = [
            each.played_by(player, play, rows(each.board.cards))
            for each in (self.top, *self.rivers)
        ]
        found.top, found.rivers = layers[0], layers[1:]
        return found

    def gap(self) -> float:
        """What best responses to the solution gain, in big blinds a pair of hands that meet."""
        reach, order = self.reach, self.top.board.order
        ones = np.zeros((2, cards.HANDS))
        ones[:, order] = reach
        gained = (reach * self.worth(self.top.board.cards.size - 2)).sum()
        return float(gained / 2 / met(ones))

    def played(self, node: int) -> Array:
        """[all hands, actions] how a decision of the first street is played, after `settle`."""
        nodes, play, order = self.top.tree.nodes, self.top.play, self.top.board.order
        many, begin = int(nodes.below[node]), int(play.offset[node])
        found = np.zeros((cards.HANDS, many))
        found[order] = play.cells[begin:][: len(order) * many].reshape(-1, many)
        return found

    def reached(self, taken: Sequence[tuple[int, int]]) -> Array:
        """[2, all hands] how the players come along a line of the first street, after `settle`.

        taken: (node, which of its actions)
        """
        found = np.zeros((2, cards.HANDS))
        found[:, self.top.board.order] = self.reach
        for node, action in taken:
            found[self.top.tree.nodes.player[node]] *= self.played(node)[:, action]
        return found

    def most(self, node: int, reach: Array, card: int | None = None) -> Array:
        """[2, all hands] what best responses win from a node on, × the other's reach.

        node: of the first street, or where the river comes.
        reach: [2, all hands] there.
        card: the river, where that has come.
        """
        if card is None:
            layer, street = self.top, self.top.board.cards.size - 2
        else:
            layer = next(each for each in self.rivers if each.board.cards[-1] == card)
            street = TURN + 1
        order, found = layer.board.order, np.zeros((2, cards.HANDS))
        there = np.ascontiguousarray(reach[:, order])
        if card is None:
            found[:, order] = self._walk(there, learn=False, best=street, root=node)
        else:
            found[:, order] = layer.walk(
                self._walker, there[None], learn=False, best=street, roots=np.array([node])
            )[0]
        return found

    def worth_at(self, node: int, reach: Array) -> Array:
        """[2, all hands] what hands are worth from a node of the first street on, after `settle`.

        × the other's reach.

        reach: [2, all hands] there.
        """
        order, found = self.top.board.order, np.zeros((2, cards.HANDS))
        found[:, order] = self._walk(np.ascontiguousarray(reach[:, order]), learn=False, root=node)
        return found

    def _walk(
        self,
        reach: Array,
        learn: bool,
        best: int = NEVER,
        sees: Index = BOTH,
        root: int = 0,
    ) -> Array:
        """[2, hands] what hands are worth to both at a node."""
        walker, of_top, roots = self._walker, (learn, best, sees), np.array([root])
        if not self.rivers:
            alone: Array = self.top.walk(walker, reach[None], *of_top, roots=roots)[0]
            return alone
        order = self.top.board.order
        stops = Stops(self._at, *np.zeros((2, len(self._ends), 2, len(order))))
        self.top.walk(walker, reach[None], learn=False, roots=roots, stops=stops)
        into, total = np.zeros((2, len(self._ends), 2, cards.HANDS))
        into[:, :, order] = stops.reach
        for river in self.rivers:
            own = river.board.order
            there = np.ascontiguousarray(into[:, :, own])
            total[:, :, own] += river.walk(walker, there, *of_top, roots=self._ends)
        stops.value[:] = total[:, :, order] / RIVER_CARDS
        found: Array = self.top.walk(walker, reach[None], *of_top, roots=roots, stops=stops)[0]
        return found

    def _staying(self) -> Array:
        """[hands] how often the other stays in with each hand."""
        positive = np.maximum(self._regret, 0)
        total = positive.sum(axis=0)
        found: Array = np.where(total > 0, positive[0] / np.where(total > 0, total, 1), 0.5)
        return found

    def _decide(self, leaving: Leaving, stay: Array) -> None:
        """Update how much the other would rather have stayed, or left."""
        often = self._staying()
        mean = often * stay + (1 - often) * leaving.worth
        self._regret = np.maximum(self._regret + np.stack([stay, leaving.worth]) - mean, 0)


def met(reach: Array) -> float:
    """How often hands meet that share no card, by the players' reach, [2, all hands]."""
    held = cards.deck().cards
    by_card = np.zeros((2, 52))
    for player in (0, 1):
        for card in (0, 1):
            by_card[player] += np.bincount(held[:, card], reach[player], 52)
    same = (reach[0] * reach[1]).sum()
    total = reach.sum(axis=1)
    return float(total[0] * total[1] - by_card[0] @ by_card[1] + same)
