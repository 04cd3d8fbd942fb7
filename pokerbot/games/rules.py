"""What a two-player betting game consists of, as plain data."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, final

from pokerbot.errors import InputError, check_kinds
from pokerbot.games.bets import Bets, BySeat, Limit, Menu, NoLimit
from pokerbot.games.boards import Boards
from pokerbot.games.cards import Cards, Deck
from pokerbot.games.dealer import Dealer
from pokerbot.games.hands import Hands, NamedRange, Prior, every_hand, hands_of
from pokerbot.games.parameters import LARGEST, is_count, is_number, plain
from pokerbot.games.showdown import BestFive, Pairs, Showdown

if TYPE_CHECKING:
    from pokerbot.games.showdown import Strengths

__all__ = [
    "BestFive",
    "BySeat",
    "Deck",
    "Limit",
    "Menu",
    "NoLimit",
    "Pairs",
    "Round",
    "Rules",
]

MATTERS = 0.01
"""The least loss that is a mistake, in the game's units."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round of betting.

    betting: which bets are legal
    board: how many public cards are turned up before it
    first: who acts first, 0 or 1

    Raises:
        InputError: `betting` is no `Bets`, `board` is no whole number from 0 up, or `first` is none
            of the players.
    """

    betting: Bets
    board: int = 0
    first: int = 0

    def __post_init__(self) -> None:
        check_kinds(self, betting=Bets)
        if not (isinstance(self.board, bool) or is_count(self.board)):
            raise InputError(
                f"must be a whole number from 0 up, not {self.board!r:.40}", parameter="board"
            )
        if not (is_count(self.first) and self.first < 2):
            raise InputError(f"must be 0 or 1, not {self.first!r:.40}", parameter="first")


@dataclass(frozen=True)
class Rules:
    """The rules of a whole game. Amounts are in chips.

    ante: what each player puts in before the cards are dealt; at a spot half of the pot
    rounds: the rounds of betting, in order
    stack: what each player has, the ante included; None for as much as the bets take
    ranking: [boards][hands] strengths of single cards, used in place of `showdown`
    private: how many cards each player is dealt
    ranges: the hands that each player may be dealt, with their weights; None for all, of weight 1
    public: the cards that lie on the table from the start
    blinds: what player 1 and player 2 put in on top of the ante; whoever acts first no more than
        the other
    showdown: what beats what
    rake: the part of the matched chips that no player gets
    rake_cap: the most rake that is taken

    Raises:
        InputError: something is of another kind, there is no round, an amount or a count is out of
            range, the deck lacks cards, the ranking has another shape, or the stack leaves nothing
            to bet.
    """

    deck: Deck
    ante: float
    rounds: tuple[Round, ...]
    stack: float | None = None
    ranking: tuple[tuple[float, ...], ...] | None = None
    private: int = 1
    ranges: tuple[NamedRange | None, NamedRange | None] = (None, None)
    public: Cards = ()
    blinds: tuple[float, float] = (0, 0)
    showdown: Showdown = field(default=Pairs())
    rake: float = 0
    rake_cap: float = LARGEST

    def __post_init__(self) -> None:
        check_kinds(self, deck=Deck, showdown=Showdown)
        self._check_tuples()
        self._check_amounts()
        self._check_blinds()
        turned = sum(self.turned_up)
        if not self.deck.told_apart and (turned > 1 or self.private > 1 or self.public):
            raise InputError(
                "more than one card in a hand or on the table takes a deck whose suits are told"
                " apart"
            )
        rows = self.deck.ranks if turned else 1
        if self.ranking is not None and [*map(len, self.ranking)] != [self.deck.ranks] * rows:
            raise InputError(
                f"must have {rows} x {self.deck.ranks} numbers: a row for each public card there"
                " can be, a number for each hand",
                parameter="ranking",
            )
        needed = 2 * self.private + len(self.public) + turned
        if self.deck.suits is not None and self.deck.ranks * self.deck.suits < needed:
            raise InputError(f"the deck has fewer than the {needed} cards that a hand takes")
        self._check_deal()
        left = math.inf if self.stack is None else self.stack - self.ante - max(self.blinds)
        if left < 0 or (left == 0 and not self.public):  # all-in at a spot, both check it down
            raise InputError(f"a stack of {self.stack} leaves nothing to bet after the ante")

    def _check_tuples(self) -> None:
        """Raise InputError where there is a list, or a single value in place of a tuple."""
        for each in fields(Rules):
            value = getattr(self, each.name)
            try:
                hash(value)
            except TypeError:
                told = f"must be hashable, of tuples and not lists, not {value!r:.60}"
                raise InputError(told, parameter=each.name) from None
        both = self.ranges if isinstance(self.ranges, tuple) else ("",)
        tuples = {"ranking": self.ranking, "public": self.public, "blinds": self.blinds}
        for name, value in [*tuples.items(), *(("ranges", each) for each in both)]:
            if not isinstance(value, tuple | None):
                raise InputError(f"must be of tuples, not {value!r:.60}", parameter=name)

    def _check_amounts(self) -> None:
        """Raise InputError where there is no round, or an amount or count is out of range."""
        rounds = self.rounds if isinstance(self.rounds, tuple) else ()
        if not rounds or not all(isinstance(each, Round) for each in rounds):
            raise InputError("must be a tuple of one Round or more", parameter="rounds")
        amounts = {"ante": (self.ante,), "blinds": self.blinds, "stack": (self.stack or 0,)}
        for name, given in amounts.items():
            if not all(is_number(chips) and chips >= 0 for chips in given):
                raise InputError(f"must be of chips from 0 up, not {given!r:.60}", parameter=name)
        if not (is_number(self.rake) and 0 <= self.rake <= 1):
            raise InputError(f"must be a part from 0 to 1, not {self.rake!r:.40}", parameter="rake")
        if not (is_number(self.rake_cap) and self.rake_cap >= 0):
            raise InputError("must be of chips from 0 up", parameter="rake_cap")
        if not is_count(self.private, 1):
            raise InputError("must be a whole number from 1 up", parameter="private")
        if self.ranking is not None and self.deck.told_apart:
            raise InputError("takes a deck whose suits are not told apart", parameter="ranking")
        if not all(is_number(place) for row in self.ranking or () for place in row):
            raise InputError("must be of numbers", parameter="ranking")

    def _check_blinds(self) -> None:
        """Raise InputError where they are not two, or whoever acts first has nothing to call."""
        if len(self.blinds) != 2:
            raise InputError("must be two, one for each player", parameter="blinds")
        first = self.rounds[0].first
        if self.blinds[first] > self.blinds[1 - first]:
            told = f"leave player {first + 1}, who acts first, less than nothing to call"
            raise InputError(told, parameter="blinds")

    def _check_deal(self) -> None:
        """Raise InputError where the deck lacks public cards, or no two hands can be dealt."""
        there = all(is_count(card) and card < self.deck.cards for card in self.public)
        if not there or len(set(self.public)) < len(self.public):
            raise InputError("must be cards of the deck, each once", parameter="public")
        pairs = [pair for named in self.ranges for pair in named or ()]
        if len(self.ranges) != 2 or not all(
            isinstance(each, tuple) and len(each) == 2 for each in pairs
        ):
            raise InputError("must be two tuples of (hand, weight), or None", parameter="ranges")
        if not all(is_number(weight) and 0 <= weight < math.inf for _, weight in pairs):
            raise InputError("have weights from 0 up", parameter="ranges")
        if (not self.any_hand or self.public) and not self.leaves_hands(self.public):
            raise InputError("leave no two hands that can be dealt", parameter="ranges")

    @cached_property
    def hands(self) -> tuple[Hands, Hands]:
        """The hands that player 1 and player 2 can be dealt."""
        first, second = (
            every_hand(self.deck, self.private)
            if named is None
            else hands_of(self.deck, self.private, named)
            for named in self.ranges
        )
        return first, second

    @cached_property
    def prior(self) -> Prior:
        """How likely each pair of hands is."""
        first, second = (
            None if named is None else tuple(weight for _, weight in named) for named in self.ranges
        )
        return Prior(self.deck, self.hands, (first, second))

    @cached_property
    def boards(self) -> Boards:
        """The boards that there can be."""
        return Boards(self.deck, self.turned_up, self.public)

    @cached_property
    def dealer(self) -> Dealer:
        """Who draws hands and boards."""
        return Dealer(self)

    @property
    def any_hand(self) -> bool:
        """Whether each player may be dealt every hand of the deck, all of the same weight."""
        return self.ranges == (None, None)

    @property
    def pot(self) -> float:
        """The chips that lie in the middle before the first action."""
        return 2 * self.ante + sum(self.blinds)

    def raked(self, matched: float) -> float:
        """The rake from `matched` chips: those that both players put in and neither gets back."""
        return min(self.rake * matched, self.rake_cap) if self.rake else 0

    @property
    def starting_share(self) -> float:
        """Each player's half of the chips that lie in the pot before the hand begins.

        A hand that begins with public cards on the table, a spot, has such chips; others have none.
        """
        return self.ante if self.public else 0

    @property
    def unit(self) -> float:
        """The unit of losses, in chips: a tenth of the pot at a spot, a big blind, or an ante.

        It is one chip where the pot is empty at first.
        """
        return (self.pot / 10 if self.public else max(self.blinds) or self.ante) or 1

    @property
    def decimals(self) -> int:
        """How many decimals of a chip matter."""
        return decimals_of(self.unit)

    @property
    def turned_up(self) -> tuple[int, ...]:
        """How many public cards are turned up at the beginning of each street but the first."""
        return tuple(part.board for part in self.rounds if part.board)

    @property
    def has_board(self) -> bool:
        """Whether public cards are turned up at some point."""
        return bool(self.turned_up)

    def street(self, round_: int) -> int:
        """How many times public cards have been turned up in this round."""
        return sum(1 for part in self.rounds[: round_ + 1] if part.board)

    def on(self, board: int) -> Rules:
        """The same betting with the cards of a board on the table from the start.

        Raises:
            InputError: they leave no two hands that can be dealt.
        """
        lying = self.boards.street(board)
        rounds = (
            replace(each, board=0) if self.street(round_) <= lying else each
            for round_, each in enumerate(self.rounds)
        )
        return replace(self, rounds=tuple(rounds), public=self.boards.cards[board])

    def leaves_hands(self, lying: Cards) -> bool:
        """Whether two hands can be dealt where these public cards lie."""

        def left(seat: int) -> Iterator[int]:
            hands = range(len(self.hands[seat]))
            return (hand for hand in hands if self.prior.alive(seat, hand, lying))

        return next(left(1), None) is not None and any(
            self.prior.ways(one, other, lying) for one in left(0) for other in left(1)
        )

    def never_next(self, lying: Cards) -> Cards:
        """The cards that cannot be turned up next: they lie there, or leave no two hands."""
        cards = range(self.deck.cards)
        return tuple(c for c in cards if c in lying or not self.leaves_hands((*lying, c)))

    def alive(self, player: int, hand: int, board: int) -> bool:
        """Whether a player can hold a hand on this board."""
        return self.prior.alive(player, hand, self.boards.cards[board])

    @final
    def strengths(self, player: int, board: int) -> Strengths:
        """[hands] the strengths of a player's hands on a board: the larger one wins.

        It is final: what beats what is changed by a `ranking` or a `showdown`.
        """
        return self._compared(player, range(len(self.hands[player])), board)

    @final
    def strength(self, player: int, hand: int, board: int) -> float:
        """The strength of a player's hand on a board."""
        return plain(self._compared(player, (hand,), board)[0])

    def _compared(self, player: int, hands: Sequence[int], board: int) -> Strengths:
        """The strengths of some of a player's hands on a board."""
        held, public = [self.hands[player][hand] for hand in hands], self.boards.cards[board]
        if self.ranking is None:
            found = self.showdown.strengths(self.deck, held, public)
            # Differences of NumPy's small whole numbers would wrap round.
            if isinstance(found, Sequence):
                return [*map(plain, found)]
            return found if found.dtype.kind == "f" else found.astype("int64", copy=False)
        row = self.ranking[public[0] if public else 0]
        return [row[card] for (card,) in held]

    def faces(
        self, held: tuple[int, int], final: int, board: int, near: int
    ) -> tuple[str, str, str]:
        """The cards of both players, and on the table, as a screen shows them.

        Args:
            held: the number of each player's hand.
            final: the board with which the hand ends.
            board: the board that lies there now.
            near: the seat of the player who looks at the screen.
        """
        first, second = (hands.name(hand) for hands, hand in zip(self.hands, held, strict=True))
        return first, second, self.boards.lying(board)

    def holding(self, player: int, hand: int, board: int) -> str:
        """A hand in words at a showdown: `pair of Ks` with the public card, else `K`."""
        return self.showdown.holding(self.deck, self.hands[player][hand], self.boards.cards[board])

    def holdings(self, held: tuple[int, int], board: int, near: int) -> tuple[str, str]:
        """Both players' hands in words at a showdown, with the kicker where that alone decides.

        Args:
            held: the number of each player's hand.
            board: the board with which the hand ends.
            near: the seat of the player who looks at the screen.
        """
        cards = [hands[hand] for hands, hand in zip(self.hands, held, strict=True)]
        public = self.boards.cards[board]
        if isinstance(self.showdown, BestFive):
            return self.showdown.both(self.deck, cards, public)
        first, second = (self.showdown.holding(self.deck, own, public) for own in cards)
        return first, second

    def kinds(self, player: int, board: int) -> Sequence[str]:
        """[hands] the category of each hand: `two pair`; its own name in games of few hands."""
        return self.showdown.kinds(self.deck, self.hands[player], self.boards.cards[board])

    def winner(self, hands: tuple[int, int], board: int) -> int | None:
        """Who wins the showdown, 0 or 1; None where it is a tie and the pot is split."""
        first, second = (self.strength(seat, hand, board) for seat, hand in enumerate(hands))
        return None if first == second else int(second > first)


def decimals_of(*units: float) -> int:
    """How many decimals, at least two, tell a mistake from nothing: 3 for 0.2 and 0.05.

    units: those of the games, in chips
    """
    unit = min(units, default=1.0)
    return max(math.ceil(-round(math.log10(2 * MATTERS * unit), 9)), 2)
