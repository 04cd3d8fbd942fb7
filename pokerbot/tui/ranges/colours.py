"""Colours between others: from the least to the most."""

from __future__ import annotations

from collections.abc import Iterable

from textual.color import Color


def between(one: Color, other: Color, part: float) -> Color:
    """A mixture of two colours; of the terminal's own, which do not mix, the nearer one."""
    if one.ansi is not None:
        return one if part < 0.5 else other
    return one.blend(other, part)


def through(colours: Iterable[Color], part: float) -> Color:
    """From the first of three colours through the second to the third."""
    least, middle, most = colours
    if part < 0.5:
        return between(least, middle, 2 * part)
    return between(middle, most, 2 * part - 1)
