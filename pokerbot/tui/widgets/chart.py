"""A session's course as a line of dots, the same without luck, and the band of luck alone."""

from __future__ import annotations

import math
from itertools import groupby
from operator import itemgetter

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from pokerbot.play.session.result_curve import ResultCurve
from pokerbot.play.view.amounts import number_of, signed
from pokerbot.plots.braille import Canvas

LINE, STEADY, EDGE, ZERO = "$accent", "$success", "$foreground 65%", "$foreground 30%"
LEAST_WIDTH = 12
ROOMY, FOOT = 10, 2
"""Rows from which on the whole band is drawn, and the chart explained; the rows for that."""
DASH, GAP = 4, 3
"""How many columns of dots a dash of the line without luck is long, and how far the next is."""
KEYS = (
    "dashes: without luck, dots: luck alone, 95 % of sessions",
    "dashes: no luck, dots: luck, 95 %",
)


class Chart(Widget):
    """Chips above what the game's value says, over the hands; its scale stands on the left."""

    about = "won − game value"
    """What it draws, in the frame."""
    result_curve: reactive[ResultCurve] = reactive(ResultCurve((), None), always_update=True)

    def on_show(self) -> None:
        """Have the frame say what it draws, while it is in sight."""
        self._caption(f"chart: {self.about}")

    def on_hide(self) -> None:
        """Have the frame say so no more."""
        self._caption("")

    def _caption(self, text: str) -> None:
        if isinstance(self.parent, Widget):
            self.parent.border_subtitle = text

    def render(self) -> Content:
        """As many rows and columns as there is room for; in few rows those of the line alone."""
        width, height = self.size
        course = self.result_curve
        if width < LEAST_WIDTH or height < 2:
            return Content("")
        if not course.hands:
            return Content.styled("The chart starts with the first hand.", EDGE)
        roomy = height >= ROOMY
        points, edge = course.sample(2 * width)
        reach = edge[-1] if edge and roomy else 0.0
        foot = FOOT if roomy else 0
        sure = course.without_luck(2 * width)
        low, high = scale(min(*points, *sure, -reach), max(*points, *sure, reach), height - foot)
        labels = [signed(value, 0 if high - low >= 10 else 1) for value in (high, low)]
        margin = max(map(len, labels)) + 1
        picture = Picture(width - margin, height - foot, low, high)
        columns = 2 * (width - margin)
        picture.draw(*course.sample(columns), course.without_luck(columns))
        texts = {0: labels[0], height - foot - 1: labels[1], picture.row(0.0) // 4: "0"}
        rows = (
            Content.assemble((texts.get(place, "").rjust(margin - 1) + " ", EDGE), row)
            for place, row in enumerate(picture.rows())
        )
        explained = _foot(course, margin, width)[:foot]
        return Content("\n").join([*rows, *(Content.styled(line, EDGE) for line in explained)])


def _foot(course: ResultCurve, margin: int, width: int) -> list[str]:
    """The axis of the hands; and what the dots are, where there are any and it is wide enough."""
    last = number_of(course.hands, "hand")
    axis = " " * margin + "0" + last.rjust(width - margin - 1)
    fitting = next((key for key in KEYS if len(key) <= width), "")
    return [axis, fitting.rjust(width) if course.deviation else ""]


def scale(low: float, high: float, height: int) -> tuple[float, float]:
    """The ends of the closest scale for these values whose 0 is where a character has its line.

    That is between the second row of dots and the third, of the four of a character.
    """
    last = 4 * height - 1

    def step(zero: int) -> float:
        return max(high / zero, -low / (last - zero))

    zero = min((row for row in range(last) if row % 4 in (1, 2)), key=step)
    return (zero - last) * step(zero), zero * step(zero)


class Picture:
    """Dots on which a value is high or low."""

    def __init__(self, width: int, height: int, low: float, high: float) -> None:
        self.canvas = Canvas(width, height)
        self.low, self.high, self.span = low, high, (high - low) or 1.0

    def row(self, value: float) -> int:
        """The row of dots that stands for a value, 0 the highest."""
        part = (value - self.low) / self.span
        return round((1 - min(max(part, 0.0), 1.0)) * (4 * self.canvas.height - 1))

    def draw(self, points: list[float], edge: list[float] | None, sure: list[float]) -> None:
        """The band, as far as it is on the picture, over it dashes without luck, and the course."""
        for column, value in list(enumerate(edge or ()))[3::3]:
            for each in (value, -value):
                if self.low <= each <= self.high:
                    self.dot(column, each, EDGE)
        for start in range(0, len(sure), DASH + GAP):
            for column, value in enumerate(sure[start : start + DASH], start):
                self.dot(column, value, STEADY)
        self.line(points, LINE)

    def dot(self, column: int, value: float, colour: str) -> None:
        """Set the dot of a value."""
        self.canvas.dot(column, self.row(value), colour)

    def line(self, values: list[float], colour: str, first: int = 0) -> None:
        """Join values, one a column of dots, from the first on."""
        before = self.row(values[0])
        for column, value in enumerate(values, first):
            row = self.row(value)
            middle = math.floor((before + row) / 2)
            for each in range(min(row, middle), max(row, middle) + 1):
                self.canvas.dot(column, each, colour)
            for each in range(min(before, middle), max(before, middle)):
                self.canvas.dot(max(column - 1, 0), each, colour)
            before = row

    def rows(self) -> list[Content]:
        """The lines of characters, with a thin line for 0 where there is nothing else.

        What stands together in one colour is one piece: a large picture has many characters.
        """
        zero = self.row(0.0) // 4
        lines = []
        for place, row in enumerate(self.canvas.rows()):
            blank = "─" if place == zero else " ", ZERO
            drawn = [each if each[1] else blank for each in row]
            runs = groupby(drawn, key=itemgetter(1))
            pieces = [("".join(char for char, _ in run), colour) for colour, run in runs]
            lines.append(Content.assemble(*pieces))
        return lines
