"""What hands in order of strength earn: by running sums less those of each card (see `meeting`).

Terminals that end hands in the same way on the same board are gone through together, the reach of
one beside that of the others: what is done for one is done for all at once. No sum depends on which
those are.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from pokerbot.io.machine_code import compiled
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.operators.compiled.flat import FlatSorted, FlatTerminals
from pokerbot.sequence.showdown import FOLD, SHOWDOWN

TOGETHER = 16
"""So many terminals at most."""


@partial(compiled, allocates=True)
def by_meeting(ends: FlatTerminals, begin: int, end: int, kinds: int) -> Index:
    """The terminals from begin to before end, those that meet alike one after the other."""
    first = np.zeros(kinds + 1, dtype=np.intp)
    for terminal in range(begin, end):
        first[ends.meets[terminal] + 1] += 1
    for kind in range(kinds):
        first[kind + 1] += first[kind]
    order = np.empty(end - begin, dtype=np.intp)
    for terminal in range(begin, end):
        kind = ends.meets[terminal]
        order[first[kind]] = terminal
        first[kind] += 1
    return order


@compiled
def take_in(
    hands: FlatSorted, final: int, begin: int, end: int, sign: float, reach: Array, total: Array,
    by_card: Array,
) -> None:  # fmt: skip
    """Add the other's hands from begin to before end, in order, to the sum and to their cards'.

    reach: [the other's hands, terminals]; total: [terminals]; by_card: [cards, terminals]
    """
    together = np.uintp(total.shape[0])
    for place in range(np.uintp(begin), np.uintp(end)):
        hand = hands.other_order[final, place]
        for each in range(together):
            total[each] += sign * reach[hand, each]
        for held in range(hands.other_cards.shape[1]):
            card = hands.other_cards[hand, held]
            for each in range(together):
                by_card[card, each] += sign * reach[hand, each]


@compiled
def add_unmet(
    hands: FlatSorted, hand: int, sign: float, total: Array, by_card: Array, met: Array
) -> None:
    """Add the sum of the hands that share no card with an own one, to [terminals].

    One that shares both cards is taken off twice.
    """
    together = np.uintp(total.shape[0])
    for each in range(together):
        met[each] += sign * total[each]
    for held in range(hands.cards.shape[1]):
        card = hands.cards[hand, held]
        for each in range(together):
            met[each] -= sign * by_card[card, each]


@compiled
def meet_on_board(
    hands: FlatSorted, final: int, kind: int, reach: Array, total: Array, by_card: Array,
    own: Array, met: Array,
) -> None:  # fmt: skip
    """Add what each own hand wins on a board of the last street, to met [own hands, terminals].

    total, by_card: room for two sums of each, of all hands and of those that count by strength:
    the weaker ones, and once more with those as strong
    own: room for what a hand wins, [terminals]
    """
    total[:], by_card[:] = 0.0, 0.0
    sign = 1.0 if kind <= SHOWDOWN else -1.0
    take_in(hands, final, 0, len(reach), 1.0, reach, total[0], by_card[0])
    first = second = np.intp(0)
    for place in range(hands.order.shape[1]):
        hand = hands.order[final, place]
        own[:] = 0.0
        if kind == FOLD:
            add_unmet(hands, hand, 1.0, total[0], by_card[0], own)
            same = hands.same[hand]
            if same >= 0:
                for each in range(len(own)):
                    own[each] += (hands.cards.shape[1] - 1) * reach[same, each]
        else:
            beaten, tied = np.intp(hands.beaten[final, place]), np.intp(hands.tied[final, place])
            take_in(hands, final, first, beaten, 1.0, reach, total[1], by_card[1])
            take_in(hands, final, second, tied, sign, reach, total[1], by_card[1])
            first, second = beaten, tied
            add_unmet(hands, hand, 1.0, total[1], by_card[1], own)
            add_unmet(hands, hand, -sign, total[0], by_card[0], own)
        weight = hands.weights[final, hand]
        for each in range(len(own)):
            met[hand, each] += weight * own[each]


@partial(compiled, allocates=True)
def sorted_gradient(
    ends: FlatTerminals, hands: FlatSorted, plan: Array, earned: Array, first: int, last: int
) -> None:
    """What rows from first to before last earn: on each board of the last street that may come."""
    others = hands.other_order.shape[1]
    for row in range(np.uintp(first), np.uintp(last)):
        for hand in range(earned.shape[1]):
            earned[row, hand] = 0.0
    order = by_meeting(ends, ends.starts[first], ends.starts[last], 3 * len(hands.finals))
    begin = 0
    while begin < len(order):
        meets, end = ends.meets[order[begin]], begin
        while end < len(order) and end - begin < TOGETHER and ends.meets[order[end]] == meets:
            end += 1
        together, board, kind = end - begin, meets // 3, meets % 3
        reach, met = np.empty((others, together)), np.zeros((earned.shape[1], together))
        total, by_card = np.empty((2, together)), np.empty((2, hands.deck, together))
        own = np.empty(together)
        for final in range(hands.finals[board, 0], hands.finals[board, 1]):
            for each in range(together):
                other = ends.faced[order[begin + each]]
                for hand in range(others):
                    reach[hand, each] = plan[other, hand] * hands.other_weights[final, hand]
            meet_on_board(hands, final, kind, reach, total, by_card, own, met)
        for each in range(together):
            terminal = order[begin + each]
            row, pays = ends.paid[terminal], ends.chips[terminal]
            for hand in range(earned.shape[1]):
                earned[row, hand] += pays * met[hand, each]
        begin = end
