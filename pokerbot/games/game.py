"""A game with its parameters: how people name it, and how its information sets are spelled."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any, ClassVar

from pokerbot.errors import InputError, check_kinds
from pokerbot.games.actions import LETTERS, Betting
from pokerbot.games.betting import (
    careful_and_larger,
    following,
    legal_actions,
    start,
    successor,
    walk,
)
from pokerbot.games.locks import Lock, locks_of
from pokerbot.games.rules import Rules
from pokerbot.games.sequences import Ends
from pokerbot.games.spot import Spot

SPOTS = "holdem"
"""The family of hold'em's spots."""
OPEN_SPIEL = "openspiel:"
"""The prefix before OpenSpiel's own name of a game."""
View = tuple[int, int, str]
"""A board, a hand, and how both are spelled in a key."""


@dataclass(frozen=True, repr=False)
class Game:
    """A game with all its parameters; equal games have equal rules.

    name: its family's name
    values: every parameter with its value
    usual: the parameters' defaults, which its text leaves out
    label: what people and files call it, where its parameters are too long for that
    has_cards: whether it has rules of cards and betting, and a table; else it is given by its ends
    """

    name: str
    values: tuple[tuple[str, float | str], ...]
    rules: Rules
    usual: tuple[tuple[str, float | str], ...] = field(default=(), compare=False, repr=False)
    label: str = field(default="", compare=False)
    has_cards: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_kinds(self, rules=Rules)

    @property
    def is_spot(self) -> bool:
        """Whether it is a spot of hold'em."""
        return self.name == SPOTS

    @property
    def has_classes(self) -> bool:
        """Whether its hands belong to the 169 classes of hold'em, or are those classes."""
        return self.rules.deck.told_apart and self.rules.private == 2

    def __repr__(self) -> str:
        return f"<Game {self.spec}>"

    @property
    def parameters(self) -> dict[str, float | str]:
        """Every parameter by its name; with the name they say which game it is."""
        return dict(self.values)

    @property
    def openspiel(self) -> Any:
        """OpenSpiel's own game object, None where it is none of those."""
        return None

    @property
    def ends(self) -> Ends:
        """The ends that are all that is known of a game without cards.

        Raises:
            InputError: it has rules instead.
        """
        raise InputError(f"{self.spec:.80} is given by its rules, not by its ends")

    @property
    def root(self) -> Callable[[], Any] | None:
        """A function that gives the first `State`; None where the game is no tree of states."""
        return None

    @property
    def tree(self) -> object:
        """What tells its tree from another that has the same name and ends; None if these do."""
        return None

    @property
    def zero_sum(self) -> bool:
        """Whether one player wins what the other loses: no rake is taken."""
        return not self.rules.rake

    def check_zero_sum(self, name: str) -> None:
        """Raise InputError for a game with rake; `name` is what takes none."""
        if not self.zero_sum:
            raise InputError(f"{name} takes zero-sum games, and {self.spec:.60} has a rake")

    @property
    def locks(self) -> tuple[Lock, ...]:
        """Its locks: decisions where the play is given, around which the rest is solved."""
        text = str(self.parameters.get("lock", ""))
        return locks_of(self.rules, text) if text else ()

    @property
    def locked(self) -> frozenset[str]:
        """The keys of the information sets at which a lock gives the play."""
        return frozenset(
            self.key(Spot(lock.betting, lock.board, hand))
            for lock in self.locks
            for hand in lock.hands
        )

    def check_unlocked(self, name: str) -> None:
        """Raise InputError for a game with locks; `name` is what takes none."""
        if self.locks:
            raise InputError(f"{name} takes games without locks, and {self.spec:.60} has some")

    def on(self, board: int) -> Game:
        """The game from a board on: its cards lie on the table from the start, without locks.

        The lines of locks begin where the game itself does, and would mean other decisions here.

        Raises:
            InputError: the board leaves no two hands that can be dealt.
        """
        values = tuple((key, "" if key == "lock" else value) for key, value in self.values)
        return replace(self, values=values, rules=self.rules.on(board))

    @property
    def altered(self) -> list[tuple[str, float | str]]:
        """The parameters that are not the default."""
        usual = dict(self.usual)
        return [(key, value) for key, value in self.values if value != usual.get(key)]

    @property
    def text(self) -> str:
        """Its canonical text, which identifies it and which `parse_game` reads: `kuhn:cards=5`."""
        altered = ",".join(f"{key}={value}" for key, value in self.altered)
        return f"{self.name}:{altered}" if altered else self.name

    @property
    def spec(self) -> str:
        """What people call it: its text, or its label where it has one."""
        return self.label or self.text

    @property
    def slug(self) -> str:
        """As file names spell it: `kuhn-cards-5`, letters, digits and dashes."""
        if self.label:
            return re.sub(r"[^\w+-]+", "-", self.label)
        parts = (
            f"-{key}-{value}".replace(".", "-").replace("+", "") for key, value in self.altered
        )
        return self.name + "".join(parts)

    def key(self, spot: Spot) -> str:
        """An information set as files spell it: own cards, public cards, and the betting so far.

        `Q/K:kbc/k`; where suits are told apart, cards stand before the round that they came in:
        `AhKd:kbc/7s:k`.
        """
        view = spot.board, spot.hand, self._cards(spot.player, spot.board, spot.hand)
        return self.keys(spot.betting, [view])[0]

    def names(self, betting: Betting) -> tuple[str, ...]:
        """The names of the legal actions."""
        return tuple(action.name for action in legal_actions(self.rules, betting))

    @property
    def kinds(self) -> Sequence[str]:
        """The kinds of actions that there are anywhere."""
        return [*LETTERS]

    def kinds_at(self, betting: Betting) -> tuple[str, ...]:
        """The kinds of the legal actions."""
        return tuple(action.kind for action in legal_actions(self.rules, betting))

    def address(self, betting: Betting, board: int) -> str:
        """What follows the hand in a key: `:kb`, `/K:kbc/k`, `:kbc/7s:k`."""
        if self.rules.deck.told_apart:
            return f":{self._line(betting, board)}"
        return f"{self._shown(board)}:{betting.history}"

    def split(self, key: str) -> tuple[str, str]:
        """The hand that a key names, and what follows it."""
        name = key.partition(":")[0].partition("/")[0]
        return name, key[len(name) :]

    def hand(self, player: int, name: str) -> int | None:
        """The number of a player's hand of that name, None where there is none."""
        return self.rules.hands[player].find(name)

    def keys(self, betting: Betting, views: Iterable[View]) -> list[str]:
        """The keys of the information sets at a betting, one for each of these `views`."""
        if self.rules.deck.told_apart:
            lines: dict[int, str] = {}
            for board, _, _ in views:
                if board not in lines:
                    lines[board] = self._line(betting, board)
            return [f"{cards}:{lines[board]}" for board, _, cards in views]
        history = betting.history
        return [f"{cards}:{history}" for _, _, cards in views]

    def _cards(self, player: int, board: int, hand: int) -> str:
        return self.rules.hands[player].name(hand) + self._shown(board)

    def _shown(self, board: int) -> str:
        """The public card as it follows the hand, where suits are not told apart."""
        shown = "" if self.rules.deck.told_apart else self.rules.boards.name(board)
        return shown and f"/{shown}"

    def _line(self, betting: Betting, board: int) -> str:
        """The betting with the cards that were turned up before its rounds: `kbc/7s:k`."""
        rules, parts = self.rules, []
        for round_, history in enumerate(betting.histories):
            turned = ""
            if rules.rounds[round_].board:
                turned = rules.boards.name(rules.boards.at(board, rules.street(round_))) + ":"
            parts.append(turned + history)
        return "/".join(parts)

    def spot(self, key: str) -> Spot:
        """The information set of that key.

        Raises:
            InputError: there is none.
        """
        rules, (own, _, line) = self.rules, key.partition(":")
        name, _, shown = own.partition("/")
        parts = [part.rpartition(":") for part in line.split("/")]
        betting = following(rules, [history for _, _, history in parts])
        board = rules.boards.number(rules.deck.named(shown + "".join(each[0] for each in parts)))
        hand = None if betting is None else rules.hands[betting.player].find(name)
        if not (betting is None or betting.over or board is None or hand is None):
            found = Spot(betting, board, hand)
            there = rules.street(betting.round) == rules.boards.street(board)
            if there and rules.alive(betting.player, hand, board) and self.key(found) == key:
                return found
        raise InputError(f"no information set {key!r:.60} in {self.spec}")

    def views(self, round_: int, player: int = 0) -> Iterator[View]:
        """Every (board, hand, spelling of both) that a player can see in a round."""
        rules = self.rules
        for board in rules.boards.of(rules.street(round_)):
            for hand in range(len(rules.hands[player])):
                if rules.alive(player, hand, board):
                    yield board, hand, self._cards(player, board, hand)

    def count_views(self, round_: int, player: int = 0) -> int:
        """How many `views` of a round there are; where possible without going through them."""
        rules = self.rules
        hands, boards = len(rules.hands[player]), len(rules.boards.of(rules.street(round_)))
        if boards == 1 and rules.any_hand and not rules.public:
            return hands
        if rules.deck.told_apart or not rules.any_hand:
            return sum(1 for _ in self.views(round_, player))
        return boards * (hands - (rules.deck.suits == 1))

    @property
    def hands(self) -> tuple[int, int]:
        """How many hands each player can have."""
        first, second = map(len, self.rules.hands)
        return first, second

    @property
    def fewest_keys(self) -> int:
        """A lower bound on how many information sets it has, known without going through them.

        It is the largest number at the start of one of the rounds that checks and calls lead to.
        """
        rules, betting, first = self.rules, start(self.rules), dict[int, int]()
        while not betting.over:
            first.setdefault(betting.round, betting.player)
            careful, _ = careful_and_larger(rules, betting)
            betting = successor(rules, betting, careful[-1])
        return max(self.count_views(round_, player) for round_, player in first.items())

    @property
    def most_ends(self) -> int:
        """An upper bound on how many pairs of sequences end a hand, known from the rules alone.

        Pairs of hands that share a card are counted, too.
        """
        rules, ends = self.rules, (betting.round for betting in walk(self.rules) if betting.over)
        boards = sum(len(rules.boards.of(rules.street(round_))) for round_ in ends)
        return boards * prod(self.hands)

    def choices(self) -> Iterator[tuple[int, int, int]]:
        """Every (player, number of actions, how many hands choose one), as arrays have them.

        There hands that the public cards rule out choose, too.
        """
        for betting in walk(self.rules):
            if not betting.over:
                boards = self.rules.boards.of(self.rules.street(betting.round))
                hands = len(boards) * self.hands[betting.player]
                yield betting.player, len(self.names(betting)), hands

    def information_sets(self) -> Iterator[tuple[int, str, tuple[str, ...]]]:
        """Every (player, key, names of the legal actions), in the order of the betting."""
        rounds = range(len(self.rules.rounds))
        seen = [[[*self.views(round_, seat)] for round_ in rounds] for seat in (0, 1)]
        for betting in walk(self.rules):
            if not betting.over:
                actions = self.names(betting)
                for key in self.keys(betting, seen[betting.player][betting.round]):
                    yield betting.player, key, actions
