"""The operators in machine code: loops over a player's rows.

An operator works on the decisions from `first` to before `last`, and on the hands from `low` to
before `high`. Only in `gradient` do hands meet. No sum depends on how the work is divided.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from pokerbot.io.machine_code import jit
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.operators.compiled.flat import (
    FlatFloor,
    FlatTree,
)


@partial(jit, inline=True)
def rows_of(tree: FlatTree, first: int, last: int) -> tuple[int, int]:
    """The first row of some decisions, and the end."""
    return tree.starts[first], tree.starts[last]


@partial(jit, inline=True)
def is_root(tree: FlatTree, decision: int) -> bool:
    """Whether it is the empty sequence, which follows no row."""
    return bool(tree.above[decision] == tree.starts[decision])


@partial(jit, inline=True)
def realization_plan(
    tree: FlatTree, sigma: Array, plan: Array, first: int, last: int, low: int, high: int
) -> None:
    """From sigma to plan, both [rows, hands]; that of the empty sequence stays as it is."""
    for decision in range(np.uintp(first), np.uintp(last)):
        before = tree.above[decision]
        for row in range(tree.starts[decision], tree.starts[decision + 1]):
            for hand in range(low, high):
                plan[row, hand] = plan[before, hand] * sigma[row, hand]


@jit
def pass_up_alike(tree: FlatTree, q: Array, v: Array, decision: int, low: int, high: int) -> None:
    """Add the values of what follows on the other boards of a class, and even out hands alike.

    Hands that are alike get one value, the first one's, lest rounding tell them apart.
    """
    same = tree.same[decision]
    for row in range(tree.starts[decision], tree.starts[decision + 1]):
        for below in range(tree.below[row], tree.below[row + 1]):
            for other in range(tree.others[below], tree.others[below + 1]):
                by = tree.by[other]
                for hand in range(low, high):
                    q[row, hand] += v[below, tree.maps[by, hand]]
        if same:
            for hand in range(low, high):
                q[row, hand] = q[row, tree.maps[same, hand]]


@partial(jit, inline=True)
def pass_up(tree: FlatTree, q: Array, v: Array, decision: int, low: int, high: int) -> None:
    """Add to a decision's action values those of the decisions that follow."""
    for row in range(tree.starts[decision], tree.starts[decision + 1]):
        first, below = np.uintp(tree.below[row]), np.uintp(tree.below[row + 1])
        while below > first:
            below -= np.uintp(1)
            for hand in range(low, high):
                q[row, hand] += v[below, hand]
    if len(tree.same):
        pass_up_alike(tree, q, v, decision, low, high)


@partial(jit, inline=True)
def back_up_one(
    tree: FlatTree, sigma: Array, q: Array, v: Array, decision: int, low: int, high: int
) -> None:
    """A decision's action values and its own, from those below."""
    pass_up(tree, q, v, decision, low, high)
    for hand in range(low, high):
        v[decision, hand] = 0.0
    for row in range(tree.starts[decision], tree.starts[decision + 1]):
        for hand in range(low, high):
            v[decision, hand] += sigma[row, hand] * q[row, hand]


@jit
def backup(
    tree: FlatTree, sigma: Array, q: Array, v: Array, first: int, last: int, low: int, high: int
) -> None:
    """From the gradient in q to action values [rows, hands], and decision values v, bottom-up."""
    for decision in range(last - 1, first - 1, -1):
        back_up_one(tree, sigma, q, v, decision, low, high)


@jit
def backup_to_advantages(
    tree: FlatTree, sigma: Array, q: Array, v: Array, first: int, last: int, low: int, high: int
) -> None:
    """`backup`, and at once what each action is better than its decision: regrets."""
    for decision in range(last - 1, first - 1, -1):
        back_up_one(tree, sigma, q, v, decision, low, high)
        for row in range(tree.starts[decision], tree.starts[decision + 1]):
            for hand in range(low, high):
                q[row, hand] -= v[decision, hand]


