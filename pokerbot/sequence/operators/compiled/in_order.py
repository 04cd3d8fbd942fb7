"""What hands in order of strength earn: by running sums, less the running sums of each card.

Up to LANES terminals that have a kernel in common (a board, and whether it is a fold or a showdown)
are worked out at once: their reaches stand side by side, and each step is done to all of them. No
sum depends on which terminals are worked out together.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from pokerbot.io.machine_code import jit
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.operators.compiled.flat import Flags, FlatSorted, FlatTerminals
from pokerbot.sequence.operators.compiled.lanes import LANES, add_lanes
from pokerbot.sequence.showdown import FOLD, SHOWDOWN


class Room(NamedTuple):
    """The arrays in which up to LANES terminals are worked out at once.

    reach: [the other's hands, LANES] how likely each hand comes to each terminal
    total, by_card: [1, LANES], [cards, LANES] running sums of it
    met: [own hands, LANES] the result: the outcome of each terminal by own hand
    """

    reach: Array
    total: Array
    by_card: Array
    met: Array


@partial(jit, allocates=True)
def by_kernel(ends: FlatTerminals, rows: Index, kinds: int) -> Index:
    """The terminals of some ranges of rows, those of a kernel one after the other."""
    first = np.zeros(kinds + 1, dtype=np.intp)
    for span in range(len(rows)):
        for terminal in range(ends.starts[rows[span, 0]], ends.starts[rows[span, 1]]):
            first[ends.kernel[terminal] + 1] += 1
    for kind in range(kinds):
        first[kind + 1] += first[kind]
    order = np.empty(first[kinds], dtype=np.intp)
    for span in range(len(rows)):
        for terminal in range(ends.starts[rows[span, 0]], ends.starts[rows[span, 1]]):
            kind = ends.kernel[terminal]
            order[first[kind]] = terminal
            first[kind] += 1
    return order


@jit
def take_in(hands: FlatSorted, final: int, begin: int, end: int, sign: float, room: Room) -> None:
    """Add the other's hands from begin to before end, in order, to the sum and to their cards'."""
    for place in range(np.uintp(begin), np.uintp(end)):
        hand = hands.other_order[final, place]
        add_lanes(room.total, 0, room.reach, hand, sign)
        for held in range(hands.other_cards.shape[1]):
            add_lanes(room.by_card, hands.other_cards[hand, held], room.reach, hand, sign)


@jit
def add_unmet(hands: FlatSorted, hand: int, weight: float, room: Room) -> None:
    """Add to what an own hand meets the reach, times a weight, of the hands that share no card.

    A hand that shares both cards is taken off twice.
    """
    add_lanes(room.met, hand, room.total, 0, weight)
    for held in range(hands.cards.shape[1]):
        add_lanes(room.met, hand, room.by_card, hands.cards[hand, held], -weight)


@jit
def fold_on_board(hands: FlatSorted, board: int, room: Room) -> None:
    """Add the reach of all that may be met on a board to `met`."""
    take_in(hands, 0, 0, len(room.reach), 1.0, room)
    for hand in range(np.uintp(len(room.met))):
        weight, same = hands.weight[hand] * hands.street_alive[board, hand], hands.same[hand]
        add_unmet(hands, hand, weight, room)
        if same >= 0:
            twice = weight * (hands.cards.shape[1] - 1)
            add_lanes(room.met, hand, room.reach, same, twice)


@jit
def show_on_board(hands: FlatSorted, final: int, sign: float, room: Room) -> None:
    """Add what each own hand wins at a showdown on a board of the last street to `met`.

    The weaker hands less the stronger ones; with sign -1 both together. Weaker ones, and those
    weaker or as strong, are added one after the other to the sum of all, which is taken off first.
    """
    take_in(hands, final, 0, len(room.reach), -sign, room)
    first = second = np.intp(0)
    for place in range(np.uintp(len(room.met))):
        hand = hands.order[final, place]
        beaten, tied = np.intp(hands.beaten[final, place]), np.intp(hands.tied[final, place])
        take_in(hands, final, first, beaten, 1.0, room)
        take_in(hands, final, second, tied, sign, room)
        first, second = beaten, tied
        add_unmet(hands, hand, hands.weight[hand] * hands.alive[final, hand], room)


@jit
def come_in(
    weights: Array,
    alive: Flags,
    board: int,
    plan: Array,
    faced: Index,
    terminals: Index,
    room: Room,
) -> None:
    """Put the other's reach of each terminal, with the weights of hands on a board, into `room`."""
    room.total[:], room.by_card[:] = 0, 0
    for hand in range(len(room.reach)):
        weight = weights[hand] * alive[board, hand]
        for each in range(len(terminals)):
            room.reach[hand, each] = plan[faced[terminals[each]], hand] * weight


@jit
def work_out(
    hands: FlatSorted, kernel: int, plan: Array, faced: Index, terminals: Index, room: Room
) -> None:
    """Put the outcomes of up to LANES terminals of one kernel, on all final boards, into `met`."""
    board, kind = kernel // 3, kernel % 3
    room.met[:] = 0
    if kind == FOLD:
        come_in(hands.other_weight, hands.other_street_alive, board, plan, faced, terminals, room)
        fold_on_board(hands, board, room)
        return
    for final in range(hands.finals[board, 0], hands.finals[board, 1]):
        come_in(hands.other_weight, hands.other_alive, final, plan, faced, terminals, room)
        show_on_board(hands, final, 1.0 if kind == SHOWDOWN else -1.0, room)


@partial(jit, allocates=True)
def sorted_gradient(
    ends: FlatTerminals, hands: FlatSorted, plan: Array, earned: Array, rows: Index
) -> None:
    """What some ranges of rows earn: on each board of the last street that may come.

    Sums are of the plan's precision.
    """
    for span in range(len(rows)):
        earned[rows[span, 0] : rows[span, 1]] = 0
    room = Room(
        np.zeros((hands.other_order.shape[1], LANES), plan.dtype),
        np.zeros((1, LANES), plan.dtype),
        np.zeros((hands.deck, LANES), plan.dtype),
        np.zeros((earned.shape[1], LANES), plan.dtype),
    )
    order = by_kernel(ends, rows, ends.kernels)
    begin = 0
    while begin < len(order):
        kernel, end = ends.kernel[order[begin]], begin
        while end < len(order) and end - begin < LANES and ends.kernel[order[end]] == kernel:
            end += 1
        together = order[begin:end]
        work_out(hands, ends.first + kernel, plan, ends.faced, together, room)
        for each in range(len(together)):
            row, pays = ends.paid[together[each]], ends.chips[together[each]]
            for hand in range(earned.shape[1]):
                earned[row, hand] += pays * room.met[hand, each]
        begin = end
