"""Suits that are alike: to exchange them changes neither the board nor what may be held."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    for seat, hands in enumerate(rules.hands):
        weights = {cards: rules.prior.weight(seat, hand) for hand, cards in enumerate(hands)}
        moved = {exchanged(cards, exchange): weight for cards, weight in weights.items()}
        if moved != weights:
            return False
    return True


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
