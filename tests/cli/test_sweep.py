"""Sweeps: the plan's runs once each, the same bytes however they are carried out or interrupted."""

from __future__ import annotations

import csv
import errno
import json
import multiprocessing
import os
import re
import resource
import signal
import subprocess
import sys
import tomllib
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import psutil
import pytest

import pokerbot
from pokerbot.cli import monitor
from pokerbot.cli.interrupts import StoppedBySignal
from pokerbot.errors import InputError
from pokerbot.io.files import append_line
from pokerbot.runs import backend, run_folder, sweep_folder, sweeping
from pokerbot.runs.comparison import Comparison
from pokerbot.runs.curves import Curve
from pokerbot.runs.defaults import defaults
from pokerbot.runs.plan import make_plan, read_plan
from pokerbot.runs.results import Progress
from pokerbot.runs.solving import solve
from pokerbot.runs.sweep_folder import MEASURED, ORIGIN, Results
from pokerbot.strategy import storage
from tests.cli.running import Shell
from tests.io.test_ownership import nobody
from tests.runs.test_background import is_running, wait_until

PLAN = """
games = ["kuhn", "kuhn:cards=4"]
algorithms = ["cfr+", "dcfr:alpha=1,beta=-2", "es-mccfr"]
seeds = [3, 1]
iterations = 30
"""


def sweep(shell: Shell, *arguments: object, plan: str = PLAN) -> Any:
    Path("plan.toml").write_text(plan)
    return shell("sweep", "plan.toml", *arguments)


def bare(out: str) -> str:
    """The output without what the clock says."""
    return re.sub(r'"seconds": [^,]*,', "", out)


def test_the_plan_is_carried_out_in_its_order(shell: Shell) -> None:
    found = sweep(shell, "--jobs", 1, "--json").json
    assert found["plan"] == {
        **{"games": ["kuhn", "kuhn:cards=4"], "seeds": [3, 1], "iterations": 30},
        **{"algorithms": ["cfr+", "dcfr:alpha=1,beta=-2", "es-mccfr"]},
        **{"target": None, "time": None},
    }
    labels = [("cfr+", 3), ("dcfr:alpha=1,beta=-2", 3), ("es-mccfr", 3), ("es-mccfr", 1)]
    assert [(run["label"], run["seed"]) for run in found["runs"]] == labels * 2
    assert [run["parameters"]["cards"] for run in found["runs"]] == [3] * 4 + [4] * 4
    last = found["runs"][-1]
    plain = solve("kuhn:cards=4", "es-mccfr", iterations=30, seed=1)
    assert last["exploitability"] == plain.exploitability
    assert storage.load(Path("plan") / last["output"]).infosets == plain.strategy.infosets
    assert {run["output"] for run in found["runs"]} == {
        f"strategies/{path.name}" for path in Path("plan/strategies").iterdir()
    }
    table = shell("sweep", "plan.toml", "--continue").out
    assert [line.split()[0] for line in table.splitlines()] == [
        *("kuhn:", "cfr+", "dcfr:alpha=1,beta=-2", "es-mccfr"),
        *("kuhn:cards=4:", "cfr+", "dcfr:alpha=1,beta=-2", "es-mccfr"),
    ]


def test_each_run_has_a_file_of_its_own_with_its_strategy(shell: Shell) -> None:
    """Runs that differ in a setting alone, or in the seed alone, would replace each other's."""
    entries = ["dcfr:alpha=1", "dcfr:alpha=2", "es-mccfr"]
    plan = f'games = ["kuhn"]\nalgorithms = {entries}\nseeds = [3, 1]\niterations = 30'
    runs = sweep(shell, "--jobs", 1, "--json", plan=plan).json["runs"]
    assert [run["label"] for run in runs] == [*entries, "es-mccfr"]
    assert len({run["output"] for run in runs}) == len(runs)
    for run in runs:
        alone = {f"alpha={power}": {"alpha": power} for power in (1, 2)}
        name, _, setting = run["label"].partition(":")
        plain = solve("kuhn", name, iterations=30, seed=run["seed"], **alone.get(setting, {}))
        found = storage.load(Path("plan") / run["output"])
        assert found.infosets == plain.strategy.infosets
        assert run["exploitability"] == plain.exploitability


def test_from_python_too_a_sweep_goes_on_with_the_runs_that_are_missing(tmp_path: Path) -> None:
    """Each result belongs to its own run, wherever the missing ones are in the plan."""
    plan = {"games": ["kuhn"], "algorithms": ["cfr", "cfr+", "dcfr"], "iterations": 9}
    pokerbot.sweep(plan | {"algorithms": ["cfr+"]}, tmp_path)
    found = pokerbot.sweep(plan, tmp_path, go_on=True)
    assert not found.missing
    told = {row["label"]: row["exploitability"] for row in found.rows()}
    alone = {name: solve("kuhn", name, iterations=9) for name in ("cfr", "cfr+", "dcfr")}
    assert told == {name: each.exploitability for name, each in alone.items()}
    for row in found.rows():
        kept = storage.load(tmp_path / row["output"])
        assert kept.infosets == alone[row["label"]].strategy.infosets


