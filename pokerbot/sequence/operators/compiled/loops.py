"""The operators in machine code: loops over a player's rows.

An operator works on the decisions from `first` to before `last`, and on the hands from `low` to
before `high`; hands never meet but in `gradient`. No sum depends on how the work is divided.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np
from numba import types

from pokerbot.io.machine_code import compiled
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.operators.compiled.flat import (
    BY_RANK,
    FlatBetting,
    FlatEndings,
    FlatFloor,
    FlatLines,
    FlatSorted,
    FlatTerminals,
    FlatTree,
)
from pokerbot.sequence.operators.compiled.in_order import sorted_gradient

INDEX, INDICES, PLACE = types.intp[::1], types.intp[:, ::1], types.uint32[::1]
ARRAY, MATRIX, CUBE = types.float64[::1], types.float64[:, ::1], types.float64[:, :, ::1]
PLACES, KINDS = types.uint32[:, ::1], types.int32[::1]
TREE = types.NamedTuple([PLACE, PLACE, PLACE, PLACES, PLACE, PLACE, PLACE], FlatTree)
SORTED = types.NamedTuple([PLACES, *(MATRIX,) * 4, *(PLACES,) * 6, KINDS, types.intp], FlatSorted)
TERMINALS = types.NamedTuple([PLACE, PLACE, PLACE, KINDS, ARRAY, ARRAY, CUBE], FlatTerminals)
FLOOR = types.NamedTuple([MATRIX, MATRIX], FlatFloor)
BETTING = types.NamedTuple([INDEX, INDICES, INDICES], FlatBetting)
LINES = types.NamedTuple(
    [BETTING, BETTING, *(INDEX,) * 5, ARRAY, INDEX, INDEX, INDICES, INDEX], FlatLines
)
FEW = 4
"""Up to so many hands the compiler is told how many there are."""
COLUMNS = 2048
"""How many hands are worked on together: they stay in the cache."""


@cache
def endings_kind(in_order: bool) -> Any:
    """`FlatEndings` as the compiler knows them, with or without hands that are sorted."""
    return types.NamedTuple([TERMINALS, SORTED if in_order else types.none, INDICES], FlatEndings)


def span(hands: int) -> tuple[Any, Any]:
    """How the compiler knows `low` and `high`.

    A few hands by their number, so that no loop over them is left; more as numbers without a sign,
    so that the processor works on several at once.
    """
    if hands <= FEW:
        return types.literal(0), types.literal(hands)
    return types.uintp, types.uintp


@partial(compiled, inline=True)
def rows_of(tree: FlatTree, first: int, last: int) -> tuple[int, int]:
    """The first row of some decisions, and the end."""
    return tree.starts[first], tree.starts[last]


@partial(compiled, inline=True)
def is_root(tree: FlatTree, decision: int) -> bool:
    """Whether it is the empty sequence, which follows no row."""
    return bool(tree.above[decision] == tree.starts[decision])


@compiled
def realization_plan(
    tree: FlatTree, sigma: Array, plan: Array, first: int, last: int, low: int, high: int
) -> None:
    """From sigma to plan, both [rows, hands]; that of the empty sequence stays as it is."""
    for decision in range(np.uintp(first), np.uintp(last)):
        before = tree.above[decision]
        for row in range(tree.starts[decision], tree.starts[decision + 1]):
            for hand in range(low, high):
                plan[row, hand] = plan[before, hand] * sigma[row, hand]


@partial(compiled, inline=True)
def meet_in_pairs(
    ends: FlatTerminals, plan: Array, earned: Array, end: int, hands: int, others: int
) -> None:
    """Add what a row earns where it ends a hand, pair of hands by pair of hands."""
    row, other, meet = ends.paid[end], ends.faced[end], np.uintp(ends.meets[end])
    if hands <= FEW:
        for hand in range(hands):
            total = 0.0
            for held in range(others):
                total += plan[other, held] * ends.weights[meet, held, hand]
            earned[row, hand] += ends.chips[end] * total
        return
    for held in range(others):
        reach = ends.chips[end] * plan[other, held]
        for hand in range(hands):
            earned[row, hand] += reach * ends.weights[meet, held, hand]


@compiled
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


@compiled
def meet_by_rank(ends: FlatTerminals, plan: Array, earned: Array, end: int, hands: int) -> None:
    """Add what a row earns where hands rank as numbered: by running sums (see `meeting`)."""
    row, other, pays = ends.paid[end], ends.faced[end], ends.chips[end]
    total, fold = added_up(plan, other), BY_RANK - 1 - ends.meets[end]
    if fold >= 0:
        for hand in range(hands):
            earned[row, hand] += pays * (total - ends.removed[fold] * plan[other, hand])
        return
    up_to = 0.0
    for hand in range(hands):
        reach = plan[other, hand]
        up_to += reach
        earned[row, hand] += pays * (2 * up_to - reach - total)


@compiled
def pair_gradient(
    ends: FlatTerminals, plan: Array, earned: Array, rows: Index, hands: int, others: int
) -> None:
    """As `gradient` where they are not."""
    for span in range(len(rows)):
        first, last = rows[span, 0], rows[span, 1]
        for row in range(np.uintp(first), np.uintp(last)):
            for hand in range(hands):
                earned[row, hand] = 0.0
        for end in range(ends.starts[first], ends.starts[last]):
            if ends.meets[end] >= 0:
                meet_in_pairs(ends, plan, earned, end, hands, others)
            else:
                meet_by_rank(ends, plan, earned, end, hands)


@partial(compiled, inline=True)
def gradient_of(
    ends: FlatTerminals, in_order: FlatSorted | None, plan: Array, earned: Array, rows: Index,
    hands: int, others: int,
) -> None:  # fmt: skip
    """As `gradient`; of the two the compiler takes the one that is wanted."""
    if in_order is None:
        pair_gradient(ends, plan, earned, rows, hands, others)
    else:
        sorted_gradient(ends, in_order, plan, earned, rows)


@partial(compiled, inline=True)
def gradient(
    ends: FlatEndings, plan: Array, earned: Array, rows: Index, hands: int, others: int
) -> None:
    """What each row of some ranges [ranges, 2] earns against the other's plan, with all hands."""
    gradient_of(ends.terminals, ends.sorted, plan, earned, rows, hands, others)


