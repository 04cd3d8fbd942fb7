"""The survey of all algorithms: what the table says is what the curves say, and it goes on."""

from __future__ import annotations

import json
import signal
from itertools import product
from pathlib import Path

import pytest

from pokerbot.cli.monitor import Monitor
from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.plots import picture
from pokerbot.reproduction import algorithms, catalogue, kept
from pokerbot.reproduction.algorithms import (
    LEVELS,
    Claim,
    Survey,
    in_units_of,
    judged,
    lead,
    left_out,
    of_default,
    taking_part,
)
from pokerbot.reproduction.kept import Kept
from pokerbot.runs import backend
from pokerbot.runs.comparison import Comparison, all_for
from pokerbot.runs.curves import Curve, CurveRun
from pokerbot.runs.executors import Event, Finished
from pokerbot.runs.results import Progress
from pokerbot.solvers.catalogue import ALGORITHMS, find_algorithm
from pokerbot.strategy.library import game_named
from tests.cli.running import Shell

GAMES = "kuhn", "von-neumann:hands=2"
NAMES = "sapcfr+", "hs-dcfr", "es-mccfr"


@pytest.fixture
def two_games(monkeypatch: pytest.MonkeyPatch) -> Survey:
    survey = Survey("algorithms", "two games", GAMES, seconds=0.005, horizon=5)
    monkeypatch.setitem(catalogue.STUDIES, "algorithms", survey)
    monkeypatch.setattr(backend, "best", lambda *_: "numpy")
    monkeypatch.setattr(picture, "can_draw", lambda: False)
    monkeypatch.setattr(algorithms, "all_for", lambda *_: [*map(find_algorithm, NAMES)])
    return survey


def curve(label: str, *points: tuple[int, float]) -> Curve:
    measured = tuple(Progress(t, t / 100, 10 * t, found, 0.5) for t, found in points)
    return Curve(label, label, 0, measured, "numpy", "", "")


def test_it_goes_on_and_its_table_says_what_its_curves_say(
    shell: Shell, two_games: Survey, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, count = Monitor.__call__, 0

    def stop(monitor: Monitor, event: Event) -> None:
        nonlocal count
        before(monitor, event)
        count += isinstance(event, Finished)
        if count == 3:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Monitor, "__call__", stop)
    ran = shell("reproduce", "algorithms", "--out", "r")
    runs = two_games.runs(1.0, "numpy", lambda _: None)
    said = f"3 of {len(runs)} runs of algorithms are in r/algorithms.runs"
    assert (ran.code, ran.err) == (130, f"Stopped; {said}: the same command does the rest.\n")
    first = Path("r/algorithms.runs").read_text().splitlines()
    with open("r/algorithms.runs", "a") as file:
        file.write('{"run": {"torn')
    monkeypatch.setattr(Monitor, "__call__", before)
    ran = shell("reproduce", "algorithms", "--out", "r")
    assert f"going on: {said}" in ran.err
    assert not Path("r/algorithms.runs").exists()
    found = json.loads(Path("r/algorithms.json").read_text())
    assert [*found["data"]] == [*GAMES]
    for game in found["data"].values():
        assert tuple(each["label"] for each in game["curves"]) == NAMES
        for each, (unit, rows) in product(game["curves"], game["costs"].items()):
            pairs = [*zip(each[unit], each["exploitability"], strict=True)]
            below = [next((x for x, y in pairs if y <= level), None) for level in LEVELS]
            assert rows[each["label"]] == below
    figure = found["figure"]
    shown = [[line["label"] for line in panel["series"]] for panel in figure["panels"]]
    assert (figure["columns"], shown) == (3, [[*NAMES]] * 6)
    kept_first = json.loads(first[0])["result"]["object"][1]["points"]["tuple"]
    seconds = [point["object"][1]["seconds"] for point in kept_first]
    assert found["data"]["kuhn"]["curves"][0]["seconds"] == seconds
    assert "kuhn: not run: cfr, cfr+, " in ran.out


