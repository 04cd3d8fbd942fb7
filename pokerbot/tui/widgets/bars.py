"""Frequencies as a bar, with a word or a letter in each of its segments; how it is coloured."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content
from textual.widget import Widget

from pokerbot.games.actions import LARGER, LETTERS

COLOURS = {"fold": "$foreground on $foreground 30%"}
COLOURS |= dict.fromkeys(("check", "call"), "reverse $success")
COLOURS |= dict.fromkeys(LARGER, "reverse $warning")

PATTERNS = {"fold": "·", "check": "░", "call": "░"} | dict.fromkeys(LARGER, "▓")
"""What fills a segment where there are no colours."""

EIGHTHS = " ▏▎▍▌▋▊▉"
"""The parts of a character of a bar."""

AIRY = 10
"""So wide a bar has blanks in its labels."""

Part = tuple[str, str]
"""What a piece of text is, a kind of action or `muted`, and the text."""


def kind_of(action: str) -> str:
    """The kind of an action, whatever its size: `bet` for `bet 3`."""
    return action.partition(" ")[0]


def bar(
    frequencies: Mapping[str, float], width: int, *, plain: bool = False, label: bool = True
) -> list[Part]:
    """A segment for each kind of action, as long as it is likely.

    The last label stands at the right end, so that in a column the same ones are below each other.

    Args:
        frequencies: by action.
        width: of the whole bar.
        plain: whether to fill the segments with patterns, for a screen without colours.
        label: whether to write words or letters, and percentages, into them.
    """
    parts: list[Part] = []
    total, done = 0.0, 0
    for kind, chance in by_kind(frequencies).items():
        total += chance
        length = round(width * total) - done
        if length > 0:
            fill = PATTERNS[kind] if plain else " "
            to_right = 0 < done == width - length
            done += length
            text = _label(kind, chance, length, to_right, width >= AIRY) if label else ""
            parts.append((kind, text.rjust(length, fill) if to_right else text.ljust(length, fill)))
    return parts


def drawn(
    frequencies: Mapping[str, float], width: int, on: Widget, *, label: bool = True
) -> Content:
    """The bar in the colours that the screen of a widget has, if any."""
    plain = on.app.no_color
    colours = COLOURS | {"fold": "reverse"} if on.has_pseudo_class("ansi") else COLOURS
    parts = bar(frequencies, width, plain=plain, label=label)
    return Content.assemble(*((text, "" if plain else colours[kind]) for kind, text in parts))


def filled(part: float, width: int) -> str:
    """A bar of that many characters, filled in part."""
    full, eighths = divmod(round(part * width * 8), 8)
    return ("█" * full + EIGHTHS[eighths])[:width].ljust(width)


def by_kind(frequencies: Mapping[str, float]) -> dict[str, float]:
    """How likely each kind of action is, whatever its size."""
    kinds: dict[str, float] = {}
    for action, chance in frequencies.items():
        kinds[kind_of(action)] = kinds.get(kind_of(action), 0.0) + chance
    return kinds


def _label(kind: str, chance: float, length: int, to_right: bool, airy: bool) -> str:
    """What a segment has room for: a number is whole or left out."""
    letter, percent = LETTERS[kind], f"{100 * chance:.0f}"
    for name, blanks in ((kind, 2), (letter, 1)) if airy else ():
        if len(f"{name} {percent}") + blanks <= length:
            text = f" {name} {percent} "
            return text[-length:] if to_right else text[:length]
    tight = f"{letter}{percent}"
    return tight if len(tight) <= length else ""
