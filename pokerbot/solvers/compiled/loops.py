"""Iterations of CFR in machine code, around the texts of the rule and of the average."""

from __future__ import annotations

from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
from numba import types

from pokerbot.io.machine_code import jit
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.operators.compiled.flat import FlatEndings, FlatFloor, FlatTree
from pokerbot.sequence.operators.compiled.kinds import (
    ARRAY,
    COLUMNS,
    FEW,
    FLOOR,
    INDICES,
    MATRIX,
    TREE,
    endings_kind,
    hand_index_types,
)
from pokerbot.sequence.operators.compiled.loops import (
    advantages,
    backup,
    backup_to_advantages,
    floored,
    free_values,
    is_root,
    normalize,
    realization_plan,
    rows_of,
)
from pokerbot.sequence.operators.compiled.terminals import gradient
from pokerbot.solvers.compiled.natives import WEIGHTS, Native, matrix, native_kind, rule_type
from pokerbot.solvers.compiled.sampling import SAMPLER, DealSampler, sampled_gradient

CELLS = 2048
"""About how many cells are worked on together: they stay in the cache."""


class Arrays(NamedTuple):
    """What a player's iterations work on.

    memory: [arrays, cells] the rule's
    sigma, plan, plan_sum: [rows, hands] of what is played now, and of the average
    q, v: [rows, hands], [decisions, hands] action values, then regrets and targets; decision values
    """

    memory: Array
    sigma: Array
    plan: Array
    plan_sum: Array
    q: Array
    v: Array


class FlatOpponent(NamedTuple):
    """The model that plays a part for a player, as `FixedOpponent`: without rows where none does.

    known: [rows, hands] its part of what is met; own: what the player has left
    met: [rows, hands] where what is met of both goes
    """

    known: Array
    own: float
    met: Array


class Seat(NamedTuple):
    """One player's part in iterations.

    worth: [hands] where the value of the game goes
    """

    tree: FlatTree
    ends: FlatEndings
    floor: FlatFloor
    model: FlatOpponent
    arrays: Arrays
    worth: Array


class Work(NamedTuple):
    """All that a player's part of an iteration is made of.

    t: the iteration; kept, added: the average's weights of what there is and of the plan
    met: [the other's rows, hands] what is played against
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
    """The rule on some rows."""
    cells = r.reshape(r.size)
    for row in range(begin, end):
        at = row * r.shape[1]
        rule.call(memory, cells, at + np.intp(low), at + np.intp(high), t, rule.numbers)


@jit
def learn(
    rule: Native, t: int, tree: FlatTree, floor: FlatFloor, arrays: Arrays, worth: Array,
    first: int, last: int, low: int, high: int,
) -> None:  # fmt: skip
    """From the gradient in q to the next strategy, bottom-up, for some decisions and hands.

    Into `worth` goes, by hand, the value of the game, where the first decision is one of them.
    What is done to each cell alone is done to one long row where the cells follow each other.
    """
    memory, sigma, q, v = arrays.memory, arrays.sigma, arrays.q, arrays.v
    hands, width = q.shape[1], np.intp(high - low)
    stride = max(1, CELLS // (2 * int(width)))
    end = last
    while end > first:
        begin = max(first, end - stride)
        rows = rows_of(tree, begin, end)
        if len(floor.free):
            backup(tree, sigma, q, v, begin, end, low, high)
            free_values(tree, floor, q, v, begin, end, low, high)
            advantages(tree, q, v, begin, end, low, high)
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
    """Add a plan to the sum of plans, of which a part is kept."""
    for row in range(begin, end):
        for hand in range(low, high):
            plan_sum[row, hand] = kept * plan_sum[row, hand] + added * plan[row, hand]


@partial(jit, inline=True)
def play(
    kept: float, added: float, tree: FlatTree, arrays: Arrays, first: int, last: int, low: int,
    high: int,
) -> None:  # fmt: skip
    """Add the plan to the average, and make it the new strategy's, top-down, where `learn` was."""
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
    """What is met of a player where a model, if any, plays a part: as `FixedOpponent.met`."""
    for row in range(len(model.known)):
        for hand in range(plan.shape[1]):
            model.met[row, hand] = model.known[row, hand] + model.own * plan[row, hand]


@jit
def learn_and_play(task: Work, up: Index, down: Index, low: int, high: int) -> None:
    """What a player learns from the gradient, and the next plan, of some hands."""
    rule, t, kept, added, (tree, _, floor, _, arrays, worth), _ = task
    for at in range(len(up)):
        learn(rule, t, tree, floor, arrays, worth, up[at, 0], up[at, 1], low, high)
    for at in range(len(down)):
        play(kept, added, tree, arrays, down[at, 0], down[at, 1], low, high)


