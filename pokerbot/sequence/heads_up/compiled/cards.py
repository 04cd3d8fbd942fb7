"""Hands on boards in machine code: how strong they are, and what they may become."""

from __future__ import annotations

from functools import partial

import numpy as np

from pokerbot.io.machine_code import jit
from pokerbot.sequence.arrays import Index
from pokerbot.sequence.heads_up.cards import HandTables


@jit
def ranks_of(board: Index) -> int:
    """The ranks of five cards, in ascending order, as digits to the base 13."""
    key, least = 0, -1
    for _ in range(5):
        best = 99
        for card in board:
            if least < card < best:
                best = card
        least = best
        key = key * 13 + best // 4
    return key


@jit
def of_the_suit(board: Index, suit: int) -> int:
    """The ranks of a suit as bits, on five cards; 0 where they are too few for a flush."""
    held, many = 0, 0
    for card in board:
        if card % 4 == suit:
            held |= 1 << card // 4
            many += 1
    return held if many > 2 else 0


@partial(jit, allocates=True)
def strengths(deck: HandTables, board: Index) -> Index:
    """[hands] how strong each hand is on five cards, −1 where it has one of them."""
    taken, cards, value = 0, deck.cards, np.empty(len(deck.cards), np.intp)
    for card in board:
        taken |= 1 << card
    row = deck.of_ranks[deck.sets[ranks_of(board)]]
    for hand in range(len(value)):
        first, second = cards[hand, 0], cards[hand, 1]
        value[hand] = row[first // 4, second // 4]
        if (taken >> first | taken >> second) & 1:
            value[hand] = -1
    for suit in range(4):
        lying = of_the_suit(board, suit)
        if not lying:
            continue
        for hand in range(len(value)):
            first, second = cards[hand, 0], cards[hand, 1]
            held = lying
            if first % 4 == suit:
                held |= 1 << first // 4
            if second % 4 == suit:
                held |= 1 << second // 4
            if value[hand] >= 0:
                value[hand] = max(value[hand], deck.of_suit[held])
    return value


@partial(jit, allocates=True)
def ordered(deck: HandTables, board: Index) -> tuple[Index, Index]:
    """As `buckets.ordered`."""
    value, ends = strengths(deck, board), np.zeros(deck.strengths + 1, np.intp)
    for best in value:
        ends[best + 1] += 1
    ends[0] = 0
    for place in range(1, len(ends)):
        ends[place] += ends[place - 1]
    order = np.empty(ends[-1], np.intp)
    for hand, best in enumerate(value):
        if best >= 0:
            order[ends[best]] = hand
            ends[best] += 1
    return value, order


@partial(jit, allocates=True)
def scores(deck: HandTables, board: Index) -> Index:
    """As `buckets.scores`."""
    cards, (value, order) = deck.cards, ordered(deck, board)
    found, by_card = np.zeros(len(cards), np.intp), np.zeros(52, np.intp)
    begin, there = 0, len(order)
    while begin < there:
        end = begin
        best = value[order[begin]]
        while end < there and value[order[end]] == best:
            hand = order[end]
            beaten = begin - by_card[cards[hand, 0]] - by_card[cards[hand, 1]]
            found[hand] = 2 * beaten
            end += 1
        for place in range(begin, end):
            by_card[cards[order[place], 0]] += 1
            by_card[cards[order[place], 1]] += 1
        for place in range(begin, end):  # the hand itself is in there twice, and counts once
            hand = order[place]
            within = end + 1 - by_card[cards[hand, 0]] - by_card[cards[hand, 1]]
            found[hand] += within - found[hand] // 2
        begin = end
    return found


@partial(jit, allocates=True)
def potential(deck: HandTables, board: Index) -> tuple[Index, Index]:
    """As `buckets.potential`."""
    known, lying, taken = len(board), np.zeros(5, np.intp), 0
    total, squares = np.zeros(len(deck.cards), np.intp), np.zeros(len(deck.cards), np.intp)
    for place in range(known):
        lying[place] = board[place]
        taken |= 1 << board[place]
    for turn in range(52):
        if known == 3:
            if taken >> turn & 1:
                continue
            lying[3] = turn
        elif turn:
            break
        for river in range(turn + 1 if known == 3 else 0, 52):
            if taken >> river & 1:
                continue
            lying[4] = river
            found = scores(deck, lying)
            for hand in range(len(found)):
                total[hand] += found[hand]
                squares[hand] += found[hand] * found[hand]
    return total, squares
