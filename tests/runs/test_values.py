"""Runs as values: a run comes back equal from its line, and does what `solve` does."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from pokerbot.errors import Abandoned, InputError
from pokerbot.reproduction import study
from pokerbot.reproduction.catalogue import DOCUMENTS, StudyRun
from pokerbot.runs.codec import pack, unpack
from pokerbot.runs.comparison import curve_runs
from pokerbot.runs.curves import Curve, CurveRun
from pokerbot.runs.executors import Begun, Failed, Finished, InProcess, Reached
from pokerbot.runs.limits import Limits
from pokerbot.runs.results import Progress
from pokerbot.runs.run import SolveRun, parse_entry
from pokerbot.runs.solving import solve
from pokerbot.runs.tournament import MatchRun, Participant
from pokerbot.solvers.options import Options
from pokerbot.strategy import storage
from tests.runs.gathering import Gathered

POINTS = (Progress(1, 0.1 + 0.2, 1 << 70, 1e-300, -1 / 3), Progress(2, 1.0, 5, 0.5, 0.25))
OPTIONS = Options(set={"alpha": 1.0}, floor={"call+check": 0.1}, init="random", batch=3)
VALUES = [
    SolveRun("kuhn:cards=5", "dcfr", 7, 1e-3, 0.5, 2**63 - 1, OPTIONS),
    CurveRun("leduc", "cfr", options=Options(updates="simultaneous", epsilon=0.25)),
    StudyRun("vanilla-table", 0.5, "numpy"),
    Finished(3, {"any": [1, None, "a\n"]}),
    Failed(0, "why"),
    Reached(4, POINTS[0]),
    Curve("cfr", "cfr", 0, POINTS, "numpy", "Python 3", "a processor"),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_comes_back_from_its_line(value: object) -> None:
    line = pack(value)
    assert "\n" not in line
    json.loads(line, parse_constant=pytest.fail)
    assert unpack(line) == value


@dataclass(frozen=True)
class Foreign:
    """A value of nobody's."""


def test_a_line_names_no_class_but_ours() -> None:
    with pytest.raises(InputError, match="no values of ours"):
        unpack(pack(Foreign()))
    with pytest.raises(InputError, match="Begun"):
        unpack(pack(Begun(1, "x")).replace("worker", "waiter"))


@pytest.mark.parametrize(
    "line",
    [
        '{"name": ["pokerbot.runs.gone", "Solved", null]}',
        '{"name": ["pokerbot.runs.run", "Gone", null]}',
        '{"array": ["<f8", [1], "AAAA"]}',
        '{"array": ["<f8", [1000000000000000000000], "AAAA"]}',
    ],
)
def test_a_line_of_what_is_not_there_is_refused(line: str) -> None:
    """As one that another version has written."""
    with pytest.raises(InputError):
        unpack(line)


def test_a_run_does_what_solve_does() -> None:
    run = SolveRun("kuhn", "es-mccfr", 20, seed=5, options=Options(batch=2))
    solved = run.carry_out(lambda _: None, lambda: False)
    plain = solve("kuhn", "es-mccfr", iterations=20, seed=5, options=Options(batch=2))
    assert storage.parse(solved.strategy) == plain.strategy
    assert solved.report["exploitability"] == plain.exploitability
    assert "strategy" not in solved.report


@pytest.mark.parametrize(
    ("entry", "label"),
    [
        ("dcfr", "dcfr"),
        ("dcfr:alpha=1,beta=-2", "dcfr:alpha=1,beta=-2"),
        ("dcfr:beta=-2,alpha=1.50", "dcfr:beta=-2"),
        ("dcfr:alpha=0", "dcfr:alpha=0"),
        ("cfr:updates=simultaneous,averaging=1", "cfr:averaging=1,updates=simultaneous"),
        ("cfr:updates=alternating,epsilon=0", "cfr"),
        ("es-mccfr:batch=10", "es-mccfr:batch=10"),
    ],
)
def test_a_label_is_what_differs_from_the_algorithm(entry: str, label: str) -> None:
    algorithm, options = parse_entry(entry)
    found = SolveRun("kuhn", algorithm, options=options).label
    assert found == label
    again = SolveRun("kuhn", *parse_entry(label)[:1], options=parse_entry(label)[1])
    assert (
        again.training().described
        == SolveRun("kuhn", algorithm, options=options).training().described
    )


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("nosuch", "no algorithm"),
        ("dcfr:alpa=1", r"no setting 'alpa' \(did you mean alpha\?\); it has alpha, beta"),
        ("dcfr:alpha", "no key=value"),
        ("dcfr:alpha=1,alpha=2", "given twice"),
        ("dcfr:alpha=one", "must be a number"),
        ("dcfr:alpha=nan", "alpha must be"),
        ("cfr:batch=3", "samples nothing"),
        ("cfr:init=zero", "uniform or random"),
        ("lp:updates=alternating", "no effect on lp"),
    ],
)
def test_what_no_algorithm_takes_is_refused(entry: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse_entry(entry)


def test_two_settings_of_an_algorithm_are_two_and_those_that_draw_run_for_each_seed() -> None:
    entries = ["dcfr", "dcfr:beta=-2", "cfr:init=random"]
    runs = curve_runs("kuhn", entries, 2, Limits(30))
    assert [(run.label, run.seed) for run in runs] == [
        *(("dcfr", 0), ("dcfr:beta=-2", 0), ("cfr:init=random", 0), ("cfr:init=random", 1)),
    ]
    gathered = Gathered()
    InProcess().carry_out(runs, gathered, lambda: False)
    ends = [curve.points[-1].exploitability for curve in gathered.results]
    assert len(set(ends)) == 4
    plain = solve("kuhn", "dcfr", iterations=30, options=Options(set={"beta": -2.0}))
    assert ends[1] == pytest.approx(plain.exploitability, rel=1e-9)


def test_a_setting_at_its_default_is_no_setting_of_its_own() -> None:
    with pytest.raises(InputError, match="dcfr would be compared with itself"):
        curve_runs("kuhn", ["dcfr", "dcfr:alpha=1.5"], 1, Limits(30))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_study_computes_all_by_what_its_run_says_until_it_is_stopped(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, training = list[study.Training](), study.Training

    def note(*arguments: Any, **options: Any) -> study.Training:
        made.append(training(*arguments, **options))
        return made[-1]

    monkeypatch.setattr(study, "Training", note)
    run = StudyRun(name, 1e-4, "numpy")
    run.carry_out(lambda _: None, lambda: False)
    assert {each.asked for each in made} == {"numpy"}
    with pytest.raises(Abandoned):
        run.carry_out(lambda _: None, lambda: True)
    assert not made[-1].solver.iterations


def test_a_match_that_is_stopped_is_nothing() -> None:
    run = MatchRun("kuhn", Participant("random", None), Participant("call", None), 10)
    assert run.carry_out(lambda _: None, lambda: False).hands == 10
    with pytest.raises(Abandoned):
        run.carry_out(lambda _: None, lambda: True)
