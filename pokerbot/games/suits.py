"""Suit isomorphism: exchanges of suits that change neither the board nor the ranges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

from pokerbot.games.cards import Cards
from pokerbot.games.rules import Rules

Exchange = tuple[int, ...]
"""[suits] what each suit of a deck becomes."""


def exchanges(rules: Rules) -> list[Exchange]:
    """The exchanges of suits that leave the board and both ranges as they are.

    The first is the identity, which exchanges none.
    """
    return [each for each in permutations(range(rules.deck.suits or 1)) if _leaves(rules, each)]


def exchanged(cards: Cards, exchange: Exchange) -> Cards:
    """These cards after an exchange of suits, the higher ones first."""
    suits = len(exchange)
    moved = (card - card % suits + exchange[card % suits] for card in cards)
    return tuple(sorted(moved, reverse=True))


def _leaves(rules: Rules, exchange: Exchange) -> bool:
    """Whether an exchange leaves the board and both players' ranges as they are."""
    if {*exchanged(rules.public, exchange)} != {*rules.public}:
        return False
    return all(
        leaves(
            {cards: rules.prior.weight(seat, hand) for hand, cards in enumerate(hands)}, exchange
        )
        for seat, hands in enumerate(rules.hands)
    )


def leaves(weights: Mapping[Cards, float], exchange: Exchange) -> bool:
    """Whether an exchange of suits leaves a range, the weights of hands, as it is."""
    return {exchanged(cards, exchange): weight for cards, weight in weights.items()} == weights


@dataclass(frozen=True)
class SuitClasses:
    """Classes of boards that exchanges of suits make of each other.

    first: [boards] the first board of each board's class
    by: [boards] the exchange that makes that first board of it
    same: for each first board, the exchanges that leave it and all its ancestors as they are
    """

    first: list[int]
    by: list[Exchange]
    same: dict[int, list[Exchange]]


@lru_cache(maxsize=4)
def classes(rules: Rules) -> SuitClasses:
    """The classes of a game's boards; the deck's suits must be told apart."""
    boards, among = rules.boards, exchanges(rules)
    found = SuitClasses([0], [among[0]], {0: among})
    every = range(1, len(boards.cards))
    at = {(boards.parent(board), frozenset(boards.turned(board))): board for board in every}
    # A class is found from that of the board before: by the exchanges that leave its first board.
    for board in every:
        before = boards.parent(board)
        under, cards = found.first[before], exchanged(boards.turned(board), found.by[before])
        there = {each: at[under, frozenset(exchanged(cards, each))] for each in found.same[under]}
        by = min(there, key=there.__getitem__)
        found.first.append(there[by])
        found.by.append(tuple(by[suit] for suit in found.by[before]))
        if there[by] == board:
            found.same[board] = [each for each in there if there[each] == board]
    return found


def next_cards(rules: Rules) -> Iterator[Sequence[int]]:
    """The cards that may be turned up next, in classes, the higher cards first.

    An exchange of suits makes the cards of a class of each other, so they have equal values.
    """
    same, left = exchanges(rules), set(range(rules.deck.cards)) - {*rules.public}
    while left:
        first = max(left)
        alike = {exchanged((first,), exchange)[0] for exchange in same}
        yield sorted(alike, reverse=True)
        left -= alike
