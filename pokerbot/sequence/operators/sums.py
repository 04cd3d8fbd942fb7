"""Sums over rows that belong together, which is where NumPy's time goes.

Where there are few rows a product with a matrix of zeros and ones is faster than `reduceat`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pokerbot.sequence.arrays import Array, Index

MOST_CELLS = 2_500
"""Up to so many cells a matrix is used."""


@dataclass(frozen=True, eq=False)
class Groups:
    """Consecutive rows in groups.

    starts: [groups] first row of each; matrix: [groups, rows] 1 where a row is in a group, or None
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
    """From the rows, or the decisions, of a level to the rows of the level above they follow.

    parents: [parents] those that are followed, in ascending order; starts: [parents] the first
    that follows each; into: the level above; matrix: [rows above, rows] 1 where one follows
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
    """The groups of so many rows that begin at these."""
    if len(starts) * rows > MOST_CELLS:
        return Groups(starts, None)
    member = np.searchsorted(starts, np.arange(rows), side="right") - 1
    return Groups(starts, np.equal(member, np.arange(len(starts))[:, None]).astype(np.float64))


def ascend(above: Index, into: slice) -> Ascent:
    """From rows that follow the rows `above`, given in ascending order, into their level."""
    parents, starts = np.unique(above, return_index=True)
    rows = np.arange(into.start, into.stop)
    if len(rows) * len(above) > MOST_CELLS:
        return Ascent(parents, starts, into, None)
    return Ascent(parents, starts, into, np.equal(above, rows[:, None]).astype(np.float64))
