"""Colours for numbers from the least to the most: mixtures of given colours."""

from __future__ import annotations

from collections.abc import Iterable

from textual.color import Color


def between(one: Color, other: Color, part: float) -> Color:
    """A mixture of two colours, from the first (0) to the second (1).

    Of the terminal's own colours, which cannot be mixed, it is the nearer one.
    """
    if one.ansi is not None:
        return one if part < 0.5 else other
    return one.blend(other, part)


def through(colours: Iterable[Color], part: float) -> Color:
    """A mixture of three colours: the first for 0, the second for 1/2, the third for 1."""
    least, middle, most = colours
    if part < 0.5:
        return between(least, middle, 2 * part)
    return between(middle, most, 2 * part - 1)
