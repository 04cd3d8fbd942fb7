"""Tables for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

MOST_ROWS = 100


def table(caption: str, headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """An HTML table; numbers stand to the right, and of very many rows the first are shown."""
    body = [_row(row) for row in rows]
    left = len(body) - MOST_ROWS
    more = f"<tr><td colspan={len(headings)}>and {left:,} more</td></tr>" if left > 0 else ""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(body[:MOST_ROWS])}{more}</tbody></table>"
    )


def _row(cells: Sequence[object]) -> str:
    return f"<tr>{''.join(map(_cell, cells))}</tr>"


def _cell(value: object) -> str:
    if isinstance(value, int | float):
        said = f"{value:,}" if isinstance(value, int) else f"{value:.4g}"
        return f'<td style="text-align: right">{said}</td>'
    return f'<td style="text-align: left">{escape(str(value))}</td>'
