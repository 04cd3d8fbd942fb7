"""An iteration on the leaves of a form, one after the other: all but regrets and average is new."""

from __future__ import annotations

from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype, types

from pokerbot.io.machine_code import jit
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.operators.compiled.leaves import (
    FlatLeaves,
    decisions_in,
    ends_of,
    leaves_kind,
    pass_on,
    play_leaf,
    rows_in,
    tree_of,
)
from pokerbot.sequence.operators.compiled.loops import backup_to_advantages
from pokerbot.sequence.operators.compiled.terminals import gradient
from pokerbot.solvers.compiled.loops import average
from pokerbot.solvers.compiled.natives import Native, matrix, native_kind, rule_type


class Kept(NamedTuple):
    """What a player's learner remembers of the leaves.

    memory: [leaves, arrays, rows less entries, hands] the rule's, the regrets first
    plan_sum: [leaves, rows less entries, hands] of the average
    """

    memory: Array
    plan_sum: Array


class LeafWork(NamedTuple):
    """All that a player's part of an iteration on the leaves is made of.

    t: the iteration; added, kept: the average's weights of the plan, and of what there is
    own_trunk, other_trunk: what both play before the leaves: realization plans
    """

    rule: Native
    t: int
    kept: float
    added: float
    own: FlatLeaves
    other: FlatLeaves
    mine: Kept
    theirs: Kept
    own_trunk: Array
    other_trunk: Array


@partial(jit, allocates=True)
def learn_leaves(work: LeafWork, first: int, last: int, passed: Array) -> None:
    """Learn on some leaves; `passed` [leaves, roots, hands] is for the values of their roots.

    Strategies are matched anew from the regrets, and lost again.
    """
    own, other, stored = work.own, work.other, passed.dtype
    low, hands = np.uintp(0), np.uintp(work.own_trunk.shape[1])
    others = np.uintp(work.other_trunk.shape[1])
    rows, entries = rows_in(own), own.entries.shape[1]
    sigma, plan = np.empty((rows, hands), stored), np.empty((rows, hands), stored)
    q, v = np.empty((rows, hands), stored), np.empty((decisions_in(own), hands), stored)
    other_sigma = np.empty((rows_in(other), others), stored)
    other_plan = np.empty_like(other_sigma)
    inside = q.reshape(q.size)[entries * len(q[0]) :]
    played = plan.reshape(plan.size)[entries * len(q[0]) :]
    for leaf in range(first, last):
        regrets = work.theirs.memory[leaf, 0]
        play_leaf(other, leaf, regrets, work.other_trunk, other_sigma, other_plan)
        memory = work.mine.memory[leaf]
        play_leaf(own, leaf, memory[0], work.own_trunk, sigma, plan)
        sums = work.mine.plan_sum[leaf]
        cells = np.uintp(sums.size)
        average(
            sums.reshape(1, sums.size), played.reshape(1, played.size), work.kept, work.added,
            0, 1, low, cells,
        )  # fmt: skip
        ends, tree = ends_of(own, leaf), tree_of(own, leaf)
        gradient(ends, other_plan, q, ends.rows, hands, others)
        backup_to_advantages(tree, sigma, q, v, 1, decisions_in(own), low, hands)
        pass_on(v, passed, leaf - first)
        arrays = memory.reshape(len(memory), inside.size)
        work.rule.call(arrays, inside, 0, inside.size, work.t, work.rule.numbers)


@cache
def learn_leaves_compiled(in_order: bool, stored: Any) -> Any:
    """`learn_leaves` of what is stored in a type."""
    number, leaves = from_dtype(np.dtype(stored)), leaves_kind(in_order)
    kept = types.NamedTuple([number[:, :, :, ::1], number[:, :, ::1]], Kept)
    told = native_kind(rule_type(stored)), types.intp, types.float64, types.float64
    work = types.NamedTuple(
        [*told, leaves, leaves, kept, kept, matrix(stored), matrix(stored)], LeafWork
    )
    return learn_leaves.compile((work, types.intp, types.intp, number[:, :, ::1]))
