from __future__ import annotations

import errno
import json
import math
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.cells import cell_len

import pokerbot
from pokerbot.bridges import openspiel
from pokerbot.cli.commands import reproduce
from pokerbot.cli.commands.compare import MOST_LEVELS, _cell, _why_not
from pokerbot.cli.monitor import Monitor
from pokerbot.errors import InputError
from pokerbot.evaluation.exact import evaluate
from pokerbot.games.all_in import CLASSES
from pokerbot.games.catalogue import parse_game
from pokerbot.plots import picture
from pokerbot.plots.text import HEIGHT, log_chart, log_curve
from pokerbot.reproduction.catalogue import StudyRun
from pokerbot.reproduction.study import StudyReport
from pokerbot.runs import chart
from pokerbot.runs.executors import Event, Finished, Tell
from pokerbot.runs.limits import Limits
from pokerbot.runs.progress import Forecast
from pokerbot.runs.results import Progress
from pokerbot.runs.run import Stopped
from pokerbot.sequence.arrays import Array
from pokerbot.solvers.catalogue import ALGORITHMS
from pokerbot.solvers.selfplay import Solver
from pokerbot.strategy import library
from pokerbot.strategy.storage import save
from pokerbot.strategy.strategy import Strategy
from tests.cli.running import Shell


def test_evaluate_reads_the_probabilities_and_not_the_claims(shell: Shell) -> None:
    shell("solve", "kuhn", "-a", "cfr", "-n", 100, "-o", "a.json")
    honest = shell("evaluate", "a.json", "--json").json
    content = json.loads(Path("a.json").read_text())
    content["results"] = {"nash_conv": 0.0, "value": 1.0}
    Path("a.json").write_text(json.dumps(content))
    assert shell("evaluate", "a.json", "--json").json == honest
    first, second = honest["best_response_values"]
    assert honest["nash_conv"] == pytest.approx(first + second, abs=1e-15)
    assert honest["value_bounds"] == [-second, first]


def test_evaluate_uniform_play_of_kuhn(shell: Shell) -> None:
    shell("solve", "kuhn", "-a", "cfr", "-n", 1, "-o", "a.json")
    found = shell("evaluate", "a.json", "--json").json
    assert found["value"] == pytest.approx(1 / 8, abs=1e-15)
    assert found["best_response_values"] == pytest.approx([0.5, 5 / 12], abs=1e-15)
    assert found["nash_conv"] == pytest.approx(11 / 12, abs=1e-15)


def test_a_tiny_loss_is_not_minus_zero(shell: Shell) -> None:
    """All check, but for a jack that bets once in a billion and is called."""
    play = {
        f"{card}:{history}": dict(zip(actions, chances, strict=True))
        for card in "JQK"
        for history, actions, chances in (
            ("", ("check", "bet"), (1 - 1e-9, 1e-9) if card == "J" else (1, 0)),
            ("k", ("check", "bet"), (1, 0)),
            ("b", ("fold", "call"), (0, 1)),
            ("kb", ("fold", "call"), (1, 0)),
        )
    }
    save(Strategy.of("kuhn", play), Path("a.json"))
    assert shell("evaluate", "a.json", "--json").json["value"] < 0
    assert "value           +0.000000 chips" in shell("evaluate", "a.json").out


def test_purification_compares_before_and_after(shell: Shell) -> None:
    before = shell("evaluate", "kuhn-gxfp", "--json").json
    after = shell("evaluate", "kuhn-gxfp", "--purify", 0.01, "--json").json
    assert after["exploitability"] < before["exploitability"]
    assert after["exploitability_before"] == before["exploitability"]
    assert after["purify"] == 0.01
    assert (
        f"from {before['exploitability']:.3g} to"
        in shell("evaluate", "kuhn-gxfp", "--purify", 0.01).out
    )


@pytest.mark.slow
def test_show_prints_the_tutorials_table(shell: Shell) -> None:
    shell("solve", "kuhn", "-a", "cfr", "--updates", "simultaneous", "-n", 10_000, "-o", "a.json")
    shown = shell("show", "a.json").out
    rows = {
        line.split()[0]: line.split()[1:] for line in shown.splitlines() if line.startswith("    ")
    }
    assert rows == {
        **{"J:": ["0.79", "0.21"], "Q:": ["1.00", "0.00"], "K:": ["0.39", "0.61"]},
        **{"J:kb": ["1.00", "0.00"], "Q:kb": ["0.45", "0.55"], "K:kb": ["0.00", "1.00"]},
        **{"J:k": ["0.67", "0.33"], "Q:k": ["1.00", "0.00"], "K:k": ["0.00", "1.00"]},
        **{"J:b": ["1.00", "0.00"], "Q:b": ["0.66", "0.34"], "K:b": ["0.00", "1.00"]},
    }
    assert "\x1b" not in shown


def test_show_json_is_the_files_own_mapping(shell: Shell) -> None:
    shell("solve", "leduc", "-n", 2, "-o", "a.json")
    assert shell("show", "a.json", "--json").json == {
        "infosets": json.loads(Path("a.json").read_text())["infosets"]
    }


def test_show_joins_hands_that_play_alike(shell: Shell) -> None:
    shell("solve", "von-neumann:hands=40", "-a", "cfr", "-n", 1, "-o", "a.json")
    assert "1–40:" in shell("show", "a.json").out


