"""What a cell of the grid shows: frequencies as a bar, with a letter in each of its segments."""

from __future__ import annotations

from collections.abc import Mapping

from pokerbot.evaluation.grid import Cell, difference
from pokerbot.games.betting import LETTERS
from pokerbot.play.words import fixed

PATTERNS = {"fold": "·", "check": "░", "call": "░", "bet": "▓", "raise": "▓"}
"""What fills a segment where there are no colours."""

VALUE, BAR = 7, 9
"""Room for the value beside a bar, and for the bar that can spare it."""

SAME = 0.005
"""Frequencies that differ by less read the same."""

Part = tuple[str, str]
"""What a piece of text is, a kind of action or `muted`, and the text."""


def kind_of(action: str) -> str:
    """The kind of an action, whatever its size: `bet` for `bet 3`."""
    return action.partition(" ")[0]


def bar(
    frequencies: Mapping[str, float], width: int, *, plain: bool = False, label: bool = True
) -> list[Part]:
    """A segment for each kind of action, as long as it is likely.

    Args:
        frequencies: by action.
        width: of the whole bar.
        plain: whether to fill the segments with patterns, for a screen without colours.
        label: whether to write letters and percentages into them.
    """
    parts: list[Part] = []
    total, done = 0.0, 0
    for kind, chance in by_kind(frequencies).items():
        total += chance
        length = round(width * total) - done
        if length > 0:
            done += length
            text = _fitting(f"{LETTERS[kind]} {100 * chance:.0f}", length) if label else ""
            parts.append((kind, text.ljust(length, PATTERNS[kind] if plain else " ")))
    return parts


def by_kind(frequencies: Mapping[str, float]) -> dict[str, float]:
    """How likely each kind of action is, whatever its size."""
    kinds: dict[str, float] = {}
    for action, chance in frequencies.items():
        kinds[kind_of(action)] = kinds.get(kind_of(action), 0.0) + chance
    return kinds


def _fitting(text: str, length: int) -> str:
    """As much of a label as a segment has room for, at least the letter."""
    tries = f" {text} ", text, text.replace(" ", "")
    return next((each for each in tries if len(each) <= length), text[0])


def alone(cell: Cell, width: int, height: int, *, plain: bool) -> list[list[Part]]:
    """The lines of a cell that shows one strategy: with room, what each action wins as well."""
    if height < 3:
        if width < BAR + VALUE:
            return [bar(cell.frequencies, width, plain=plain)]
        value = "–" if cell.value is None else fixed(cell.value)
        drawn = bar(cell.frequencies, width - VALUE, plain=plain)
        return [[*drawn, ("muted", value.rjust(VALUE))]]
    return [
        bar(cell.frequencies, width, plain=plain),
        bar(cell.frequencies, width, plain=plain, label=False),
        [("muted", _worth(cell, width))],
    ]


def _worth(cell: Cell, width: int) -> str:
    """What the best action of each kind wins, as far as there is room."""
    if cell.chips is None:
        return "never comes here"[:width]
    best: dict[str, float] = {}
    for action, chips in cell.chips.items():
        best[kind_of(action)] = max(chips, best.get(kind_of(action), chips))
    for places in (2, 1):
        text = "  ".join(f"{LETTERS[kind]} {fixed(chips, places)}" for kind, chips in best.items())
        if len(text) <= width:
            return text
    return fixed(max(best.values()))


def both(cell: Cell, other: Cell, width: int, *, plain: bool) -> list[list[Part]]:
    """The lines of a cell that shows two strategies, the second under the first."""
    return [bar(each.frequencies, width, plain=plain) for each in (cell, other)]


def change(cell: Cell, other: Cell, width: int, *, plain: bool) -> list[list[Part]]:
    """The line of a cell that shows how far two strategies are apart: what the second does more."""
    apart = difference(cell.frequencies, other.frequencies)
    if apart < SAME:
        return [[("muted", "=")]]
    more = {action: other.frequencies[action] - p for action, p in cell.frequencies.items()}
    action = max(more, key=lambda each: more[each])
    kind = kind_of(action)
    label = f"{LETTERS[kind]} +{100 * more[action]:.0f}"
    length = max(round(width * apart), 1)
    if len(label) + 2 <= length:
        return [[(kind, f" {label} ".ljust(length, PATTERNS[kind] if plain else " "))]]
    return [[(kind, (PATTERNS[kind] if plain else " ") * length), ("muted", f" {label}")]]
