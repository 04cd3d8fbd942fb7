"""A decision of a strategy as a value: how often each hand comes there, and what it does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any

from pokerbot.errors import InputError
from pokerbot.games.actions import LETTERS, SEAT_NAMES, kind_of
from pokerbot.games.holdem import SEATS
from pokerbot.games.ranges import SQUARE, Range, class_of
from pokerbot.io.html import Filled, square, table

COLOURS = {
    "fold": ["#8fb3dc"],
    "call": ["#9ac48a"],
    "size": ["#f3c0a8", "#e89a7c", "#d97255", "#c14b38", "#96302a"],
}


@dataclass(frozen=True)
class Mark:
    """How an action is shown beside the others at a decision.

    letter: of its kind, or a number by size where there are several bets or raises
    kind: of its colour: `fold`, `call` (a check, too) or `size`
    place, of: its place among the bets and raises, from 0 for the smallest, and how many there are
    """

    letter: str
    kind: str
    place: int = 0
    of: int = 1

    def among(self, colours: Mapping[str, Sequence[str]]) -> str:
        """Its colour, given those of each kind: the last one is that of all larger sizes, too."""
        return [*colours[self.kind][: self.place + 1]][-1]


def marks(actions: Sequence[str], letters: Mapping[str, str] = LETTERS) -> list[Mark]:
    """A mark for each action, given by name; `letters` has one for each kind of action."""
    plain = {"fold": "fold", "check": "call", "call": "call"}
    larger = [action for action in actions if action not in plain]

    def mark(action: str) -> Mark:
        letter = letters[kind_of(action)]
        if action in plain:
            return Mark(letter, plain[action])
        place = larger.index(action)
        return Mark(str(place + 1) if len(larger) > 1 else letter, "size", place, len(larger))

    return [*map(mark, actions)]


def said(action: str) -> str:
    """An action of hold'em in words; the amount of a raise is what it raises to."""
    return action.replace("raise ", "raise to ")


@dataclass(frozen=True, slots=True)
class NodeHand:
    """A hand of one player at a node.

    weight: its weight in the range, times the probability that the player's own choices lead there
    equity: the share of showdowns that it wins if no one bets any more; ties count half
    ev: the chips that it gets back from the pot on average, less what the player puts in from here
    strategy: how often each action is taken; empty for the player who does not act
    action_evs: the `ev` after each action
    share: its share of the player's hands that come there

    Equity and EVs are None if the opponent never comes there with a hand that can be dealt with it.
    """

    weight: float
    equity: float | None
    ev: float | None
    strategy: tuple[float, ...]
    action_evs: tuple[float | None, ...]
    share: float = field(repr=False)


@dataclass(frozen=True)
class OnCard:
    """The first decision on a card that may come next, all hands together.

    player, ev, equity, actions, frequencies: as in `Node`
    """

    player: str
    ev: tuple[float, float]
    equity: tuple[float, float]
    actions: tuple[str, ...]
    frequencies: tuple[float, ...]


