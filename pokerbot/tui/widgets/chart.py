"""A chart of a session's result, hand by hand, with and without luck, and of luck's usual range."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from pokerbot.play.session.result_curve import ResultCurve
from pokerbot.play.view.amounts import number_of, signed
from pokerbot.plots.braille import DotCanvas

LINE, STEADY, EDGE, ZERO = "$accent", "$success", "$foreground 65%", "$foreground 30%"
LEAST_WIDTH = 12
ROOMY, FOOT = 10, 2
"""From how many rows on the whole band and a key are drawn; the rows of the axis and the key."""
DASH, GAP = 4, 3
"""In the line without luck, the length of a dash and of a gap, in columns of dots."""
KEYS = (
    "dashes: without luck, dots: luck alone, 95 % of sessions",
    "dashes: no luck, dots: luck, 95 %",
)


class ResultChart(Widget):
    """The chart: chips won minus the game's value, over the hands, with the scale on the left."""

    about = "won − game value"
    """What is drawn, as the frame says it."""
    result_curve: reactive[ResultCurve] = reactive(ResultCurve((), None), always_update=True)

    def on_show(self) -> None:
        """Have the frame say what is drawn, while the chart is shown."""
        self._caption(f"chart: {self.about}")

    def on_hide(self) -> None:
        """Take that text from the frame."""
        self._caption("")

    def _caption(self, text: str) -> None:
        if isinstance(self.parent, Widget):
            self.parent.border_subtitle = text

    def render(self) -> Content:
        """Draw as many rows and columns as there is room for; few rows are scaled to the line."""
        width, height = self.size
        course = self.result_curve
        if width < LEAST_WIDTH or height < 2:
            return Content("")
        if not course.hands:
            return Content.styled("The chart starts with the first hand.", EDGE)
        roomy = height >= ROOMY
        points, edge, sure = course.sample(2 * width)
        reach = edge[-1] if edge and roomy else 0.0
        height -= FOOT if roomy else 0
        low, high = scale(min(*points, *sure, -reach), max(*points, *sure, reach), height)
        labels = [signed(value, 0 if high - low >= 10 else 1) for value in (high, low)]
        margin = max(map(len, labels)) + 1
        picture = DotChart(width - margin, height, low, high)
        picture.draw(*course.sample(2 * (width - margin)))
        texts = {0: labels[0], height - 1: labels[1], picture.row(0.0) // 4: "0"}
        keys = KEYS if course.deviation else ()
        below = foot(course.hands, keys, margin, width) if roomy else []
        return Content("\n").join([*picture.labelled(texts, margin), *below])


def foot(hands: int, keys: Sequence[str], margin: int, width: int) -> list[Content]:
    """The lines below a picture: its axis, from 0 to so many hands, and a key to what is drawn.

    keys: texts of which the first that fits is the key
    margin, width: the columns left of the picture, and those of the lines
    """
    axis = " " * margin + "0" + number_of(hands, "hand").rjust(width - margin - 1)
    key = next((key for key in keys if len(key) <= width), "")
    return [Content.styled(line, EDGE) for line in (axis, key.rjust(width))]


def scale(low: float, high: float, height: int) -> tuple[float, float]:
    """The ends of the smallest scale from at most `low` to at least `high` that shows 0 well.

    The 0 falls on the second or third of a character's four rows of dots, where the line `─` is.

    Args:
        low: the least value to show, at most 0.
        high: the largest value to show, at least 0.
        height: how many rows of characters there are.
    """
    last = 4 * height - 1

    def step(zero: int) -> float:
        return max(high / zero, -low / (last - zero))

    zero = min((row for row in range(last) if row % 4 in (1, 2)), key=step)
    return (zero - last) * step(zero), zero * step(zero)


class DotChart:
    """A canvas of braille dots on which values from `low` to `high` are drawn."""

    def __init__(self, width: int, height: int, low: float, high: float) -> None:
        self.canvas = DotCanvas(width, height)
        self.low, self.high, self.span = low, high, (high - low) or 1.0

    def row(self, value: float) -> int:
        """The row of dots of a value; row 0 is the highest."""
        part = (value - self.low) / self.span
        return round((1 - min(max(part, 0.0), 1.0)) * (4 * self.canvas.height - 1))

    def draw(self, points: list[float], edge: list[float], sure: list[float]) -> None:
        """Draw the band of luck, over it the line without luck in dashes, and over it the result.

        Args:
            points: the result at each column of dots.
            edge: the upper edge of the band, the lower being its negative; empty for no band.
            sure: the result without luck at each column of dots.
        """
        for column, value in list(enumerate(edge))[3::3]:
            for each in (value, -value):
                if self.low <= each <= self.high:
                    self.dot(column, each, EDGE)
        self.dashes(sure)
        self.line(points, LINE)

    def dot(self, column: int, value: float, colour: str) -> None:
        """Set the dot of a value."""
        self.canvas.dot(column, self.row(value), colour)

    def dashes(self, values: Sequence[float]) -> None:
        """Draw values in dashes, one for each column of dots."""
        for start in range(0, len(values), DASH + GAP):
            for column, value in enumerate(values[start : start + DASH], start):
                self.dot(column, value, STEADY)

    def line(self, values: list[float], colour: str, first: int = 0) -> None:
        """Draw a line through values, one for each column of dots from column `first` on."""
        before = self.row(values[0])
        for column, value in enumerate(values, first):
            row = self.row(value)
            middle = math.floor((before + row) / 2)
            for each in range(min(row, middle), max(row, middle) + 1):
                self.canvas.dot(column, each, colour)
            for each in range(min(before, middle), max(before, middle)):
                self.canvas.dot(max(column - 1, 0), each, colour)
            before = row

    def labelled(self, labels: Mapping[int, str], margin: int) -> list[Content]:
        """The lines of characters, with labels on their left.

        labels: by line, from 0; they take `margin` columns, with a blank behind them
        """
        return [
            Content.assemble((labels.get(place, "").rjust(margin - 1) + " ", EDGE), row)
            for place, row in enumerate(self.rows())
        ]

    def rows(self) -> list[Content]:
        """The lines of characters, with a thin line at 0 where nothing else is drawn.

        Neighbours of one colour are joined into one piece of text, which is faster to draw.
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
