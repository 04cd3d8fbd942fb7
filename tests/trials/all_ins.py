"""Counts the all-ins before the flop anew, for the file beside `pokerbot.games.all_in`.

    python -m tests.trials.all_ins [FILE]

An exchange of suits maps every class of hands onto itself, so boards that differ by one have the
same counts: one board of each kind is looked at, 134,459 of 2,598,960. On each board the hands are
taken from the weakest to the strongest, with running counts of the beaten ones: by class and, to
leave out hands that share a card, by card and class. It needs numba.
"""

from __future__ import annotations

import sys
from itertools import chain, combinations
from pathlib import Path

import numpy as np

from pokerbot.games.all_in import BITS, CLASSES, FILE, UNIT
from pokerbot.games.cards import SUITS
from pokerbot.io.machine_code import jit
from pokerbot.sequence.arrays import Index
from pokerbot.sequence.heads_up.buckets import ordered
from pokerbot.sequence.heads_up.cards import ACES, CARDS, HandTables, deck

TOGETHER = 200
"""How many boards are counted in 16 bits, as each adds at most 144 pairs of hands to a cell."""


def boards() -> tuple[Index, Index]:
    """The boards that differ by more than an exchange of suits, the most frequent ones first.

    Their cards [boards, 5], and how many boards each stands for [boards].
    """
    every = np.fromiter(chain.from_iterable(combinations(range(CARDS), 5)), np.int64)
    rank, suit = np.divmod(every.reshape(-1, 5), len(SUITS))
    held = np.stack([np.where(suit == each, 1 << rank, 0).sum(axis=1) for each in range(4)], axis=1)
    held.sort(axis=1)
    keys, times = np.unique(held @ (1 << ACES * np.arange(4)), return_counts=True)
    order = np.argsort(-times, kind="stable")
    _, place = np.nonzero(keys[order, None] >> np.arange(4 * ACES) & 1)
    suit, rank = np.divmod(place.reshape(-1, 5), ACES)
    return 4 * rank + suit, times[order]


@jit
def count_wins(
    hands: HandTables, value: Index, order: Index, beaten: Index, by_card: Index, won: Index
) -> None:
    """Add to `won` who beats whom, the hands in `order` of their strength."""
    cards, classes = hands.cards, hands.classes
    beaten[:] = 0
    by_card[:] = 0
    counted = 0
    for place, hand in enumerate(order):
        if value[hand] > value[order[counted]]:
            while counted < place:
                one, two = cards[order[counted], 0], cards[order[counted], 1]
                kind = classes[order[counted]]
                beaten[kind] += 1
                by_card[one, kind] += 1
                by_card[two, kind] += 1
                counted += 1
        own, first, second = won[classes[hand]], by_card[cards[hand, 0]], by_card[cards[hand, 1]]
        for kind in range(len(beaten)):
            own[kind] += beaten[kind] - first[kind] - second[kind]


def count() -> Index:
    """[classes, classes] as `wins`, over all boards."""
    (every, times), kinds = boards(), len(CLASSES)
    total = np.zeros((kinds, kinds), np.int64)
    beaten, by_card = np.zeros(kinds, np.int16), np.zeros((CARDS, kinds), np.int16)
    won = np.zeros((kinds, kinds), np.int16)
    since = 0
    for board, lying in enumerate(every):
        count_wins(deck(), *ordered(lying), beaten, by_card, won)
        since += 1
        last = board + 1 == len(every)
        if last or since == TOGETHER or times[board + 1] != times[board]:
            total += times[board] * won
            won[:] = 0
            since = 0
    return total


def packed(won: Index) -> bytes:
    """The file's content for these `wins`.

    Raises:
        ValueError: one of them is no multiple of `UNIT`, or does not fit in `BITS` bits.
    """
    units, rest = np.divmod(won.reshape(-1, 1), UNIT)
    if rest.any() or (units >> BITS).any():
        raise ValueError(f"counts must be multiples of {UNIT}, of at most {BITS} bits")
    return np.packbits((units >> np.arange(BITS)[::-1] & 1).astype(np.uint8)).tobytes()


if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else FILE).write_bytes(packed(count()))
