"""An iteration on the leaves of a form, one after the other.

A leaf is what a player may do on one board of the last street. Only regrets and average are kept
of it; strategies, plans and values are computed anew, for one leaf at a time.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numba import types

from pokerbot.io.machine_code import jit
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.operators.compiled.kinds import compiled_for, cube
from pokerbot.sequence.operators.compiled.leaves import (
    FlatLeaves,
    decisions_in,
    ends_of,
    match_leaf,
    pass_on,
    plan_leaf,
    rows_in,
    tree_of,
)
from pokerbot.sequence.operators.compiled.loops import (
    backup_to_advantages,
    backup_to_free_regrets,
    squeeze,
)
from pokerbot.sequence.operators.compiled.terminals import gradient
from pokerbot.solvers.compiled.kept import SIGNED, UNSIGNED, Stored, pack, unpacked
from pokerbot.solvers.compiled.loops import average
from pokerbot.solvers.compiled.natives import Native


class KeptLeaves(NamedTuple):
    """The numbers of a player's learner that are kept for the leaves.

    memory: the arrays of the rule's state, the regrets first
    plan_sum: the weighted sum of plans, as the only array
    """

    memory: Stored
    plan_sum: Stored


class LeafWork(NamedTuple):
    """The input of one player's part of an iteration on the leaves.

    rule: the regret rule
    t: the iteration
    kept, added: the factor of the sum of plans so far, and the weight of this iteration's plan
    own, other: the player's leaves, and the opponent's
    least: the least probability of every action of both players
    mine, theirs: what is kept of the player's leaves, and of the opponent's
    own_trunk, other_trunk: both realization plans of the trunk, which is the form before the leaves
    arrays: how many arrays the rule remembers
    seed: for the rounding, as `pack` takes it
    """

    rule: Native
    t: int
    kept: float
    added: float
    own: FlatLeaves
    other: FlatLeaves
    least: float
    mine: KeptLeaves
    theirs: KeptLeaves
    own_trunk: Array
    other_trunk: Array
    arrays: int
    seed: Any


@partial(jit, inline=True)
def play_leaf(
    leaves: FlatLeaves, least: float, leaf: int, regrets: Array, trunk: Array, sigma: Array,
    plan: Array,
) -> None:  # fmt: skip
    """Compute the strategy on a leaf from its regrets [rows less entries, hands], and the plan.

    trunk: the plan of the trunk
    sigma, plan: [rows, hands] the results
    """
    match_leaf(leaves, regrets, sigma)
    if least:
        last, hands = decisions_in(leaves), np.uintp(sigma.shape[1])
        squeeze(leaves.tree, least, sigma, 1, last, np.uintp(0), hands)
    plan_leaf(leaves, leaf, trunk, sigma, plan)


@partial(jit, allocates=True)
def learn_leaves(work: LeafWork, first: int, last: int, passed: Array) -> None:
    """Do a player's part of an iteration on the leaves from `first` to `last`.

    Strategies are matched anew from the regrets, and not kept.

    passed: [leaves, roots, hands] where the values of the leaves' roots are written
    """
    own, other, mine, theirs, stored = work.own, work.other, work.mine, work.theirs, passed.dtype
    low, hands = np.uintp(0), np.uintp(work.own_trunk.shape[1])
    others = np.uintp(work.other_trunk.shape[1])
    rows, entries = rows_in(own), own.entries.shape[1]
    sigma, plan = np.empty((rows, hands), stored), np.empty((rows, hands), stored)
    q, v = np.empty((rows, hands), stored), np.empty((decisions_in(own), hands), stored)
    forced, other_sigma = np.empty(hands, stored), np.empty((rows_in(other), others), stored)
    other_plan = np.empty_like(other_sigma)
    arrays, others_entries = work.arrays, other.entries.shape[1]
    remembered = np.empty((arrays, rows - entries, hands), stored)
    summed = np.empty((1, rows - entries, hands), stored)
    regrets = np.empty((1, rows_in(other) - others_entries, others), stored)
    inside = q.reshape(q.size)[entries * len(q[0]) :]
    played = plan.reshape(plan.size)[entries * len(q[0]) :]
    for leaf in range(first, last):
        faced = unpacked(theirs.memory, leaf, regrets)
        play_leaf(other, work.least, leaf, faced[0], work.other_trunk, other_sigma, other_plan)
        memory = unpacked(mine.memory, leaf, remembered)
        play_leaf(own, work.least, leaf, memory[0], work.own_trunk, sigma, plan)
        sums = unpacked(mine.plan_sum, leaf, summed)
        average(
            sums.reshape(1, sums.size), played.reshape(1, played.size), work.kept, work.added,
            0, 1, low, np.uintp(sums.size),
        )  # fmt: skip
        pack(mine.plan_sum, leaf, sums, UNSIGNED, ~work.seed)
        ends, tree = ends_of(own, leaf), tree_of(own, leaf)
        gradient(ends, other_plan, q, ends.rows, hands, others)
        if work.least:
            backup_to_free_regrets(
                tree, work.least, sigma, q, v, forced, 1, decisions_in(own), low, hands
            )
        else:
            backup_to_advantages(tree, sigma, q, v, 1, decisions_in(own), low, hands)
        pass_on(v, passed, leaf - first)
        cells = memory.reshape(arrays, inside.size)
        work.rule.call(cells, inside, 0, inside.size, work.t, work.rule.numbers)
        pack(mine.memory, leaf, memory, SIGNED, work.seed)


def learn_leaves_compiled(work: LeafWork) -> Any:
    """`learn_leaves`, compiled for work of this kind."""
    values = cube(work.own_trunk.dtype)
    return compiled_for(learn_leaves, work, types.intp, types.intp, values)
