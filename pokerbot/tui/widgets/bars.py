"""Bars of frequencies, with a word or a letter in each segment, and their colours."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content
from textual.widget import Widget

from pokerbot.games.actions import LARGER, LETTERS, by_kind

COLOURS = {"fold": "$foreground on $foreground 30%"}
COLOURS |= dict.fromkeys(("check", "call"), "reverse $success")
COLOURS |= dict.fromkeys(LARGER, "reverse $warning")

PATTERNS = {"fold": "·", "check": "░", "call": "░"} | dict.fromkeys(LARGER, "▓")
"""The character that fills a segment on a screen without colours."""

EIGHTHS = " ▏▎▍▌▋▊▉"
"""A character filled by 0 to 7 eighths."""

AIRY = 10
"""From this width on, the labels of a bar have blanks in them."""

Part = tuple[str, str]
"""A segment of a bar: the kind of action, and the text."""


def bar(
    frequencies: Mapping[str, float], width: int, *, plain: bool = False, label: bool = True
) -> list[Part]:
    """A bar: a segment for each kind of action, as long as the action is frequent.

    The last label is aligned to the right, so that in bars below each other the labels line up.

    Args:
        frequencies: the frequency of each action.
        width: the width of the whole bar in columns.
        plain: whether to fill the segments with patterns, for a screen without colours.
        label: whether to write words or letters, and percentages, into the segments.
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
    """The bar in colours, or with patterns if the app has no colours.

    on: the widget on which it is drawn
    """
    plain = on.app.no_color
    colours = COLOURS | {"fold": "reverse"} if on.has_pseudo_class("ansi") else COLOURS
    parts = bar(frequencies, width, plain=plain, label=label)
    return Content.assemble(*((text, "" if plain else colours[kind]) for kind, text in parts))


def filled(part: float, width: int) -> str:
    """A bar of `width` characters, filled up to `part` of them, which is from 0 to 1."""
    full, eighths = divmod(round(part * width * 8), 8)
    return ("█" * full + EIGHTHS[eighths])[:width].ljust(width)


def _label(kind: str, chance: float, length: int, to_right: bool, airy: bool) -> str:
    """The longest label for which a segment has room; a number is never cut."""
    letter, percent = LETTERS[kind], f"{100 * chance:.0f}"
    for name, blanks in ((kind, 2), (letter, 1)) if airy else ():
        if len(f"{name} {percent}") + blanks <= length:
            text = f" {name} {percent} "
            return text[-length:] if to_right else text[:length]
    tight = f"{letter}{percent}"
    return tight if len(tight) <= length else ""
