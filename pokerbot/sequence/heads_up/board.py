"""Walks over a betting tree on a board: the arrays that they read, and those they need."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerbot.games.heads_up import TURNED
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.heads_up import cards, kernels
from pokerbot.sequence.heads_up.buckets import Bucketing, alive, ordered
from pokerbot.sequence.heads_up.tree import CHANCE, BettingTree, longest_line
from pokerbot.sequence.heads_up.walk import Aim, Held, Play, Stops, Way

NOWHERE = np.zeros((1, 2, cards.HANDS))
NOBODY = np.zeros(2, np.intp)
NOTHING = np.zeros(1)
ROOT = np.zeros(1, np.intp)
BOTH = np.ones(2, np.intp)
NEVER = 4
"""A street after the last one; as `best` it means in no street."""


@dataclass(frozen=True, eq=False)
class Board:
    """A board with the hands that can be held there.

    cards: the cards on the board, 3 to 5
    order: [hands] the numbers of the hands; on a river from the weakest to the strongest
    held: [hands, 2] the cards of the hands
    ends: [groups] on a river, where each group of hands that tie ends in this order; else empty
    """

    cards: Index
    order: Index
    held: Index
    ends: Index

    def part(self, numbers: Array) -> Array:
        """[..., hands of the board] from [..., all hands]."""
        return np.ascontiguousarray(numbers[..., self.order])

    def whole(self, numbers: Array) -> Array:
        """[..., all hands] from [..., hands of the board], 0 for the others."""
        found = np.zeros((*numbers.shape[:-1], cards.HANDS))
        found[..., self.order] = numbers
        return found


def board_of(lying: Index) -> Board:
    """The board on which these cards lie, with its hands."""
    if len(lying) < 5:
        order, ends = np.flatnonzero(alive(lying)), np.zeros(0, np.intp)
    else:
        value, order = ordered(lying)
        ends = np.append(np.flatnonzero(np.diff(value[order])) + 1, len(order))
    return Board(lying, order, cards.deck().cards[order], ends)


class Walker:
    """The arrays for walks over a tree; it serves one thread."""

    def __init__(self, tree: BettingTree) -> None:
        self.tree = tree
        self.goes_on = Stops(np.full(len(tree.betting), -1), NOWHERE, NOWHERE)
        self._deep = longest_line(tree.nodes)
        self._at = np.zeros((4, self._deep), np.intp)
        self._room = np.zeros((2, self._deep * 2 * cards.HANDS))
        self._by_card = np.zeros(cards.CARDS)

    def way(self, hands: int) -> Way:
        """The arrays for a walk with so many hands."""
        shape = (self._deep, 2, hands)
        into, value = (part[: self._deep * 2 * hands].reshape(shape) for part in self._room)
        return Way(self._at, into, value, self._by_card)


@dataclass(eq=False)
class BoardPlay:
    """How a board is played, to be walked over with every pair of hands.

    walker: the tree, with the arrays for walks
    board: the board with its hands
    buckets: [2, streets, hands] each player's bucket of each hand
    play: how the players play
    """

    walker: Walker
    board: Board
    buckets: NDArray[np.intp]
    play: Play

    def walk(
        self,
        *,
        roots: Index = ROOT,
        reach: Array | None = None,
        stops: Stops | None = None,
        best: int = NEVER,
        sees: Index = BOTH,
        learned: tuple[Array, Array] | None = None,
    ) -> Array:
        """[roots, 2, hands] what each hand is worth to each player at a node, × the other's reach.

        Args:
            roots: the nodes from which to walk.
            reach: [roots, 2, hands] both players' reach of these nodes; 1 if none is given.
            stops: where to stop.
            best: from this street on each player takes the best action against the other's play.
            sees: [2] whose values are worked out; those of the other have no meaning.
            learned: `regret` and `reached` of `Aim`, to which the walk adds; None to learn nothing.
        """
        out = np.empty((len(roots), 2, len(self.board.order)))
        regret, reached = learned or (NOTHING, NOTHING)
        kernels.made.walk_from(
            self.walker.tree.nodes, stops or self.walker.goes_on, self.play,
            Held(self.board.held, self.board.ends, self.buckets),
            Aim(best, sees, learned is not None, regret, reached),
            self.walker.way(len(self.board.order)),
            roots, np.ones_like(out) if reach is None else reach, out,
        )  # fmt: skip
        return out

    def stops(self, ends: Index, *, roots: Index = ROOT, reach: Array | None = None) -> Stops:
        """Stops at the nodes `ends`, with both players' reach there; the rest is as for `walk`."""
        at = np.full(len(self.walker.tree.betting), -1)
        at[ends] = np.arange(len(ends))
        stops = Stops(at, *np.zeros((2, len(ends), 2, len(self.board.order))))
        self.walk(roots=roots, reach=reach, stops=stops, sees=NOBODY)
        return stops

    def stops_before_cards(
        self,
        ends: Index,
        later: Callable[[Array], Array],
        *,
        roots: Index = ROOT,
        reach: Array | None = None,
    ) -> Stops:
        """As `stops`, with the mean values over the cards that may come next.

        Args:
            ends: as `tree.ends_of_street` gives them for the board's street.
            later: given both players' reach at the ends [ends, 2, all hands], returns the sum over
                the next cards of what hands are worth there, × the other's reach.
            roots: as for `walk`.
            reach: as for `walk`.
        """
        stops = self.stops(ends, roots=roots, reach=reach)
        total = later(self.board.whole(stops.reach))
        stops.value[:] = self.board.part(total) / (52 - 4 - len(self.board.cards))
        return stops

    def begun(self) -> tuple[Index, Array]:
        """The nodes where the board's street begins, and both players' reach there.

        Returns:
            The nodes, and their reach [nodes, 2, all hands].
        """
        nodes, street = self.walker.tree.nodes, TURNED.index(len(self.board.cards))
        roots = np.flatnonzero((nodes.kind == CHANCE) & (nodes.street == street - 1))
        return roots, self.board.whole(self.stops(roots).reach)


def played_by_both(walker: Walker, lying: Index, bucketing: Bucketing, play: Play) -> BoardPlay:
    """How a board with these cards is played where both players have the same buckets."""
    board = board_of(lying)
    buckets = bucketing.of(lying)[:, board.order]
    return BoardPlay(walker, board, np.stack([buckets, buckets]), play)
