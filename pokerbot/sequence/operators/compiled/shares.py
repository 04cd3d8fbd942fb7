"""Which parts of a player's iteration may be done at the same time, and which must wait.

Hands meet in the gradient alone, and decisions below different rows never do. However the work is
shared out, each sum is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pokerbot.sequence.arrays import Index
from pokerbot.sequence.form import Tree

WIDE = 4096
"""Hands are shared out where each share has so many, else the decisions are."""
SUBTREES_A_THREAD = 32
"""At least so many, so that they can be shared out evenly."""


@dataclass(frozen=True, eq=False)
class Share:
    """A part of an iteration.

    earn: [ranges, 2] the first row and the end of those whose gradient, with all hands, is first
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
        rows = _rows(tree, threads)
        earn = [Share(_ranges([each]), none, none, 0, hands) for each in rows]
        all_else = [Share(none, whole, whole, low, high) for low, high in bounds]
        return [earn] if exact else [], [all_else]

    def share(up: Spans = (), down: Spans = (), earn: Spans = ()) -> Share:
        rows = starts[_ranges(earn)] if exact else none
        return Share(rows, _ranges(up[::-1]), _ranges(down), 0, hands)

    cut, groups = _subtrees(tree, threads)
    top = [(0, int(tree.levels[cut]))]
    # Subtrees add to what the rows above them earn.
    bottom_up = [[share(earn=top)], [share(earn=each, up=each) for each in groups], [share(up=top)]]
    top_down = [[share(down=top)], [share(down=each) for each in groups]]
    return (bottom_up, top_down) if exact else ([], bottom_up + top_down)


def _rows(tree: Tree, threads: int) -> list[tuple[int, int]]:
    """A player's rows in parts of about as many terminals."""
    ends = np.searchsorted(tree.terminals.row, np.arange(tree.rows))
    bounds = np.searchsorted(ends, _even(threads, len(tree.terminals.row))[1:-1])
    return [(low, high) for low, high in pairwise([0, *bounds.tolist(), tree.rows]) if low < high]


def _even(pieces: int, size: int) -> list[int]:
    return [size * piece // pieces for piece in range(pieces + 1)]


def _ranges(spans: Spans) -> Index:
    return np.array(spans, dtype=np.intp).reshape(-1, 2)


def _subtrees(tree: Tree, pieces: int) -> tuple[int, list[list[tuple[int, int]]]]:
    """A level, and the subtrees from there on in groups of about as many rows.

    A group is a range of decisions a level, top-down. Decisions that follow one row stay together.
    """
    sizes = tree.actions.copy()
    levels = [slice(int(low), int(high)) for low, high in pairwise(tree.levels)]
    for level in levels[:1:-1]:
        np.add.at(sizes, tree.decision[tree.above[level]], sizes[level])
    for cut in range(1, len(levels)):
        families = np.flatnonzero(np.diff(tree.above[levels[cut]], prepend=-1))
        if len(families) >= SUBTREES_A_THREAD * pieces:
            break
    ahead = np.cumsum(sizes[levels[cut]])
    aims = _even(pieces, int(ahead[-1]))[1:-1]
    found = families[np.searchsorted(ahead[families], aims).clip(max=len(families) - 1)]
    bounds = np.unique([0, *found, len(ahead)]) + levels[cut].start
    return cut, [_below(tree, levels[cut:], low, high) for low, high in pairwise(bounds.tolist())]


def _below(tree: Tree, levels: list[slice], low: int, high: int) -> list[tuple[int, int]]:
    """The decisions from `low` to before `high` and all below them, a range a level."""
    starts, ranges = np.append(tree.starts, tree.rows), []
    for below in [*levels[1:], slice(0, 0)]:
        ranges.append((low, high))
        rows = starts[[low, high]]
        low, high = (below.start + np.searchsorted(tree.above[below], rows)).tolist()
    return ranges
