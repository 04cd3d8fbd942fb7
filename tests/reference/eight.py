"""A small hold'em of the book: a deck of eight, two private cards, two public ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.reference.holdem import Holdem

DECK = tuple(rank + suit for rank in "JQKA" for suit in "cd")
RANGES = (
    (("AdAc", 1.0), ("KdKc", 0.5), ("AdKd", 0.9), ("QdJc", 0.75)),
    (("AcKc", 1.0), ("QdQc", 0.4), ("JdJc", 0.6)),
)
ANTE, STACK = 2, 9
BETS, RAISES = ("50%", "a"), ("a",)


def best(cards: tuple[str, ...]) -> list[tuple[int, int]]:
    """Four cards: as many of a kind as there are, then the higher ones."""
    counts = Counter(card[0] for card in cards)
    return sorted(((many, "JQKA".index(rank)) for rank, many in counts.items()), reverse=True)


EIGHT = Holdem(
    DECK, RANGES, ANTE, STACK, ((BETS,) * 2,) * 2, ((RAISES,) * 2,) * 2, turned=(1, 1), best=best
)
"""The book of `declared`."""


def declared() -> Any:
    """The same as data of the package."""
    from pokerbot.games.game import Game
    from pokerbot.games.rules import Deck, Menu, Round, Rules

    menu = Menu(bets=BETS, raises=RAISES)
    rules = Rules(
        Deck(4, 2, told_apart=True),
        ANTE,
        (Round(menu, board=1), Round(menu, board=1)),
        stack=STACK,
        private=2,
        ranges=RANGES,
        showdown=OfAKind(),
    )
    return Game("eight", (), rules)


@dataclass(frozen=True)
class OfAKind:
    """As `best`, by the package's numbers of cards."""

    def strengths(
        self, deck: Any, hands: Sequence[tuple[int, ...]], public: tuple[int, ...]
    ) -> list[int]:
        found = []
        for own in hands:
            counts, total = Counter(map(deck.rank_of, (*own, *public))), 0
            for rank, many in sorted(counts.items(), key=lambda each: each[::-1], reverse=True):
                total = total * 25 + many * 5 + rank
            found.append(total * 25 ** (4 - len(counts)))
        return found

    def holding(self, deck: Any, own: tuple[int, ...], public: tuple[int, ...]) -> str:
        return "".join(map(deck.label, own))

    def kinds(
        self, deck: Any, hands: Sequence[tuple[int, ...]], public: tuple[int, ...]
    ) -> list[str]:
        return [self.holding(deck, own, public) for own in hands]