def test_spots_of_one_board_are_told_apart_by_their_names(shell: Shell) -> None:
    """They were taken for one game, and refused."""
    spot = 'board = "Td9d6hQc7s"\npot = 10\noop.range = "AA,QQ"\nip.range = "KK"\n'
    for stack in (10, 40):
        Path(f"deep{stack}.toml").write_text(f'{spot}stack = {stack}\noop.river.bet = "a"\n')
    plan = 'games = ["deep10.toml", "deep40.toml"]\nalgorithms = ["cfr+"]\niterations = 20'
    heads = [line.split()[0] for line in sweep(shell, "--jobs", 1, plan=plan).out.splitlines()]
    assert heads == ["deep10:", "cfr+", "deep40:", "cfr+"]
    runs = sweep(shell, "--continue", "--json", plan=plan).json["runs"]
    for stack, run in zip((10, 40), runs, strict=True):
        found = storage.load(Path("plan") / run["output"])
        plain = solve(f"deep{stack}.toml", "cfr+", iterations=20)
        assert (found.game, found.game.spec) == (plain.strategy.game, f"deep{stack}")
        assert run["exploitability"] == pytest.approx(plain.exploitability)
    curves = Path("plan/curves.csv").read_text().splitlines()[1:]
    assert {line.partition(",")[0] for line in curves} == {"deep10", "deep40"}
    done = Path("plan/runs.jsonl").read_bytes()
    Path("deep10.toml").rename("shallow.toml")
    again = sweep(shell, "--continue", plan=plan.replace("deep10", "shallow"))
    assert again.out.startswith("shallow:")
    assert Path("plan/runs.jsonl").read_bytes() == done
    Path("twin.toml").write_bytes(Path("deep40.toml").read_bytes())
    refused = sweep(shell, "--out", "b", plan=plan.replace("deep10", "twin"))
    assert (refused.code, "twin by cfr+ twice" in refused.err) == (2, True)


def test_a_spot_renamed_keeps_its_strategy_where_another_gets_its_name(shell: Shell) -> None:
    """The other's was written over it, and both were told under the first name."""
    spot = 'board = "Td9d6hQc7s"\npot = 10\noop.range = "AA,QQ"\nip.range = "KK"\n'
    plan = 'games = ["old.toml"]\nalgorithms = ["cfr+"]\niterations = 20'
    Path("old.toml").write_text(f'{spot}stack = 10\noop.river.bet = "a"\n')
    sweep(shell, plan=plan)
    Path("old.toml").rename("new.toml")
    Path("old.toml").write_text(f'{spot}stack = 40\noop.river.bet = "a"\n')
    plan = plan.replace('"old.toml"', '"new.toml", "old.toml"')
    runs = sweep(shell, "--continue", "--json", plan=plan).json["runs"]
    for name, run in zip(("new", "old"), runs, strict=True):
        assert run["spot"] == name
        alone = solve(f"{name}.toml", "cfr+", iterations=20)
        kept = storage.load(Path("plan") / run["output"])
        assert (kept.game, kept.infosets) == (alone.strategy.game, alone.strategy.infosets)
        assert run["exploitability"] == pytest.approx(alone.exploitability)


def test_spots_of_one_name_are_refused_though_they_differ(shell: Shell) -> None:
    """Their strategies would be written to one file."""
    spot = 'board = "Td9d6hQc7s"\npot = 10\noop.range = "AA,QQ"\nip.range = "KK"\n'
    for folder, stack in (("here", 10), ("there", 40)):
        Path(folder).mkdir()
        Path(f"{folder}/my.toml").write_text(f"{spot}stack = {stack}\n")
    plan = 'games = ["here/my.toml", "there/my.toml"]\nalgorithms = ["cfr+"]\niterations = 20'
    ran = sweep(shell, plan=plan)
    assert (ran.code, "the plan has my by cfr+ twice" in ran.err) == (2, True)


def test_where_a_run_ended_is_told_within_its_locks(shell: Shell) -> None:
    """As in its curve: free play around the locks wins more."""
    held = '[[lock]]\nplayer = "ip"\nline = "bet 10"\nplay = { fold = 0.25, call = 0.75 }\n'
    spot = 'board = "Td9d6hQc7s"\npot = 10\nstack = 10\noop.range = "AA,QQ,54s"\n'
    Path("locked.toml").write_text(f'{spot}ip.range = "KK"\noop.river.bet = "a"\n{held}')
    plan = {"games": ["locked.toml"], "algorithms": ["cfr+"], "iterations": 20}
    found = pokerbot.sweep(plan, "out")
    plain = solve("locked.toml", "cfr+", iterations=20)
    assert plain.exploitability > 2 * plain.exploitability_within
    ((_, end),) = found.ends()
    assert end.exploitability == pytest.approx(plain.exploitability_within)
    ((series,),) = (panel.series for panel in found.figure().panels)
    assert (series.x, series.y) == ([plain.nodes_touched], [end.exploitability])
    assert plain.nodes_touched > 20


