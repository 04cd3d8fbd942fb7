"""What a cell of the grid shows, of one strategy or of two."""

from __future__ import annotations

from itertools import product

from pokerbot.evaluation.grid import Cell
from pokerbot.games.betting import LETTERS
from pokerbot.play.view.amounts import fixed
from pokerbot.tui.widgets.bars import PATTERNS, Part, bar, by_kind, kind_of

ONE, BOTH, CHANGE = "one", "both", "change"
"""What a cell shows: one strategy, another's under it, or how far they are apart."""

HEIGHTS = {ONE: (4, 3, 2, 1), BOTH: (3,), CHANGE: (2, 1)}
"""How many lines a cell may take; the last stays empty, to tell it from the next, if not alone."""

VALUE, BAR = 7, 9
"""Room for the value beside a bar, and for the bar that can spare it."""

RISE = 6
"""Room for how much more often an action is taken, beside the bar of it."""


def lines(
    cell: Cell, other: Cell | None, shows: str, width: int, height: int, *, plain: bool
) -> list[list[Part]]:
    """The lines of a cell, of one strategy or of two."""
    if other is None or shows == ONE:
        return alone(cell, width, height, plain=plain)
    return (both if shows == BOTH else change)(cell, other, width, plain=plain)


def alone(cell: Cell, width: int, height: int, *, plain: bool) -> list[list[Part]]:
    """The lines of a cell that shows one strategy: with room, what each action wins as well."""
    if height < 3:
        if width < BAR + VALUE:
            return [bar(cell.frequencies, width, plain=plain)]
        value = "–" if cell.value is None else fixed(cell.value)
        drawn = bar(cell.frequencies, width - VALUE, plain=plain)
        return [[*drawn, ("muted", value.rjust(VALUE))]]
    thick = [bar(cell.frequencies, width, plain=plain, label=False)] * (height - 3)
    return [bar(cell.frequencies, width, plain=plain), *thick, [("muted", _worth(cell, width))]]


def _worth(cell: Cell, width: int) -> str:
    """What the best action of each kind wins, as far as there is room."""
    if cell.chips is None:
        return "not played so"[:width]
    best: dict[str, float] = {}
    for action, chips in cell.chips.items():
        best[kind_of(action)] = max(chips, best.get(kind_of(action), chips))
    named = [{kind: kind for kind in best}, LETTERS]
    for places, names in product((2, 1), named):
        text = "  ".join(f"{names[kind]} {fixed(chips, places)}" for kind, chips in best.items())
        if len(text) <= width:
            return text
    return fixed(max(best.values()))


def both(cell: Cell, other: Cell, width: int, *, plain: bool) -> list[list[Part]]:
    """The lines of a cell that shows two strategies, the second under the first."""
    return [bar(each.frequencies, width, plain=plain) for each in (cell, other)]


def change(cell: Cell, other: Cell, width: int, *, plain: bool) -> list[list[Part]]:
    """The line of a cell that shows how far two strategies are apart: what the second does more."""
    rises = {a: max(other.frequencies[a] - p, 0.0) for a, p in cell.frequencies.items()}
    more = by_kind(rises)
    kind = max(more, key=more.__getitem__)
    percent = f"+{100 * more[kind]:.0f}"
    if percent == "+0":
        return [[("muted", "=".rjust(RISE))]]
    label = f"{LETTERS[kind]} {percent}".rjust(RISE)
    length = round((width - RISE - 1) * more[kind])
    return [[("muted", f"{label} "[:width]), (kind, (PATTERNS[kind] if plain else " ") * length)]]
