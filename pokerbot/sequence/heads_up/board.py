"""Walks over a betting tree on a board: the arrays that they read, and the room they need."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.heads_up import cards, kernels
from pokerbot.sequence.heads_up.buckets import Room, alive
from pokerbot.sequence.heads_up.tree import Tree, longest_line
from pokerbot.sequence.heads_up.walk import Aim, Held, Play, Stops, Way
from pokerbot.sequence.strengths import CARDS

NOWHERE = np.zeros((1, 2, cards.HANDS))
NOTHING = np.zeros(1)
ROOT = np.zeros(1, np.intp)
BOTH = np.ones(2, np.intp)
NEVER = 4
"""After the last street."""


@dataclass(frozen=True, eq=False)
class Board:
    """A board with the hands that can be held there.

    cards: what lies there, 3 to 5 cards, or none
    order: [hands] their numbers; on a river from the weakest to the strongest
    held: [hands, 2] their cards
    ends: on a river of each group of hands that tie its end in this order
    """

    cards: Index
    order: Index
    held: Index
    ends: Index


def board_of(room: Room, lying: Index) -> Board:
    """The hands on a board, in order."""
    if len(lying) < 5:
        order, ends = np.flatnonzero(alive(lying)), np.zeros(0, np.intp)
    else:
        value, there = room.ordered(lying)
        order = there.copy()
        ends = np.append(np.flatnonzero(np.diff(value[order])) + 1, len(order))
    return Board(lying, order, cards.deck().cards[order], ends)


class Walker:
    """Walks over a tree; it holds the room for that, and serves one thread."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._goes_on = Stops(np.full(len(tree.betting), -1), NOWHERE, NOWHERE)
        self._deep = longest_line(tree.nodes)
        self._at = np.zeros((4, self._deep), np.intp)
        self._room = np.zeros((2, self._deep * 2 * cards.HANDS))
        self._by_card = np.zeros(CARDS)

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
        """[roots, 2, hands] what each hand of the board is worth at a node, × the other's reach.

        Args:
            board: the hands.
            buckets: [2, streets, hands] of each player.
            play: how they play.
            roots: the nodes.
            reach: [roots, 2, hands] there, 1 where nobody says.
            stops: where to stop.
            best: the street from which on each player, against the other's play, does the best.
            sees: [2] whose values are worked out; those of the other are of no meaning.
            learned: what is added to, as `Aim` says.
        """
        hands = len(board.order)
        shape = (self._deep, 2, hands)
        into, value = (part[: self._deep * 2 * hands].reshape(shape) for part in self._room)
        out = np.empty((len(roots), 2, hands))
        stops = stops or self._goes_on
        regret, average = learned or (NOTHING, NOTHING)
        takes = np.array([[int(street >= best) for street in range(4)]] * 2)
        kernels.made.walk_from(
            self.tree.nodes, stops, play, Held(board.held, board.ends, buckets),
            Aim(takes, sees, learned is not None, regret, average),
            Way(self._at, into, value, self._by_card),
            roots, np.ones_like(out) if reach is None else reach, out,
        )  # fmt: skip
        return out
