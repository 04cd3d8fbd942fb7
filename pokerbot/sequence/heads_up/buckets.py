"""Which hands play alike: buckets made from the board at hand, of hands that are about as good.

Before the flop a bucket is one of the 169 classes. After it hands are parted by the board's
texture, by how much they win against any hand, and, before the river, by how much that depends on
the cards to come. What counts is a hand's place among all that can be held on that board.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from pokerbot.games.heads_up import TURNED
from pokerbot.sequence.arrays import Index
from pokerbot.sequence.heads_up import cards, kernels
from pokerbot.sequence.heads_up.tree import Sizes

Buckets = NDArray[np.int16]


def canonical(board: Index) -> Index:
    """The board after an exchange of suits that makes all flops of a class the same."""
    ranks = [int((1 << board[:3][board[:3] % 4 == suit] // 4).sum()) for suit in range(4)]
    suits = np.argsort(np.argsort(ranks, kind="stable"), kind="stable")
    moved = board // 4 * 4 + suits[board % 4]
    found: Index = np.r_[np.sort(moved[:3]), moved[3:]]
    return found


def random_board(count: int, rng: np.random.Generator) -> Index:
    """[count] the cards of a random board, as `canonical`."""
    return canonical(rng.choice(cards.CARDS, count, replace=False))


def texture(board: Index) -> int:
    """The kind of board, 0 to 3: 1 if a rank is there twice, plus 2 if many cards have one suit.

    Many are two cards on a flop, three later.
    """
    most = np.bincount(board % 4).max()
    return int(np.bincount(board // 4).max() > 1) + 2 * int(most >= 3 - (len(board) == 3))


def places(values: NDArray[np.int64], count: int) -> Index:
    """[values] in which of `count` equally large parts each value lies, the smallest in part 0."""
    _, which, many = np.unique(values, return_inverse=True, return_counts=True)
    middle = 2 * np.cumsum(many) - many
    found: Index = (middle * count // (2 * len(values)))[which]
    return found


def ordered(board: Index) -> tuple[Index, Index]:
    """The hands on five cards by strength.

    Returns:
        [hands] how strong each is, −1 where it has one of the cards; and the others from the
        weakest to the strongest.
    """
    found: tuple[Index, Index] = kernels.made.ordered(cards.deck(), board)
    return found


def scores(board: Index) -> Index:
    """[hands] two for each other hand that is beaten on five cards, one for each tie; 0 if dead."""
    found: Index = kernels.made.scores(cards.deck(), board)
    return found


def potential(board: Index) -> tuple[Index, Index]:
    """[hands] the sum of each hand's scores over all rivers; [hands] that of their squares."""
    found: tuple[Index, Index] = kernels.made.potential(cards.deck(), board)
    return found


def alive(board: Index) -> NDArray[np.bool_]:
    """[hands] which hands have none of these cards."""
    free = np.ones(52, bool)
    free[board] = False
    held = cards.deck().cards
    found: NDArray[np.bool_] = free[held[:, 0]] & free[held[:, 1]]
    return found


class Bucketing:
    """Buckets by board; it serves one thread.

    flops: the buckets of the flops so far, which several objects may share; of turns only the last
        one is kept
    """

    def __init__(self, sizes: Sizes, flops: dict[tuple[int, ...], Buckets] | None = None) -> None:
        self.sizes, self.flops = sizes, {} if flops is None else flops
        self._turn: tuple[tuple[int, ...], Buckets] | None = None

    def of(self, board: Index) -> Index:
        """[streets, hands] the buckets on the streets of a board so far."""
        known = [self.street(board[:each]) for each in TURNED if each <= len(board)]
        return np.stack(known).astype(np.intp)

    def street(self, board: Index) -> Buckets:
        """[hands] the buckets on a board of 0, 3, 4 or 5 cards; 0 for dead hands."""
        if not len(board):
            return cards.deck().classes.astype(np.int16)
        if len(board) == 3:
            flop = tuple(np.sort(board).tolist())
            if flop not in self.flops:
                self.flops[flop] = self._parted(board, self.sizes.flop)
            return self.flops[flop]
        if len(board) == 4:
            turn = tuple(board.tolist())
            if self._turn is None or self._turn[0] != turn:
                self._turn = turn, self._parted(board, self.sizes.turn)
            return self._turn[1]
        there, found = alive(board), np.zeros(cards.HANDS, np.intp)
        found[there] = places(scores(board)[there], self.sizes.river)
        return self._of_texture(board, found, self.sizes.river)

    def _parted(self, board: Index, sizes: tuple[int, int]) -> Buckets:
        """The buckets of a flop or a turn."""
        total, squares = potential(board)
        there, rivers = alive(board), comb(50 - len(board), 5 - len(board))
        spread = rivers * squares - total**2  # in proportion to the variance of scores
        found, within = np.full(cards.HANDS, -1), np.zeros(cards.HANDS, np.intp)
        found[there] = places(total[there], sizes[0])
        for part in range(sizes[0]):
            of_part = np.flatnonzero(found == part)
            within[of_part] = places(spread[of_part], sizes[1])
        return self._of_texture(board, found * sizes[1] + within, sizes[0] * sizes[1])

    def _of_texture(self, board: Index, found: Index, count: int) -> Buckets:
        return np.where(alive(board), found + texture(board) * count, 0).astype(np.int16)