@compiled
def pass_up_alike(tree: FlatTree, q: Array, v: Array, row: int, low: int, high: int) -> None:
    """Add to a row's values those of the decisions that follow on the other boards of a class."""
    for below in range(tree.below[row], tree.below[row + 1]):
        for other in range(tree.others[below], tree.others[below + 1]):
            by = tree.by[other]
            for hand in range(low, high):
                q[row, hand] += v[below, tree.maps[by, hand]]


@compiled
def even_out(tree: FlatTree, q: Array, decision: int, low: int, high: int) -> None:
    """Give hands that are alike one value, the first one's, lest rounding tell them apart."""
    same = tree.same[decision]
    for row in range(tree.starts[decision], tree.starts[decision + 1]):
        for hand in range(low, high):
            q[row, hand] = q[row, tree.maps[same, hand]]


@partial(compiled, inline=True)
def pass_up(tree: FlatTree, q: Array, v: Array, decision: int, low: int, high: int) -> None:
    """Add to a decision's action values those of the decisions that follow."""
    for row in range(tree.starts[decision], tree.starts[decision + 1]):
        for below in range(tree.below[row + 1], tree.below[row], -1):
            for hand in range(low, high):
                q[row, hand] += v[below - 1, hand]
        if len(tree.same):
            pass_up_alike(tree, q, v, row, low, high)
    if len(tree.same) and tree.same[decision]:
        even_out(tree, q, decision, low, high)


@partial(compiled, inline=True)
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


@compiled
def backup(
    tree: FlatTree, sigma: Array, q: Array, v: Array, first: int, last: int, low: int, high: int
) -> None:
    """From the gradient in q to action values [rows, hands], and decision values v, bottom-up."""
    for decision in range(last - 1, first - 1, -1):
        back_up_one(tree, sigma, q, v, decision, low, high)


@compiled
def backup_to_advantages(
    tree: FlatTree, sigma: Array, q: Array, v: Array, first: int, last: int, low: int, high: int
) -> None:
    """`backup`, and at once what each action is better than its decision: regrets."""
    for decision in range(last - 1, first - 1, -1):
        back_up_one(tree, sigma, q, v, decision, low, high)
        for row in range(tree.starts[decision], tree.starts[decision + 1]):
            for hand in range(low, high):
                q[row, hand] -= v[decision, hand]