@pytest.mark.parametrize("there", ["curves.csv", "strategies/mine.json"])
def test_a_folder_with_files_of_ones_own_is_none_for_a_sweep(shell: Shell, there: str) -> None:
    path = Path("own") / there
    path.parent.mkdir(parents=True)
    path.write_text("mine")
    ran = sweep(shell, "--out", "own")
    held = there.split("/", maxsplit=1)[0]
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"Error: own holds {held} and no runs: give another folder\n"
    assert [each for each in Path("own").rglob("*") if each.is_file()] == [path]
    assert path.read_text() == "mine"


def test_runs_that_once_said_double_precision_are_gone_on_with(shell: Shell) -> None:
    """As a folder of 8493360 has them, without two options that came later."""
    whole = bare(sweep(shell, "--jobs", 1, "--out", "a", "--json").out)
    lines = [json.loads(line) for line in Path("a/runs.jsonl").read_text().splitlines()]
    for line in lines:
        line["run"] |= {"precision": "double"}
        for name in ("temperature", "horizon"):
            del line["run"]["options"][name]
    Path("a/runs.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines[:-1]))
    again = sweep(shell, "--jobs", 1, "--out", "a", "--continue", "--json")
    assert bare(again.out) == whole
    assert len(Path("a/runs.jsonl").read_text().splitlines()) == len(lines)


@pytest.mark.slow
def test_processes_and_interruptions_change_no_byte(shell: Shell) -> None:
    whole = sweep(shell, "--jobs", 1, "--out", "a", "--json").out
    assert bare(sweep(shell, "--jobs", 2, "--out", "b", "--json").out) == bare(whole)
    lines = Path("b/runs.jsonl").read_bytes().splitlines(keepends=True)
    Path("b/runs.jsonl").write_bytes(b"".join(lines[2:5]) + lines[6][:-9])
    again = sweep(shell, "--out", "b", "--json")
    assert (again.code, again.err) == (2, "Error: --continue is needed: b holds 3 runs already\n")
    again = sweep(shell, "--jobs", 1, "--out", "b", "--continue", "--json")
    assert bare(again.out) == bare(whole)
    assert len([json.loads(line) for line in Path("b/runs.jsonl").read_text().splitlines()]) == 8
    for file in Path("a/strategies").iterdir():
        assert (Path("b/strategies") / file.name).read_bytes() == file.read_bytes()


def test_of_two_sweeps_at_once_a_report_is_of_the_strategy_that_is_kept(shell: Shell) -> None:
    """With a limit on time two processes carry out the same run differently."""
    plan = make_plan({"games": ["kuhn"], "algorithms": ["cfr+"], "seeds": [0], "time": 60})
    folders = [Results(Path("both")), Results(Path("both"))]
    (run,) = plan.runs(folders[0].backend)
    for folder, count in zip(folders, (20, 30), strict=True):
        found = replace(run, seconds=None, iterations=count).carry_out(lambda _: None, bool)
        folder.add(run, found)
    for folder in folders:
        (row,) = folder.rows([run])
        assert row["iterations"] == 20
        assert pokerbot.load(Path("both") / row["output"]).iterations == 20
    assert Path("both/runs.jsonl").read_bytes().count(b"\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no forks")
def test_of_two_sweeps_that_write_a_run_at_once_the_report_is_of_the_strategy_too(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One wrote its strategy while the other one did; the first report was of the other one."""
    plan = make_plan({"games": ["kuhn"], "algorithms": ["cfr+"], "seeds": [0], "time": 60})
    own, other = Results(Path("both")), Results(Path("both"))
    (run,) = plan.runs(own.backend)
    mine, its = (
        replace(run, seconds=None, iterations=count).carry_out(lambda _: None, bool)
        for count in (20, 30)
    )
    write = sweep_folder.write_whole
    process = multiprocessing.get_context("fork").Process(target=other.add, args=(run, its))

    def write_late(path: Path, pieces: list[bytes]) -> None:
        if process.pid is None:
            process.start()
            process.join(0.5)
        write(path, pieces)

    monkeypatch.setattr(sweep_folder, "write_whole", write_late)
    own.add(run, mine)
    process.join()
    assert process.exitcode == 0
    (row,) = Results(Path("both")).rows([run])
    assert pokerbot.load(Path("both") / row["output"]).iterations == row["iterations"]
    assert Path("both/runs.jsonl").read_bytes().count(b"\n") == 1


@pytest.mark.parametrize("full", [False, True])
def test_each_of_two_sweeps_reads_its_own_runs_where_both_write_at_once(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, full: bool
) -> None:
    """The other one writes a line while the file is open, and the disk may then be full."""
    plan = make_plan({"games": ["kuhn"], "algorithms": ["cfr", "dcfr"], "iterations": 9})
    own, other = Results(Path("both")), Results(Path("both"))
    first, second = plan.runs(own.backend)

    def append_late(file: int, line: bytes) -> int:
        monkeypatch.setattr(run_folder, "append_line", append_line)
        other.append(second, report=dict.fromkeys(MEASURED, 2))
        if full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return append_line(file, line)

    monkeypatch.setattr(run_folder, "append_line", append_late)
    with pytest.raises(InputError, match="cannot write both") if full else nullcontext():
        own.append(first, report=dict.fromkeys(MEASURED, 1))
    for folder in (own, Results(Path("both"))):
        folder.catch_up()
        told = {row["label"]: row["value"] for row in folder.rows([first, second])}
        assert told == ({} if full else {"cfr": 1}) | {"dcfr": 2}


def test_a_sweep_keeps_its_runs_where_another_one_was_killed_in_the_middle_of_a_line(
    shell: Shell,
) -> None:
    plan = make_plan({"games": ["kuhn"], "algorithms": ["cfr", "dcfr", "lcfr"], "iterations": 9})
    folder = Results(Path("both"))
    runs = [*plan.runs(folder.backend)]
    with open(folder.lines, "a") as file:
        file.write('{"run": {"gam')
    for run in runs:
        folder.add(run, run.carry_out(lambda _: None, bool))
    assert [row["label"] for row in folder.rows(runs)] == ["cfr", "dcfr", "lcfr"]
    after = Results(Path("both"))
    assert [row["label"] for row in after.rows(runs)] == ["cfr", "dcfr", "lcfr"]


@pytest.mark.parametrize("end", [b"\n", b""])
@pytest.mark.parametrize("line", [b"hello", b"{'run': 1}", b'{"run": 1}', b"\xff"])
def test_a_line_that_is_no_beginning_of_a_run_is_refused(
    tmp_path: Path, line: bytes, end: bytes
) -> None:
    """Without an end it was taken for the beginning of a run, and cut off."""
    (tmp_path / "runs.jsonl").write_bytes(line + end)
    with pytest.raises(InputError, match="line 1: not a run that has finished"):
        Results(tmp_path)
    assert (tmp_path / "runs.jsonl").read_bytes() == line + end


def test_what_others_write_among_the_runs_stays_and_loses_none(shell: Shell) -> None:
    """A part of a line, which its process may still complete, and one that is no run."""
    plan = make_plan({"games": ["kuhn"], "algorithms": ["cfr", "dcfr", "lcfr"], "iterations": 9})
    own, other = Results(Path("both")), Results(Path("both"))
    runs = plan.runs(own.backend)
    report = dict.fromkeys(MEASURED, 1)
    other.append(runs[0], report=report)
    line = own.lines.read_bytes()
    own.lines.write_bytes(line[:60])
    own.catch_up()
    assert (len(own), own.lines.read_bytes()) == (0, line[:60])
    own.lines.write_bytes(line + b"hello\n")
    own.add(runs[1], runs[1].carry_out(lambda _: None, bool))
    own.lines.write_bytes(own.lines.read_bytes().replace(b"hello\n", b"").rstrip(b"\n"))
    anew = Results(Path("both"))
    assert [row["label"] for row in anew.rows(runs)] == ["cfr", "dcfr"]
    anew.append(runs[2], report=report)
    for folder in (anew, Results(Path("both"))):
        assert [row["label"] for row in folder.rows(runs)] == ["cfr", "dcfr", "lcfr"]


@pytest.mark.parametrize("cut", [1, 5, 12, 60, 2000, -2])
def test_a_sweep_goes_on_where_another_one_was_killed_in_the_middle_of_a_line(
    shell: Shell, cut: int
) -> None:
    """It was refused, though all but that one run were there."""
    plan = 'games = ["kuhn"]\nalgorithms = ["cfr", "dcfr", "lcfr"]\niterations = 9'
    whole = sweep(shell, "--jobs", 1, "--json", plan=plan).json["runs"]
    lines = Path("plan/runs.jsonl").read_bytes().splitlines(keepends=True)
    assert len(lines[1]) > 2002
    Path("plan/runs.jsonl").write_bytes(lines[0] + lines[1][:cut] + b"\n" + lines[2])
    again = sweep(shell, "--jobs", 1, "--continue", "--json", plan=plan).json["runs"]
    values = [[(run["label"], run["value"]) for run in runs] for runs in (whole, again)]
    assert values[0] == values[1]
    assert [again[place]["seconds"] for place in (0, 2)] == [
        whole[place]["seconds"] for place in (0, 2)
    ]


def test_runs_of_a_kind_are_computed_alike_also_where_it_goes_on_with_another_numba(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba", reason="compiled code needs numba: the extra fast")
    content = {"games": ["kuhn"], "algorithms": ["es-mccfr"], "seeds": [3, 1], "target": 0.5}
    plan = "\n".join(f"{key} = {value}" for key, value in content.items())
    monkeypatch.setattr(backend, "has_compiler", lambda: False)
    sweep(shell, "--jobs", 1, plan=plan)
    monkeypatch.setattr(backend, "has_compiler", lambda: True)
    lines = Path("plan/runs.jsonl").read_bytes().splitlines(keepends=True)
    Path("plan/runs.jsonl").write_bytes(lines[0])
    runs = sweep(shell, "--jobs", 1, "--continue", "--json", plan=plan).json["runs"]
    assert [run["backend"] for run in runs] == ["numpy", "numpy"]
    assert Path("plan/runs.jsonl").read_bytes().count(b"\n") == 2
    anew = make_plan(content).runs(Results(Path("new")).backend)
    assert [run.backend for run in anew] == ["compiled", "compiled"]
    few, many = (make_plan(content | {"iterations": count}) for count in (100, 10**6))
    assert {run.backend for run in few.runs(Results(Path("new")).backend)} == {"numpy"}
    assert {run.backend for run in many.runs(Results(Path("new")).backend)} == {"compiled"}


def test_where_nothing_can_be_done_nothing_is_drawn(shell: Shell) -> None:
    pytest.importorskip("matplotlib", reason="figures need the extra plot")
    plan = 'games = ["leduc"]\nalgorithms = ["fp"]'
    ran = sweep(shell, "--jobs", 1, "--plot", "a.svg", plan=plan)
    assert ran.err.splitlines()[1] == "Error: 1 of 1 runs failed, as reported above"
    assert not Path("a.svg").exists()


def test_what_cannot_be_done_is_named_and_the_rest_goes_on(shell: Shell) -> None:
    plan = 'games = ["leduc"]\nalgorithms = ["fp", "cfr"]\niterations = 2'
    ran = sweep(shell, "--jobs", 1, "--json", plan=plan)
    assert (ran.code, [run["label"] for run in ran.json["runs"]]) == (2, ["cfr"])
    reason, error = ran.err.splitlines()
    assert reason.startswith("leduc by fp: fp would write out")
    assert error == "Error: 1 of 2 runs failed, as reported above"


@pytest.mark.slow
def test_matches_in_processes_are_the_same(shell: Shell) -> None:
    """A strategy is sent as it was read, a best response as it was worked out, a bot by name."""
    players = ("leduc-cfr+", "random", "best-response:leduc-gxfp", "--hands", 2000, "--json")
    here, there = (shell("tournament", *players, "--jobs", jobs).json for jobs in (1, 2))
    for played in (*here["matches"], *there["matches"]):
        del played["seconds"]
    assert here == there
    match = shell("match", "leduc-cfr+", "random", "--hands", 2000, "--json").json
    del match["seconds"]
    assert here["matches"][0] == match


GOOD = {"games": '["kuhn"]', "algorithms": '["cfr"]'}
BAD = {
    "no TOML": ("games = [", "plan.toml is not TOML: "),
    "a long key": (f"{'a.' * 30}a = 1", "plan.toml has a key of more than 20 parts\n"),
    "a key of 50,000 parts": (f"{'a.' * 50_000}b = 1", "at most 20,000 characters"),
    "a million algorithms": (f"algorithms = [{1_000_000 * '0,'}]", "at most 20,000 characters"),
    "an endless time": ({"time": f"1{'0' * 400}"}, "time must be a number above 0"),
    "no games": ('algorithms = ["cfr"]', "games is missing"),
    "no algorithms": ('games = ["kuhn"]', "algorithms is missing"),
    "unknown key": ({"limit": "3"}, "no 'limit'; it has games"),
    "no list": ({"games": '"kuhn"'}, "games must be a list"),
    "no text": ({"games": "[3]"}, "games cannot be 3"),
    "none": ({"games": "[]"}, "games must name at least one"),
    "unknown game": ({"games": '["poker"]'}, "no game 'poker'"),
    "setting": ({"algorithms": '["dcfr:gamma=1"]'}, "no setting 'gamma'"),
    "twice": ({"algorithms": '["dcfr", "dcfr:beta=0"]'}, "kuhn by dcfr twice"),
    "a seed twice": ({"seeds": "[1, 1]"}, "seeds hold one twice"),
    "a truth": ({"seeds": "[true]"}, "seeds cannot be True"),
    "below 0": ({"seeds": "[-1]"}, "seeds are whole numbers"),
    "no time": ({"time": "0"}, "time must be a number above 0"),
    "never": ({"target": "nan"}, "target must be"),
    "half an iteration": ({"iterations": "1.5"}, "iterations cannot be 1.5"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_plan_is_refused_in_a_line_before_any_work(shell: Shell, case: str) -> None:
    plan, words = BAD[case]
    if isinstance(plan, dict):
        plan = "\n".join(f"{key} = {value}" for key, value in (GOOD | plan).items())
    ran = sweep(shell, plan=plan)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("Error: plan.toml")
    assert words in ran.err
    assert not Path("plan").exists()


def test_a_folder_of_something_else_is_left_alone(shell: Shell) -> None:
    Path("plan").mkdir()
    Path("plan/runs.jsonl").write_text('{"run": {"game": "kuhn"}}\n')
    ran = sweep(shell, "--continue")
    assert ran.err == "Error: plan/runs.jsonl, line 1: not a run that has finished\n"
    assert Path("plan/runs.jsonl").read_text() == '{"run": {"game": "kuhn"}}\n'


@pytest.mark.parametrize("out", [(), ("--out", "plan.toml"), ("--out", "plan")])
def test_a_file_is_no_folder_for_a_sweep(shell: Shell, out: tuple[str, ...]) -> None:
    """That the file exists was told, as if something could not be written."""
    Path("plan").write_text(PLAN)
    ran = sweep(shell, *out) if out else shell("sweep", "plan")
    named = out[-1] if out else "plan"
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"Error: {named} is a file: give another folder\n"
    assert Path("plan").read_text() == PLAN


NUMBERS = dict.fromkeys((*MEASURED, "exploitability_within"), 1)


@pytest.mark.parametrize(
    ("part", "changed"),
    [
        ("report", {"report": None}),
        ("report", {"report": {}}),
        *(("report", {"report": NUMBERS | {name: "1"}}) for name in NUMBERS),
        ("curve", {"curve": "x"}),
        ("curve", {"curve": [5]}),
        ("curve", {"curve": [{"iterations": 1}]}),
    ],
)
def test_a_line_without_its_numbers_is_no_finished_run(
    shell: Shell, part: str, changed: dict[str, Any]
) -> None:
    plan = 'games = ["kuhn"]\nalgorithms = ["cfr"]\niterations = 2\n'
    assert sweep(shell, "--jobs", 1, plan=plan).code == 0
    lines = Path("plan/runs.jsonl")
    line = json.loads(lines.read_text())
    assert part in line
    lines.write_text(f"{json.dumps(line | changed)}\n")
    ran = sweep(shell, "--jobs", 1, "--continue", plan=plan)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "Error: plan/runs.jsonl, line 1: not a run that has finished\n"


@pytest.mark.slow
def test_interrupted_it_keeps_what_has_finished_and_goes_on_later(shell: Shell) -> None:
    plan = 'games = ["kuhn"]\nalgorithms = ["es-mccfr"]\niterations = 100\nseeds = '
    Path("plan.toml").write_text(plan + str(list(range(8))))
    process = subprocess.Popen(
        [sys.executable, "-m", "pokerbot", "sweep", "plan.toml", "--jobs", "2", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    lines = Path("plan/runs.jsonl")
    wait_until(lambda: lines.exists() and lines.read_bytes().count(b"\n"))
    workers = [child.pid for child in psutil.Process(process.pid).children()]
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate()
    done = lines.read_bytes().count(b"\n")
    assert (process.returncode, len(json.loads(out)["runs"])) == (130, done)
    assert f"{done} of 8 runs are kept in plan, and --continue does the rest." in err
    wait_until(lambda: not any(is_running(worker) for worker in workers))
    kept = lines.read_bytes()
    found = shell("sweep", "plan.toml", "--continue", "--json", "--jobs", 1).json
    assert lines.read_bytes().startswith(kept)
    assert [run["seed"] for run in found["runs"]] == list(range(8))
    assert lines.read_bytes().count(b"\n") == 8


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), StoppedBySignal(143)])
def test_a_second_signal_does_not_deny_what_is_kept(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, stop: BaseException
) -> None:
    def carry_out(runs: Any, executor: Any, keep: Any, interrupted: Any) -> Any:
        keep(0, runs[0].carry_out(lambda _: None, lambda: False))
        raise stop

    monkeypatch.setattr(monitor, "carry_out", carry_out)
    ran = sweep(shell, plan='games = ["kuhn"]\nalgorithms = ["cfr", "cfr+"]\niterations = 2\n')
    assert ran.code == (143 if isinstance(stop, StoppedBySignal) else 130)
    assert ran.err == "Stopped; 1 of 2 runs are kept in plan, and --continue does the rest.\n"


def test_what_there_is_no_machine_code_for_is_computed_by_numpy_and_says_so(shell: Shell) -> None:
    pytest.importorskip("numba")
    plan = 'games = ["kuhn"]\nalgorithms = ["ipm", "cfr"]\ntarget = 0.1'
    ran = sweep(shell, "--jobs", 1, "--json", plan=plan)
    assert [run["backend"] for run in ran.json["runs"]] == ["numpy", "compiled"]
    assert "ipm is computed by NumPy: there is no machine code for it" in ran.err.splitlines()


def test_curves_are_kept_with_what_computed_them_and_python_finds_the_same(shell: Shell) -> None:
    ran = sweep(shell, "--jobs", 1, "--json").json["runs"]
    with open("plan/curves.csv", newline="") as file:
        rows = [*(table := csv.DictReader(file))]
    assert table.fieldnames == ["game", "label", "seed", *ORIGIN, *MEASURED]
    ends = {(row["game"], row["label"], row["seed"]): row for row in rows}
    assert len(ends) == len(ran) == 8
    for run, end in zip(ran, ends.values(), strict=True):
        assert (int(end["iterations"]), float(end["exploitability"])) == (30, run["exploitability"])
        assert (end["backend"], end["processor"]) == (run["backend"], run["processor"])
        assert f"numpy {np.__version__}" in end["versions"] == run["versions"]
    first = [int(row["iterations"]) for row in rows if row["label"] == "cfr+"]
    assert first[:3] == [1, 2, 3]
    mine = pokerbot.sweep(tomllib.loads(PLAN), "mine")
    assert [row["exploitability"] for row in mine.rows()] == [run["exploitability"] for run in ran]
    assert [*mine.curves()][-1].keys() == rows[-1].keys()
    assert not mine.missing
    with pytest.raises(InputError, match="go_on is needed: mine holds 8 runs"):
        pokerbot.sweep("plan.toml", "mine")


def test_a_plan_that_changed_does_not_mix_into_its_folder(shell: Shell) -> None:
    plan = 'games = ["kuhn"]\nalgorithms = ["cfr"]\niterations = '
    assert sweep(shell, "--jobs", 1, plan=plan + "3").code == 0
    ran = sweep(shell, "--jobs", 1, "--continue", plan=plan + "4")
    assert (ran.code, ran.out) == (2, "")
    assert "plan holds 1 runs that are not of this plan: give another folder" in ran.err
    more = plan.replace('"cfr"', '"cfr", "cfr+"') + "3"
    assert len(sweep(shell, "--jobs", 1, "--continue", "--json", plan=more).json["runs"]) == 2


@pytest.mark.parametrize("seeds", ["[1, 0]", "[1]", "[2, 1, 0]"])
def test_the_order_of_seeds_makes_no_other_plan(shell: Shell, seeds: str) -> None:
    """What draws nothing runs with the first one alone, and was taken for another run."""
    plan = 'games = ["kuhn"]\nalgorithms = ["cfr", "es-mccfr"]\niterations = 3\nseeds = '
    assert sweep(shell, "--jobs", 1, plan=plan + seeds).code == 0
    done = Path("plan/runs.jsonl").read_bytes()
    ran = sweep(shell, "--jobs", 1, "--continue", "--json", plan=f"{plan}[0, 1, 2]")
    told = [(run["label"], run["seed"]) for run in ran.json["runs"]]
    draws = [("es-mccfr", 0), ("es-mccfr", 1), ("es-mccfr", 2)]
    assert told == [("cfr", json.loads(seeds)[0]), *draws]
    assert Path("plan/runs.jsonl").read_bytes().startswith(done)
    for run in ran.json["runs"]:
        assert storage.load(Path("plan") / run["output"]).seed == run["seed"]


def test_bands_are_of_seeds_and_of_perturbed_starts_and_seconds_of_one_backend() -> None:
    found = pokerbot.compare("kuhn", ["cfr", "ipm"], iterations=5, seeds=3, perturb=True)
    label = "cfr:init=perturbed"
    ends = sorted(curve.points[-1].exploitability for curve in found.of(label))
    assert 0 < ends[2] - ends[0] < 1e-6  # they differ, and by five iterations by no more
    drawn = found.series(label, "iterations")
    assert (drawn.low[-1], drawn.y[-1], drawn.high[-1]) == tuple(ends)
    assert len(found.of("ipm")) == 1
    assert not found.series("ipm", "iterations").low
    one, other = (
        replace(curve, backend=by)
        for curve, by in zip(
            (found.of(label)[0], found.of("ipm")[0]), ("compiled", "numpy"), strict=True
        )
    )
    panels = Comparison("kuhn", (one, other)).panels()
    assert [(panel.x_label, len(panel.series)) for panel in panels] == [
        ("seconds by compiled", 1),
        ("seconds by numpy", 1),
        ("iterations", 2),
        ("nodes touched", 2),
    ]


def test_what_a_level_costs_is_the_median_of_all_seeds_or_unknown() -> None:
    """By hand, from three runs that fall at different speeds."""
    ends = {0: (0.5, 0.1, 0.01), 1: (0.9, 0.2, 0.1), 2: (0.3, 0.1, 0.05)}
    curves = []
    for seed, fell in ends.items():
        points = [
            Progress(count, (seed + 1) * count, 10 * (seed + 1) * count, exploitability, 0.0)
            for count, exploitability in zip((1, 2, 4), fell, strict=True)
        ]
        if seed != 1:
            points.insert(2, Progress(3, 3.0, 30, fell[1], 0.0))
        curves.append(Curve("a", "a", seed, tuple(points), "numpy", "", ""))
    found = Comparison("kuhn", tuple(curves))
    assert found.levels() == [0.1, 0.01]
    assert found.cost("a", 0.1, "iterations") == 2  # of 2, 4 and 2
    assert found.cost("a", 0.1, "seconds") == 6  # of 2, 8 and 6
    assert found.cost("a", 0.1, "nodes_touched") == 60
    assert found.cost("a", 0.01, "iterations") is None  # one run alone came so far
    drawn = found.series("a", "seconds")
    assert (drawn.x, drawn.y) == ([2, 4, 8], [0.5, 0.1, 0.05])  # not where one was measured
    assert (drawn.low, drawn.high) == ([0.3, 0.1, 0.01], [0.9, 0.2, 0.1])


@pytest.mark.parametrize("fits", [False, True])
def test_a_full_disk_leaves_what_it_has_and_says_so(
    fits: bool, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That the table of curves could not be written, either, was all that it said.

    fits: whether there is room for that table, though not for another strategy
    """
    write, done = sweep_folder.write_whole, list[Path]()

    def full(path: Path, pieces: Any) -> None:
        if len(done) == 2:
            raise InputError(f"cannot write {path}: No space left on device")
        done.append(path)
        write(path, pieces)

    for module in (sweep_folder,) if fits else (sweep_folder, sweeping):
        monkeypatch.setattr(module, "write_whole", full)
    ran = sweep(shell, "--out", "out", "--jobs", 1)
    assert ran.code == 2
    assert "No space left on device; 2 of 8 runs are kept in out" in ran.err
    assert ran.err.count("\n") == 1
    assert len(Path("out", "runs.jsonl").read_text().splitlines()) == 2
    assert Path("out", "curves.csv").is_file() == fits
    if fits:
        with open("out/curves.csv", newline="") as file:
            rows = [*csv.DictReader(file)]
        assert len({(row["game"], row["label"], row["seed"]) for row in rows}) == 2


def test_a_finished_sweep_is_shown_from_a_folder_that_cannot_be_written(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    with TemporaryDirectory() as reached:  # by all users, other than pytest's own folders
        monkeypatch.chdir(reached)
        shown = [sweep(shell, "--jobs", 1), shell("sweep", "plan.toml", "--continue")]
        files = [Path(reached), *Path("plan").rglob("*"), Path("plan")]
        for each in files:
            each.chmod(0o555)
        with nobody():
            shown.append(shell("sweep", "plan.toml", "--continue"))
        assert [(each.code, each.err) for each in shown[1:]] == [(0, "")] * 2
        assert shown[2].out == shown[1].out
        for each in files:
            each.chmod(0o755)
        lines = Path("plan", "runs.jsonl")
        lines.write_text("".join(lines.read_text().splitlines(keepends=True)[:-1]))
        for each in files[:1] + files[-1:]:
            each.chmod(0o555)
        with nobody():
            missing = shell("sweep", "plan.toml", "--continue")
        assert (missing.code, missing.out) == (2, "")
        assert missing.err == "Error: cannot write plan: Permission denied\n"
        for each in files[:1] + files[-1:]:
            each.chmod(0o755)


def test_the_reason_why_a_line_is_not_kept_is_the_system_s_own(shell: Shell) -> None:
    """The system writes as much as the limit allows, and only then says why not more."""
    plan = 'games = ["kuhn"]\nalgorithms = ["cfr"]\niterations = 5'
    kept = sweep(shell, "--jobs", 1, "--out", "whole", plan=plan)
    assert kept.code == 0
    strategy = max(each.stat().st_size for each in Path("whole/strategies").iterdir())
    line = Path("whole/runs.jsonl").stat().st_size
    spare = 100  # the seconds in them may be longer or shorter
    assert strategy + spare < line - spare
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (strategy + spare, limits[1]))
    try:
        ran = shell("sweep", "plan.toml", "--jobs", 1, "--out", "short")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert ran.code == 2
    assert "cannot write short: File too large" in ran.err
    assert Path("short/runs.jsonl").read_bytes() == b""


def test_a_plans_limits_are_those_of_its_runs_and_without_any_the_games_own() -> None:
    content = {"games": ["kuhn"], "algorithms": ["cfr"]}
    for asked in ({"time": 2}, {"target": 0.1}, {"iterations": 7}, {"iterations": 7, "time": 2}):
        (run,) = make_plan(content | asked).runs(lambda _: "numpy")
        found = {"iterations": run.iterations, "target": run.target, "time": run.seconds}
        assert {name: value for name, value in found.items() if value is not None} == asked
    (run,) = make_plan(content).runs(lambda _: "numpy")
    assert (run.iterations, run.target, run.seconds) == (defaults("kuhn")[1], None, None)


def test_a_plan_that_is_no_toml_is_named_by_its_path_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "a\nfolder" / "plan.toml"
    path.parent.mkdir()
    path.write_text("x = [")
    with pytest.raises(InputError, match=r"^/\S.*folder/plan\.toml is not TOML: ") as told:
        read_plan(path)
    assert str(told.value).isprintable()
