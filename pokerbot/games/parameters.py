"""The numbers and texts that a game or an algorithm can be given, with their ranges."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral, Real
from typing import TypeGuard

from pokerbot.errors import InputError

LARGEST = 10**9
SMALLEST = 0.001
"""The smallest amount of chips: smaller ones would vanish in rounding beside the largest."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number from `least` to `most`, whole unless it is `real`.

    Without `least` it is an amount of chips, from `SMALLEST` up, which need not be whole.

    Raises:
        InputError: the default is out of this range.
    """

    name: str
    default: float
    least: float | None = None
    most: float = LARGEST
    real: bool = False

    def __post_init__(self) -> None:
        self.check(self.default)

    @property
    def range(self) -> str:
        """The values that it may have, in words."""
        if self.least is None:
            return f"a number of chips from {SMALLEST} to {self.most:,}"
        if self.real:
            return f"a number from {self.least:g} to {self.most:g}"
        return f"a whole number from {self.least:,} to {self.most:,}"

    def check(self, value: object) -> float:
        """The value, if it fits.

        Raises:
            InputError: it is not a number of this kind.
        """
        if isinstance(value, bool) or not isinstance(value, Real):
            raise InputError(f"must be {self.range}, not {value!r:.40}", parameter=self.name)
        value = plain(value)
        least = SMALLEST if self.least is None else self.least
        fits = least <= value <= self.most
        whole = fits and value == int(value)
        if not fits or not (whole or self.real or self.least is None):
            raise InputError(f"must be {self.range}, not {_shortened(value)}", parameter=self.name)
        return int(value) if whole and not self.real else float(value)


@dataclass(frozen=True, slots=True)
class Text:
    """A parameter that is a text, kept in its canonical spelling.

    range: the values that it may have, in words
    read: turns a given text into the canonical spelling; raises InputError if it does not fit
    """

    name: str
    default: str
    range: str
    read: Callable[[str], str]

    def check(self, value: object) -> str:
        """The canonical spelling of a text, if it fits.

        Raises:
            InputError: it is no text of this kind.
        """
        if not isinstance(value, str):
            raise InputError(f"must be {self.range}, not {value!r:.40}", parameter=self.name)
        try:
            return self.read(value)
        except InputError as error:
            raise error.about(self.name) from None


def is_number(value: object) -> TypeGuard[float]:
    """Whether a value is a finite number; true and false are none."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number that no float can hold
        return False


def check_positive(value: object, parameter: str) -> None:
    """Raise InputError about a parameter whose value is not a finite number above 0."""
    if not (is_number(value) and value > 0):
        raise InputError(f"must be a number above 0, not {value!r:.40}", parameter=parameter)


def plain(number: Real | float) -> float:
    """The number as one of Python's: a whole one as int, any other as float."""
    return int(number) if isinstance(number, Integral) else float(number)


def int_if_whole(number: float) -> float:
    """The number, as an int where it is whole: texts then tell 8, not 8.0."""
    return int(number) if number == math.floor(number) else number


def is_count(value: object, least: int = 0) -> TypeGuard[int]:
    """Whether a value is a whole number from `least` up; true and false are none."""
    return isinstance(value, Integral) and not isinstance(value, bool) and int(value) >= least


def _shortened(value: float) -> str:
    """A number in few characters, however many digits it has."""
    huge = isinstance(value, int) and abs(value) >= 10**15
    return "a number out of range by far" if huge else f"{value:g}"


def parse_pairs(text: str, of: str) -> dict[str, object]:
    """The keys and values of `key=value,…`; a value that is no number stays a text.

    A comma separates only where a key follows it: `oop.range=AA,KK,pot=20` has two values.

    of: what they belong to, for the messages.

    Raises:
        InputError: it is not of that form.
    """
    given: dict[str, object] = {}
    for part in re.split(r",(?=[^,=]*=)", text) if text else ():
        key, equals, value = part.partition("=")
        if not equals:
            raise InputError(f"{part!r:.60} is no key=value in the {of}")
        if key in given:
            raise InputError(f"{key!r:.60} is given twice in the {of}")
        given[key] = _number(value)
    return given


def _number(text: str) -> object:
    """The number that a text spells, or the text itself."""
    for kind in (int, float):
        try:
            return kind(text) if text.isascii() and "_" not in text else text
        except ValueError:
            continue
    return text