@dataclass(frozen=True, repr=False)
class Node:
    """A decision of a strategy, with both players' ranges there.

    player: who acts: `oop` or `ip` at spots of hold'em, else `first` or `second`
    board: the public cards
    pot: the chips in the middle
    actions: the legal actions
    frequencies: how often each action is taken, over all hands
    ev: each player's share of the pot on average, as `NodeHand.ev`
    equity: each player's share of showdowns if no one bets any more
    hands: the hands that the player to act may hold, by name
    waiting: the hands that the other player may hold, by name
    trained: whether at least 0.1 % of each range comes there by the player's own choices; if not, a
        strategy that was trained without trembles has hardly been trained there
    game: the game's specification
    line: the actions and cards that lead there, as `at_line` reads them

    Frequencies, EV and equity are None if the strategy never comes there.
    """

    player: str
    board: str
    pot: float
    actions: tuple[str, ...]
    frequencies: tuple[float, ...] | None
    ev: tuple[float, float] | None
    equity: tuple[float, float] | None
    hands: Mapping[str, NodeHand]
    waiting: Mapping[str, NodeHand] = field(repr=False)
    trained: bool = field(repr=False)
    game: str = field(repr=False)
    line: str = field(repr=False)

    def __repr__(self) -> str:
        at = f" after {self.line}" if self.line else ""
        often = zip(self.actions, self.frequencies or (), strict=False)
        does = "".join(f", {action} {chance:.1%}" for action, chance in often)
        return f"<Node of {self.game}{at}: {self.player} to act{does}>"

    def rows(self) -> list[dict[str, Any]]:
        """A row for each action of each hand, for a data frame."""
        return [
            {
                "hand": name,
                "weight": held.weight,
                "equity": held.equity,
                "ev": held.ev,
                "action": action,
                "probability": chance,
                "action_ev": worth,
            }
            for name, held in self.hands.items()
            for action, chance, worth in zip(
                self.actions, held.strategy, held.action_evs, strict=True
            )
        ]

    def of(self, hands: str) -> Node:
        """The same node with only some of its hands.

        hands: a range of hold'em, or the names of hands, separated by commas

        Raises:
            InputError: an entry has no hand that is there.
        """
        found: dict[str, NodeHand] = {}
        for entry in hands.split(","):
            there = {name: self.hands[name] for name in self._named(entry) if name in self.hands}
            if not there:
                here = f"that {self.player} may hold" + (f" on {self.board}" if self.board else "")
                raise InputError(f"has {entry.strip()!r:.40}, no hand {here}", parameter="hands")
            found |= there
        return replace(self, hands={name: self.hands[name] for name in self.hands if name in found})

    def _named(self, entry: str) -> Iterable[str]:
        """The names of the hands that an entry stands for."""
        if not self.is_holdem:
            return [entry.strip()]
        if ":" in entry:
            raise InputError(f"have no weights here: {entry.strip()!r:.40}", parameter="hands")
        try:
            return Range(entry).hands
        except InputError as error:
            raise error.about("hands") from None

    @property
    def is_holdem(self) -> bool:
        """Whether it is of a spot of hold'em, where hands are two cards of the whole deck."""
        return self.player in SEATS

    @property
    def seats(self) -> tuple[str, str]:
        """The names of both players."""
        return SEATS if self.is_holdem else SEAT_NAMES

    @property
    def has_classes(self) -> bool:
        """Whether its hands are hold'em hands, or hold'em's classes of hands, such as `AKs`."""
        return self.is_holdem or "AKs" in self.hands

    def classes(self) -> dict[str, list[float]]:
        """For each class of hold'em hands, its share of the range that takes each action."""
        found: dict[str, list[float]] = {}
        for name, held in self.hands.items():
            if held.share:
                taken = found.setdefault(class_of(name), [0.0] * len(self.actions))
                for place, chance in enumerate(held.strategy):
                    taken[place] += held.share * chance
        return found

    def chips_in(self) -> list[list[tuple[str, float]]]:
        """Hold'em's classes as a square: a text for each, and how often it puts chips in."""
        idle = [place for place, action in enumerate(self.actions) if action in ("fold", "check")]
        taken = self.classes()

        def cell(name: str) -> tuple[str, float]:
            if name not in taken:
                return name, 0.0
            share = 1 - sum(taken[name][place] for place in idle) / sum(taken[name])
            return f"{name}\n{100 * share:.0f} %", share

        return [[cell(name) for name in row] for row in SQUARE]

    def _repr_html_(self) -> str:
        """For notebooks: hold'em's classes as a coloured square, other hands as a table."""
        caption = repr(self)[1:-1]
        if not self.has_classes:
            rows = [[name, *held.strategy] for name, held in self.hands.items()]
            return table(caption, ["", *self.actions], rows)
        colours = [mark.among(COLOURS) for mark in marks(self.actions)]
        taken = self.classes()

        def cell(name: str) -> Filled:
            parts = taken.get(name, ())
            shares = [part / sum(parts) for part in parts]
            return name, [*zip(shares, colours, strict=False)]

        return square(caption, [[cell(name) for name in row] for row in SQUARE])


def range_curve(hands: Iterable[NodeHand], what: str, points: int) -> list[float]:
    """EV or equity along a range, from its lowest to its highest.

    Args:
        hands: the player's hands, which are weighted by their share of the range.
        what: `ev` or `equity`.
        points: how many parts of equal size the range is divided into.

    Returns:
        EV or equity of the hand in the middle of each part; empty if no hand comes there.
    """
    known = [(getattr(hand, what), hand.share) for hand in hands if hand.share]
    there = sorted((value, share) for value, share in known if value is not None)
    sums = list(accumulate(share for _, share in there))
    curve, place = [], 0
    for point in range(points if there else 0):
        while sums[place] < (point + 0.5) / points * sums[-1]:
            place += 1
        curve.append(there[place][0])
    return curve
