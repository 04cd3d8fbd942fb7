"""What may be bet: fixed sizes, any amount, or a menu in parts of the pot."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import ClassVar, Protocol

from pokerbot.errors import InputError
from pokerbot.games.actions import Action, Betting
from pokerbot.games.parameters import is_count, is_number

UNKNOWN = 64
"""The most actions of a round where none is known: the least raises over a deep stack are more."""


class Bets(Protocol):
    """Which bets and raises are legal in a round."""

    @property
    def check_ends(self) -> bool:
        """Whether a first check goes straight to the end of the round."""

    @property
    def most(self) -> int:
        """How many actions a round has at most, as long as one knows without playing it."""

    def larger(self, betting: Betting, stack: float | None) -> Sequence[Action]:
        """The bets, or the raises, of the player to act, smaller ones first.

        stack: what each player can put in altogether, None where that has no end
        """


@dataclass(frozen=True, slots=True)
class Limit:
    """Fixed-size betting: the n-th bet of a round adds `sizes[n]` to what there is to call.

    With `check_ends` a first check goes straight to the showdown. `choices` are the sizes among
    which the n-th bet is chosen, where there are several: `Limit.among` makes one of these.

    Raises:
        InputError: a size is no number above 0, or the choices are not those of each bet; where
            one is asked for, a bet that is more than the stack.
    """

    sizes: tuple[float, ...]
    check_ends: bool = False
    choices: tuple[tuple[float, ...], ...] = ()

    def __post_init__(self) -> None:
        for size in (*self.sizes, *chain(*self.choices)):
            if not (is_number(size) and size > 0):
                raise InputError(f"must be numbers above 0, not {size!r:.40}", parameter="sizes")
        if self.choices and len(self.choices) != len(self.sizes):
            raise InputError("must be those of each bet", parameter="choices")

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

    @property
    def most(self) -> int:
        """As `Bets`: a check, every bet, and a call."""
        return len(self.sizes) + 2

    def larger(self, betting: Betting, stack: float | None) -> Sequence[Action]:
        """As `Bets`."""
        if betting.bets >= len(self.sizes):
            return ()
        sized, kind = bool(self.choices), _kind(betting)
        sizes = self.choices[betting.bets] if sized else (self.sizes[betting.bets],)
        most = betting.chips[1 - betting.player] + max(sizes)
        if stack is not None and most > stack:
            raise InputError(f"a fixed bet to {most:g} chips is more than a stack of {stack:g}")
        return [Action(kind, betting.to_call + size, sized) for size in sizes]


@dataclass(frozen=True, slots=True)
class NoLimit:
    """Any whole bet; a raise puts in at least twice the call, or all there is left.

    actions: how many a round has at most

    Raises:
        InputError: fewer than two actions; where a bet is asked for, no stack, or one that leaves
            no whole number of chips.
    """

    actions: int = 4
    check_ends: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if not is_count(self.actions, 2):
            raise InputError(
                f"must be a whole number from 2 up, not {self.actions!r:.40}", parameter="actions"
            )

    @property
    def most(self) -> int:
        """As `Bets`."""
        return self.actions

    def larger(self, betting: Betting, stack: float | None) -> Sequence[Action]:
        """As `Bets`."""
        if betting.actions >= self.actions - 1:
            return ()
        left = _needed(stack) - betting.chips[betting.player]
        if left != int(left):
            raise InputError(f"bets are of whole chips, and {left:g} are left", parameter="stack")
        left = int(left)
        least = max(int(2 * betting.to_call), 1)
        chips: Iterable[int] = (left,) if left > betting.to_call else ()
        if least <= left:
            chips = range(least, left + 1)
        return [Action(_kind(betting), each, sized=True) for each in chips]


SIZE = re.compile(
    r"(?P<number>\d+(?:\.\d+)?)(?P<of>[%xc])|(?P<times>[1-9]\d?)e(?:(?P<most>\d+(?:\.\d+)?)%)?|a",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Menu:
    """A few sizes, as players of no-limit hold'em write them.

    `50%` is half the pot, for a raise half of what it is after a call; `2.5x` raises to so many
    times the last bet; `100c` is so many chips, for a raise on top of the last bet; `2e` is the
    part of the pot that is all-in when it is bet twice, `2e80%` at most so much of it, where each
    bet in this round after the first takes one off the times; `a` is all-in. What a bet or raise
    is to, in its round, is rounded to whole units, half up. Less than the last bet or raise was,
    or than a unit, becomes that; more than there is becomes all-in.

    bets, raises: the sizes; unit: the smallest chip
    donks: those of a bet by the first to act into who bet or raised last in the round before;
        None where `bets` serve
    add_allin: all-in is added where it is at most so many pots
    force_allin: a bet becomes all-in where after a call at most so many pots would be left
    merge: from the largest on, a bet of X % of the pot drops those of Y % where (100 + X) /
        (100 + Y) is less than 1 + merge

    Raises:
        InputError: that is no size, `x` is asked for as a bet, the unit is no number above 0 or a
            threshold none from 0 up; where a bet is asked for, no stack.
    """

    bets: tuple[str, ...] = ()
    raises: tuple[str, ...] = ()
    unit: float = 1
    check_ends: bool = False
    donks: tuple[str, ...] | None = None
    add_allin: float = 0
    force_allin: float = 0
    merge: float = 0
    most: ClassVar[int] = UNKNOWN

    def __post_init__(self) -> None:
        if not (is_number(self.unit) and self.unit > 0):
            raise InputError(f"must be a number above 0, not {self.unit!r:.40}", parameter="unit")
        for name in ("add_allin", "force_allin", "merge"):
            value = getattr(self, name)
            if not (is_number(value) and value >= 0):
                raise InputError(f"must be a number from 0 up, not {value!r:.40}", parameter=name)
        for name, sizes in (("bets", self.bets), ("raises", self.raises), ("donks", self.donks)):
            for size in sizes or ():
                found = SIZE.fullmatch(str(size).strip())
                if found is None or (found["of"] == "x" and name != "raises"):
                    raise InputError(
                        f"are parts of the pot (50%), chips (100c), geometric (2e, 2e80%), all-in"
                        f" (a) or, for raises, times the last bet (2.5x), not {size!r:.40}",
                        parameter=name,
                    )

    def larger(self, betting: Betting, stack: float | None) -> Sequence[Action]:
        """As `Bets`."""
        mine, other = betting.chips[betting.player], betting.chips[1 - betting.player]
        stack = _needed(stack)
        if other >= stack:
            return ()
        level, all_in, pot = other - betting.before, stack - betting.before, 2 * other
        least = level + max(betting.last, self.unit)
        found = {
            min(max(self._to(size.strip(), betting, level, pot, all_in), least), all_in)
            for size in self._sizes(betting)
        }
        if all_in - level <= self.add_allin * pot:
            found.add(all_in)
        found = {all_in if self._forces(to, level, pot, all_in) else to for to in found}
        put = betting.before - mine
        return [
            Action(_kind(betting), _plain(to + put), sized=True, to=_plain(to))
            for to in self._merged(found, level, pot)
        ]

    def _sizes(self, betting: Betting) -> tuple[str, ...]:
        if betting.to_call:
            return self.raises
        into = betting.actions == 0 and betting.aggressor == 1 - betting.player
        return self.donks if into and self.donks is not None else self.bets

    def _to(self, size: str, betting: Betting, level: float, pot: float, all_in: float) -> float:
        """What a size is to, in whole units: `level` is the last bet, `pot` that after a call."""
        found = SIZE.fullmatch(size)
        assert found is not None
        if size == "a":
            return all_in
        last, there = _exactly(level), _exactly(pot)
        if found["times"]:
            times = max(int(found["times"]) - max(betting.bets - 1, 0), 1)
            part = ((1 + 2 * (all_in - level) / pot) ** (1 / times) - 1) / 2 if pot else 0.0
            most = float(found["most"] or "inf") / 100
            to = last + round(Fraction(min(part, most)) * there, 9)
        else:
            number = _exactly(found["number"])
            if found["of"] == "x":
                to = last * number
            else:
                to = last + (number / 100 * there if found["of"] == "%" else number)
        unit = _exactly(self.unit)
        return float(math.floor(to / unit + Fraction(1, 2)) * unit)

    def _forces(self, to: float, level: float, pot: float, all_in: float) -> bool:
        """Whether what is left after a call of that bet is too little to leave behind."""
        return all_in - to <= self.force_allin * (pot + 2 * (to - level))

    def _merged(self, found: set[float], level: float, pot: float) -> list[float]:
        """The bets that are left of these, smaller ones first."""
        kept: list[float] = []
        for to in sorted(found, reverse=True):
            if not kept or pot + kept[0] - level >= (1 + self.merge) * (pot + to - level):
                kept.insert(0, to)
        return kept


@lru_cache(maxsize=1 << 12)
def _exactly(number: float | str) -> Fraction:
    """The number as it is written; few of them come again and again where a game is counted."""
    return Fraction(str(number))


class Amounts(Sequence[Action]):
    """Bets or raises to any whole amount, each made when it is asked for.

    kind: of all of them
    least, most: what they are to, in their round
    put: what each puts in beyond that, less than 0 where it is less
    """

    def __init__(self, kind: str, least: int, most: int, put: int) -> None:
        self.kind, self.least, self.most, self.put = kind, least, most, put

    def __len__(self) -> int:
        return self.most - self.least + 1

    def __getitem__(self, place: int) -> Action:  # type: ignore[override]
        return self.to(range(self.least, self.most + 1)[place])

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.named(action.name) == action

    def to(self, amount: float) -> Action:
        """The one to an amount, or to the nearest that there is."""
        to = min(max(round(amount), self.least), self.most)
        return Action(self.kind, to + self.put, sized=True, to=to)

    def named(self, name: str) -> Action | None:
        """The one of that name, None where there is none."""
        kind, _, amount = name.partition(" ")
        there = kind == self.kind and amount.isdecimal() and amount.isascii()
        found = self.to(int(amount)) if there else None
        return found if found is not None and found.name == name else None


@dataclass(frozen=True, slots=True)
class Open:
    """Any whole bet, as no-limit hold'em has it: a raise adds as much as the last bet or raise.

    All-in is always legal. More than the blind is a raise, called or not.

    least: the smallest bet

    Raises:
        InputError: no whole number from 1 up; where a bet is asked for, no stack.
    """

    least: int = 1
    check_ends: ClassVar[bool] = False
    most: ClassVar[int] = UNKNOWN

    def __post_init__(self) -> None:
        if not is_count(self.least, 1):
            raise InputError("must be a whole number from 1 up", parameter="least")

    def larger(self, betting: Betting, stack: float | None) -> Sequence[Action]:
        """As `Bets`."""
        mine, other = betting.chips[betting.player], betting.chips[1 - betting.player]
        stack = _needed(stack)
        if other >= stack:
            return ()
        level, all_in = other - betting.before, int(stack - betting.before)
        least = min(int(level + max(betting.last, self.least)), all_in)
        return Amounts("raise" if level else "bet", least, all_in, int(betting.before - mine))


@dataclass(frozen=True, slots=True)
class BySeat:
    """Bets of each player's own.

    Raises:
        InputError: a first check ends the round for one of them alone.
    """

    first: Bets
    second: Bets

    def __post_init__(self) -> None:
        if self.first.check_ends != self.second.check_ends:
            raise InputError("must be the same for both seats", parameter="check_ends")

    @property
    def check_ends(self) -> bool:
        """As `Bets`."""
        return self.first.check_ends

    @property
    def most(self) -> int:
        """As `Bets`."""
        return max(self.first.most, self.second.most)

    def larger(self, betting: Betting, stack: float | None) -> Sequence[Action]:
        """As `Bets`."""
        return (self.second if betting.player else self.first).larger(betting, stack)


@dataclass(frozen=True, slots=True)
class JamOrFold:
    """All-in or nothing: the first to act jams or folds, the other calls or folds."""

    check_ends: ClassVar[bool] = False
    most: ClassVar[int] = 2

    def larger(self, betting: Betting, stack: float | None) -> Sequence[Action]:
        """As `Bets`."""
        left = _needed(stack) - betting.chips[betting.player]
        return () if betting.bets else (Action("jam", left),)


def _needed(stack: float | None) -> float:
    if stack is None:
        raise InputError("without fixed sizes the game needs a stack", parameter="stack")
    return stack


def _plain(amount: float) -> float:
    """A whole number without its point."""
    return int(amount) if amount == math.floor(amount) else amount


def _kind(betting: Betting) -> str:
    return "raise" if betting.to_call else "bet"
