"""Iterations of CFR in machine code, which call the compiled rule and average."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from pokerbot.io.machine_code import jit
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.operators.compiled.flat import FlatEndings, FlatFloor, FlatTree
from pokerbot.sequence.operators.compiled.kinds import (
    COLUMNS,
    FEW,
    INDICES,
    compiled_for,
    hand_index_types,
)
from pokerbot.sequence.operators.compiled.loops import (
    backup_to_advantages,
    backup_to_floored_regrets,
    floored,
    is_root,
    normalize,
    realization_plan,
    rows_of,
)
from pokerbot.sequence.operators.compiled.terminals import gradient
from pokerbot.solvers.compiled.natives import Native
from pokerbot.solvers.compiled.sampling import DealSampler, sampled_gradient

CELLS = 2048
"""About how many cells are worked on together, so that they stay in the cache."""


class Arrays(NamedTuple):
    """The arrays that a player's iterations work on.

    memory: [arrays, cells] the rule's state
    sigma, plan: [rows, hands] the current strategy and its realization plan
    plan_sum: [rows, hands] the weighted sum of plans
    q: [rows, hands] one after the other: gradient, action values, regrets, targets
    v: [decisions, hands] the decisions' values
    """

    memory: Array
    sigma: Array
    plan: Array
    plan_sum: Array
    q: Array
    v: Array


class FlatOpponent(NamedTuple):
    """A player's model, as `FixedOpponent`; arrays have no rows if there is none.

    known: [rows, hands] the model's plan, times its probability
    own: the probability that is left for the player's own plan
    met: [rows, hands] where the mixture of both is written
    """

    known: Array
    own: float
    met: Array


class Seat(NamedTuple):
    """What the iterations need of one player.

    tree, ends: the player's decisions and terminals
    floor: the least probabilities
    model: what the player's plan is mixed with
    arrays: what iterations work on
    worth: [hands] where the value of the game is written, by hand
    """

    tree: FlatTree
    ends: FlatEndings
    floor: FlatFloor
    model: FlatOpponent
    arrays: Arrays
    worth: Array


class ShareWork(NamedTuple):
    """The input of one player's part of an iteration.

    rule: the regret rule
    t: the iteration
    kept, added: the factor of the sum of plans so far, and the weight of this iteration's plan
    seat: the player's arrays
    met: [the other's rows, hands] the plan that the player learns against
    """

    rule: Native
    t: int
    kept: float
    added: float
    seat: Seat
    met: Array


@partial(jit, inline=True)
def update(
    rule: Native, memory: Array, r: Array, begin: int, end: int, t: int, low: int, high: int
) -> None:
    """Apply the rule to some rows and hands, in place: regrets `r` become targets."""
    cells = r.reshape(r.size)
    for row in range(begin, end):
        at = row * r.shape[1]
        rule.call(memory, cells, at + np.intp(low), at + np.intp(high), t, rule.numbers)


@jit
def learn(
    rule: Native, t: int, tree: FlatTree, floor: FlatFloor, arrays: Arrays, worth: Array,
    first: int, last: int, low: int, high: int,
) -> None:  # fmt: skip
    """Compute the next strategy from the gradient in `q`, bottom-up, for some decisions and hands.

    If the root is among the decisions, the value of the game is written to `worth`, by hand. Where
    all hands are worked on, what is done cell by cell is done to all rows as one long row.
    """
    memory, sigma, q, v = arrays.memory, arrays.sigma, arrays.q, arrays.v
    hands, width = q.shape[1], np.intp(high - low)
    stride = max(1, CELLS // (2 * int(width)))
    end = last
    while end > first:
        begin = max(first, end - stride)
        rows = rows_of(tree, begin, end)
        if len(floor.free):
            backup_to_floored_regrets(tree, floor, sigma, q, v, begin, end, low, high)
        else:
            backup_to_advantages(tree, sigma, q, v, begin, end, low, high)
        for hand in range(low, high if is_root(tree, begin) else low):
            worth[hand] = v[begin, hand]
        if width == hands:
            update(rule, memory, q.reshape(1, q.size), 0, 1, t, rows[0] * hands, rows[1] * hands)
        else:
            update(rule, memory, q, rows[0], rows[1], t, low, high)
        normalize(tree, q, sigma, begin, end, low, high)
        if len(floor.free):
            floored(tree, floor, sigma, begin, end, low, high)
        end = begin


@partial(jit, inline=True)
def average(
    plan_sum: Array, plan: Array, kept: float, added: float, begin: int, end: int, low: int,
    high: int,
) -> None:  # fmt: skip
    """Multiply the sum of plans by `kept`, and add the plan times `added`."""
    for row in range(begin, end):
        for hand in range(low, high):
            plan_sum[row, hand] = kept * plan_sum[row, hand] + added * plan[row, hand]


@partial(jit, inline=True)
def play(
    kept: float, added: float, tree: FlatTree, arrays: Arrays, first: int, last: int, low: int,
    high: int,
) -> None:  # fmt: skip
    """Add the current plan to the average, then compute that of the new strategy, top-down."""
    plan, plan_sum = arrays.plan, arrays.plan_sum
    hands, width = plan.shape[1], np.intp(high - low)
    stride = max(1, CELLS // (2 * int(width)))
    for begin in range(first, last, stride):
        end = min(begin + stride, last)
        rows = rows_of(tree, begin, end)
        if width == hands:
            sums, plans = plan_sum.reshape(1, plan.size), plan.reshape(1, plan.size)
            low_cell, high_cell = np.uint64(rows[0] * hands), np.uint64(rows[1] * hands)
            average(sums, plans, kept, added, 0, 1, low_cell, high_cell)
        else:
            average(plan_sum, plan, kept, added, rows[0], rows[1], low, high)
        below = begin + 1 if is_root(tree, begin) else begin
        realization_plan(tree, arrays.sigma, plan, below, end, low, high)


@partial(jit, inline=True)
def mix(model: FlatOpponent, plan: Array) -> None:
    """Mix a player's plan with the model's, if there is one, as `FixedOpponent.met`."""
    for row in range(len(model.known)):
        for hand in range(plan.shape[1]):
            model.met[row, hand] = model.known[row, hand] + model.own * plan[row, hand]


@jit
def learn_and_play(task: ShareWork, up: Index, down: Index, low: int, high: int) -> None:
    """Learn from the gradient, and compute the next plan, for some hands.

    up, down: [spans, 2] the first and last decisions for `learn`, and for `play`
    """
    rule, t, kept, added, (tree, _, floor, _, arrays, worth), _ = task
    for at in range(len(up)):
        learn(rule, t, tree, floor, arrays, worth, up[at, 0], up[at, 1], low, high)
    for at in range(len(down)):
        play(kept, added, tree, arrays, down[at, 0], down[at, 1], low, high)


@jit
def share(
    task: ShareWork, earn: Index, up: Index, down: Index, low: int, high: int, others: int
) -> None:
    """One share of a player's iteration; the arguments are as in `Share`."""
    seat = task.seat
    gradient(seat.ends, task.met, seat.arrays.q, earn, high, others)
    learn_and_play(task, up, down, low, high)


@jit
def share_in_columns(
    task: ShareWork, earn: Index, up: Index, down: Index, begin: int, end: int, others: int
) -> None:
    """As `share`; after the gradient, hands are worked on in groups of `COLUMNS`."""
    seat = task.seat
    gradient(seat.ends, task.met, seat.arrays.q, earn, end, others)
    for low in range(begin, end, COLUMNS):
        high = min(low + np.uintp(COLUMNS), end)  # a sum with a signed number would be no integer
        learn_and_play(task, up, down, low, high)


@partial(jit, inline=True)
def ask(draws: DealSampler | None, own: Seat, other: Seat, high: int, others: int) -> int:
    """Compute a player's gradient; return the nodes visited, which are 0 where it is exact."""
    if draws is None:
        mix(other.model, other.arrays.plan)
        met = other.model.met if len(other.model.known) else other.arrays.plan
        gradient(own.ends, met, own.arrays.q, own.ends.rows, high, others)
        return 0
    own.arrays.q[:] = 0.0
    nodes: int = sampled_gradient(
        draws, own.arrays.sigma, other.arrays.sigma, other.arrays.plan, own.arrays.q
    )
    return nodes


@partial(jit, inline=True)
def answer(rule: Native, t: int, both: Array, own: Seat, low: int, high: int) -> None:
    """Compute a player's next strategy from the gradient, and go on with the average."""
    tree, last = own.tree, len(own.arrays.v)
    learn(rule, t, tree, own.floor, own.arrays, own.worth, 0, last, low, high)
    play(both[0], both[1], tree, own.arrays, 0, last, low, high)


@jit
def iterate(
    rule: Native, weigh: Native, done: int, count: int, alternating: bool, value_sum: float,
    both: Array, one: Seat, two: Seat, draws_one: DealSampler | None, draws_two: DealSampler | None,
    low_one: int, high_one: int, low_two: int, high_two: int,
) -> tuple[float, int]:  # fmt: skip
    """Do `count` iterations of CFR, after `done` earlier ones.

    both: [2] where an iteration's two weights of the average are written
    draws_one, draws_two: how each player's gradients are sampled, None if they are exact
    low_one, low_two: 0, of the types of `hand_index_types`
    high_one, high_two: how many hands each player has

    Returns:
        `value_sum` plus these iterations' values, and the nodes visited by samples.
    """
    nodes = 0
    for t in range(done + 1, done + count + 1):
        weigh.call(t, weigh.numbers, both)
        nodes += ask(draws_one, one, two, high_one, high_two)
        if not alternating:
            nodes += ask(draws_two, two, one, high_two, high_one)
        answer(rule, t, both, one, low_one, high_one)
        value_sum += one.worth.sum()
        if alternating:
            nodes += ask(draws_two, two, one, high_two, high_one)
        answer(rule, t, both, two, low_two, high_two)
    return value_sum, nodes


def share_of(hands: int) -> Any:
    """The function that does a share of an iteration if the player has this many hands."""
    return share if hands <= FEW else share_in_columns


def share_compiled(task: ShareWork) -> Any:
    """The function of `share_of` in machine code, for work of this kind."""
    hands, others = len(task.seat.worth), task.met.shape[1]
    spans = *hand_index_types(hands), hand_index_types(others)[1]
    return compiled_for(share_of(hands), task, INDICES, INDICES, INDICES, *spans)
