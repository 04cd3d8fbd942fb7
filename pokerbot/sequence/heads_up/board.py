"""Walks over a betting tree on a board: the arrays that they read, and the room they need."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.heads_up import cards, kernels
from pokerbot.sequence.heads_up.buckets import alive, ordered
from pokerbot.sequence.heads_up.tree import BettingTree, longest_line
from pokerbot.sequence.heads_up.walk import Aim, Held, Play, Stops, Way

NOWHERE = np.zeros((1, 2, cards.HANDS))
NOTHING = np.zeros(1)
ROOT = np.zeros(1, np.intp)
BOTH = np.ones(2, np.intp)
NEVER = 4
"""A street after the last one; as `best` it means in no street."""


@dataclass(frozen=True, eq=False)
class Board:
    """A board with the hands that can be held there.

    cards: the cards on the board, 3 to 5 or none
    order: [hands] the numbers of the hands; on a river from the weakest to the strongest
    held: [hands, 2] the cards of the hands
    ends: [groups] on a river, where each group of hands that tie ends in this order; else empty
    """

    cards: Index
    order: Index
    held: Index
    ends: Index


def board_of(lying: Index) -> Board:
    """The board on which these cards lie, with its hands."""
    if len(lying) < 5:
        order, ends = np.flatnonzero(alive(lying)), np.zeros(0, np.intp)
    else:
        value, order = ordered(lying)
        ends = np.append(np.flatnonzero(np.diff(value[order])) + 1, len(order))
    return Board(lying, order, cards.deck().cards[order], ends)


class Walker:
    """Walks over a tree; it holds the arrays for that, and serves one thread."""

    def __init__(self, tree: BettingTree) -> None:
        self.tree = tree
        self._goes_on = Stops(np.full(len(tree.betting), -1), NOWHERE, NOWHERE)
        self._deep = longest_line(tree.nodes)
        self._at = np.zeros((4, self._deep), np.intp)
        self._room = np.zeros((2, self._deep * 2 * cards.HANDS))
        self._by_card = np.zeros(cards.CARDS)

    def walk(
        self,
        board: Board,
        buckets: NDArray[np.intp],
        play: Play,
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
            board: the board with its hands.
            buckets: [2, streets, hands] each player's bucket of each hand.
            play: how the players play.
            roots: the nodes from which to walk.
            reach: [roots, 2, hands] both players' reach of these nodes; 1 if none is given.
            stops: where to stop.
            best: from this street on each player takes the best action against the other's play.
            sees: [2] whose values are worked out; those of the other have no meaning.
            learned: `regret` and `reached` of `Aim`, to which the walk adds; None to learn nothing.
        """
        hands = len(board.order)
        shape = (self._deep, 2, hands)
        into, value = (part[: self._deep * 2 * hands].reshape(shape) for part in self._room)
        out = np.empty((len(roots), 2, hands))
        stops = stops or self._goes_on
        regret, reached = learned or (NOTHING, NOTHING)
        kernels.made.walk_from(
            self.tree.nodes, stops, play, Held(board.held, board.ends, buckets),
            Aim(best, sees, learned is not None, regret, reached),
            Way(self._at, into, value, self._by_card),
            roots, np.ones_like(out) if reach is None else reach, out,
        )  # fmt: skip
        return out
