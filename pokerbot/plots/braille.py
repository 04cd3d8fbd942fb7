"""A canvas of dots made of braille characters, which have two by four dots each."""

from __future__ import annotations

from collections.abc import Iterator

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot in a character, by row and column."""

BLANK = 0x2800
"""The character without dots."""


class DotCanvas:
    """A canvas of `width` × `height` characters; dots are counted from the upper left corner."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._bits = [[0] * width for _ in range(height)]
        self._colours = [[""] * width for _ in range(height)]

    def dot(self, column: int, row: int, colour: str = "") -> None:
        """Set a dot; as a character has one colour, a dot of another colour clears those before."""
        bits, colours = self._bits[row // 4], self._colours[row // 4]
        place, bit = column // 2, DOTS[row % 4][column % 2]
        bits[place] = bits[place] | bit if colours[place] == colour else bit
        colours[place] = colour

    def rows(self) -> Iterator[list[tuple[str, str]]]:
        """The rows of characters, each with its colour; characters without dots are spaces."""
        for bits, colours in zip(self._bits, self._colours, strict=True):
            drawn = (chr(BLANK + each) if each else " " for each in bits)
            yield list(zip(drawn, colours, strict=True))
