"""Counts the all-ins before the flop again: `python -m pokerbot.sequence.all_in [FILE]`.

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

from pokerbot.games.all_in import CLASSES, FILE, packed
from pokerbot.games.cards import SUITS
from pokerbot.io.machine_code import jit
from pokerbot.sequence.arrays import Index
from pokerbot.sequence.heads_up.compiled.cards import sort_hands
from pokerbot.sequence.strengths import ACES, CARDS, Tables, rank_sets, tables

TOGETHER = 200
"""How many boards are counted in 16 bits, as each adds at most 144 pairs of hands to a cell."""


def boards() -> tuple[Index, Index, Index, Index]:
    """The boards that differ by more than an exchange of suits, the most frequent ones first.

    Their ranks [boards, 4 suits] as bits, their cards [boards] as bits, which of `rank_sets` they
    have [boards], and how many boards each stands for [boards].
    """
    every = np.fromiter(chain.from_iterable(combinations(range(CARDS), 5)), np.int64)
    rank, suit = np.divmod(every.reshape(-1, 5), len(SUITS))
    held = np.stack([np.where(suit == each, 1 << rank, 0).sum(axis=1) for each in range(4)], axis=1)
    held.sort(axis=1)
    keys, times = np.unique(held @ (1 << ACES * np.arange(4)), return_counts=True)
    order = np.argsort(-times, kind="stable")
    ranks = keys[order, None] >> ACES * np.arange(4) & (1 << ACES) - 1
    there = ranks[:, :, None] >> np.arange(ACES) & 1
    cards = (there << np.arange(ACES) * 4 + np.arange(4)[:, None]).sum(axis=(1, 2))
    number = {counts: place for place, counts in enumerate(rank_sets())}
    sets = np.array([number[tuple(counts)] for counts in there.sum(axis=1).tolist()])
    return ranks, cards, sets, times[order]


@jit
def rank_hands(tables: Tables, ranks: Index, taken: int, of_ranks: Index, value: Index) -> None:
    """Put into `value` how strong each hand is on a board, −1 where the board has one of its cards.

    The board is told by its `ranks` in each suit and by the cards that it has `taken`, as bits.
    """
    for hand in range(len(value)):
        one, two = tables.cards[hand, 0], tables.cards[hand, 1]
        if (taken >> one | taken >> two) & 1:
            value[hand] = -1
            continue
        value[hand] = of_ranks[one // 4, two // 4]
        for suit in range(4):
            held = ranks[suit]
            if one % 4 == suit:
                held |= 1 << one // 4
            if two % 4 == suit:
                held |= 1 << two // 4
            value[hand] = max(value[hand], tables.of_suit[held])


@jit
def count_wins(
    tables: Tables, value: Index, order: Index, beaten: Index, by_card: Index, won: Index
) -> None:
    """Add to `won` who beats whom, the hands in `order` of their strength."""
    cards, classes = tables.cards, tables.classes
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


@jit
def add(won: Index, times: int, total: Index) -> None:
    """Add what was counted of boards that stand for so many each, and begin anew."""
    for row in range(len(won)):
        for kind in range(len(won)):
            total[row, kind] += times * won[row, kind]
            won[row, kind] = 0


def count() -> Index:
    """[classes, classes] as `wins`, over all boards."""
    ranks, taken, sets, times = boards()
    looked_up = tables()
    kinds, hands = len(CLASSES), len(looked_up.cards)
    total = np.zeros((kinds, kinds), np.int64)
    beaten, by_card = np.zeros(kinds, np.int16), np.zeros((CARDS, kinds), np.int16)
    won = np.zeros((kinds, kinds), np.int16)
    value, order = np.zeros(hands, np.int64), np.zeros(hands, np.int64)
    ends = np.zeros(looked_up.strengths + 1, np.int64)
    since = 0
    for board in range(len(taken)):
        of_ranks = looked_up.of_ranks[sets[board]]
        rank_hands(looked_up, ranks[board], taken[board], of_ranks, value)
        there = sort_hands(value, ends, order)
        count_wins(looked_up, value, order[:there], beaten, by_card, won)
        since += 1
        last = board + 1 == len(taken)
        if last or since == TOGETHER or times[board + 1] != times[board]:
            add(won, times[board], total)
            since = 0
    return total


if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else FILE).write_bytes(packed(count()))
