"""Figures as data: what is written as JSON is what is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Series:
    """A curve: what it shows has a colour, the run that shows it a kind of line.

    More curves of the same label and run are drawn faintly; low and high are the ends of a band
    around it, at each x.
    """

    label: str
    x: list[float]
    y: list[float]
    run: str = ""
    low: list[float] = field(default_factory=list)
    high: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Panel:
    """Curves over one pair of axes; `marks` are vertical lines, `names` those of x from 0 up."""

    x_label: str
    y_label: str
    series: list[Series]
    logarithmic: bool = False
    marks: list[float] = field(default_factory=list)
    names: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Square:
    """Cells such as the 169 classes of hold'em hands, row by row: of each a text, a part of 1."""

    title: str
    rows: Sequence[Sequence[tuple[str, float]]]


@dataclass(frozen=True)
class Squares:
    """Squares of hands side by side."""

    title: str
    squares: list[Square]


@dataclass(frozen=True)
class Figure:
    """Panels in rows of so many, or all side by side."""

    title: str
    panels: list[Panel]
    columns: int | None = None
