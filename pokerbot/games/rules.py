"""What a two-player betting game consists of, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

from pokerbot.errors import InputError

FACES = ("J", "Q", "K")


@dataclass(frozen=True, slots=True)
class Deck:
    """Ranks 0 .. ranks-1, the highest wins; suits never matter beyond their number.

    `suits=None` stands for hands that are independent uniform draws: both players may hold the
    same one, and none is used up.
    """

    ranks: int
    suits: int | None

    def label(self, rank: int) -> str:
        """The name of a rank: J Q K in a deck of three, numbers from 1 otherwise."""
        faces = self.ranks == len(FACES) and self.suits is not None
        return FACES[rank] if faces else str(rank + 1)

    def rank(self, label: str) -> int | None:
        """The rank of that name, None where there is none."""
        if label in FACES:
            rank = FACES.index(label)
        else:
            rank = int(label) - 1 if label.isascii() and label.isdigit() and len(label) < 11 else -1
        return rank if 0 <= rank < self.ranks and self.label(rank) == label else None

    def ways(self, *cards: int | None) -> int:
        """In how many ways these ranks (None: not dealt) come off the deck, in this order."""
        dealt = [card for card in cards if card is not None]
        ways = 1
        for place, rank in enumerate(dealt):
            ways *= 1 if self.suits is None else self.suits - dealt[:place].count(rank)
        return ways

    def orders(self, cards: int) -> int:
        """In how many ways that many cards come off the deck: the sum of `ways` over all ranks."""
        if self.suits is None:
            return int(self.ranks**cards)
        orders = 1
        for place in range(cards):
            orders *= self.ranks * self.suits - place
        return orders


@dataclass(frozen=True, slots=True)
class Limit:
    """Fixed-size betting: the n-th bet of a round adds `sizes[n]` to what there is to call.

    With `check_ends` a first check goes straight to the showdown. `choices` are the sizes among
    which the n-th bet is chosen, where there are several: `Limit.among` makes one of these.
    """

    sizes: tuple[float, ...]
    check_ends: bool = False
    choices: tuple[tuple[float, ...], ...] = ()

    @classmethod
    def among(cls, *choices: tuple[float, ...], check_ends: bool = False) -> Limit:
        """Betting in which the n-th bet of a round is one of `choices[n]`, smaller ones first.

        Raises:
            InputError: a bet has no size to choose.
        """
        menu = tuple(tuple(sorted(set(sizes))) for sizes in choices)
        if not all(menu):
            raise InputError("each bet needs at least one size", parameter="choices")
        return cls(tuple(sizes[0] for sizes in menu), check_ends, menu)

    def bets(self, before: int) -> tuple[float, ...]:
        """The sizes of a bet after so many in its round, smaller ones first."""
        if before >= len(self.sizes):
            return ()
        return self.choices[before] if self.choices else (self.sizes[before],)


@dataclass(frozen=True, slots=True)
class NoLimit:
    """Any whole bet; a raise puts in at least twice the call, or all there is left."""

    actions: int = 4


@dataclass(frozen=True, slots=True)
class Round:
    """One round of betting, with a public card turned up before it or not."""

    betting: Limit | NoLimit
    board: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """A whole game. Amounts are chips; `stack` includes the ante, None is as deep as it takes.

    ranking: [boards][hands] what the showdown compares, one row in a game without a public card;
        None has a pair with the public card beat every single card, and the higher of these win

    Raises:
        InputError: two public cards, a ranking of another shape, too few cards, or too few chips.
    """

    deck: Deck
    ante: float
    rounds: tuple[Round, ...]
    stack: int | None = None
    ranking: tuple[tuple[int, ...], ...] | None = None

    def __post_init__(self) -> None:
        if sum(part.board for part in self.rounds) > 1:
            raise InputError("only one round can turn up a public card: there is one in a game")
        rows = self.deck.ranks if self.has_board else 1
        if self.ranking is not None and [*map(len, self.ranking)] != [self.deck.ranks] * rows:
            raise InputError(
                f"must have {rows} x {self.deck.ranks} numbers: a row for each public card there"
                " can be, a number for each hand",
                parameter="ranking",
            )
        needed = 2 + self.has_board
        if self.deck.suits is not None and self.deck.ranks * self.deck.suits < needed:
            raise InputError(f"the deck has fewer than the {needed} cards that a hand takes")
        if self.stack is not None and self.stack <= self.ante:
            raise InputError(f"a stack of {self.stack} leaves nothing to bet after the ante")

    @property
    def has_board(self) -> bool:
        """Whether a public card is turned up at some point."""
        return any(part.board for part in self.rounds)

    def shows_board(self, round_: int) -> bool:
        """Whether the public card lies on the table in this round."""
        return any(part.board for part in self.rounds[: round_ + 1])

    def boards(self, round_: int) -> Sequence[int | None]:
        """The public cards there can be in this round; `(None,)` before one is turned up."""
        return range(self.deck.ranks) if self.shows_board(round_) else (None,)

    @final
    def strength(self, card: int, board: int | None) -> int:
        """What the showdown compares; another order of hands is a `ranking`."""
        if self.ranking is not None:
            return self.ranking[board or 0][card]
        return card + self.deck.ranks if card == board else card

    def holding(self, card: int, board: int | None) -> str:
        """What a showdown tells of a card: `pair of Ks` where it pairs the public one, else `K`."""
        label = self.deck.label(card)
        return f"pair of {label}s" if card == board else label

    def winner(self, cards: tuple[int, int], board: int | None) -> int | None:
        """Who wins the showdown, 0 or 1; None where it is a tie and the pot is split."""
        first, second = (self.strength(card, board) for card in cards)
        return None if first == second else int(second > first)
