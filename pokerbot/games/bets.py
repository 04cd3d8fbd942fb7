"""What may be bet: fixed sizes, any amount, or a menu in parts of the pot."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Protocol

from pokerbot.errors import InputError
from pokerbot.games.actions import Action, Betting
from pokerbot.games.parameters import is_count, is_number


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

    def __post_init__(self) -> None:
        if not is_count(self.actions, 2):
            raise InputError(
                f"must be a whole number from 2 up, not {self.actions!r:.40}", parameter="actions"
            )

    @property
    def check_ends(self) -> bool:
        """As `Bets`."""
        return False

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


SIZE = re.compile(r"(?P<number>\d+(?:\.\d+)?)(?P<of>[%xc])|a", re.ASCII)


@dataclass(frozen=True, slots=True)
class Menu:
    """A few sizes, as players of no-limit hold'em write them.

    `50%` is half the pot, for a raise half of what it is after a call; `2.5x` raises to so many
    times the last bet; `100c` is so many chips, for a raise on top of the last bet; `a` is all-in.
    What a bet or raise is to, in its round, is rounded to whole units, half up. Less than the last
    bet or raise was, or than a unit, becomes that; more than there is becomes all-in.

    bets, raises: the sizes; unit: the smallest chip

    Raises:
        InputError: that is no size, `x` is asked for as a bet, or the unit is no number above 0;
            where a bet is asked for, no stack.
    """

    bets: tuple[str, ...] = ()
    raises: tuple[str, ...] = ()
    unit: float = 1
    check_ends: bool = False

    def __post_init__(self) -> None:
        if not (is_number(self.unit) and self.unit > 0):
            raise InputError(f"must be a number above 0, not {self.unit!r:.40}", parameter="unit")
        for name, sizes in (("bets", self.bets), ("raises", self.raises)):
            for size in sizes:
                found = SIZE.fullmatch(str(size).strip())
                if found is None or (found["of"] == "x" and name == "bets"):
                    raise InputError(
                        f"are parts of the pot (50%), chips (100c), all-in (a) or, for raises,"
                        f" times the last bet (2.5x), not {size!r:.40}",
                        parameter=name,
                    )

    @property
    def most(self) -> int:
        """As `Bets`: raises at least double, so that any stack is in long before."""
        return 64

    def larger(self, betting: Betting, stack: float | None) -> Sequence[Action]:
        """As `Bets`."""
        mine, other = betting.chips[betting.player], betting.chips[1 - betting.player]
        stack = _needed(stack)
        if other >= stack:
            return ()
        level, all_in = other - betting.before, stack - betting.before
        least = level + max(betting.last, self.unit)
        found = set()
        for size in self.raises if betting.to_call else self.bets:
            to = all_in if size.strip() == "a" else self._to(size.strip(), level, 2 * other)
            found.add(_plain(min(max(to, least), all_in)))
        put = betting.before - mine
        return [Action(_kind(betting), _plain(to + put), sized=True, to=to) for to in sorted(found)]

    def _to(self, size: str, level: float, pot: float) -> float:
        """What a size is to, in whole units: `level` is the last bet, `pot` that after a call."""
        found = SIZE.fullmatch(size)
        assert found is not None
        number, last = Fraction(found["number"]), Fraction(str(level))
        to = {
            "%": last + number / 100 * Fraction(str(pot)),
            "x": last * number,
            "c": last + number,
        }[found["of"]]
        unit = Fraction(str(self.unit))
        return float(math.floor(to / unit + Fraction(1, 2)) * unit)


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


def _needed(stack: float | None) -> float:
    if stack is None:
        raise InputError("without fixed sizes the game needs a stack", parameter="stack")
    return stack


def _plain(amount: float) -> float:
    """A whole number without its point."""
    return int(amount) if amount == math.floor(amount) else amount


def _kind(betting: Betting) -> str:
    return "raise" if betting.to_call else "bet"