@jit
def backup_to_free_regrets(
    tree: FlatTree, least: float, sigma: Array, q: Array, v: Array, forced: Array, first: int,
    last: int, low: int, high: int,
) -> None:  # fmt: skip
    """As `backup_to_advantages`, where all actions have a least probability: for the free part.

    forced: [hands] room to work in
    """
    for decision in range(last - 1, first - 1, -1):
        back_up_one(tree, sigma, q, v, decision, low, high)
        begin, end = tree.starts[decision], tree.starts[decision + 1]
        free = 1 - least * (end - begin)
        for hand in range(low, high):
            forced[hand] = -v[decision, hand]
        for row in range(begin, end):
            for hand in range(low, high):
                forced[hand] += least * q[row, hand]
        for row in range(begin, end):
            for hand in range(low, high):
                q[row, hand] = free * q[row, hand] + forced[hand]


@partial(jit, inline=True)
def with_floors(
    floor: FlatFloor, q: Array, v: Array, decision: int, begin: int, end: int, low: int, high: int
) -> None:
    """Turn the best action's value in v into the decision's, where floors hold for the others."""
    for hand in range(low, high):
        v[decision, hand] *= floor.free[decision, hand]
    for row in range(begin, end):
        for hand in range(low, high):
            v[decision, hand] += floor.least[row, hand] * q[row, hand]


@jit
def best_response(
    tree: FlatTree, floor: FlatFloor, q: Array, v: Array, first: int, last: int, low: int, high: int
) -> None:
    """As `backup`, by the best action, which gets all that the floors in `least`, if any, leave."""
    for decision in range(last - 1, first - 1, -1):
        begin, end = tree.starts[decision], tree.starts[decision + 1]
        pass_up(tree, q, v, decision, low, high)
        for hand in range(low, high):
            v[decision, hand] = q[begin, hand]
        for row in range(begin + 1, end):
            for hand in range(low, high):
                v[decision, hand] = max(v[decision, hand], q[row, hand])
        if len(floor.free):
            with_floors(floor, q, v, decision, begin, end, low, high)


@jit
def sums(
    tree: FlatTree, x: Array, total: Array, first: int, last: int, low: int, high: int
) -> None:
    """The sum over each decision's actions."""
    for decision in range(np.uintp(first), np.uintp(last)):
        for hand in range(low, high):
            total[decision, hand] = 0.0
        for row in range(tree.starts[decision], tree.starts[decision + 1]):
            for hand in range(low, high):
                total[decision, hand] += x[row, hand]


@jit
def maxima(
    tree: FlatTree, x: Array, most: Array, first: int, last: int, low: int, high: int
) -> None:
    """The largest of each decision's actions."""
    for decision in range(np.uintp(first), np.uintp(last)):
        begin, end = tree.starts[decision], tree.starts[decision + 1]
        for hand in range(low, high):
            most[decision, hand] = x[begin, hand]
        for row in range(begin + 1, end):
            for hand in range(low, high):
                most[decision, hand] = max(most[decision, hand], x[row, hand])


@jit
def best_decision(
    tree: FlatTree, q: Array, most: Array, taken: Array, first: int, last: int, low: int, high: int
) -> None:
    """1 at the first of each decision's best actions, 0 elsewhere; uses `most` up."""
    maxima(tree, q, most, first, last, low, high)
    for decision in range(np.uintp(first), np.uintp(last)):
        for row in range(tree.starts[decision], tree.starts[decision + 1]):
            for hand in range(low, high):
                taken[row, hand] = 1.0 if q[row, hand] == most[decision, hand] else 0.0
                most[decision, hand] = np.inf if taken[row, hand] else most[decision, hand]


@jit
def by_row(tree: FlatTree, v: Array, x: Array, first: int, last: int, low: int, high: int) -> None:
    """Each decision's value for each of its actions."""
    for decision in range(np.uintp(first), np.uintp(last)):
        for row in range(tree.starts[decision], tree.starts[decision + 1]):
            for hand in range(low, high):
                x[row, hand] = v[decision, hand]


