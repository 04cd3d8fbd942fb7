"""The chart draws what the course is: dots where the values are, at every size."""

import numpy as np
import pytest
from textual.app import App

from pokerbot.play.session.result_curve import ResultCurve
from pokerbot.play.session.score import Score
from pokerbot.plots.braille import BLANK, DOTS
from pokerbot.tui.widgets.chart import KEYS, DotChart, ResultChart, scale
from tests.play.tables import counted
from tests.tui.driving import driven, until


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
    picture = DotChart(5, 3, -1.0, 10.0)  # twelve rows of dots, one for each whole number
    for column, value in enumerate([10, 9, 0, -1, 4]):
        picture.dot(column, value, "red")
    assert dots(picture) == {(0, 0), (1, 1), (2, 10), (3, 11), (4, 6)}


def test_a_line_has_no_gaps():
    rng = np.random.default_rng(2)
    values = list(np.cumsum(rng.normal(size=40)))
    picture = DotChart(20, 6, min(values), max(values))
    picture.line(values, "red")
    found = dots(picture)
    for column, value in enumerate(values):
        assert (column, picture.row(value)) in found
    for column in range(39):
        here, there = ([r for c, r in found if c == column + step] for step in (0, 1))
        assert min(abs(a - b) for a in here for b in there) <= 1
        assert sorted(here) == list(range(min(here), max(here) + 1))


@pytest.mark.parametrize("height", [2, 4, 7, 16])
@pytest.mark.parametrize("ends", [(0, 3), (-8, 0), (-1, 1), (-14, 2), (-0.001, 500), (0, 0)])
def test_0_is_where_its_line_is(height, ends):
    """On one of the two middle rows of dots of a character, and the scale holds both ends."""
    low, high = scale(*ends, height)
    assert low <= ends[0] <= ends[1] <= high
    exact = high / ((high - low) or 1) * (4 * height - 1)
    assert exact == pytest.approx(round(exact))
    assert not high or DotChart(1, height, low, high).row(0.0) % 4 in (1, 2)


def test_what_stands_together_in_one_colour_is_one_piece():
    """However wide it is: each piece takes memory, and a part of the frame."""
    picture = DotChart(300, 3, -1.0, 10.0)
    picture.line([10.0] * 400, "red")
    picture.line([-1.0] * 100, "blue", 100)
    pieces = [[(span.end - span.start, span.style) for span in row.spans] for row in picture.rows()]
    thin = "$foreground 30%"
    assert pieces == [
        [(200, "red"), (100, thin)],
        [(300, thin)],
        [(50, thin), (50, "blue"), (200, thin)],
    ]
    assert [len(row.plain) for row in picture.rows()] == [300] * 3


def test_a_character_with_a_dot_of_the_line_has_none_of_the_band():
    picture = DotChart(3, 2, -7.0, 0.0)  # eight rows of dots, one for each whole number
    picture.draw([0, 0, 0, 0, 0, 0], [0, 0, 0, 2, 4, 9], [])
    assert dots(picture) == {(column, 0) for column in range(6)}
    picture.draw([-4, -4, -4, -4, -4, -4], [0, 0, 0, 2, 4, 9], [])
    assert (3, 2) in dots(picture)


def test_without_luck_there_are_dashes():
    picture = DotChart(6, 2, -7.0, 0.0)
    picture.draw([0] * 12, [], [-4] * 12)
    dashes = {(column, 4) for column in (*range(4), *range(7, 11))}
    assert dots(picture) == {(column, 0) for column in range(12)} | dashes


async def test_the_scale_holds_the_line_without_luck():
    app = Alone(ResultCurve([1.0, -1.0], 1.0, [20.0, 40.0]))
    async with driven(app) as pilot:
        await pilot.resize_terminal(40, 4)
        await until(pilot, lambda: app.query_one(ResultChart).size.height == 4)
        lines = str(app.query_one(ResultChart).render()).split("\n")
        assert float(lines[0].split()[0]) >= 40


async def test_few_rows_are_for_the_line_and_many_for_the_band_too():
    course = ResultCurve([1.0, -1.0] * 200, 1.0)  # the band ends at 1.96 · √400 = 39.2
    app = Alone(course)
    async with driven(app) as pilot:
        await pilot.resize_terminal(40, 4)
        await until(pilot, lambda: app.query_one(ResultChart).size.height == 4)
        assert "39" not in str(app.query_one(ResultChart).render())
        await pilot.resize_terminal(40, 20)
        await until(pilot, lambda: app.query_one(ResultChart).size.height == 20)
        lines = str(app.query_one(ResultChart).render()).split("\n")
        assert float(lines[0].split()[0]) >= 39.2 - 0.5
        assert lines[-2].split() == ["0", "400", "hands"]
        assert lines[-1].strip() == KEYS[1]


class Alone(App):
    def __init__(self, course):
        super().__init__()
        self.result_curve = course

    def compose(self):
        yield ResultChart()

    def on_mount(self):
        self.query_one(ResultChart).result_curve = self.result_curve


@pytest.mark.parametrize(
    "results", [(), ((0, 1),), ((0, 0), (1, 0)), ((0, 2), (1, 1)) * 5000], ids=len
)
async def test_any_session_at_any_size(results):
    session = counted(Score((-0.05, 0.05), 1.5), results)
    app = Alone(session.result_curve)
    async with driven(app) as pilot:
        for size in [(1, 1), (5, 3), (12, 2), (30, 4), (200, 50)]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            chart = app.query_one(ResultChart)
            lines = str(chart.render()).split("\n")
            assert len(lines) <= size[1]
            assert all(len(line) <= size[0] for line in lines) or not results
        assert ("first hand" in lines[0]) == (not results)
        if len(results) > 9:
            assert lines[0].split()[0] == "+15000"


async def test_the_frame_says_what_the_chart_draws_while_it_is_in_sight():
    app = Alone(ResultCurve([1.0], None))
    async with driven(app) as pilot:
        chart = app.query_one(ResultChart)
        for shown in (True, False, True):
            chart.display = shown
            await until(pilot, lambda: bool(app.screen.border_subtitle) == shown)  # noqa: B023
