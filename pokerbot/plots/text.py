"""Log-log charts in characters."""

from __future__ import annotations

import math
import string
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from pokerbot.plots.braille import DotCanvas

MARKS = "●▲■◆○△□◇✚✖★☆▼▽◀◁▶▷◐◑◒◓◈▣"
"""The characters of curves, which tell that many curves apart without colours."""
LETTERS = string.ascii_uppercase[: len(MARKS)]
"""The characters of curves where there is nothing but ASCII."""
HEIGHT, WIDTH = 16, 60
MARGIN = 8
"""The columns left of the curves, for the powers of ten and the axis."""

Points = Sequence[tuple[float, float]]
Place = tuple[int, int]


def log_chart(series: Mapping[str, Points], unit: str, *, ascii_only: bool = False) -> list[str]:
    """The lines of a chart of some series, with two logarithmic axes and a legend.

    Points that are not positive are left out; the legend says 0 where all are. With `ascii_only`
    the curves are drawn in `LETTERS`.
    """
    logs = {name: _logarithms(points) for name, points in series.items()}
    every = [point for points in logs.values() for point in points]
    if not every:
        return []
    spans = _spans(every)
    grid = [[" "] * WIDTH for _ in range(HEIGHT)]
    drawn = marks(len(logs), ascii_only=ascii_only)
    for mark, points in zip(drawn, logs.values(), strict=True):
        for column, row in _places(points, spans, WIDTH, HEIGHT):
            grid[row][column] = mark
    legend = (
        f"{mark} {name}" if points else f"{name}: 0"
        for mark, (name, points) in zip(drawn, logs.items(), strict=True)
    )
    lines = _framed(["".join(row) for row in grid], spans, unit, WIDTH)
    return [*lines, f"{'':>{MARGIN}}{'   '.join(legend)}"]


def log_curve(points: Points, width: int, height: int) -> list[str]:
    """As `log_chart`, for a single series, as a line of braille dots without unit and legend.

    width, height: of the field between the axes
    """
    logs = _logarithms(points)
    if not logs or width < 1 or height < 1:
        return []
    spans = _spans(logs)
    canvas = DotCanvas(width, height)
    for column, row in _joined(list(_places(logs, spans, 2 * width, 4 * height))):
        canvas.dot(column, row)
    rows = ["".join(char for char, _ in row) for row in canvas.rows()]
    return _framed(rows, spans, "", width)


def _logarithms(points: Points) -> list[tuple[float, float]]:
    return [(math.log10(x), math.log10(y)) for x, y in points if x > 0 and y > 0]


def _spans(logs: Points) -> tuple[Place, Place]:
    """The exponents of the powers of ten around these points, for each axis."""
    (left, right), (low, high) = (_span([point[axis] for point in logs]) for axis in (0, 1))
    return (left, right), (low, high)


def _span(values: list[float]) -> tuple[int, int]:
    low, high = math.floor(min(values)), math.ceil(max(values))
    return low, max(high, low + 1)


def _places(
    logs: Points, spans: tuple[Place, Place], columns: int, rows: int
) -> Iterator[tuple[int, int]]:
    """The column and the row of each point, in a field of this size."""
    (left, right), (low, high) = spans
    for x, y in logs:
        column = round((x - left) / (right - left) * (columns - 1))
        yield column, round((high - y) / (high - low) * (rows - 1))


def _joined(places: list[Place]) -> Iterator[Place]:
    """The places, with those on the straight lines between them."""
    yield places[0]
    for (x, y), (to_x, to_y) in pairwise(places):
        steps = max(abs(to_x - x), abs(to_y - y))
        for step in range(1, steps + 1):
            yield x + round((to_x - x) * step / steps), y + round((to_y - y) * step / steps)


def _framed(rows: list[str], spans: tuple[Place, Place], unit: str, width: int) -> list[str]:
    """The rows, with both axes around them."""
    (left, right), (low, high) = spans
    last = len(rows) - 1
    apart = math.ceil((high - low) / last) if last else high - low + 1  # one label for a line
    named = _names(low, high)
    powers = {
        round((high - e) / (high - low) * last): named[e] for e in range(high, low - 1, -apart)
    }
    lines = [f"{powers.get(at, ''):>6} ┤{row}".rstrip() for at, row in enumerate(rows)]
    lines.append(f"{'':>6} └{'─' * width}")
    named = _names(left, right)
    ends = f"{named[left]:<{max(width - 6, 0)}}{named[right]:>6}"
    return [*lines, f"{'':>{MARGIN}}{ends} {unit}"]


def _names(low: int, high: int) -> dict[int, str]:
    """The powers of ten of an axis, written out if all of them fit: 10,000 to 0.0001."""
    if low < -4 or high > 4:
        return {e: f"1e{e}" for e in range(low, high + 1)}
    return {e: f"{10**e:,}" if e >= 0 else f"{10.0**e:.{-e}f}" for e in range(low, high + 1)}


def marks(count: int, *, ascii_only: bool = False) -> list[str]:
    """The characters with which `count` curves are drawn."""
    there = LETTERS if ascii_only else MARKS
    return [there[place % len(there)] for place in range(count)]
