"""Suits that are alike: to exchange them changes neither the board nor what may be held."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

from pokerbot.games.cards import Cards
from pokerbot.games.rules import Rules

Exchange = tuple[int, ...]
"""What each suit of a deck becomes."""


def exchanges(rules: Rules) -> list[Exchange]:
    """The ways to exchange suits that change nothing, the one that exchanges none among them."""
    return [each for each in permutations(range(rules.deck.suits or 1)) if _leaves(rules, each)]


def exchanged(cards: Cards, exchange: Exchange) -> Cards:
    """These cards with other suits, the higher ones first."""
    suits = len(exchange)
    moved = (card - card % suits + exchange[card % suits] for card in cards)
    return tuple(sorted(moved, reverse=True))


def _leaves(rules: Rules, exchange: Exchange) -> bool:
    """Whether the board and both players' ranges are the same afterwards."""
    if {*exchanged(rules.public, exchange)} != {*rules.public}:
        return False
    return all(
        leaves(
            {cards: rules.prior.weight(seat, hand) for hand, cards in enumerate(hands)}, exchange
        )
        for seat, hands in enumerate(rules.hands)
    )


def leaves(weights: Mapping[Cards, float], exchange: Exchange) -> bool:
    """Whether a range, the weights of hands, is the same when suits are exchanged."""
    return {exchanged(cards, exchange): weight for cards, weight in weights.items()} == weights


@dataclass(frozen=True)
class Classes:
    """The boards that are alike, after what lay there before them.

    first: [boards] the first board of the class that each is in
    by: [boards] the exchange that makes each this first one
    same: of every first board the exchanges that leave it, and what lay there before it
    """

    first: list[int]
    by: list[Exchange]
    same: dict[int, list[Exchange]]


@lru_cache(maxsize=4)
def classes(rules: Rules) -> Classes:
    """The boards of a deck whose suits are told apart, by class."""
    boards, among = rules.boards, exchanges(rules)
    found = Classes([0], [among[0]], {0: among})
    every = range(1, len(boards.cards))
    at = {(boards.parent(board), frozenset(boards.turned(board))): board for board in every}
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
    """The cards that may be turned up next, the higher ones first, those that are alike together.

    What is alike is worth the same to both players.
    """
    same, left = exchanges(rules), set(range(rules.deck.cards)) - {*rules.public}
    while left:
        first = max(left)
        alike = {exchanged((first,), exchange)[0] for exchange in same}
        yield sorted(alike, reverse=True)
        left -= alike
