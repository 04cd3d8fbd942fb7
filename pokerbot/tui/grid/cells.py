"""The content of a cell of the grid, for one strategy or for two."""

from __future__ import annotations

from itertools import product

from pokerbot.evaluation.grid import Cell
from pokerbot.games.actions import LETTERS, by_kind, kind_of
from pokerbot.play.view.amounts import fixed
from pokerbot.tui.widgets.bars import PATTERNS, Part, bar

ONE, BOTH, CHANGE = "one", "both", "change"
"""What a cell shows: one strategy, two below each other, or the difference between them."""

HEIGHTS = {ONE: (4, 3, 2, 1), BOTH: (3,), CHANGE: (2, 1)}
"""How many lines a cell may have; with more than one the last is empty, to separate cells."""

VALUE, BAR = 5, 9
"""The width of the value beside a bar but for its decimals, and the least width of such a bar."""

RISE = 6
"""The width of the difference in percent, beside its bar."""


def lines(
    cell: Cell,
    other: Cell | None,
    shows: str,
    width: int,
    height: int,
    *,
    plain: bool,
    decimals: int,
) -> list[list[Part]]:
    """The lines of a cell.

    cell, other: the information set of the first strategy, and of the second if there is one
    shows: `ONE`, `BOTH` or `CHANGE`
    width, height: of the cell; the height is one of `HEIGHTS`
    plain: whether to draw patterns instead of colours
    decimals: how many decimals of a chip matter
    """
    if other is None or shows == ONE:
        return alone(cell, width, height, plain=plain, decimals=decimals)
    return (both if shows == BOTH else change)(cell, other, width, plain=plain)


def alone(cell: Cell, width: int, height: int, *, plain: bool, decimals: int) -> list[list[Part]]:
    """The lines of a cell with one strategy; where there is room, also what each action wins."""
    if height < 3:
        beside = VALUE + decimals
        if width < BAR + beside:
            return [bar(cell.frequencies, width, plain=plain)]
        value = "–" if cell.value is None else fixed(cell.value, decimals)
        drawn = bar(cell.frequencies, width - beside, plain=plain)
        return [[*drawn, ("muted", value.rjust(beside))]]
    thick = [bar(cell.frequencies, width, plain=plain, label=False)] * (height - 3)
    worth = _worth(cell, width, decimals)
    return [bar(cell.frequencies, width, plain=plain), *thick, [("muted", worth)]]


def _worth(cell: Cell, width: int, decimals: int) -> str:
    """What the best action of each kind wins, in as much detail as there is room for."""
    if cell.chips is None:
        return "never reached"[:width]
    best: dict[str, float] = {}
    for action, chips in cell.chips.items():
        best[kind_of(action)] = max(chips, best.get(kind_of(action), chips))
    named = [{kind: kind for kind in best}, LETTERS]
    for places, names in product((decimals, decimals - 1), named):
        text = "  ".join(f"{names[kind]} {fixed(chips, places)}" for kind, chips in best.items())
        if len(text) <= width:
            return text
    return fixed(max(best.values()), decimals)


def both(cell: Cell, other: Cell, width: int, *, plain: bool) -> list[list[Part]]:
    """The lines of a cell with two strategies, the second below the first."""
    return [bar(each.frequencies, width, plain=plain) for each in (cell, other)]


def change(cell: Cell, other: Cell, width: int, *, plain: bool) -> list[list[Part]]:
    """The line of a cell with the difference of two strategies.

    It shows the kind of action that the second strategy takes more often by the most.
    """
    rises = {a: max(other.frequencies[a] - p, 0.0) for a, p in cell.frequencies.items()}
    more = by_kind(rises)
    kind = max(more, key=more.__getitem__)
    percent = f"+{100 * more[kind]:.0f}"
    if percent == "+0":
        return [[("muted", "=".rjust(RISE))]]
    label = f"{LETTERS[kind]} {percent}".rjust(RISE)
    length = round((width - RISE - 1) * more[kind])
    return [[("muted", f"{label} "[:width]), (kind, (PATTERNS[kind] if plain else " ") * length)]]
