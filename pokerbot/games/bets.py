"""Which bets are legal: fixed sizes, any amount, or a menu of sizes in parts of the pot."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import ClassVar, Protocol

from pokerbot.errors import InputError, check_kinds
from pokerbot.games.actions import Action, Betting, added, exactly
from pokerbot.games.parameters import check_positive, int_if_whole, is_count, is_number

UNKNOWN = 64
"""`Bets.most` where it is not known beforehand; many small raises of a deep stack can be more."""


class Bets(Protocol):
    """Which bets and raises are legal in a round."""

    @property
    def check_ends(self) -> bool:
        """Whether a first check goes straight to the end of the round."""

    @property
    def most(self) -> int:
        """The most actions that a round can have, as far as that is known without playing it."""

    def larger(self, betting: Betting, stack: float | None) -> Sequence[Action]:
        """The legal bets or raises of the player to act, smaller ones first.

        stack: what each player can put in during the hand, None where there is no limit
        """


@dataclass(frozen=True, slots=True)
class Limit:
    """Fixed-size betting: the n-th bet of a round adds `sizes[n]` to what there is to call.

    With `check_ends` a first check ends the round. Where a bet can have several sizes, `choices[n]`
    are those of the n-th bet; `Limit.among` makes such betting.

    Raises:
        InputError: a size is no number above 0, or the choices are not as many as the sizes;
            `larger` raises it where a bet is more than the stack.
    """

    sizes: tuple[float, ...]
    check_ends: bool = False
    choices: tuple[tuple[float, ...], ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.sizes, tuple) or not all(isinstance(c, tuple) for c in self.choices):
            raise InputError("must be a tuple of numbers above 0", parameter="sizes")
        for size in (*self.sizes, *chain(*self.choices)):
            if not (is_number(size) and size > 0):
                raise InputError(f"must be numbers above 0, not {size!r:.40}", parameter="sizes")
        if self.choices and len(self.choices) != len(self.sizes):
            raise InputError("must be those of each bet", parameter="choices")

    @classmethod
    def among(cls, *choices: tuple[float, ...], check_ends: bool = False) -> Limit:
        """Betting in which the n-th bet of a round is one of `choices[n]`, smaller ones first.

        Raises:
            InputError: one of the bets has no size, or is a number in place of its sizes.
        """
        if not all(isinstance(sizes, Iterable) for sizes in choices):
            raise InputError("must be the sizes of each bet, as (1, 2)", parameter="choices")
        menu = tuple(tuple(sorted(set(sizes))) for sizes in choices)
        if not all(menu):
            raise InputError("each bet needs at least one size", parameter="choices")
        return cls(tuple(sizes[0] for sizes in menu), check_ends, menu)

    @property
    def options(self) -> tuple[tuple[float, ...], ...]:
        """The sizes of each bet of a round, also where each has but one."""
        return self.choices or tuple((size,) for size in self.sizes)

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
        most = added(betting.chips[1 - betting.player], max(sizes))
        if stack is not None and most > stack:
            raise InputError(f"a fixed bet to {most:g} chips is more than a stack of {stack:g}")
        return [Action(kind, added(betting.to_call, size), sized) for size in sizes]


@dataclass(frozen=True, slots=True)
class NoLimit:
    """Any whole bet; a raise puts in at least twice the call, or all chips that are left.

    actions: the most actions of a round

    Raises:
        InputError: `actions` is less than 2; `larger` raises it where there is no stack, or where
            it leaves no whole number of chips.
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
            raise InputError(f"bets are whole chips, but {left:g} are left", parameter="stack")
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
    """A few bet sizes, as players of no-limit hold'em write them.

    `50%` is half the pot; for a raise, half of the pot after a call. `2.5x` raises to 2.5 times
    the last bet. `100c` is 100 chips; for a raise, 100 chips on top of the last bet. `a` is all-in.
    `2e` is geometric: the part of the pot that, when bet twice, ends all-in; `2e80%` is the same,
    but at most 80 % of the pot. Each bet of this round after the first lowers the 2 by one.

    The amount that a bet or raise is to, in its round, is rounded to whole units, half up. A raise
    by less than the last bet or raise, or by less than a unit, is made as large as that; one by
    more than the stack becomes all-in.

    bets, raises: the sizes
    unit: the smallest chip
    donks: the sizes of a donk bet, by the first to act into the other's last bet or raise of the
        round before; None where `bets` holds for it, too
    add_allin: all-in is added where it is at most so many times the pot
    force_allin: a bet becomes all-in where after a call at most so many pots would be left
    merge: from the largest size down, a bet of X % of the pot drops every bet of Y % for which
        (100 + X) / (100 + Y) is less than 1 + merge

    Raises:
        InputError: a size cannot be read, a bet is given with `x`, the unit is no number above 0,
            or a threshold no number from 0 up; `larger` raises it where there is no stack.
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
        check_positive(self.unit, "unit")
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
        before = exactly(betting.before)
        level, all_in = (float(exactly(each) - before) for each in (other, stack))
        pot = 2 * other
        least = level + max(betting.last, self.unit)
        found = {
            min(max(self._to(size.strip(), betting, level, pot, all_in), least), all_in)
            for size in self._sizes(betting)
        }
        if exactly(all_in) - exactly(level) <= exactly(self.add_allin) * exactly(pot):
            found.add(all_in)
        found = {all_in if self._forces(to, level, pot, all_in) else to for to in found}
        put = added(betting.before, -mine)
        return [
            Action(_kind(betting), int_if_whole(added(to, put)), sized=True, to=int_if_whole(to))
            for to in self._merged(found, level, pot)
        ]

    def _sizes(self, betting: Betting) -> tuple[str, ...]:
        if betting.to_call:
            return self.raises
        into = betting.actions == 0 and betting.aggressor == 1 - betting.player
        return self.donks if into and self.donks is not None else self.bets

    def _to(self, size: str, betting: Betting, level: float, pot: float, all_in: float) -> float:
        """The amount in chips that a size is to, within the round, in whole units.

        Amounts are in chips within the round, but for `pot`, the whole pot after a call.

        level: what the last bet was to
        all_in: what all-in is to
        """
        found = SIZE.fullmatch(size)
        assert found is not None
        if size == "a":
            return all_in
        last, there = exactly(level), exactly(pot)
        if found["times"]:
            times = max(int(found["times"]) - max(betting.bets - 1, 0), 1)
            part = ((1 + 2 * (all_in - level) / pot) ** (1 / times) - 1) / 2 if pot else 0.0
            most = float(found["most"] or "inf") / 100
            to = last + round(Fraction(min(part, most)) * there, 9)
        else:
            number = exactly(found["number"])
            if found["of"] == "x":
                to = last * number
            else:
                to = last + (number / 100 * there if found["of"] == "%" else number)
        unit = exactly(self.unit)
        return float(math.floor(to / unit + Fraction(1, 2)) * unit)

    def _forces(self, to: float, level: float, pot: float, all_in: float) -> bool:
        """Whether a call of that bet would leave so few chips that it becomes all-in."""
        after = exactly(pot) + 2 * (exactly(to) - exactly(level))
        return exactly(all_in) - exactly(to) <= exactly(self.force_allin) * after

    def _merged(self, found: set[float], level: float, pot: float) -> list[float]:
        """The bets that are left after merging close ones, smaller ones first."""
        if not self.merge:
            return sorted(found)
        kept: list[float] = []
        apart, rest = 1 + exactly(self.merge), exactly(pot) - exactly(level)
        for to in sorted(found, reverse=True):
            if not kept or rest + exactly(kept[0]) >= apart * (rest + exactly(to)):
                kept.insert(0, to)
        return kept


class Amounts(Sequence[Action]):
    """Bets or raises to every whole amount of a range; each is made when it is asked for.

    kind: the kind of all of them
    least, most: the smallest and the largest amount that they are to, within their round
    put: the chips that one puts in, less the amount that it is to; below 0 where the player has
        put in chips in this round already
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
        """The action to an amount, or to the nearest amount that is legal."""
        to = min(max(round(amount), self.least), self.most)
        return Action(self.kind, to + self.put, sized=True, to=to)

    def named(self, name: str) -> Action | None:
        """The action of that name, None where there is none."""
        kind, _, amount = name.partition(" ")
        there = kind == self.kind and amount.isdecimal() and amount.isascii()
        found = self.to(int(amount)) if there else None
        return found if found is not None and found.name == name else None


@dataclass(frozen=True, slots=True)
class Open:
    """Any whole bet, as in no-limit hold'em: a raise adds at least the last bet or raise.

    All-in is always legal. To bet more than a blind is a raise, also where the blind was called.

    least: the smallest bet

    Raises:
        InputError: `least` is no whole number from 1 up; `larger` raises it where there is no
            stack.
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
    """Different bets for each player.

    Raises:
        InputError: one is no `Bets`, or a first check ends the round for one player alone.
    """

    first: Bets
    second: Bets

    def __post_init__(self) -> None:
        check_kinds(self, first=Bets, second=Bets)
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


def _kind(betting: Betting) -> str:
    return "raise" if betting.to_call else "bet"
