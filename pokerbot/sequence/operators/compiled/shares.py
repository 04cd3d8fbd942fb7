"""Which parts of a player's iteration may be done at the same time, and which must wait.

Hands meet only in the gradient. A decision writes only its own rows and value; it reads those of
the decisions below it, or of the row above. However the work is shared out, each sum is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pokerbot.sequence.arrays import Index
from pokerbot.sequence.form import Tree

WIDE = 4096
"""Hands are shared out if each share has at least so many; otherwise decisions are."""
BOARDS_A_THREAD = 8
"""Boards are shared out if there are at least so many for each thread."""
SUBTREES_A_THREAD = 32
"""Otherwise subtrees are, at least so many for each thread, so that shares are about even."""
GROUPS_A_THREAD = 2
"""How many groups there are for each thread: one that is done early takes another group."""


@dataclass(frozen=True, eq=False)
class Share:
    """A part of an iteration: the gradient of some rows, then some decisions up, then some down.

    earn: [ranges, 2] the rows whose gradient is worked out, for all hands: the first, and the end
    up: [ranges, 2] the decisions that are gone through bottom-up, in this order
    down: [ranges, 2] the decisions that are gone through top-down, in this order
    low, high: the hands for which that is done, from `low` to before `high`
    """

    earn: Index
    up: Index
    down: Index
    low: int
    high: int


Spans = Sequence[tuple[int, int]]
Stages = list[list[Share]]
"""Shares that may be done at the same time, in stages, each to be done before the next begins."""


def stages(tree: Tree, threads: int, *, exact: bool = True) -> tuple[Stages, Stages]:
    """What a player does against the other's plan, and what waits until both have done that.

    Where hands are shared out, the first half is the gradient alone; where decisions are, it is
    everything bottom-up. Gradients that are not `exact` are made elsewhere, from both players'
    strategies, so that everything here waits for them.
    """
    hands, starts = tree.hands, np.append(tree.starts, tree.rows)
    whole, none = _ranges([(0, len(tree.starts))]), _ranges([])
    if threads == 1 or len(tree.starts) == 1 or hands >= 2 * WIDE:
        bounds = pairwise(_even(max(1, min(threads, hands // WIDE)), hands))
        rows = even_rows(tree, threads)
        earn = [Share(_ranges([each]), none, none, 0, hands) for each in rows]
        all_else = [Share(none, whole, whole, low, high) for low, high in bounds]
        return [earn] if exact else [], [all_else]

    def share(up: Spans = (), down: Spans = (), earn: Spans = ()) -> Share:
        rows = starts[_ranges(earn)] if exact else none
        return Share(rows, _ranges(up[::-1]), _ranges(down), 0, hands)

    group = _groups(tree, threads)
    top, *groups = (_runs(group == each) for each in range(-1, int(group.max()) + 1))
    bottom_up = [[share(earn=top), *(share(earn=each, up=each) for each in groups)]]
    bottom_up.append([share(up=top)])
    top_down = [[share(down=top)], [share(down=each) for each in groups]]
    return (bottom_up, top_down) if exact else ([], bottom_up + top_down)


def even_rows(tree: Tree, threads: int) -> list[tuple[int, int]]:
    """A player's rows in parts that have about equally many terminals."""
    ends = np.searchsorted(tree.terminals.row, np.arange(tree.rows))
    bounds = np.searchsorted(ends, _even(threads, len(tree.terminals.row))[1:-1])
    return [(low, high) for low, high in pairwise([0, *bounds.tolist(), tree.rows]) if low < high]


def _even(pieces: int, size: int) -> list[int]:
    """The bounds of so many pieces of about equal size."""
    return [size * piece // pieces for piece in range(pieces + 1)]


def _ranges(spans: Spans) -> Index:
    return np.array(spans, dtype=np.intp).reshape(-1, 2)


def _runs(those: NDArray[np.bool_]) -> Spans:
    """The ranges of consecutive decisions where the mask is true."""
    borders = np.flatnonzero(np.diff(those, prepend=False, append=False))
    return [(low, high) for low, high in borders.reshape(-1, 2).tolist()]


def _groups(tree: Tree, threads: int) -> Index:
    """[decisions] the group of each decision; -1 above all groups.

    A group is made of whole subtrees, and all groups have about equally many rows. The subtrees are
    those that stay on one board, taken board by board, as the hands of a board are in one order;
    where there are few boards, they begin at all decisions of some level.
    """
    parent = tree.decision[tree.above]
    # alone: whether the whole subtree of a decision stays on the decision's own board.
    levels = [slice(int(low), int(high)) for low, high in pairwise(tree.levels)]
    alone = np.ones(len(parent), dtype=bool)
    for level in levels[:0:-1]:
        leaves = ~alone[level] | (tree.board[level] != tree.board[parent[level]])
        alone[parent[level][leaves]] = False
    roots = np.flatnonzero(alone & ~alone[parent])
    roots = roots[np.argsort(tree.board[roots], kind="stable")]
    if len(np.unique(tree.board[roots])) < BOARDS_A_THREAD * threads:
        enough = (each for each in levels[1:] if _size(each) >= SUBTREES_A_THREAD * threads)
        widest = max(levels[1:], key=_size)
        roots = np.arange(len(parent))[next(enough, widest)]
    # How many rows the subtree of each decision has.
    sizes = tree.actions.copy()
    for level in levels[:1:-1]:
        np.add.at(sizes, parent[level], sizes[level])
    ahead = np.cumsum(sizes[roots]) - sizes[roots]
    group = np.full(len(parent), -1)
    group[roots] = ahead * (GROUPS_A_THREAD * threads) // sizes[roots].sum()
    for level in levels[1:]:
        group[level] = np.maximum(group[level], group[parent[level]])
    return np.unique(group, return_inverse=True)[1] - 1


def _size(level: slice) -> int:
    return int(level.stop - level.start)
