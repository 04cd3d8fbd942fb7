"""What rows earn where they end hands, in machine code: the gradient."""

from __future__ import annotations

from functools import partial

import numpy as np

from pokerbot.io.machine_code import jit
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.operators.compiled.flat import (
    BY_RANK,
    FlatEndings,
    FlatSorted,
    FlatTerminals,
)
from pokerbot.sequence.operators.compiled.in_order import sorted_gradient
from pokerbot.sequence.operators.compiled.kinds import FEW


@partial(jit, inline=True)
def pair_by_pair(
    ends: FlatTerminals, plan: Array, earned: Array, end: int, hands: int, others: int
) -> None:
    """Add what a row earns where it ends a hand, pair of hands by pair of hands."""
    row, other, pairing = ends.paid[end], ends.faced[end], np.uintp(ends.first + ends.kernel[end])
    if hands <= FEW:
        for hand in range(hands):
            total = 0.0
            for held in range(others):
                total += plan[other, held] * ends.weights[pairing, held, hand]
            earned[row, hand] += ends.chips[end] * total
        return
    for held in range(others):
        reach = ends.chips[end] * plan[other, held]
        for hand in range(hands):
            earned[row, hand] += reach * ends.weights[pairing, held, hand]


@jit
def added_up(plan: Array, row: int) -> float:
    """The sum of a row, in four sums that do not wait for each other."""
    one = two = three = four = 0.0
    hands = plan.shape[1]
    for hand in range(0, hands - 3, 4):
        one += plan[row, hand]
        two += plan[row, hand + 1]
        three += plan[row, hand + 2]
        four += plan[row, hand + 3]
    for hand in range(hands - hands % 4, hands):
        one += plan[row, hand]
    return (one + two) + (three + four)


@jit
def by_rank(ends: FlatTerminals, plan: Array, earned: Array, end: int, hands: int) -> None:
    """Add what a row earns where hands rank as numbered: by running sums."""
    row, other, pays = ends.paid[end], ends.faced[end], ends.chips[end]
    total, fold = added_up(plan, other), BY_RANK - 1 - ends.kernel[end]
    if fold >= 0:
        for hand in range(hands):
            earned[row, hand] += pays * (total - ends.removed[fold] * plan[other, hand])
        return
    up_to = 0.0
    for hand in range(hands):
        reach = plan[other, hand]
        up_to += reach
        earned[row, hand] += pays * (2 * up_to - reach - total)


@partial(jit, inline=True)
def pair_gradient(
    ends: FlatTerminals, plan: Array, earned: Array, rows: Index, hands: int, others: int
) -> None:
    """As `gradient`, where hands are not in order of strength."""
    for span in range(len(rows)):
        first, last = rows[span, 0], rows[span, 1]
        for row in range(np.uintp(first), np.uintp(last)):
            for hand in range(hands):
                earned[row, hand] = 0.0
        for end in range(ends.starts[first], ends.starts[last]):
            if ends.kernel[end] >= 0:
                pair_by_pair(ends, plan, earned, end, hands, others)
            else:
                by_rank(ends, plan, earned, end, hands)


@partial(jit, inline=True)
def gradient_of(
    ends: FlatTerminals, in_order: FlatSorted | None, plan: Array, earned: Array, rows: Index,
    hands: int, others: int,
) -> None:  # fmt: skip
    """As `gradient`; the compiler keeps only the branch that fits the type of `in_order`."""
    if in_order is None:
        pair_gradient(ends, plan, earned, rows, hands, others)
    else:
        sorted_gradient(ends, in_order, plan, earned, rows)


@partial(jit, inline=True)
def gradient(
    ends: FlatEndings, plan: Array, earned: Array, rows: Index, hands: int, others: int
) -> None:
    """What each row of some ranges [ranges, 2] earns against the other's plan, with all hands."""
    gradient_of(ends.terminals, ends.sorted, plan, earned, rows, hands, others)
