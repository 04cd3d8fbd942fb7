"""Figures as data, which can be drawn or written as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Series:
    """A curve.

    label: what it shows; each label has a colour, the same in all panels of a figure
    x, y: its points
    run: the run that it is of; each run has a style of line. Further curves of the same label and
        run are drawn faintly
    low, high: the ends of a band around it at each x; empty for no band
    """

    label: str
    x: list[float]
    y: list[float]
    run: str = ""
    low: list[float] = field(default_factory=list)
    high: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Panel:
    """Curves over one pair of axes.

    x_label, y_label: the axes' labels
    series: the curves
    logarithmic: whether both axes are
    marks: the places of vertical lines
    names: the names of x = 0, 1, 2, …; empty for numbers
    title: what stands above it
    """

    x_label: str
    y_label: str
    series: list[Series]
    logarithmic: bool = False
    marks: list[float] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    title: str = ""


@dataclass(frozen=True)
class Square:
    """A square of cells, such as the 169 classes of hold'em hands.

    rows: for each cell, row by row, its text, and a share from 0 to 1 that is its colour
    """

    title: str
    rows: Sequence[Sequence[tuple[str, float]]]


@dataclass(frozen=True)
class Figure:
    """A figure of panels or squares, with `columns` of them in a row, or all side by side."""

    title: str
    panels: Sequence[Panel | Square]
    columns: int | None = None
