"""Hands on boards in machine code: how strong they are, and what they may become."""

from __future__ import annotations

from pokerbot.io.machine_code import jit
from pokerbot.sequence.arrays import Index


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


@jit
def strengths(
    cards: Index, of_ranks: Index, of_suit: Index, sets: Index, board: Index, value: Index
) -> None:
    """Put into `value` how strong each hand is on five cards, −1 where it has one of them."""
    taken = 0
    for card in board:
        taken |= 1 << card
    row = of_ranks[sets[ranks_of(board)]]
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
                value[hand] = max(value[hand], of_suit[held])


@jit
def sort_hands(value: Index, ends: Index, order: Index) -> int:
    """Put the hands that are not taken into `order`, the weakest first; how many they are.

    ends: [strengths + 1] room
    """
    ends[:] = 0
    for best in value:
        ends[best + 1] += 1
    ends[0] = 0
    for place in range(1, len(ends)):
        ends[place] += ends[place - 1]
    there: int = ends[-1]
    for hand, best in enumerate(value):
        if best >= 0:
            order[ends[best]] = hand
            ends[best] += 1
    return there


@jit
def score(cards: Index, value: Index, order: Index, by_card: Index, scores: Index) -> None:
    """Put into `scores` two for each other hand that is beaten, one for each tie; 0 for the dead.

    order: the hands that are alive, the weakest first; by_card: [52] room
    """
    by_card[:] = 0
    scores[:] = 0
    begin, there = 0, len(order)
    while begin < there:
        end = begin
        best = value[order[begin]]
        while end < there and value[order[end]] == best:
            hand = order[end]
            beaten = begin - by_card[cards[hand, 0]] - by_card[cards[hand, 1]]
            scores[hand] = 2 * beaten
            end += 1
        for place in range(begin, end):
            by_card[cards[order[place], 0]] += 1
            by_card[cards[order[place], 1]] += 1
        for place in range(begin, end):  # the hand itself is in there twice, and counts once
            hand = order[place]
            within = end + 1 - by_card[cards[hand, 0]] - by_card[cards[hand, 1]]
            scores[hand] += within - scores[hand] // 2
        begin = end


@jit
def potential(
    cards: Index,
    of_ranks: Index,
    of_suit: Index,
    sets: Index,
    board: Index,
    known: int,
    value: Index,
    ends: Index,
    order: Index,
    by_card: Index,
    scores: Index,
    total: Index,
    squares: Index,
) -> None:
    """Add up the scores, and their squares, over all rivers there can be.

    board: five cards, `known` of which lie on the table; the others are overwritten
    """
    total[:] = 0
    squares[:] = 0
    taken = 0
    for place in range(known):
        taken |= 1 << board[place]
    for turn in range(52):
        if known == 3:
            if taken >> turn & 1:
                continue
            board[3] = turn
        elif turn:
            break
        for river in range(turn + 1 if known == 3 else 0, 52):
            if taken >> river & 1:
                continue
            board[4] = river
            strengths(cards, of_ranks, of_suit, sets, board, value)
            there = sort_hands(value, ends, order)
            score(cards, value, order[:there], by_card, scores)
            for hand in range(len(scores)):
                total[hand] += scores[hand]
                squares[hand] += scores[hand] * scores[hand]
