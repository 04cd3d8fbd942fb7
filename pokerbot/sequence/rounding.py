"""Strategies in 16 bits: probabilities in whole parts of 65,535 that still add up."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.behaviour import held
from pokerbot.sequence.form import Form, Tree

PARTS = 65_535
Rounded = NDArray[np.uint16]


def to_parts(form: Form, player: int, sigma: Array) -> Rounded:
    """[rows - 1, hands] a player's strategy in parts, in the order of `filed`; 0 for dead hands.

    Each decision's parts are `PARTS` in all: the running total of its actions is rounded, so that
    no probability is off by a part or more, and what is 0 stays 0. `sigma` is [rows, hands].
    """
    tree = form.trees[player]
    total = np.cumsum(sigma * PARTS, axis=0)
    before = np.vstack([np.zeros(tree.hands), total])[tree.starts][tree.decision]
    upto = np.rint(total - before)
    parts = np.diff(upto, axis=0, prepend=0)
    parts[tree.starts] = upto[tree.starts]
    parts *= held(form, player)[tree.decision]
    return parts.astype(np.uint16)[filed(tree)]


def from_parts(form: Form, player: int, parts: Rounded) -> Array:
    """[rows, hands] the strategy of such parts, uniform for dead hands.

    Raises:
        InputError: the parts of a decision are not `PARTS` in all.
    """
    tree = form.trees[player]
    rows, alive = filed(tree), held(form, player)
    first = np.flatnonzero(np.isin(rows, tree.starts))
    total = np.add.reduceat(parts, first, axis=0, dtype=np.uint32)
    if (total != PARTS)[alive[tree.decision[rows[first]]]].any():
        raise InputError("its probabilities do not add up to 1")
    sigma = np.ones(tree.shape)
    sigma[rows] = parts
    sigma[1:] /= PARTS
    np.copyto(sigma, 1 / tree.choices[tree.decision], where=~alive[tree.decision])
    return sigma


def filed(tree: Tree) -> Index:
    """[rows - 1] a player's rows by betting, board and action, whatever order the tree has."""
    order = np.lexsort((tree.board, tree.node))[1:]
    count = tree.actions[order]
    first = np.cumsum(count) - count
    rows: Index = np.repeat(tree.starts[order] - first, count) + np.arange(tree.rows - 1)
    return rows
