"""What a seat can be dealt, and how likely both seats' hands are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from pokerbot.errors import InputError
from pokerbot.games.cards import Cards, Deck

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NamedRange = tuple[tuple[str, float], ...]
"""The hands that a seat may be dealt, by their names, and the weight of each."""


class Hands(Sequence[Cards]):
    """A seat's hands, each a tuple of cards, the higher ones first.

    deck: what their cards are of
    private: how many cards a hand has
    dealt: the hands; None where every single card of the deck is a hand
    """

    def __init__(self, deck: Deck, private: int, dealt: tuple[Cards, ...] | None) -> None:
        self.deck, self.private, self.dealt = deck, private, dealt

    def __len__(self) -> int:
        return self.deck.cards if self.dealt is None else len(self.dealt)

    def __getitem__(self, hand: int) -> Cards:  # type: ignore[override]
        return (hand,) if self.dealt is None else self.dealt[hand]

    def __iter__(self) -> Iterator[Cards]:
        return iter(((hand,) for hand in range(len(self))) if self.dealt is None else self.dealt)

    def name(self, hand: int) -> str:
        """A hand as people write it: `Q`, `AhKd`."""
        return "".join(map(self.deck.label, self[hand]))

    def find(self, name: str) -> int | None:
        """The hand of that name, None where there is none."""
        if self.dealt is None:
            return self.deck.rank(name)
        return self._named.get(name)

    def meant(self, name: str) -> int | None:
        """The hand of that name with its cards in any order: `KcKd` is `KdKc`; None if none is."""
        found = self.find(name)
        if found is None and self.dealt is not None:
            cards = [card for card in self.deck.named(name) if card is not None]
            return self._numbered.get(frozenset(cards)) if len(cards) == self.private else None
        return found

    def number(self, cards: Iterable[int]) -> int:
        """The hand of these cards, in any order."""
        return self._numbered[frozenset(cards)]

    @cached_property
    def _numbered(self) -> dict[frozenset[int], int]:
        return {frozenset(cards): hand for hand, cards in enumerate(self)}

    @cached_property
    def _named(self) -> dict[str, int]:
        return {self.name(hand): hand for hand in range(len(self))}


@lru_cache(maxsize=2)
def every_hand(deck: Deck, private: int) -> Hands:
    """All hands of so many cards."""
    if private == 1:
        return Hands(deck, 1, None)
    cards = range(deck.cards - 1, -1, -1)
    return Hands(deck, private, tuple(combinations(cards, private)))


def hands_of(deck: Deck, private: int, named: NamedRange) -> Hands:
    """The hands of these names, with their cards in any order.

    Raises:
        InputError: there is no such hand, or one is named twice.
    """
    every = every_hand(deck, private)
    found = []
    for name, _ in named:
        hand = every.meant(name) if isinstance(name, str) else None
        if hand is None:
            raise InputError(f"has no hand {name!r:.40}", parameter="ranges")
        found.append(every[hand])
    if len(set(found)) < len(found):
        raise InputError("names a hand twice", parameter="ranges")
    return Hands(deck, private, tuple(found))


class Prior:
    """How likely each deal is: the product of both hands' weights and the ways to draw the cards.

    deck: what is dealt from
    hands: the hands of player 1 and of player 2
    weights: the weights of their hands, None for a player whose hands all weigh 1
    """

    def __init__(
        self,
        deck: Deck,
        hands: tuple[Hands, Hands],
        weights: tuple[tuple[float, ...] | None, tuple[float, ...] | None] = (None, None),
    ) -> None:
        self.deck, self.hands, self.weights = deck, hands, weights

    def joint(self, public: Cards = ()) -> NDArray[np.int64] | None:
        """[hands, hands] the `ways` of every pair; None, as here, where weights and deck tell."""
        return None

    def weight(self, player: int, hand: int) -> float:
        """The weight of a player's hand, 1 where none is given."""
        weights = self.weights[player]
        return 1 if weights is None else weights[hand]

    def ways(self, first: int, second: int, public: Cards = ()) -> float:
        """The weight of a deal: both players' hands, and the public cards."""
        weight = self.weight(0, first) * self.weight(1, second)
        return weight and weight * self.deck.ways(
            *self.hands[0][first], *self.hands[1][second], *public
        )

    def alive(self, player: int, hand: int, public: Cards) -> bool:
        """Whether a player can hold a hand with these public cards."""
        return bool(
            self.weight(player, hand) and self.deck.ways(*public, *self.hands[player][hand])
        )
