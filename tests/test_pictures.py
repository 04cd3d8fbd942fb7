"""Pictures: what Matplotlib draws is the figure's data, and can be read."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from pokerbot.plots.figure import Figure, Panel, Series
from pokerbot.plots.picture import picture
from pokerbot.runs.sweeping import sweep

pytest.importorskip("matplotlib", reason="pictures need the extra plot")

from matplotlib import pyplot as plt
from matplotlib.figure import Figure as Canvas


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Canvas]]:
    """The canvases that are drawn, as Matplotlib has them."""
    canvases: list[Canvas] = []
    monkeypatch.setattr(plt, "close", canvases.append)
    yield canvases
    monkeypatch.undo()
    plt.close("all")


def test_curves_are_drawn_as_they_are(drawn):
    x, y = [1.0, 10.0, 100.0], [0.5, 0.25, 0.125]
    low, high = [0.4, 0.2, 0.1], [0.9, 0.5, 0.3]
    series = [Series("a", x, y, low=low, high=high), Series("point", [5.0], [0.3])]
    picture(Figure("whole", [Panel("nodes", "chips", series, logarithmic=True)]), "png")
    (axis,) = drawn[0].axes
    curve, point = axis.lines
    assert [*curve.get_xdata()] == x
    assert [*curve.get_ydata()] == y
    assert curve.get_marker() in ("", "None", None)
    assert point.get_marker() == "o"
    (band,) = axis.collections
    corners = {tuple(corner) for corner in band.get_paths()[0].vertices}
    assert corners == {*zip(x, low, strict=True), *zip(x, high, strict=True)}
    assert (axis.get_xscale(), axis.get_yscale()) == ("log", "log")
    assert (axis.get_xlabel(), axis.get_ylabel()) == ("nodes", "chips")
    assert [each.get_text() for each in axis.get_legend().get_texts()] == ["a", "point"]


def test_what_is_zero_everywhere_is_in_the_legend(drawn):
    """A logarithmic axis has no place for it; alone, it is on one that is not."""
    exact, other = Series("exact", [1.0], [0.0]), Series("other", [1.0, 9.0], [0.5, 0.0])
    panels = [Panel("n", "chips", series, logarithmic=True) for series in ([exact, other], [exact])]
    picture(Figure("", panels), "png")
    both, alone = drawn[0].axes
    assert [each.get_text() for each in both.get_legend().get_texts()] == ["exact: 0", "other"]
    assert (both.get_yscale(), alone.get_yscale()) == ("log", "linear")


def test_marks_and_names_are_at_their_places(drawn):
    series = [Series("a", [0.0, 1.0], [2.0, 3.0], run="one"), Series("a", [0.0], [1.0], run="one")]
    panel = Panel("hand", "bets", series, marks=[0.25], names=["J", "Q"])
    picture(Figure("", [panel]), "png")
    (axis,) = drawn[0].axes
    first, second, mark = axis.lines
    assert [*mark.get_xdata()] == [0.25, 0.25]
    ticks = dict(zip(axis.get_xticks(), axis.get_xticklabels(), strict=True))
    assert {at: told.get_text() for at, told in ticks.items()} == {0: "J", 1: "Q"}
    assert first.get_color() == second.get_color()
    assert (first.get_alpha(), second.get_alpha()) == (1, 0.35)
    assert [each.get_text() for each in axis.get_legend().get_texts()] == ["a one"]


@pytest.mark.slow
@pytest.mark.parametrize("points", [1, 2])
def test_a_label_looks_the_same_in_all_panels_and_like_no_other(drawn, points):
    """Where a panel lacked a run, the others had other colours; the eleventh point was a first."""
    labels = [f"algorithm {number}" for number in range(24)]
    x = [1.0, 2.0][:points]
    panels = [
        Panel("n", "chips", [Series(label, x, x) for label in labels if label != left_out])
        for left_out in ("", "algorithm 3")
    ]
    picture(Figure("", panels, columns=1), "png")
    whole, less = (
        {line.get_label(): look(line, points) for line in axis.lines} for axis in drawn[0].axes
    )
    assert len({*whole.values()}) == 24
    assert len(less) == 23
    assert less.items() <= whole.items()


def look(line, points):
    """The colour of a curve, and its style of line; or its mark, if it is a single point."""
    return line.get_color(), line.get_marker() if points == 1 else line.get_linestyle()


@pytest.mark.slow
def test_a_sweep_s_panels_have_their_games_above_and_labels_that_do_not_overlap(
    drawn, tmp_path: Path
):
    """The name of a game stood along its axis, on the names of the games beside it."""
    games = [
        "kuhn",
        "von-neumann-raise:hands=10,raise=2",
        "leduc:ranks=1,suits=3,raises=1",
        "kuhn:cards=4",
    ]
    plan = {"games": games, "algorithms": ["cfr"], "iterations": 2}
    picture(sweep(plan, tmp_path / "kept").figure(), "png")
    (canvas,) = drawn
    assert [axis.get_title() for axis in canvas.axes] == games
    assert {axis.get_ylabel() for axis in canvas.axes} == {"exploitability (chips per hand)"}
    told = [axis.yaxis.label.get_window_extent() for axis in canvas.axes]
    assert all(below.y1 < above.y0 for above, below in pairwise(told))
