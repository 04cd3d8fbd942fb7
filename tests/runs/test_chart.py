"""The charts beside a published one, whose outer ends are those of the exact answer."""

from dataclasses import replace

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.games.all_in import CLASSES
from pokerbot.runs import chart as chart_of
from pokerbot.runs.chart import Gap, _at, _limit, chart

JAM, CALL = 0, 1


@pytest.mark.slow
@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    ("stack", "player", "hand", "played"),
    [
        (5.2, JAM, "63s", True),
        (5.4, JAM, "63s", False),
        (7.1, JAM, "63s", True),
        (7.2, JAM, "63s", False),
        (7.7, JAM, "T3s", True),
        (7.8, JAM, "T3s", False),
        (5.6, CALL, "Q2o", True),
        (5.7, CALL, "Q2o", False),
    ],
)
def test_where_hands_begin_to_fold(stack, player, hand, played):
    """HoldemResources (2007), and the holes that the exact answer has on stacks in tenths."""
    pytest.importorskip("scipy")
    often, lost, nash_conv = _at(stack, "lp")
    place = CLASSES.index(hand)
    assert (often[player, place] >= 0.5) == played
    # Whatever is done less than always costs something, or nothing where it is mixed.
    assert (lost[player, place] <= 1e-9) == (often[player, place] > 0)
    assert abs(nash_conv) < 1e-12


def test_what_lies_below_the_highest_stack_is_a_gap():
    stacks = [1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8]
    often = np.array([1, 0.4, 0, 1, 0, 0.3, 0.6, 0])
    lost = np.array([-1, 0, 0.0009, -1, 0.0011, 0, -1, 1])
    found = _limit(stacks, often, lost)
    assert (str(found), found.up_to, found.more) == ("1.7", 1.7, False)
    assert found.gaps == (Gap(1.2, 1.3, near=True), Gap(1.5, 1.6, near=False))
    assert str(_limit(stacks, np.ones(8), -lost)) == "1.8+"
    assert str(_limit(stacks, np.zeros(8), lost)) == "–"


@pytest.mark.slow
def test_a_short_chart_has_all_hands_and_no_ends():
    pytest.importorskip("scipy")
    told = []
    found = chart(to=1.2, watch=told.append)
    assert (found.to, found.step, found.algorithm, told) == (1.2, 0.1, "lp", [0, 0.5])
    assert set(found.jam) == set(found.call) == set(CLASSES)
    assert {str(each) for side in (found.jam, found.call) for each in side.values()} == {"1.2+"}
    cells = [[cell for row in square.rows for cell in row] for square in found.figure().panels]
    assert [len(each) for each in cells] == [169, 169]
    assert {filled for each in cells for _, filled in each} == {1}


@pytest.mark.parametrize("to", [1, 1.15, 100.1, 1e308, -3, float("nan"), float("inf")])
def test_no_chart_ends_elsewhere(to):
    with pytest.raises(InputError, match=r"tenths from 1\.1 to 100"):
        chart(to=to)


def test_other_games_have_no_chart():
    with pytest.raises(InputError, match="only jam-or-fold has a chart"):
        chart("kuhn")


def test_a_chart_that_is_stopped_is_that_up_to_the_last_stack_solved(monkeypatch):
    """A chart of some minutes was lost as a whole."""
    worst = 1e-7
    monkeypatch.setattr(chart_of, "_at", lambda stack, _: (rest, rest * stack, worst))
    rest = np.random.default_rng(3).random((2, len(CLASSES)))
    asked = []
    found = chart(to=5, stopped=lambda: asked.append(1) or len(asked) == 2)
    assert found == chart(to=1.2)
    assert (found.to, len(asked)) == (1.2, 2)


def test_ctrl_c_within_a_stack_ends_the_whole_chart(monkeypatch):
    """What was solved until then is no chart of that stack."""
    solved = chart_of.solve

    def interrupted(*game, **how):
        return replace(solved(*game, **how), interrupted=True)

    monkeypatch.setattr(chart_of, "solve", interrupted)
    with pytest.raises(KeyboardInterrupt):
        chart(to=1.2)
