"""Which parts of a player's iteration may be done at the same time, and which must wait.

Hands meet in the gradient alone, and a decision writes its own rows and value alone: it reads those
of the decisions below it, or of the row above. However the work is shared out, each sum is the
same.
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
"""Hands are shared out where each share has so many, else the decisions are."""
BOARDS_A_THREAD = 8
"""From so many on it is boards that are shared out."""
SUBTREES_A_THREAD = 32
"""Else so many subtrees at least, so that they can be shared out evenly."""
GROUPS_A_THREAD = 2
"""A thread that is done early takes on another one."""


@dataclass(frozen=True, eq=False)
class Share:
    """A part of an iteration.

    earn: [ranges, 2] the first row and the end of those whose gradient, with all hands, is first;
        they are done together
    up, down: [ranges, 2] the first decision and the end of what is gone through bottom-up and then
        top-down, in this order
    low, high: the hands
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
    """What a player does against the other's plan, and what may wait until both have done that.

    Where there are many hands they are shared out, and the first half is the gradient alone; else
    decisions are, and it is all that goes bottom-up. Where gradients are not `exact` they come from
    elsewhere, and from both players' strategies: there all waits.
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
    """A player's rows in parts of about as many terminals."""
    ends = np.searchsorted(tree.terminals.row, np.arange(tree.rows))
    bounds = np.searchsorted(ends, _even(threads, len(tree.terminals.row))[1:-1])
    return [(low, high) for low, high in pairwise([0, *bounds.tolist(), tree.rows]) if low < high]


def _even(pieces: int, size: int) -> list[int]:
    return [size * piece // pieces for piece in range(pieces + 1)]


def _ranges(spans: Spans) -> Index:
    return np.array(spans, dtype=np.intp).reshape(-1, 2)


def _runs(those: NDArray[np.bool_]) -> Spans:
    """The ranges that these decisions make up."""
    borders = np.flatnonzero(np.diff(those, prepend=False, append=False))
    return [(low, high) for low, high in borders.reshape(-1, 2).tolist()]


def _groups(tree: Tree, threads: int) -> Index:
    """[decisions] which group each is in, of about as many rows; -1 above all groups.

    A group is made of whole subtrees: those that stay on some boards, whose hands are in the same
    order, or where there are few boards those that follow each other on a level.
    """
    parent = tree.decision[tree.above]
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
