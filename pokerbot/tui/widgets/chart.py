"""A session's course as a line of dots, with the band in which luck alone keeps it."""

from __future__ import annotations

import math

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from pokerbot.play.course import Course
from pokerbot.play.words import signed

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Braille: the bit of each dot of a character, by row and column."""
BLANK = 0x2800
LINE, EDGE, ZERO = "$accent", "$foreground 65%", "$foreground 30%"
LEAST_WIDTH = 12


class Chart(Widget):
    """Chips above what the game's value says, over the hands; its scale stands on the left."""

    course: reactive[Course] = reactive(Course((), None), always_update=True)

    def render(self) -> Content:
        """As many rows and columns as there is room for."""
        width, height = self.size
        course = self.course
        if width < LEAST_WIDTH or height < 2:
            return Content("")
        if not course.hands:
            return Content.styled("The chart starts with the first hand.", EDGE)
        points, edge = course.sample(2 * width)
        edge = edge or [0.0] * len(points)
        low = min(*points, -edge[-1], 0.0)
        high = max(*points, edge[-1], 0.0)
        labels = [signed(value, 0 if high - low >= 10 else 1) for value in (high, low)]
        margin = max(map(len, labels)) + 1
        columns = width - margin
        points, band = course.sample(2 * columns)
        picture = Picture(columns, height, low, high)
        for place, value in enumerate(band or ()):
            if place % 3 == 0 and place:
                picture.dot(place, value, EDGE)
                picture.dot(place, -value, EDGE)
        picture.line(points, LINE)
        rows = picture.rows()
        texts = {0: labels[0], height - 1: labels[1]}
        zero = picture.row(0.0) // 4
        if zero not in texts and 0 < zero < height - 1:
            texts[zero] = "0"
        return Content("\n").join(
            Content.assemble((texts.get(place, "").rjust(margin - 1) + " ", EDGE), row)
            for place, row in enumerate(rows)
        )


class Picture:
    """Characters of two by four dots each; a value is high or low on it."""

    def __init__(self, width: int, height: int, low: float, high: float) -> None:
        self.width, self.height = width, height
        self.low, self.span = low, (high - low) or 1.0
        self._bits = [[0] * width for _ in range(height)]
        self._colours = [[""] * width for _ in range(height)]

    def row(self, value: float) -> int:
        """The row of dots that stands for a value, 0 the highest."""
        part = (value - self.low) / self.span
        return round((1 - min(max(part, 0.0), 1.0)) * (4 * self.height - 1))

    def dot(self, column: int, value: float, colour: str) -> None:
        """Set the dot of a value; a later colour covers the one of its character."""
        self._set(column, self.row(value), colour)

    def line(self, values: list[float], colour: str) -> None:
        """Join values, one a column of dots."""
        before = self.row(values[0])
        for column, value in enumerate(values):
            row = self.row(value)
            middle = math.floor((before + row) / 2)
            for each in range(min(row, middle), max(row, middle) + 1):
                self._set(column, each, colour)
            for each in range(min(before, middle), max(before, middle)):
                self._set(max(column - 1, 0), each, colour)
            before = row

    def _set(self, column: int, row: int, colour: str) -> None:
        bits, colours = self._bits[row // 4], self._colours[row // 4]
        bits[column // 2] |= DOTS[row % 4][column % 2]
        colours[column // 2] = colour

    def rows(self) -> list[Content]:
        """The lines of characters, with a thin line for 0 where there is nothing else."""
        zero = self.row(0.0) // 4
        return [
            Content.assemble(
                *(
                    (chr(BLANK + bits), colour) if bits else ("─" if place == zero else " ", ZERO)
                    for bits, colour in zip(*line, strict=True)
                )
            )
            for place, line in enumerate(zip(self._bits, self._colours, strict=True))
        ]
