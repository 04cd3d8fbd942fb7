"""Turns texts into ASCII, for terminals, fonts and encodings that have nothing else."""

from __future__ import annotations

from rich.cells import cell_len

GLYPHS = {
    "\u2212\u2013\u2014╌─━═▔▁▀▄": "-",
    "│┃║▏▎▍▌▋▊▉▐▕": "|",
    "┌┐└┘╭╮╰╯├┤┬┴┼▗▖▝▘▛▜▙▟": "+",
    "█▇▆▅▃▂▓■": "#",
    "░▒·": ":",
    "●•○◉": "o",
    "◆◇★": "*",
    "▶▸→\u276f": ">",
    "◀◂←\u276e": "<",
    "▲▴↑": "^",
    "▼▾↓": "v",
    "\u2571": "/",
    "\u2572": "\\",
    "♠": "s",
    "♥": "h",
    "♦": "d",
    "♣": "c",
    "±≈": "~",
    "≤": "<",
    "ε": "e",
    "²": "2",
    "×": "x",
    "√✓": "v",
    "…": ".",
    "\u2018\u2019": "'",
    "\u201c\u201d": '"',
    "\u00a0": " ",
}
"""The ASCII character for each glyph; the longer texts of `LONGER` are replaced before."""
LONGER = ((" ± ", "+/-"), (" ±", "+-"), (" …", ".."))
UPPER, LOWER = 0x1B, 0xE4
"""The bits for a braille character's dots in its upper rows, and in its lower ones."""
BRAILLE = 0x2800


def _dots(bits: int) -> str:
    """The ASCII character for a braille one: dots in its upper rows, its lower ones, or both."""
    return " '.:"[bool(bits & UPPER) + 2 * bool(bits & LOWER)]


TABLE = {ord(glyph): plain for glyphs, plain in GLYPHS.items() for glyph in glyphs} | {
    BRAILLE + bits: _dots(bits) for bits in range(256)
}


def plain(text: str) -> str:
    """A text in ASCII, as wide as it was; glyphs without a likeness become question marks."""
    if text.isascii():
        return text
    for glyph, likeness in LONGER:
        text = text.replace(glyph, likeness)
    text = text.translate(TABLE)
    return "".join(char if char.isascii() else "?" * cell_len(char) for char in text)
