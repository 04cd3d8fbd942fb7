"""What players do: their actions, and the betting, which everybody sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

LETTERS = {"check": "k", "bet": "b", "fold": "f", "call": "c", "raise": "r", "jam": "j"}
SEAT_NAMES = ("first", "second")
"""The seats in words, by the number of the player."""
LARGER = ("bet", "raise", "jam")
"""The kinds of actions that put in more than there is to call."""


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a player.

    kind: one of `LETTERS`
    chips: how many chips it puts in
    sized: whether its name has an amount, as `bet 3` has
    to: the amount in the name: what a bet or raise is to, in its round; None where it is `chips`
    """

    kind: str
    chips: float = 0
    sized: bool = False
    to: float | None = None

    @property
    def name(self) -> str:
        """Its name, as files and people write it: `check`, `bet 3`."""
        return f"{self.kind} {self.amount}" if self.sized else self.kind

    @property
    def code(self) -> str:
        """Its code, as betting histories write it: `k`, `b3`."""
        letter = LETTERS[self.kind]
        return f"{letter}{self.amount}" if self.sized else letter

    @property
    def amount(self) -> float:
        """The amount of chips in the name of a sized action."""
        return self.chips if self.to is None else self.to


def kind_of(name: str) -> str:
    """The kind of the action with a name, whatever its size: `bet` for `bet 3`."""
    return name.partition(" ")[0]


def by_kind(frequencies: Mapping[str, float]) -> dict[str, float]:
    """The frequency of each kind of action, all sizes together.

    frequencies: those of actions, by their names
    """
    kinds: dict[str, float] = {}
    for name, chance in frequencies.items():
        kinds[kind_of(name)] = kinds.get(kind_of(name), 0.0) + chance
    return kinds


@dataclass(frozen=True, slots=True)
class Betting:
    """The betting so far: everything public except the board. Players are 0 and 1.

    chips: what each player has put in, antes included
    histories: the codes of the actions, one text for each round so far
    player: who acts
    bets: how many bets and raises there were in this round
    actions: how many actions there were in this round
    folded: who folded, None if nobody did
    over: whether the betting has ended, so that nobody acts any more
    before: the chips that each player had put in when the round began, blinds not counted
    last: the round's last bet or raise: its chips beyond what there was to call; or a blind
    aggressor: who made the last bet or raise of the round before, None if nobody did
    """

    chips: tuple[float, float]
    histories: tuple[str, ...] = ("",)
    player: int = 0
    bets: int = 0
    actions: int = 0
    folded: int | None = None
    over: bool = False
    before: float = 0
    last: float = 0
    aggressor: int | None = None

    @property
    def round(self) -> int:
        """The round of betting, from 0."""
        return len(self.histories) - 1

    @property
    def history(self) -> str:
        """The betting so far as information sets spell it: `kbc/k`."""
        return "/".join(self.histories)

    @property
    def to_call(self) -> float:
        """The chips that the player to act must put in to call."""
        return added(self.chips[1 - self.player], -self.chips[self.player])


def added(one: float, other: float) -> float:
    """The sum of two amounts of chips as they are written: 0.1 and 0.7 make 0.8."""
    found = one + other
    return float(exactly(one) + exactly(other)) if found % 0.5 else found


@lru_cache(maxsize=1 << 12)
def exactly(number: float | str) -> Fraction:
    """The number as it is written; cached, since counting a game asks for few, but very often."""
    return Fraction(str(number))