@partial(compiled, inline=True)
def with_floors(
    floor: FlatFloor, q: Array, v: Array, decision: int, begin: int, end: int, low: int, high: int
) -> None:
    """Turn the best action's value in v into the decision's, where floors hold for the others."""
    for hand in range(low, high):
        v[decision, hand] *= floor.free[decision, hand]
    for row in range(begin, end):
        for hand in range(low, high):
            v[decision, hand] += floor.least[row, hand] * q[row, hand]


@compiled
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


@compiled
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


@compiled
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


@compiled
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


@compiled
def by_row(tree: FlatTree, v: Array, x: Array, first: int, last: int, low: int, high: int) -> None:
    """Each decision's value for each of its actions."""
    for decision in range(np.uintp(first), np.uintp(last)):
        for row in range(tree.starts[decision], tree.starts[decision + 1]):
            for hand in range(low, high):
                x[row, hand] = v[decision, hand]


@compiled
def free_values(
    tree: FlatTree, floor: FlatFloor, q: Array, v: Array, first: int, last: int, low: int, high: int
) -> None:
    """From q to the value of choosing each action where all others happen as the floor says."""
    for decision in range(np.uintp(first), np.uintp(last)):
        begin, end = tree.starts[decision], tree.starts[decision + 1]
        for hand in range(low, high):
            forced = 0.0
            for row in range(begin, end):
                forced += floor.least[row, hand] * q[row, hand]
            for row in range(begin, end):
                q[row, hand] = q[row, hand] * floor.free[decision, hand] + forced


@compiled
def advantages(
    tree: FlatTree, q: Array, v: Array, first: int, last: int, low: int, high: int
) -> None:
    """From action values q to what each is better than its decision's v."""
    for decision in range(np.uintp(first), np.uintp(last)):
        for row in range(tree.starts[decision], tree.starts[decision + 1]):
            for hand in range(low, high):
                q[row, hand] -= v[decision, hand]


@compiled
def divide(weights: Array, sigma: Array, begin: int, end: int, low: int, high: int) -> None:
    """From what each weight is divided by, in sigma, to the strategy.

    Below 0 it is how many actions there are, of which none has a weight.
    """
    for row in range(begin, end):
        for hand in range(low, high):
            weight, by = weights[row, hand], sigma[row, hand]
            weight = weight if weight > 0 else 0.0
            sigma[row, hand] = (1.0 if by < 0 else weight) / abs(by)


@compiled
def normalize(
    tree: FlatTree, weights: Array, sigma: Array, first: int, last: int, low: int, high: int
) -> None:
    """The strategy in proportion to weights where they are above 0; uniform where none is.

    A weight that is no number leaves no strategy, as in NumPy. What is divided by stands in sigma
    first: then the processor divides several cells at once.
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


@compiled
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


@compiled
def deal(rng: np.random.Generator, cards: Index, ranks: int, suits: int) -> None:
    """Draw a card for each player and, if there is one, the board; without suits all come back.

    A card is drawn by its place among those that are left, which dealt ones before it move on.
    """
    if suits == 0:
        for place in range(len(cards)):
            cards[place] = int(rng.random() * ranks)
        return
    deck = ranks * suits
    one = int(rng.random() * deck)
    other = int(rng.random() * (deck - 1))
    other += other >= one
    cards[0], cards[1] = one // suits, other // suits
    if len(cards) > 2:
        board = int(rng.random() * (deck - 2))
        board += board >= min(one, other)
        board += board >= max(one, other)
        cards[2] = board // suits


@compiled
def line(
    betting: FlatBetting, board: int, hand: int, sigma: Array, exploration: float,
    rng: np.random.Generator, passed: Index, chance: Array,
) -> int:  # fmt: skip
    """Draw an action at each decision that is reached; how many rows are passed, told in `passed`.

    As the strategy plays, and for a part `exploration` evenly; `chance`: how likely a row's line
    was.
    """
    passed[0], chance[0], place, count = 0, 1.0, 0, 1
    while place < count:
        before = passed[place]
        for decision in range(betting.below[before, 0], betting.below[before, 1]):
            begin, end = betting.starts[decision], betting.starts[decision + 1]
            left, row, probability = rng.random(), begin - 1, 0.0
            while left >= 0 and row < end - 1:
                row += 1
                probability = sigma[betting.rows[row, board], hand]
                if exploration > 0:
                    probability += exploration * (1 / (end - begin) - probability)
                left -= probability
            passed[count], chance[row] = row, chance[before] * probability
            count += 1
        place += 1
    return count
