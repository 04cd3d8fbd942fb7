"""What beats what at a showdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from pokerbot.errors import InputError
from pokerbot.games.cards import RANKS, SUITS, Cards, Deck

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Strengths = Sequence[float] | NDArray[np.int64] | NDArray[np.float64]


class Showdown(Protocol):
    """How hands compare, and how they are called."""

    def strengths(self, deck: Deck, hands: Sequence[Cards], public: Cards) -> Strengths:
        """[hands] the strength of each hand: the larger number wins."""

    def holding(self, deck: Deck, own: Cards, public: Cards) -> str:
        """A hand in words."""

    def kinds(self, deck: Deck, hands: Sequence[Cards], public: Cards) -> Sequence[str]:
        """[hands] the category of each hand: `two pair`; its own name in games of few hands."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """A pair with a public card beats any hand without one; otherwise the higher rank wins."""

    def strengths(self, deck: Deck, hands: Sequence[Cards], public: Cards) -> Sequence[int]:
        """As `Showdown`."""
        shown, found = {*map(deck.rank_of, public)}, []
        for own in hands:
            ranks = map(deck.rank_of, own)
            total = 0
            for each in sorted(
                (rank + deck.ranks * (rank in shown) for rank in ranks), reverse=True
            ):
                total = total * 2 * deck.ranks + each
            found.append(total)
        return found

    def holding(self, deck: Deck, own: Cards, public: Cards) -> str:
        """As `Showdown`."""
        name, shown = "".join(map(deck.label, own)), {*map(deck.rank_of, public)}
        paired = {deck.rank_of(card): card for card in own if deck.rank_of(card) in shown}
        if not paired:
            return name
        ranks = " and ".join(f"{deck.rank_label(card)}s" for card in paired.values())
        if len(own) == 1:
            return f"pair of {ranks}"
        return f"{name}, {'a pair' if len(paired) == 1 else 'pairs'} of {ranks}"

    def kinds(self, deck: Deck, hands: Sequence[Cards], public: Cards) -> Sequence[str]:
        """As `Showdown`."""
        return ["".join(map(deck.label, own)) for own in hands]


FIVE = 5
"""How many cards make a hand of poker; with fewer, none beats another."""


@dataclass(frozen=True, slots=True)
class BestFive:
    """The best five of a hand's cards and the public ones, as in Texas hold'em."""

    def strengths(self, deck: Deck, hands: Sequence[Cards], public: Cards) -> NDArray[np.int64]:
        """As `Showdown`.

        Raises:
            InputError: the deck is not the whole one of 52 cards.
        """
        import numpy as np

        from pokerbot.games.ranking import strength

        if (deck.ranks, deck.suits, deck.told_apart) != (len(RANKS), len(SUITS), True):
            raise InputError("the best five cards are those of a deck of 13 ranks and 4 suits")
        rank, suit = np.divmod(np.array([(*own, *public) for own in hands]), deck.suits or 1)
        bits = [np.where(suit == each, 1 << rank, 0) for each in range(4)]
        return strength([np.bitwise_or.reduce(each, axis=1) for each in bits])

    def holding(self, deck: Deck, own: Cards, public: Cards) -> str:
        """As `Showdown`."""
        from pokerbot.games.ranking import words

        if len(own) + len(public) < FIVE:
            return "".join(map(deck.label, own))
        return words(int(self.strengths(deck, [own], public)[0]))

    def both(self, deck: Deck, hands: Sequence[Cards], public: Cards) -> tuple[str, str]:
        """Two hands in words, with the kicker where that alone decides."""
        from pokerbot.games.ranking import kicker

        one, other = (self.holding(deck, own, public) for own in hands)
        if one != other or len(hands[0]) + len(public) < FIVE:
            return one, other
        first, second = self.strengths(deck, hands, public).tolist()
        decides = kicker(first, second), kicker(second, first)
        one, other = (f"{one}, kicker {rank}" if rank else one for rank in decides)
        return one, other

    def kinds(self, deck: Deck, hands: Sequence[Cards], public: Cards) -> Sequence[str]:
        """As `Showdown`."""
        from pokerbot.games.ranking import category

        return [*map(category, self.strengths(deck, hands, public).tolist())]
