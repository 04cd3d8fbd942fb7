"""What beats what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pokerbot.games.cards import Cards, Deck


class Showdown(Protocol):
    """How hands compare, and how that is told."""

    def strength(self, deck: Deck, own: Cards, public: Cards) -> int:
        """A number that is larger for the better hand."""

    def holding(self, deck: Deck, own: Cards, public: Cards) -> str:
        """What a showdown tells of a hand."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """A pair with a public card beats every single card; of two the higher one wins."""

    def strength(self, deck: Deck, own: Cards, public: Cards) -> int:
        """As `Showdown`."""
        ranks, shown = map(deck.rank_of, own), {*map(deck.rank_of, public)}
        worth = sorted((rank + deck.ranks * (rank in shown) for rank in ranks), reverse=True)
        total = 0
        for each in worth:
            total = total * 2 * deck.ranks + each
        return total

    def holding(self, deck: Deck, own: Cards, public: Cards) -> str:
        """As `Showdown`."""
        name = "".join(map(deck.label, own))
        shown = {*map(deck.rank_of, public)}
        return f"pair of {name}s" if any(deck.rank_of(card) in shown for card in own) else name


@dataclass(frozen=True, slots=True)
class Ranked:
    """Single cards by a table: [boards][hands], the larger number wins.

    Its rows are the public cards there can be, one where there is none.
    """

    table: tuple[tuple[int, ...], ...]

    def strength(self, deck: Deck, own: Cards, public: Cards) -> int:
        """As `Showdown`."""
        return self.table[public[0] if public else 0][own[0]]

    def holding(self, deck: Deck, own: Cards, public: Cards) -> str:
        """As `Showdown`."""
        return Pairs().holding(deck, own, public)