@jit
def backup_to_floored_regrets(
    tree: FlatTree, floor: FlatFloor, sigma: Array, q: Array, v: Array, first: int, last: int,
    low: int, high: int,
) -> None:  # fmt: skip
    """As `backup_to_advantages`, for the part of each decision that a floor leaves free."""
    backup(tree, sigma, q, v, first, last, low, high)
    for decision in range(np.uintp(first), np.uintp(last)):
        begin, end = tree.starts[decision], tree.starts[decision + 1]
        for hand in range(low, high):
            forced = 0.0
            for row in range(begin, end):
                forced += floor.least[row, hand] * q[row, hand]
            for row in range(begin, end):
                q[row, hand] = q[row, hand] * floor.free[decision, hand] + forced
                q[row, hand] -= v[decision, hand]


@partial(jit, inline=True)
def divide(weights: Array, sigma: Array, begin: int, end: int, low: int, high: int) -> None:
    """Replace the divisor of each weight, which is in sigma, by the probability.

    A divisor below 0 is minus the number of actions, where no action has a weight.
    """
    for row in range(begin, end):
        for hand in range(low, high):
            weight, by = weights[row, hand], sigma[row, hand]
            weight = weight if weight > 0 else 0.0
            sigma[row, hand] = (1.0 if by < 0 else weight) / abs(by)


@jit
def normalize(
    tree: FlatTree, weights: Array, sigma: Array, first: int, last: int, low: int, high: int
) -> None:
    """The strategy in proportion to weights where they are above 0; uniform where none is.

    A weight that is not a number makes the strategy not a number, as in NumPy. The divisors are put
    into sigma first, so that the processor then divides several cells at once.
    """
    for decision in range(np.uintp(first), np.uintp(last)):
        begin, end = tree.starts[decision], tree.starts[decision + 1]
        for hand in range(low, high):
            sigma[begin, hand] = 0.0
        for row in range(begin, end):
            for hand in range(low, high):
                weight = weights[row, hand]
                sigma[begin, hand] += 0.0 if weight < 0 else weight
        for hand in range(low, high):
            by = sigma[begin, hand]
            sigma[begin, hand] = -float(end - begin) if by == 0 else by
        for row in range(begin + 1, end):
            for hand in range(low, high):
                sigma[row, hand] = sigma[begin, hand]
    hands = sigma.shape[1]
    if np.intp(high - low) == hands:
        cells, into = weights.reshape(1, sigma.size), sigma.reshape(1, sigma.size)
        low_cell, high_cell = (
            np.uint64(tree.starts[first] * hands),
            np.uint64(tree.starts[last] * hands),
        )
        divide(cells, into, 0, 1, low_cell, high_cell)
    else:
        divide(weights, sigma, tree.starts[first], tree.starts[last], low, high)


@jit
def floored(
    tree: FlatTree, floor: FlatFloor, sigma: Array, first: int, last: int, low: int, high: int
) -> None:
    """The strategy squeezed so that every action keeps to the floor, in place."""
    for decision in range(np.uintp(first), np.uintp(last)):
        for row in range(tree.starts[decision], tree.starts[decision + 1]):
            for hand in range(low, high):
                sigma[row, hand] = (
                    floor.free[decision, hand] * sigma[row, hand] + floor.least[row, hand]
                )


@jit
def squeeze(
    tree: FlatTree, least: float, sigma: Array, first: int, last: int, low: int, high: int
) -> None:
    """As `floored`, where all actions have the same least probability."""
    for decision in range(np.uintp(first), np.uintp(last)):
        begin, end = tree.starts[decision], tree.starts[decision + 1]
        free = 1 - least * (end - begin)
        for row in range(begin, end):
            for hand in range(low, high):
                sigma[row, hand] = free * sigma[row, hand] + least
