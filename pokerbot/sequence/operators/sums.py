"""Sums over rows that belong together, which take most of NumPy's time.

With few rows, a product with a matrix of zeros and ones is faster than `reduceat`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pokerbot.sequence.arrays import Array, Index

MOST_CELLS = 2_500
"""A matrix is used if it has at most so many cells."""


@dataclass(frozen=True, eq=False)
class Groups:
    """Consecutive rows in groups.

    starts: [groups] the first row of each group
    matrix: [groups, rows] 1 where a row is in a group; None where it would be too large
    """

    starts: Index
    matrix: Array | None

    def sum(self, x: Array) -> Array:
        """[groups, hands] the sums of x [rows, hands]."""
        if self.matrix is None:
            return np.add.reduceat(x, self.starts, axis=0)
        summed: Array = self.matrix.dot(x)
        return summed

    def max(self, x: Array) -> Array:
        """[groups, hands] the largest in each group of x [rows, hands]."""
        return np.maximum.reduceat(x, self.starts, axis=0)


@dataclass(frozen=True, eq=False)
class Ascent:
    """From the rows, or the decisions, of a level to the rows above which they follow.

    parents: [parents] the rows above that are followed, in ascending order
    starts: [parents] the first row, or decision, that follows each of them
    into: all rows of the level above
    matrix: [rows above, rows] 1 where a row follows; None where it would be too large
    """

    parents: Index
    starts: Index
    into: slice
    matrix: Array | None

    def add(self, q: Array, x: Array) -> None:
        """Add each of x [rows, hands] to the row of q that it follows, in place."""
        if self.matrix is None:
            q[self.parents] += np.add.reduceat(x, self.starts, axis=0)
        else:
            q[self.into] += self.matrix.dot(x)


def group(starts: Index, rows: int) -> Groups:
    """The groups of `rows` rows that begin at `starts`."""
    if len(starts) * rows > MOST_CELLS:
        return Groups(starts, None)
    member = np.searchsorted(starts, np.arange(rows), side="right") - 1
    return Groups(starts, np.equal(member, np.arange(len(starts))[:, None]).astype(np.float64))


def ascend(above: Index, into: slice) -> Ascent:
    """The ascent of rows that follow the rows `above`, in ascending order, of the level `into`."""
    parents, starts = np.unique(above, return_index=True)
    rows = np.arange(into.start, into.stop)
    if len(rows) * len(above) > MOST_CELLS:
        return Ascent(parents, starts, into, None)
    return Ascent(parents, starts, into, np.equal(above, rows[:, None]).astype(np.float64))
