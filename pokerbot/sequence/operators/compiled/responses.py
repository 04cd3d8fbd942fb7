"""What a strategy that is kept leaf by leaf is worth, and the best responses to it."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

import numpy as np
from numba import types

from pokerbot.io.machine_code import jit
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.cut import Cut, LeafProfile
from pokerbot.sequence.floors import constant_floor
from pokerbot.sequence.operators import bind
from pokerbot.sequence.operators.compiled.flat import NO_FLOOR, FlatFloor, even_floor
from pokerbot.sequence.operators.compiled.kinds import (
    ARRAY,
    CUBE,
    MATRIX,
    compiled_for,
    cube,
    matrix,
)
from pokerbot.sequence.operators.compiled.leaves import (
    FlatLeaves,
    add_up,
    decisions_in,
    ends_of,
    flatten_leaves,
    match_leaf,
    pass_on,
    plan_leaf,
    rows_in,
    tree_of,
)
from pokerbot.sequence.operators.compiled.loops import backup, best_response
from pokerbot.sequence.operators.compiled.terminals import gradient
from pokerbot.sequence.operators.compiled.waves import by_wave


@partial(jit, allocates=True)
def respond_on(
    own: FlatLeaves, other: FlatLeaves, floor: FlatFloor, own_weights: Array, other_weights: Array,
    own_trunk: Array, other_trunk: Array, best: bool, first: int, last: int, passed: Array,
    values: Array,
) -> None:  # fmt: skip
    """Values on some leaves: of a best response to the other's strategy, or of the own strategy.

    floor: the floor that the best response keeps to, the same on every leaf
    own_weights, other_weights: the weights of these leaves, as `LeafProfile` has them
    own_trunk, other_trunk: both players' plans of the trunk
    best: whether to take the best response
    passed: [leaves, roots, hands] the values of the leaves' roots are written here
    values: [leaves] what the own strategy is worth on each leaf is written here
    """
    low, hands = np.uintp(0), np.uintp(own_trunk.shape[1])
    rows, entries = rows_in(own), own.entries.shape[1]
    sigma, plan, q = np.empty((rows, hands)), np.empty((rows, hands)), np.empty((rows, hands))
    v = np.empty((decisions_in(own), hands))
    other_sigma = np.empty((rows_in(other), other_trunk.shape[1]))
    other_plan = np.empty_like(other_sigma)
    for leaf in range(first, last):
        at = leaf - first
        match_leaf(other, other_weights[at], other_sigma)
        plan_leaf(other, leaf, other_trunk, other_sigma, other_plan)
        match_leaf(own, own_weights[at], sigma)
        plan_leaf(own, leaf, own_trunk, sigma, plan)
        ends, tree = ends_of(own, leaf), tree_of(own, leaf)
        gradient(ends, other_plan, q, ends.rows, hands, np.uintp(other_trunk.shape[1]))
        values[leaf] = 0.0
        for row in range(entries, rows):
            for hand in range(hands):
                values[leaf] += plan[row, hand] * q[row, hand]
        if best:
            best_response(tree, floor, q, v, 1, decisions_in(own), low, hands)
        else:
            backup(tree, sigma, q, v, 1, decisions_in(own), low, hands)
        pass_on(v, passed, at)


def respond_compiled(leaves: FlatLeaves) -> Any:
    """`respond_on`, compiled; it takes weights in double precision, however they are stored."""
    both, ends = (leaves, leaves), (types.boolean, types.intp, types.intp, CUBE, ARRAY)
    return compiled_for(respond_on, *both, NO_FLOOR, CUBE, CUBE, MATRIX, MATRIX, *ends)


def add_up_compiled(leaves: FlatLeaves, kept: Any) -> Any:
    """`add_up`, compiled for numbers of this type."""
    return compiled_for(add_up, leaves, cube(kept), matrix(kept), types.intp, types.intp)


@lru_cache(maxsize=4)
def leaves_of(cut: Cut) -> tuple[FlatLeaves, FlatLeaves]:
    """Both players' leaves as the loops take them."""
    first, second = (
        flatten_leaves(leaves, tree.alike)
        for leaves, tree in zip(cut.leaves, cut.form.trees, strict=True)
    )
    return first, second


def compile_responses(cut: Cut) -> None:
    """Compile all that `respond` and `leaf_values` need."""
    bind(cut.trunk, "compiled")
    leaves, _ = leaves_of(cut)
    respond_compiled(leaves)
    add_up_compiled(leaves, np.float64)


def respond(
    profile: LeafProfile, player: int, threads: int = 1, epsilon: float = 0.0
) -> tuple[float, float]:
    """The value of a player's strategy, and that of their best response to the other's.

    The best response gives every action at least the probability epsilon.
    """
    cut, operators = profile.cut, bind(profile.cut.trunk, "compiled")
    plans = _plans(profile)
    q = operators[player].gradient(plans[1 - player])
    value = cut.trunk.trees[player].value(plans[player], q)
    values = _through(profile, player, plans, q, threads, epsilon, best=True)
    value += float(values @ cut.leaves[player].boards)
    floor = constant_floor(operators[player], epsilon) if epsilon else None
    return value, float(operators[player].best_response(q, floor)[1][0].sum())


def leaf_values(profile: LeafProfile, player: int, threads: int = 1) -> Array:
    """[rows of the trunk, hands] the values that a player's leaves pass up under a profile."""
    q = np.zeros(profile.cut.trunk.trees[player].shape)
    _through(profile, player, _plans(profile), q, threads, 0.0, best=False)
    return q


def _plans(profile: LeafProfile) -> list[Array]:
    """Both players' plans of the trunk."""
    operators = bind(profile.cut.trunk, "compiled")
    return [
        each.realization_plan(sigma) for each, sigma in zip(operators, profile.trunk, strict=True)
    ]


def _through(
    profile: LeafProfile, player: int, plans: list[Array], q: Array, threads: int, epsilon: float,
    *, best: bool,
) -> Array:  # fmt: skip
    """Add what a player's leaves are worth to q [rows of the trunk, hands].

    plans: both players' plans of the trunk
    best: whether the player plays a best response there; else the strategy

    Returns:
        [leaves] what the player's own strategy is worth on each leaf.
    """
    cut, weights = profile.cut, profile.weights
    leaves = leaves_of(cut)
    own, other = leaves[player], leaves[1 - player]
    loop, add = respond_compiled(own), add_up_compiled(own, np.float64)
    values = np.zeros(len(own.entries))
    both = plans[player], plans[1 - player], best
    floor = even_floor(cut.leaves[player].tree, epsilon)

    def work(first: int, last: int, passed: Array) -> None:
        here = [weights[seat][first:last].astype(float) for seat in (player, 1 - player)]
        loop(own, other, floor, *here, *both, first, last, passed, values)

    by_wave(work, partial(add, own), cut, q, own.roots, threads)
    return values
