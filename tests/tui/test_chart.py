"""The chart draws what the course is: dots where the values are, at every size."""

import numpy as np
import pytest
from textual.app import App

from pokerbot.play.course import Course
from pokerbot.play.session import Session
from pokerbot.tui.widgets.chart import BLANK, DOTS, Chart, Picture
from tests.tui.driving import drive


def dots(picture):
    """The (column, row) of every dot."""
    return {
        (2 * x + column, 4 * y + row)
        for y, line in enumerate(picture.rows())
        for x, char in enumerate(str(line))
        if ord(char) >= BLANK
        for row, pair in enumerate(DOTS)
        for column, bit in enumerate(pair)
        if (ord(char) - BLANK) & bit
    }


def test_a_dot_is_where_its_value_is():
    picture = Picture(5, 3, -1.0, 10.0)  # twelve rows of dots, one for each whole number
    for column, value in enumerate([10, 9, 0, -1, 4]):
        picture.dot(column, value, "red")
    assert dots(picture) == {(0, 0), (1, 1), (2, 10), (3, 11), (4, 6)}


def test_a_line_has_no_gaps():
    rng = np.random.default_rng(2)
    values = list(np.cumsum(rng.normal(size=40)))
    picture = Picture(20, 6, min(values), max(values))
    picture.line(values, "red")
    found = dots(picture)
    for column, value in enumerate(values):
        assert (column, picture.row(value)) in found
    for column in range(39):
        here, there = ([r for c, r in found if c == column + step] for step in (0, 1))
        assert min(abs(a - b) for a in here for b in there) <= 1
        assert sorted(here) == list(range(min(here), max(here) + 1))


class Alone(App):
    def __init__(self, course):
        super().__init__()
        self.course = course

    def compose(self):
        yield Chart()

    def on_mount(self):
        self.query_one(Chart).course = self.course


@pytest.mark.parametrize(
    "results", [(), ((0, 1),), ((0, 0), (1, 0)), ((0, 2), (1, 1)) * 5000], ids=len
)
def test_any_session_at_any_size(results):
    session = Session(-0.05, results)
    app = Alone(Course(session.course, session.deviation))

    async def scenario(pilot):
        for size in [(1, 1), (5, 3), (12, 2), (30, 4), (200, 50)]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            chart = app.query_one(Chart)
            lines = str(chart.render()).split("\n")
            assert len(lines) <= size[1]
            assert all(len(line) <= size[0] for line in lines) or not results
        assert ("first hand" in lines[0]) == (not results)
        if len(results) > 9:
            assert lines[0].split()[0] == "+15000"

    drive(app, scenario)