@pytest.mark.parametrize("other", [False, True])
def test_what_another_machine_computed_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: bool
) -> None:
    run = CurveRun("kuhn", "cfr", iterations=1)
    Kept(tmp_path, "a").add(run, curve("cfr", (1, 0.5)))
    if other:
        monkeypatch.setattr(kept, "processor", lambda: "another")
    assert (run in Kept(tmp_path, "a")) == (not other)


def test_a_study_of_which_no_run_can_be_done_leaves_no_file(
    shell: Shell, two_games: Survey, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise InputError("no such run")

    monkeypatch.setattr(CurveRun, "carry_out", fail)
    ran = shell("reproduce", two_games.name, "--out", "r")
    assert (ran.code, [*Path("r").iterdir()]) == (2, [])


def test_what_is_kept_after_a_torn_line_is_there_the_next_time(tmp_path: Path) -> None:
    first, second = (CurveRun("kuhn", "cfr", iterations=count) for count in (1, 2))
    for run in (first, second):
        kept = Kept(tmp_path, "a")
        kept.add(run, found := curve("cfr", (run.iterations, 0.5)))
        with open(tmp_path / "a.runs", "a") as file:
            file.write('{"run": {"obj')
    assert Kept(tmp_path, "a").results([first, second])[1] == found
    assert len(Kept(tmp_path, "a")) == 2


def test_a_lead_is_taken_after_as_much_of_both() -> None:
    fast, slow = curve("a", (10, 1e-1), (100, 1e-4)), curve("b", (10, 1e-1), (1000, 1e-6))
    assert lead(fast, slow, "iterations") == pytest.approx(1e-1 / 1e-4)
    assert lead(slow, fast, "iterations") == pytest.approx(1e-4 / 1e-1)
    found = [Comparison("g", (fast, slow)), Comparison("h", (slow,))]
    assert judged(Claim("P", "a", "b"), found) == "P, a before b by iterations: ahead on g"
    assert judged(Claim("P", "b", "a"), found) == "P, b before a by iterations: behind on g"
    late = [Comparison("g", (fast, curve("c", (2000, 1e-9))))]
    assert judged(Claim("P", "a", "c"), late) == "P, a before c by iterations: not compared on g"


def test_a_spot_is_counted_in_pots() -> None:
    (point,) = in_units_of(200.0, curve("a", (1, 3.0))).points
    assert (point.exploitability, point.value) == (0.015, 0.0025)


@pytest.mark.parametrize(("game", "unit"), [("kuhn", "chips per hand"), ("3bet-dry-river", "pots")])
def test_each_axis_of_the_picture_says_in_what_it_counts(game: str, unit: str) -> None:
    """It said exploitability alone, though games are in chips and spots in pots."""
    found = Comparison(algorithms.named(game_named(game)), (curve("a", (1, 3.0)),))
    labels = {panel.y_label for panel in algorithms.figure([found]).panels}
    assert labels == {f"exploitability ({unit})"}


def test_a_program_that_nothing_would_stop_is_left_out_and_that_is_said() -> None:
    pytest.importorskip("scipy", reason="lp comes with an extra")
    large = parse_game("leduc:ranks=13")
    assert "lp" in [each.name for each in all_for(large, 5)]
    names = [each.name for each in taking_part(large, 5)]
    assert "lp" not in names
    assert "dcfr" in names
    assert "lp" in [each.name for each in taking_part(parse_game("leduc"), 5)]
    ran = Comparison("g", tuple(curve(name, (1, 0.5)) for name in names))
    assert left_out(ran).startswith("g: not run: fp, ipm, lp (")
    every = Comparison("g", tuple(curve(name, (1, 0.5)) for name in ALGORITHMS))
    assert left_out(every) == "g: all were run"


def test_the_default_is_held_against_the_first() -> None:
    kuhn, default = parse_game("kuhn"), curve("sapcfr+", (10, 1e-2), (200, 1e-4))
    found = Comparison("kuhn", (default, curve("dcfr", (100, 1e-3))))
    said = "kuhn: to 0.001 sapcfr+, the default, takes 2 s; the first is dcfr, with 1 s"
    assert of_default(kuhn, found) == said
    slow = Comparison("kuhn", (curve("sapcfr+", (10, 1e-2)),))
    assert of_default(kuhn, slow) == "kuhn: none comes down to 0.001 in time"
