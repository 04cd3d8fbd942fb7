"""Comparisons: what is told of curves, worked out by hand."""

from pokerbot.runs.comparison import Comparison
from pokerbot.runs.curves import Curve
from pokerbot.runs.results import Progress


def curve(label, seed, ends, backend="numpy"):
    """A curve with these exploitabilities by iterations; each takes 10 nodes."""
    each = 2.0 + seed  # seconds
    points = tuple(Progress(at, each * at, 10 * at, found, 0.0) for at, found in ends.items())
    return Curve(label, label, seed, points, backend, "", "")


THREE = (
    curve("a", 0, {1: 5.0, 2: 0.9, 3: 0.1, 4: 0.03, 5: 0.01}),
    curve("a", 1, {1: 3.0, 2: 0.6, 3: 0.05}),
    curve("a", 2, {1: 4.0, 2: 0.06, 4: 0.04}),
)
"""Three seeds, measured together after 1 and 2 iterations."""
ONE = curve("b", 0, {1: 2.0, 2: 1.0}, "compiled")


def test_a_curve_is_the_median_of_the_seeds_in_a_band_from_the_least_to_the_most():
    found = Comparison("kuhn", (*THREE, ONE))
    assert found.series("a", "seconds").x == [3.0, 6.0]
    shown = found.series("a", "nodes_touched")
    assert (shown.x, shown.y) == ([10.0, 20.0], [4.0, 0.6])
    assert (shown.low, shown.high) == ([3.0, 0.06], [5.0, 0.9])
    two = Comparison("kuhn", THREE[:2]).series("a", "iterations")
    assert (two.x, two.y) == ([1.0, 2.0, 3.0], [4.0, 0.75, (0.1 + 0.05) / 2])
    assert (two.low, two.high) == ([3.0, 0.6, 0.05], [5.0, 0.9, 0.1])
    alone = found.series("b", "seconds")
    assert (alone.x, alone.y, alone.low, alone.high) == ([2.0, 4.0], [2.0, 1.0], [], [])


def test_a_cost_is_the_median_over_seeds_of_the_first_measurement_at_the_level():
    found = Comparison("kuhn", (*THREE, ONE))
    assert found.levels() == [1, 0.1, 0.01]
    levels = 5, 1, 0.1, 0.05, 0.01
    assert [found.cost("a", level, "iterations") for level in levels] == [1, 2, 3, 4, None]
    assert found.cost("a", 0.1, "seconds") == 8  # of 6, 9 and 8
    assert [found.cost("b", level, "nodes_touched") for level in (1, 0.5)] == [20, None]


def test_levels_reach_down_to_what_some_run_passed_on_its_way():
    found = Comparison("kuhn", (curve("up", 0, {1: 20.0, 2: 0.02, 3: 0.3}),))
    assert found.levels() == [10, 1, 0.1]
    assert Comparison("kuhn", (curve("exact", 0, {1: 0.0}),)).levels() == [1e-12]


def test_seconds_are_compared_among_those_with_the_same_backend():
    axes = Comparison("kuhn", (*THREE, ONE)).axes()
    assert [(axis.unit, axis.labels) for axis in axes] == [
        ("seconds", ["a"]),
        ("seconds", ["b"]),
        ("iterations", ["a", "b"]),
        ("nodes_touched", ["a", "b"]),
    ]
    panels = Comparison("kuhn", (*THREE, ONE), "gap").panels()
    assert [each.x_label for each in panels] == [axis.name for axis in axes]
    assert all(each.logarithmic for each in panels)
    assert {each.y_label for each in panels} == {"gap (chips per hand)"}
