"""The linear constraints on realization plans (von Stengel 1996, equations 2.2 and 2.3)."""

from __future__ import annotations

import numpy as np

from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.form import Tree


def flow_of(tree: Tree) -> tuple[Index, Index, Array]:
    """The entries (decision, row, 1 or -1) of the constraint matrix.

    A decision's rows add up to the row that it follows; the row of the empty sequence is 1.
    """
    decisions = np.arange(1, len(tree.above))
    return (
        np.concatenate([tree.decision, decisions]),
        np.concatenate([np.arange(tree.rows), tree.above[1:]]),
        np.concatenate([np.ones(tree.rows), -np.ones(len(decisions))]),
    )


def rows_above(tree: Tree) -> tuple[Index, Index]:
    """The pairs (row, the row that its decision follows), but for the empty sequence."""
    below = np.arange(1, tree.rows)
    return below, tree.above[tree.decision[below]]
