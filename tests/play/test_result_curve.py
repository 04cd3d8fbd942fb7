"""The course of a session, and the band in which luck alone keeps it."""

from dataclasses import replace

import pytest

from pokerbot.play.session.result_curve import ResultCurve
from pokerbot.play.session.score import Score
from tests.play.tables import counted


def test_it_starts_at_nothing_and_ends_where_the_session_stands():
    course = ResultCurve([1.0, -1.0, 2.0], 2.0)
    assert course.sample(4) == (
        [0, 1, -1, 2],
        pytest.approx([0, 3.919928, 5.543615, 6.789515], abs=1e-6),  # 1.959964 · 2 · √hands
        [],
    )
    points, _, _ = course.sample(7)
    assert points == [0, 0.5, 1, 0, -1, 0.5, 2]


@pytest.mark.parametrize("results", [(), ((0, 1),), ((0, 1), (1, 1)), ((0, 1), (1, -1)) * 5000])
@pytest.mark.parametrize("count", [2, 3, 40, 400])
def test_any_number_of_hands_at_any_width(results, count):
    session = counted(Score((-0.05, 0.05), 1.5), results)
    points, edge, sure = session.result_curve.sample(count)
    assert len(points) == count
    assert points[0] == 0
    assert points[-1] == pytest.approx(session.difference)
    assert edge[-1] == pytest.approx(session.margin)  # the band ends as wide as the interval
    assert edge == sorted(edge)
    assert replace(session.result_curve, deviation=None).sample(count) == (points, [], sure)


def test_the_line_without_luck_waits_for_every_hand_to_be_judged():
    assert ResultCurve([1.0, -1.0], 2.0, [0.5]).sample(3)[2] == []
    _, _, sure = ResultCurve([1.0, -1.0], 2.0, [0.5, 0.25]).sample(5)
    assert sure == [0, 0.25, 0.5, 0.375, 0.25]
