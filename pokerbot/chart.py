"""A log-log chart in characters."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

MARKS = "●▲■◆○△□◇✚✖★☆"
HEIGHT, WIDTH = 16, 60

Points = Sequence[tuple[float, float]]


def log_chart(series: Mapping[str, Points], unit: str) -> list[str]:
    """The lines of a chart of these series, both axes logarithmic, with a legend.

    Points that are not positive have no place on such axes and are left out.
    """
    logs = {
        name: [(math.log10(x), math.log10(y)) for x, y in points if x > 0 and y > 0]
        for name, points in series.items()
    }
    every = [point for points in logs.values() for point in points]
    if not every:
        return []
    (left, right), (low, high) = (_span([point[axis] for point in every]) for axis in (0, 1))
    grid = [[" "] * WIDTH for _ in range(HEIGHT)]
    for mark, points in zip(_marks(len(logs)), logs.values(), strict=True):
        for x, y in points:
            column = round((x - left) / (right - left) * (WIDTH - 1))
            row = round((high - y) / (high - low) * (HEIGHT - 1))
            grid[row][column] = mark
    powers = {
        round((high - e) / (high - low) * (HEIGHT - 1)): f"1e{e}" for e in range(low, high + 1)
    }
    lines = [f"{powers.get(row, ''):>6} ┤{''.join(grid[row])}".rstrip() for row in range(HEIGHT)]
    lines.append(f"{'':>6} └{'─' * WIDTH}")
    lines.append(f"{'':>8}{f'1e{left}':<{WIDTH - 6}}{f'1e{right}':>6} {unit}")
    legend = (f"{mark} {name}" for mark, name in zip(_marks(len(logs)), logs, strict=True))
    lines.append(f"{'':>8}{'   '.join(legend)}")
    return lines


def _span(values: list[float]) -> tuple[int, int]:
    """The whole powers of ten around these values."""
    low, high = math.floor(min(values)), math.ceil(max(values))
    return low, max(high, low + 1)


def _marks(count: int) -> list[str]:
    return [MARKS[place % len(MARKS)] for place in range(count)]