def test_colour_only_where_it_is_wanted(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in shell("show", "kuhn-gxfp").out
    assert "\x1b[" in shell("show", "kuhn-gxfp", "--color", "always").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in shell("show", "kuhn-gxfp").out
    assert "\x1b" not in shell("show", "kuhn-gxfp", "--color", "never").out


def test_no_color_is_honoured_on_a_terminal(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" in shell("show", "kuhn-gxfp").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in shell("show", "kuhn-gxfp").out
    asked = ("compare", "kuhn", "-a", "cfr", "-n", 4, "--backend", "numpy", "--color", "always")
    assert "\x1b[36m" in shell(*asked).out


def test_on_sampled_lines_the_opponent_has_come(shell: Shell) -> None:
    visits = shell("trace", "leduc", "-a", "es-mccfr", "--deal", "Q K J", "--json").json
    found = [visit for each in visits["iterations"] for visit in each]
    assert {visit["reach"] for visit in found} == {1.0}
    for visit in found:
        mean = sum(p * u for p, u in zip(visit["strategy"], visit["utilities"], strict=True))
        assert visit["value"] == pytest.approx(mean)


@pytest.mark.parametrize("command", ["games", "algorithms"])
def test_catalogues_are_listed(shell: Shell, command: str) -> None:
    listed = shell(command, "--json").json[command]
    text = shell(command).out
    assert all(entry["name"] in text and entry["summary"] in text for entry in listed)


@pytest.mark.parametrize("jobs", [1, 2])
def test_compare_stopped_shows_what_there_is_and_says_how_much(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    def stop(monitor: Monitor, event: Event) -> None:
        if isinstance(event, Finished):
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Monitor, "__call__", stop)
    algorithms = ("-a", "cfr", "-a", "cfr+", "-a", "lcfr", "-n", 3, "--backend", "numpy")
    ran = shell("compare", "kuhn", *algorithms, "--jobs", jobs, "--json")
    shown = len(ran.json["curves"])
    assert (ran.code, shown) == (130, 1)
    assert ran.err == "Stopped; 1 of 3 runs are shown, as far as they came.\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_compare_stopped_before_the_first_curve_ends_with_the_signals_status(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    monkeypatch.setattr(Monitor, "__call__", lambda *_: signal.raise_signal(number))
    ran = shell("compare", "kuhn", "-a", "cfr", "-n", 3, "--backend", "numpy", "--json")
    assert (ran.code, ran.out) == (128 + number, "")
    assert ran.err == "Stopped; nothing was saved.\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_chart_stopped_shows_the_stacks_solved_by_then_and_says_which(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    """With `--to 100` it takes minutes, and all of it was lost."""

    def at(stack: float, _: str) -> tuple[Array, Array, float]:
        if stack == 1.3 and stopping:
            signal.raise_signal(number)
        played = np.full((2, len(CLASSES)), float(stack == 1.2))
        return played, 1 - played, 1e-9

    monkeypatch.setattr(chart, "_at", at)
    stopping = False
    asked = ("chart", "jam-or-fold", "--json", "--to")
    whole = shell(*asked, 1.3)
    stopping = True
    ran = shell(*asked, 9)
    assert (ran.code, ran.out) == (128 + number, whole.out)
    assert ran.err == "Stopped; the chart ends at 1.3 big blinds, the last stack solved.\n"


def test_reproduce_says_what_computes_and_stopped_what_is_written(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[StudyRun] = []

    class Stopping:
        def carry_out(self, runs: list[StudyRun], tell: Tell, stopped: Stopped) -> None:
            asked.extend(runs)
            tell(Finished(0, StudyReport([], {})))
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(reproduce, "executor", lambda **_: Stopping())
    ran = shell("reproduce", "--out", "out")
    assert ran.code == 130
    assert re.search(r"^Stopped; 1 of \d+ studies are written to out\.$", ran.err, re.MULTILINE)
    assert len(list(Path("out").iterdir())) == 1
    found = {(run.backend, run.needs) for run in asked}
    assert found == {("compiled", ("numba",)) if find_spec("numba") else ("numpy", ())}


@pytest.mark.slow
def test_compare_shows_and_draws(shell: Shell) -> None:
    pytest.importorskip("matplotlib")
    asked = ("kuhn", "--backend", "numpy", "-a", "cfr")
    ran = shell("compare", *asked, "-a", "es-mccfr", "-n", 10, "--plot", "a.svg")
    assert ran.code == 0
    assert "(3 seeds:" in ran.out
    assert Path("a.svg").read_text().startswith("<?xml")
    again = shell("compare", *asked, "-n", 10, "--json").json
    points = again["curves"][0]["points"]
    assert points[0]["iterations"] == 1
    assert points[0]["exploitability"] == pytest.approx(11 / 24)
    assert points[-1]["iterations"] == 10
    curve = shell("compare", *asked, "-n", 97, "--json").json["curves"][0]
    assert curve["points"][-1]["iterations"] == 97


def test_compare_tells_the_median_over_an_even_number_of_seeds(shell: Shell) -> None:
    asked = ("compare", "kuhn", "-a", "os-mccfr", "-n", 50, "--seeds", 2, "--backend", "numpy")
    ends = [
        curve["points"][-1]["exploitability"] for curve in shell(*asked, "--json").json["curves"]
    ]
    (told,) = re.findall(r"os-mccfr +(\S+) after", shell(*asked).out)
    assert float(told) == pytest.approx(sum(ends) / 2, rel=0.06)
    assert float(told) != pytest.approx(max(ends), rel=0.06)


@pytest.mark.parametrize("iterations", range(9, 17))
def test_the_finest_level_that_was_reached_is_among_those_of_the_table(
    shell: Shell, iterations: int
) -> None:
    """Of more than fit, every second one was shown from the largest on."""
    asked = ("compare", "kuhn", "-a", "ipm", "-n", iterations, "--backend", "numpy")
    (curve,) = shell(*asked, "--json").json["curves"]
    least = max(min(point["exploitability"] for point in curve["points"]), 1e-12)
    heading = re.search(r"iterations to come down to .*\n(.*)", shell(*asked).out)
    assert heading
    shown = [*map(float, heading[1].split())]
    assert len(shown) <= MOST_LEVELS
    assert shown[-1] / 10 < least <= shown[-1]


@pytest.mark.parametrize("cost", [0.001, 1, 99.96, 999.4, 999.5, 999.6, 1000.5, 54321.5, 999_999.5])
def test_a_cost_under_a_million_is_told_without_powers_of_ten(cost: float) -> None:
    """999.5 was told as 1e+03."""
    told = _cell(cost, None).strip()
    assert "e" not in told
    assert float(told.replace(",", "")) == pytest.approx(cost, rel=0.005)


@pytest.mark.slow
def test_compare_runs_all_that_take_the_game_and_names_the_others(shell: Shell) -> None:
    asked = ("-n", 1, "--seeds", 1, "--backend", "numpy", "--json")
    ran = shell("compare", "kuhn:cards=30", *asked)
    shown = {curve["label"] for curve in ran.json["curves"]}
    there = {each["name"] for each in shell("algorithms", "--json").json["algorithms"]}
    assert ran.code == 0
    assert "fp" in there - shown
    for name in there - shown:
        if name != "lp" or find_spec("scipy"):
            assert f"without {name}: it does not take this game\n" in ran.err
    for name in sorted(there - shown):
        assert shell("compare", "kuhn:cards=30", "-a", name, *asked).code == 2


def test_compare_names_the_library_that_an_algorithm_needs(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def finds(name: str) -> object:
        return None if name == "scipy" else find_spec(name)

    monkeypatch.setattr("pokerbot.solvers.linear.find_spec", finds)
    monkeypatch.setattr("pokerbot.solvers.algorithm.find_spec", finds)
    asked = ("compare", "kuhn", "-n", 1, "--seeds", 1, "--backend", "numpy")
    refused = shell(*asked, "-a", "lp")
    (command,) = re.findall(r"Error: lp needs SciPy: (.+ -m pip install scipy)\n", refused.err)
    ran = shell(*asked)
    assert ran.code == 0
    assert f"without lp: it needs scipy: {command}\n" in ran.err
    assert _why_not(ALGORITHMS["lp"], parse_game("leduc-nolimit")) == "it does not take this game"


@pytest.mark.slow
def test_compare_tells_what_is_compiled_in_this_process(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")

    @contextmanager
    def compiling(tell: Callable[[str], None]) -> Iterator[None]:
        tell("compiling …")
        yield

    monkeypatch.setattr("pokerbot.io.machine_code.compiling", compiling)
    asked = ("compare", "kuhn", "-a", "cfr", "-n", 2, "--json")
    assert "compiling …" in shell(*asked).err
    assert "compiling …" not in shell(*asked, "--backend", "numpy").err
    assert "compiling …" not in shell(*asked, "--jobs", 2).err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("entries", "told"),
    [
        (["dcfr", "es-mccfr:batch=5"], {"backend": "numpy", "target": 0.2}),
        (["dcfr", "cfr+"], {"backend": "compiled", "precision": "single"}),
    ],
    ids=str,
)
def test_python_compares_as_the_command_does(
    shell: Shell, entries: list[str], told: dict[str, Any]
) -> None:
    if told["backend"] == "compiled":
        pytest.importorskip("numba")
    told = {"iterations": 60, **told}
    options = [word for name, value in told.items() for word in (f"--{name}", value)]
    words = [word for entry in entries for word in ("-a", entry)]
    curves = shell("compare", "leduc", *words, "--seeds", 2, *options, "--json").json["curves"]
    rows = [
        {"game": "leduc", **{name: curve[name] for name in curve if name != "points"}, **point}
        for curve in curves
        for point in curve["points"]
    ]
    found = pokerbot.compare("leduc", entries, seeds=2, **told).rows()
    assert [{**row, "seconds": 0} for row in found] == [{**row, "seconds": 0} for row in rows]
    last = [p for p, after in pairwise([*found, found[0]]) if after["iterations"] == 1]
    assert len(last) == (3 if "es-mccfr:batch=5" in entries else 2)
    for row in last:
        ended = row["exploitability"] <= told.get("target", 0)
        assert ended or row["iterations"] == told["iterations"]
        assert row["backend"] == told["backend"]


@pytest.mark.slow
def test_machine_code_gets_the_threads_that_are_asked_for(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The result does not depend on them, so that it could not show whether they came through."""
    compiled = pytest.importorskip("pokerbot.solvers.compiled")
    compile_solver, threads = compiled.compile_solver, list[int]()

    def noted(solver: Solver, count: int, precision: str) -> Solver:
        threads.append(count)
        made: Solver = compile_solver(solver, count, precision)
        return made

    monkeypatch.setattr(compiled, "compile_solver", noted)
    told: dict[str, Any] = {"iterations": 3, "backend": "compiled"}
    options = [word for name, value in told.items() for word in (f"--{name}", value)]
    assert shell("compare", "kuhn", "-a", "cfr", *options, "--threads", 2).code == 0
    assert shell("compare", "kuhn", "-a", "cfr", *options).code == 0
    assert shell("solve", "kuhn", *options, "--threads", 3).code == 0
    pokerbot.compare("kuhn", "cfr", **told, threads=4)
    pokerbot.solve("kuhn", "cfr", **told, threads=5)
    assert threads == [2, 1, 3, 4, 5]


def test_what_there_is_no_machine_code_for_is_computed_by_numpy_and_says_so(shell: Shell) -> None:
    pytest.importorskip("numba")
    ran = shell("compare", "kuhn", "-a", "ipm", "-a", "cfr", "-n", 5, "--backend", "compiled")
    assert ran.code == 0
    assert "ipm is computed by NumPy: there is no machine code for it" in ran.err.splitlines()
    assert re.search(r"  ipm .* by numpy\n  cfr .* by compiled\n", ran.out)
    refused = shell("solve", "kuhn", "-a", "ipm", "--backend", "compiled")
    told = "Error: --backend compiled has no effect on ipm: there is no machine code for it\n"
    assert (refused.code, refused.out, refused.err) == (2, "", told)


@pytest.mark.slow
def test_threads_without_machine_code_have_no_effect_and_that_is_said(shell: Shell) -> None:
    pytest.importorskip("numba")
    for algorithm in ("lp", "ipm"):
        refused = shell("solve", "kuhn", "-a", algorithm, "--threads", 2)
        told = f"Error: --threads 2 has no effect on {algorithm}: there is no machine code for it\n"
        assert (refused.code, refused.out, refused.err) == (2, "", told)
    assert shell("solve", "kuhn", "-a", "lp", "--threads", 1, "--force").code == 0
    assert shell("solve", "kuhn", "-a", "lp", "--force").code == 0
    ran = shell("compare", "kuhn", "-a", "ipm", "-a", "cfr", "-n", 5, "--threads", 2)
    told = "ipm is computed by NumPy: there is no machine code for it"
    assert ran.code == 0
    assert told in ran.err.splitlines()
    with pytest.warns(RuntimeWarning, match=told):
        pokerbot.compare("kuhn", ["ipm", "cfr"], iterations=5, threads=2)


def test_whoever_has_a_name_is_exported(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openspiel, "to_liteefg", lambda strategy: dict(strategy.infosets))
    even = shell("export", "random", "--game", "kuhn", "--to", "liteefg").json
    assert len(even) == 12
    assert all([*chances.values()] == [0.5, 0.5] for chances in even.values())
    kuhn = [str(path) for path in library.files() if "kuhn" in path.stem]
    measured = {name: evaluate(name).nash_conv for name in kuhn}
    best = min(measured, key=measured.__getitem__)
    found = shell("export", "kuhn", "--to", "liteefg")
    assert (found.code, found.out) == (0, shell("export", best, "--to", "liteefg").out)
    refused = shell("export", "random", "--to", "liteefg")
    assert (refused.code, refused.err) == (2, "Error: --game is needed: random plays any game\n")


def test_trace_follows_the_tutorials_iteration(shell: Shell) -> None:
    visits = shell("trace", "kuhn", "--deal", "Q K", "--json").json["iterations"][0]
    found = {visit["infoset"]: visit for visit in visits}
    assert [visit["infoset"] for visit in visits] == ["Q:", "K:k", "Q:kb", "K:b"]
    expected = {
        "Q:": ([-1.25, -0.5], -0.875, [-0.375, 0.375], [0.5, 0.5]),
        "K:k": ([1, 1.5], 1.25, [-0.125, 0.125], [0.5, 0.5]),
        "Q:kb": ([-1, -2], -1.5, [0.25, -0.25], [0.25, 0.25]),
        "K:b": ([-1, 2], 0.5, [-0.75, 0.75], [0.5, 0.5]),
    }
    for key, (utilities, value, regrets, plan_sum) in expected.items():
        assert found[key]["utilities"] == pytest.approx(utilities)
        assert found[key]["value"] == pytest.approx(value)
        assert found[key]["regrets"] == pytest.approx(regrets)
        assert found[key]["after"]["regrets"] == pytest.approx(regrets)
        assert found[key]["after"]["plan_sum"] == pytest.approx(plan_sum)


@pytest.mark.parametrize(("algorithm", "parting"), [("es-mccfr", True), ("os-mccfr", False)])
def test_trace_visits_what_is_sampled(shell: Shell, algorithm: str, parting: bool) -> None:
    """Its player's lines part at own actions alone, and with own actions sampled nowhere."""
    ran = shell("trace", "leduc", "-a", algorithm, "--deal", "Q K J", "-n", 9, "--json")
    parted = False
    for visits in ran.json["iterations"]:
        for player in (1, 2):
            own = [v["infoset"].split(":")[1] for v in visits if v["player"] == player]
            for one, other in combinations(own, 2):
                at = next((i for i in range(min(len(one), len(other))) if one[i] != other[i]), -1)
                if at >= 0:
                    assert len(one[:at].split("/")[-1]) % 2 == player - 1
                    parted = True
    assert parted == parting


@pytest.mark.parametrize("unit", ["0.001", "0.05", "1", "1000000"])
def test_trace_tells_numbers_apart_whatever_a_chip_is_worth(shell: Shell, unit: str) -> None:
    """As the JSON has them, to a thousandth of the ante or of one."""
    spec = f"kuhn:ante={unit},bet={unit}"
    (visits,) = shell("trace", spec, "--json").json["iterations"]
    told_as = {"strategy": "strategy", "utility": "utilities", "regret": "regrets"}
    _, *told = re.split("\n  player ", shell("trace", spec).out)
    for visit, text in zip(visits, told, strict=True):
        for name, key in told_as.items():
            row = re.search(rf"\n    {name} +(.*?)(?:   value (.*), reach .*)?\n", text)
            numbers, value = [*map(float, row[1].split())], row[2]
            near = 1e-3 if name == "strategy" else 1e-3 * float(unit)
            assert numbers == pytest.approx(visit[key], abs=near)
            assert value is None or float(value) == pytest.approx(visit["value"], abs=near)


@pytest.mark.parametrize("algorithm", ["cfr+", "es-mccfr", "os-mccfr", "gxfp", "xfp"])
def test_trace_takes_any_algorithm_and_game(shell: Shell, algorithm: str) -> None:
    ran = shell("trace", "leduc", "-a", algorithm, "--deal", "Q K J", "-n", 2)
    assert ran.code == 0
    assert "Iteration 2" in ran.out
    assert "Q:" in ran.out
    assert ("estimate" in ran.out) == ("mccfr" in algorithm)


@pytest.mark.slow
def test_reproduce_writes_data_and_pictures(shell: Shell) -> None:
    pytest.importorskip("matplotlib")
    ran = shell("reproduce", "--part", 0.0005, "--out", "r")
    assert ran.code == 0
    names = shell("reproduce", "--list").out.split()[::1]
    studies = [name for name in names if (Path("r") / f"{name}.json").is_file()]
    assert len(studies) == 8
    for study in studies:
        content = json.loads((Path("r") / f"{study}.json").read_text())
        assert content["remarks"]
        assert (Path("r") / f"{study}.svg").is_file() == (content["figure"] is not None)
    touched = json.loads(Path("r/nodes-touched.json").read_text())
    assert tells_of_no_nodes_that_were_not_touched(touched)


def tells_of_no_nodes_that_were_not_touched(content: Any) -> bool:
    (panel,) = content["figure"]["panels"]
    found = re.match(r"after ([\d,]+) nodes", content["remarks"][0])
    assert found is not None
    chance, external, vanilla = map(float, re.findall(r"at (\S+e-\d\d)", content["remarks"][0]))
    word = ["not ahead", "one of them", "ahead, as"][(chance < vanilla) + (external < vanilla)]
    assert f"tutorial, and {word}" in content["remarks"][0]
    touched = [curve["x"][-1] for curve in panel["series"]]
    return int(found[1].replace(",", "")) == min(10_000, *touched)


@pytest.mark.slow
def test_who_is_ahead_is_told_after_equally_many_nodes(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture, "can_draw", lambda: False)
    shell("reproduce", "nodes-touched", "--part", 0.001, "--out", "one")
    assert tells_of_no_nodes_that_were_not_touched(
        json.loads(Path("one/nodes-touched.json").read_text())
    )
    shell("reproduce", "nodes-touched", "--part", 0.0125, "--out", "r")
    content = json.loads(Path("r/nodes-touched.json").read_text())
    assert tells_of_no_nodes_that_were_not_touched(content)
    (panel,) = content["figure"]["panels"]
    curves = {
        each["label"]: dict(zip(each["x"], each["y"], strict=True)) for each in panel["series"]
    }

    def ahead(one: str, other: str) -> str:
        compared = []
        for nodes, exploitability in curves[other].items():
            before = [y for x, y in curves[one].items() if x <= nodes]
            compared += [before[-1] < exploitability] if before else []
        return f"{sum(compared)} of {len(compared)}"

    vanilla, even, floored = "cfr", "cfr+, even average", "cfr+ floored deal by deal"
    at = ahead(even, vanilla), ahead("cfr+, as published", vanilla)
    assert f"ahead of vanilla at {at[0]} and {at[1]} looks" in content["remarks"][1]
    beside = ahead(floored, "cfr, deal by deal")
    told = f"vanilla at {ahead(floored, vanilla)} looks, and of a CFR that goes on deal by deal"
    assert f"{told} as well at {beside}" in content["remarks"][2]
    most = min(max(curves[label]) for label in (vanilla, even, "cfr+, as published"))
    assert f"each after at most {most:,.0f} nodes" in content["remarks"][1]
    assert (
        f"vanilla at {[y for x, y in curves[vanilla].items() if x <= most][-1]:.1e}"
        in content["remarks"][1]
    )


def test_a_study_replaces_neither_more_of_it_nor_anything_else(shell: Shell) -> None:
    asked = ("reproduce", "vanilla-table", "--out", "r", "--part")
    path = Path("r/vanilla-table.json")
    for part in (0.001, 0.002, 0.002):
        assert shell(*asked, part).code == 0
    kept = path.read_bytes()
    less = shell(*asked, 0.001)
    assert (less.code, less.out) == (2, "")
    assert less.err == (
        "Error: r/vanilla-table.json holds vanilla-table with --part 0.002, more than 0.001:"
        " give another folder\n"
    )
    assert path.read_bytes() == kept
    for text in ("mine", '{"study": "gxfp-figure-3", "part": 0.001}'):
        path.write_text(text)
        mine = shell(*asked, 1)
        assert (mine.code, "is no result of vanilla-table" in mine.err) == (2, True)
        assert path.read_text() == text


def test_a_study_replaces_no_picture_but_its_own(shell: Shell) -> None:
    pytest.importorskip("matplotlib")
    asked = ("reproduce", "cfr-plus-time", "--part", 0.0001, "--out", "r")
    path = Path("r/cfr-plus-time.svg")
    path.parent.mkdir()
    path.write_text("<svg>mine</svg>")
    mine = shell(*asked)
    assert (mine.code, mine.out, path.read_text()) == (2, "", "<svg>mine</svg>")
    assert "r/cfr-plus-time.svg holds something else than a plot" in mine.err
    path.write_text("<!-- Created with Matplotlib -->")
    assert shell(*asked).code == 0
    assert "Matplotlib" in path.read_text(encoding="utf-8")[: picture.HEAD]
    assert "</svg>" in path.read_text(encoding="utf-8")
    beside = path.with_name("vanilla-table.svg")
    beside.write_text("<svg>mine</svg>")
    assert shell("reproduce", "vanilla-table", "--part", 0.001, "--out", "r").code == 0
    assert beside.read_text() == "<svg>mine</svg>", "a study without a picture"


def test_a_study_that_cannot_be_written_tells_its_findings(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("reproduce", "vanilla-table", "--part", 0.001, "--out", "r")
    written = shell(*asked)
    Path("r/vanilla-table.json").unlink()

    def full(path: Path, _: object) -> None:
        raise InputError(f"cannot write {path}: No space left on device")

    monkeypatch.setattr("pokerbot.io.files.write_whole", full)
    ran = shell(*asked)
    assert (ran.code, ran.out) == (2, written.out)
    assert ran.err.endswith("Error: cannot write r/vanilla-table.json: No space left on device\n")


@pytest.mark.slow
def test_a_shortened_study_claims_what_it_found(shell: Shell) -> None:
    for study in ("vanilla-table", "gxfp-figure-3"):
        shell(
            "reproduce", study, "--part", 0.1 if study == "vanilla-table" else 0.001, "--out", "r"
        )
    short, long = json.loads(Path("r/vanilla-table.json").read_text())["remarks"]
    assert short == "1,000 iterations, shortened: nothing printed to compare with"
    assert long.startswith("10,000 iterations: mean value -0.05666979")
    assert long.endswith("the table agrees")
    (told,) = json.loads(Path("r/gxfp-figure-3.json").read_text())["remarks"]
    assert "are not so here" in told


def test_forecast_reads_the_time_left_off_a_power_law() -> None:
    forecast = Forecast(Limits(target=1e-4))
    for t in (10, 20, 40, 80, 160, 320):
        text = forecast.line(Progress(t, t / 100, t, 1 / t, 0.0))
    left = forecast.seconds_left()
    assert left is not None
    assert left == pytest.approx((10_000 - 320) / 100, rel=1e-6)
    assert "97 s left" in text


def test_forecast_says_nothing_of_an_end_that_the_first_iterations_put_far_away() -> None:
    """Exploitability as it was on a turn that took 185 iterations, told as 16 hours after 4."""
    forecast = Forecast(Limits(target=0.1))
    told = {}
    for t, percent in ((1, 68.0), (2, 92.0), (3, 81.0), (4, 71.6), (19, 10.5), (31, 3.92)):
        forecast.add(Progress(t, t / 2, t, percent, 0.0))
        told[t] = forecast.seconds_left()
    assert told[4] is None
    left = told[31]
    assert left is not None
    assert 31 < left < 300


@pytest.mark.parametrize("height", range(1, 20))
def test_chart_names_powers_of_ten_at_even_steps(height: int) -> None:
    lines = log_curve([(1.0, 10.0), (10.0, 1e-14)], 60, height)
    labels = [(at, int(line.split()[0][2:])) for at, line in enumerate(lines) if " 1e" in line]
    powers = [(at, power) for at, power in labels if at < height]
    assert powers[0] == (0, 1)
    assert len(powers) > (height - 1) / 2
    assert len({earlier - later for (_, earlier), (_, later) in pairwise(powers)}) <= 1


def test_chart_writes_powers_of_ten_out_where_all_of_an_axis_fit() -> None:
    *_, ends = lines = log_curve([(1.0, 1000.0), (10_000.0, 0.01)], 60, 6)
    assert [line.split()[0] for line in lines[:6]] == ["1,000", "100", "10", "1", "0.1", "0.01"]
    assert ends.split() == ["1", "10,000"]


def test_chart_has_each_point_beside_its_power_of_ten() -> None:
    """Upside down, a power law looks the same but for its direction."""
    points = [(1.0, 1000.0), (10.0, 10.0), (1000.0, 1.0), (10_000.0, 0.01)]
    lines = log_chart({"a": [(0.0, 5.0), *points, (5.0, -1.0)]}, "s")  # two are not positive
    marked = {line.split()[0]: line.index("●") - line.index("┤") for line in lines if "┤●" in line}
    assert marked == {"1,000": 1}
    found = {line.split()[0]: line.rindex("●") for line in lines if "●" in line and "┤" in line}
    assert [*found] == ["1,000", "10", "1", "0.01"]
    across = [column - found["1,000"] for column in found.values()]
    assert across == [round(59 * decades / 4) for decades in (0, 1, 3, 4)]


@pytest.mark.parametrize(("rising", "corner"), [(False, "\u2801"), (True, "\u2840")])
def test_a_steep_line_has_no_gaps_and_its_direction(rising: bool, corner: str) -> None:
    """Its first dot is in the upper left corner if it falls, in the lower left one if it rises."""
    ends = (0.01, 1000.0) if rising else (1000.0, 0.01)
    *field, axis, _ = log_curve([(1.0, ends[0]), (1.01, ends[1])], 60, 6)
    drawn = [line.partition("┤")[2] for line in field]
    assert len(drawn) == 6
    assert all(map(str.strip, drawn))
    begins = drawn[-1 if rising else 0][0]
    assert ord(begins) & ord(corner) == ord(corner)
    assert axis.strip().startswith("└")


def test_chart_puts_a_power_law_on_a_line() -> None:
    lines = log_chart({"a": [(10.0**k, 10.0**-k) for k in range(5)]}, "s")
    columns = [line.index("●") - line.index("┤") for line in lines if "●" in line and "┤" in line]
    steps = {later - earlier for earlier, later in pairwise(columns)}
    assert len(columns) == 5
    assert "●" in lines[0]
    assert "●" in lines[HEIGHT - 1]
    assert max(steps) - min(steps) <= 1
    assert lines[-2].split() == ["1", "10,000", "s"]
    assert log_chart({"a": [(0.0, 0.0)]}, "s") == []
    *_, legend = log_chart({"a": [(1.0, 0.1)], "exact": [(1.0, 0.0)]}, "s")
    assert legend.split("   ")[-1] == "exact: 0"
    assert math.isfinite(len(lines))


def test_eight_curves_have_each_a_mark_and_a_colour_of_its_own(shell: Shell) -> None:
    names = ("cfr", "cfr+", "lcfr", "dcfr", "dcfr+", "pcfr+", "sapcfr+", "pdcfr+")
    asked = [word for name in names for word in ("-a", name)]
    legend = shell("compare", "kuhn", *asked, "-n", 4, "--color", "always").out.splitlines()[-1]
    drawn = re.findall(r"\x1b\[(\d+)m(\S)\x1b\[0m (\S+)", legend)
    assert tuple(name for *_, name in drawn) == names
    assert len({colour for colour, *_ in drawn}) == len({mark for _, mark, _ in drawn}) == 8


def test_no_two_of_24_curves_have_the_same_mark_and_each_mark_is_one_cell() -> None:
    curves = {f"curve {place}": [(1.0 + place, 2.0)] for place in range(24)}
    for ascii_only in (False, True):
        lines = log_chart(curves, "s", ascii_only=ascii_only)
        drawn = re.findall(r"(\S) curve", lines[-1])
        assert len(set(drawn)) == len(drawn) == 24
        assert all(cell_len(mark) == 1 for mark in drawn)
        assert "".join(drawn).isascii() == ascii_only


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_a_plot_replaces_a_plot_and_nothing_else(shell: Shell, ending: str) -> None:
    """A photo that `--plot` named was gone."""
    pytest.importorskip("matplotlib")
    asked = ("compare", "kuhn", "-a", "cfr", "-n", 4, "--backend", "numpy", "--plot")
    new, own = Path(f"new.{ending}"), Path(f"own.{ending}")
    new.touch()
    assert shell(*asked, new).code == 0
    assert new.stat().st_size
    picture.check_picture(new)
    for content in (b"<svg>my own</svg>", b"\x89PNG\r\n\x1a\n", bytes(range(256)) * 99):
        own.write_bytes(content)
        ran = shell(*asked, own)
        told = f"Error: {own} holds something else than a plot: give another file\n"
        assert (ran.code, ran.out, ran.err) == (2, "", told)
        assert own.read_bytes() == content


def test_a_plot_does_not_replace_what_cannot_be_read(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be written but not read, so that nobody knows whether it is a plot."""

    def closed(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    Path("own.svg").write_text("mine")
    monkeypatch.setattr(picture, "open", closed, raising=False)
    ran = shell("compare", "kuhn", "-a", "cfr", "-n", 4, "--plot", "own.svg")
    assert (ran.code, ran.err) == (2, "Error: cannot read own.svg: Permission denied\n")


def test_a_comparison_that_cannot_be_drawn_is_told_all_the_same(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")

    def full(*_: object) -> None:
        raise InputError("cannot write a.svg: No space left on device")

    monkeypatch.setattr(picture, "draw", full)
    ran = shell("compare", "kuhn", "-a", "cfr", "-n", 10, "--plot", "a.svg", "--json")
    assert ran.code == 2
    assert ran.err.endswith("Error: cannot write a.svg: No space left on device\n")
    assert ran.json["curves"][0]["points"][-1]["iterations"] == 10


@pytest.mark.slow
def test_the_cast_is_listed_with_what_there_is_to_win(shell: Shell) -> None:
    found = shell("opponents", "--json").json["opponents"]
    assert {name for each in found for name in each} == {
        *("name", "game", "leak", "exploitability", "exploitability_within"),
        *("most", "equilibrium_wins"),
    }
    listed = shell("opponents").out
    for each in found:
        assert each["name"] in listed
        assert each["exploitability"] == sum(each["most"]) / 2
    for name, most in {each["name"]: each["most"] for each in found[::4]}.items():
        assert shell("evaluate", name, "--json").json["best_response_values"] == most


def test_one_name_never_tells_two_numbers_of_a_floored_strategy(shell: Shell) -> None:
    free = shell("evaluate", "kuhn-gxfp", "--json").json
    assert free["exploitability_within"] == free["exploitability"]
    solved = shell("solve", "kuhn", "-n", 50, "--floor", "call=0.3", "-o", "a.json", "--json").json
    found = shell("evaluate", "a.json", "--json").json
    assert solved["exploitability_within"] < 1e-3 < found["exploitability"]
    assert found["exploitability"] == pytest.approx(solved["exploitability"], abs=1e-12)
    assert found["exploitability_within"] is None
    assert shell("evaluate", "betty", "--json").json["exploitability_within"] is None
    assert "within" not in shell("evaluate", "betty").out


def test_one_name_never_tells_two_numbers_of_a_strategy_that_trembles(shell: Shell) -> None:
    tells = shell("solve", "kuhn", "-n", 200, "--epsilon", 0.1, "-o", "a.json", "--json").json
    found = shell("evaluate", "a.json", "--json").json
    assert tells["exploitability_within"] < 1e-3
    assert found["exploitability"] > 0.05
    assert found["exploitability_within"] is None
    assert "within" not in shell("evaluate", "a.json").out


@pytest.mark.slow
def test_a_member_of_the_cast_is_a_player(shell: Shell) -> None:
    played = shell("match", "kurt", "Betty", "--hands", "100", "--json").json
    assert played["game"] == "kuhn"
    found = shell("exploit", "betty", "--risk", "0.05", "--json").json
    assert found["output"] == "strategies/kuhn-exploit-betty.json"
    assert found["exploitability"] <= 0.05
    assert set(found) == {
        *("game", "wins", "wins_at_most", "equilibrium_wins", "best_response_wins"),
        *("exploitability", "p", "hands", "output"),
    }
    assert found["wins"] <= found["wins_at_most"] <= found["wins"] + 1e-6
    assert "at most" not in shell("exploit", "kurt").out
    assert "at most" in shell("exploit", "call", "--game", "kuhn:cards=250").out
    again = shell("match", "kuhn-exploit-betty", "betty", "--hands", "2", "--json").json
    assert round(again["exact_ev"], 9) == round(found["wins"], 9)
    held = shell("exploit", "bruno", "-o", "strategies/kuhn-exploit-betty.json")
    assert (held.code, held.out) == (2, "")
    assert held.err.startswith("Error: --force is needed to overwrite")


ODD_MODELS = ('"model": 5', '"model": ["a"]', '"model": "x\\u0000y"', '"other": "felix"')


@pytest.mark.slow
def test_an_answer_at_another_risk_leaves_the_earlier_one_in_its_file(shell: Shell) -> None:
    first = shell("exploit", "betty", "--risk", "0.05", "--json").json
    kept = Path(first["output"]).read_bytes()
    other = shell("exploit", "betty", "--risk", "0.1", "--json")
    told = "strategies/kuhn-exploit-betty.json holds another strategy, which stays;"
    assert other.err == f"{told} --force replaces it.\n"
    assert other.json["output"] == "strategies/kuhn-exploit-betty-2.json"
    assert other.json["exploitability"] > 0.05 >= first["exploitability"]
    for risk, where in (("0.1", other.json), ("0.05", first)):
        again = shell("exploit", "betty", "--risk", risk, "--json").json["output"]
        assert again == where["output"]
    assert Path(first["output"]).read_bytes() == kept


@pytest.mark.slow
def test_an_answer_replaces_only_answers_to_the_same_opponent(shell: Shell) -> None:
    first = shell("exploit", "betty", "--risk", "0.05", "--json").json["output"]
    again = shell("exploit", "betty", "--risk", "0.05", "--json").json["output"]
    assert again == first
    kept = Path(first).read_bytes()
    beside = shell("exploit", "felix", "-o", first)
    assert f"saved to        {Path(first).with_suffix('')}-2.json" in beside.out
    assert beside.err == f"{first} holds another strategy, which stays; --force replaces it.\n"
    assert Path(first).read_bytes() == kept
    again = shell("exploit", "felix", "-o", first, "--json").json["output"]
    second = Path(f"{Path(first).with_suffix('')}-2.json")
    assert again == str(second)
    answer = second.read_text()
    for text in ("mine", *(answer.replace('"model": "felix"', odd) for odd in ODD_MODELS)):
        second.write_text(text)
        third = shell("exploit", "felix", "-o", first, "--json").json["output"]
        assert third == f"{Path(first).with_suffix('')}-3.json"
        assert second.read_text() == text
    second.write_text(answer)
    for name in (again, f"./{again}"):
        answered = shell("exploit", name, "-o", "answer.json", "--json").json["output"]
        assert answered == "answer.json"
    assert shell("exploit", "felix", "-o", first, "--force", "--json").json["output"] == first
    assert Path(first).read_bytes() != kept
