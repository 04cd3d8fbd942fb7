"""Tables and squares of hands for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

MOST_ROWS = 100


def table(caption: str, headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """An HTML table, with numbers to the right, and at most the first `MOST_ROWS` rows."""
    body = [_row(row) for row in rows]
    left = len(body) - MOST_ROWS
    more = f"<tr><td colspan={len(headings)}>and {left:,} more</td></tr>" if left > 0 else ""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(body[:MOST_ROWS])}{more}</tbody></table>"
    )


def fields(caption: str, shown: Mapping[str, object]) -> str:
    """An HTML table of names and their values."""
    return table(caption, ["", ""], list(shown.items()))


def _row(cells: Sequence[object]) -> str:
    return f"<tr>{''.join(map(_cell, cells))}</tr>"


def _cell(value: object) -> str:
    side = "right" if isinstance(value, int | float) else "left"
    return f'<td style="text-align: {side}">{escape(_said(value))}</td>'


def _said(value: object, digits: int = 4) -> str:
    """A value as people write it; pairs have more digits, since the ends of bounds are close."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.{digits}g}"
    if isinstance(value, tuple):
        return ", ".join(_said(each, 2 * digits) for each in value)
    return str(value)


Filled = tuple[str, Sequence[tuple[float, str]]]
"""A cell: its text, and stripes that fill it from the left, (part of its width, colour)."""


def square(caption: str, rows: Iterable[Sequence[Filled]]) -> str:
    """An HTML table of small cells filled with colours, such as the classes of two cards."""
    body = "".join(f"<tr>{''.join(_filled(*cell) for cell in row)}</tr>" for row in rows)
    return (
        f'<table style="border-collapse: collapse"><caption>{escape(caption)}</caption>'
        f"<tbody>{body}</tbody></table>"
    )


def _filled(text: str, parts: Sequence[tuple[float, str]]) -> str:
    """A cell with stripes side by side; the rest is grey."""
    stops, at = [], 0.0
    for part, colour in [*parts, (1.0, "#dddddd")]:
        end = min(at + 100 * part, 100.0)
        stops.append(f"{colour} {at:.1f}% {end:.1f}%")
        at = end
    return (
        '<td style="width: 2.6em; text-align: center; color: black; border: 1px solid white;'
        f' background: linear-gradient(to right, {", ".join(stops)})">{escape(text)}</td>'
    )