@jit
def share(
    task: Work, earn: Index, up: Index, down: Index, low: int, high: int, others: int
) -> None:
    """A part of a player's iteration, as `Share` tells."""
    seat = task.seat
    gradient(seat.ends, task.met, seat.arrays.q, earn, high, others)
    learn_and_play(task, up, down, low, high)


@jit
def share_in_columns(
    task: Work, earn: Index, up: Index, down: Index, begin: int, end: int, others: int
) -> None:
    """The same, after the gradient some hands after the others."""
    seat = task.seat
    gradient(seat.ends, task.met, seat.arrays.q, earn, end, others)
    for low in range(begin, end, COLUMNS):
        high = min(low + np.uintp(COLUMNS), end)  # a sum with a signed number would be no integer
        learn_and_play(task, up, down, low, high)


@partial(jit, inline=True)
def ask(draws: DealSampler | None, own: Seat, other: Seat, high: int, others: int) -> int:
    """A player's gradient against what is met of the other now; the nodes, where it is sampled."""
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
    """From a player's gradient to the next strategy, and on with the average."""
    tree, last = own.tree, len(own.arrays.v)
    learn(rule, t, tree, own.floor, own.arrays, own.worth, 0, last, low, high)
    play(both[0], both[1], tree, own.arrays, 0, last, low, high)


@jit
def iterate(
    rule: Native, weigh: Native, done: int, count: int, alternating: bool, value_sum: float,
    both: Array, one: Seat, two: Seat, draws_one: DealSampler | None, draws_two: DealSampler | None,
    low_one: int, high_one: int, low_two: int, high_two: int,
) -> tuple[float, int]:  # fmt: skip
    """So many iterations of CFR after those that are done; `value_sum` with theirs, and the nodes.

    Where nothing is drawn gradients are exact, and nodes are not counted. `both` [2] is for the
    weights of an iteration; the lowest hand is 0, the highest how many a player has.
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


def arrays_kind(kept: Any) -> Any:
    """`Arrays`, as the compiler knows them."""
    return types.NamedTuple([kept] * 6, Arrays)


def opponent_kind(kept: Any) -> Any:
    """`FlatOpponent`, as the compiler knows it."""
    return types.NamedTuple([MATRIX, types.float64, kept], FlatOpponent)


def seat_kind(in_order: bool, kept: Any) -> Any:
    """`Seat`, as the compiler knows it."""
    kinds = TREE, endings_kind(in_order), FLOOR, opponent_kind(kept), arrays_kind(kept), ARRAY
    return types.NamedTuple([*kinds], Seat)


def share_of(hands: int) -> Any:
    """What does a share of an iteration with so many own hands."""
    return share if hands <= FEW else share_in_columns


@cache
def share_compiled(hands: int, others: int, in_order: bool, stored: Any) -> Any:
    """That in machine code, with so many hands of both, what is remembered stored in a type."""
    loop, kept = share_of(hands), matrix(stored)
    told = native_kind(rule_type(stored)), types.intp, types.float64, types.float64
    task = types.NamedTuple([*told, seat_kind(in_order, kept), kept], Work)
    signature = (
        task,
        INDICES,
        INDICES,
        INDICES,
        *hand_index_types(hands),
        hand_index_types(others)[1],
    )
    return loop.compile(signature)


@cache
def mix_compiled(stored: Any) -> Any:
    """`mix` of plans stored in a type."""
    kept = matrix(stored)
    return mix.compile((opponent_kind(kept), kept))


@cache
def sampled_compiled(stored: Any) -> Any:
    """`sampled_gradient` for plans stored in a type."""
    kept = matrix(stored)
    return sampled_gradient.compile((SAMPLER, kept, kept, kept, kept))


@cache
def iterate_compiled(hands: int, others: int, in_order: bool, stored: Any, *, sampled: bool) -> Any:
    """`iterate` with so many hands of both, and what is remembered stored in a type."""
    kept, draws = matrix(stored), SAMPLER if sampled else types.none
    seat, spans = seat_kind(in_order, kept), (*hand_index_types(hands), *hand_index_types(others))
    signature = (
        *(
            native_kind(rule_type(stored)),
            native_kind(WEIGHTS),
            types.intp,
            types.intp,
            types.boolean,
        ),
        *(types.float64, ARRAY, seat, seat, draws, draws, *spans),
    )
    return iterate.compile(signature)
