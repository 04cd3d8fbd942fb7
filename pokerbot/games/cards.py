"""Decks: which cards there are, what they are called, and in how many ways they are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from math import perm

from pokerbot.errors import InputError
from pokerbot.games.parameters import is_count

FACES = ("J", "Q", "K")
RANKS, SUITS = "23456789TJQKA", "cdhs"
"""The ranks and suits of decks whose suits are told apart, from the lowest to the highest."""
SPOKEN = "two three four five six seven eight nine ten jack queen king ace"
NAMES = dict(zip(RANKS, SPOKEN.split(), strict=True))
"""What ranks are called: `K` is a king."""

Cards = tuple[int, ...]
"""Cards by their numbers in a deck."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck of ranks 0 .. ranks-1, of which the highest wins, each in as many suits.

    Cards are numbered from 0. Where suits are not told apart, a card's number is its rank, and
    `copies` cards share it. Where they are told apart, it is rank × suits + suit; the ranks are
    then the highest of `RANKS`, the suits the first of `SUITS`. `suits=None` stands for hands that
    are independent uniform draws: both players may hold the same one, and none is used up.

    Raises:
        InputError: ranks or suits are no whole number from 1 up, or suits are told apart and there
            are more ranks or suits than letters.
    """

    ranks: int
    suits: int | None
    told_apart: bool = False

    def __post_init__(self) -> None:
        for name, count in (("ranks", self.ranks), ("suits", self.suits)):
            independent = name == "suits" and count is None
            if not (independent or is_count(count, 1)):
                raise InputError(
                    f"must be a whole number from 1 up, not {count!r:.40}", parameter=name
                )
        if self.told_apart and not (self.ranks <= len(RANKS) and 0 < (self.suits or 0) <= 4):
            raise InputError("cards are told apart in decks of at most 13 ranks and 4 suits")

    @property
    def cards(self) -> int:
        """How many cards have a number of their own."""
        return self.ranks * (self.suits or 1) if self.told_apart else self.ranks

    @property
    def copies(self) -> int:
        """How many cards share a number."""
        return 1 if self.told_apart else self.suits or 1

    def rank_of(self, card: int) -> int:
        """A card's rank."""
        return card // (self.suits or 1) if self.told_apart else card

    def label(self, card: int) -> str:
        """The name of a card: `Kh`, or its rank alone: J, Q, K of three, else a number from 1."""
        if self.told_apart:
            assert self.suits is not None
            rank, suit = divmod(card, self.suits)
            return RANKS[rank - self.ranks] + SUITS[suit]
        faces = self.ranks == len(FACES) and self.suits is not None
        return FACES[card] if faces else str(card + 1)

    def rank_label(self, card: int) -> str:
        """The name of a card's rank: `K` for `Kh`."""
        return self.label(card)[0] if self.told_apart else self.label(card)

    def rank(self, label: str) -> int | None:
        """The number of the card of that name, None where there is none."""
        if self.told_apart:
            rank = RANKS.find(label[:1]) - len(RANKS) + self.ranks
            suit, suits = SUITS.find(label[1:]), self.suits or 0
            there = rank >= 0 and suit in range(suits)
            card = rank * suits + suit
            return card if there and self.label(card) == label else None
        if label in FACES:
            rank = FACES.index(label)
        else:
            rank = int(label) - 1 if label.isascii() and label.isdigit() and len(label) < 11 else -1
        return rank if 0 <= rank < self.ranks and self.label(rank) == label else None

    def named(self, text: str) -> list[int | None]:
        """The cards in a text such as `Td9d6h` or `K`; None for each name that no card has."""
        return [*map(self.rank, names_in(text) if self.told_apart else text.split())]

    def ways(self, *cards: int) -> int:
        """In how many ways these cards can be drawn in this order."""
        ways = 1
        for place, card in enumerate(cards):
            ways *= 1 if self.suits is None else max(self.copies - cards[:place].count(card), 0)
        return ways

    def orders(self, cards: int) -> int:
        """In how many ways so many cards can be drawn in order: the sum of all `ways`."""
        if self.suits is None:
            return int(self.ranks**cards)
        return perm(self.ranks * self.suits, cards)


def names_in(text: str) -> list[str]:
    """The names in a text of cards such as `Td9d6h Qc`; spaces and commas do not matter."""
    bare = "".join(text.replace(",", " ").split())
    return [bare[at : at + 2] for at in range(0, len(bare), 2)]


def plural(rank: str) -> str:
    """The plural of a rank: `aces`, `sixes`; `12s` where the rank is a number."""
    name = NAMES.get(rank, rank)
    return f"{name}es" if name == "six" else f"{name}s"
