from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from pokerbot.errors import InputError
from pokerbot.evaluation.exact import evaluate
from pokerbot.io import files
from pokerbot.runs import checkpoint, resuming
from pokerbot.runs.destinations import Destination, destinations
from pokerbot.runs.solving import solve
from pokerbot.runs.training import Training
from pokerbot.solvers.selfplay import SelfPlay
from pokerbot.strategy import storage
from tests.cli.running import Shell

PYTHON = [sys.executable, "-m", "pokerbot"]


@pytest.mark.slow
def test_the_tutorials_run_comes_out_and_is_saved(shell: Shell) -> None:
    ran = shell("solve", "kuhn", "-a", "cfr", "--updates", "simultaneous", "-n", 10_000, "--json")
    assert ran.code == 0
    assert ran.err == ""
    assert abs(ran.json["mean_iteration_value"] - -0.05666979368427769) < 1e-12
    assert ran.json["nodes_touched"] == 24 * 10_000
    assert ran.json["output"] == "strategies/kuhn-cfr.json"
    saved = json.loads(Path("strategies/kuhn-cfr.json").read_text())
    assert saved["results"]["nash_conv"] == ran.json["nash_conv"]
    assert {"seconds", "date", "time"}.isdisjoint(saved)


def test_json_has_the_contracts_fields(shell: Shell) -> None:
    found = shell("solve", "leduc", "-n", 5, "--json").json
    assert set(found) == {
        *("game", "algorithm", "parameters", "iterations", "seconds", "nodes_touched"),
        *("nash_conv", "exploitability", "exploitability_within", "value", "value_bounds"),
        *("mean_iteration_value", "infosets", "backend", "epsilon", "output"),
        "regularized_gap",
    }
    assert found["exploitability"] == found["nash_conv"] / 2
    low, high = found["value_bounds"]
    assert low <= -0.085606424078 <= high


def test_json_tells_the_trembles_that_its_figures_are_of(shell: Shell) -> None:
    found = shell("solve", "kuhn", "-n", 200, "--epsilon", 0.1, "--json").json
    assert found["epsilon"] == 0.1
    assert found["value_bounds"][0] > -1 / 18 + 0.01, "no bounds of the game's own value"
    assert shell("solve", "kuhn", "-n", 5, "--json").json["epsilon"] == 0


def test_a_quantal_response_equilibrium_is_told_how_far_it_is(shell: Shell) -> None:
    asked = ("solve", "kuhn", "-a", "mmd", "--temperature", 0.1)
    early, late = (shell(*asked, "-n", count, "--force", "--json").json for count in (2, 500))
    assert early["regularized_gap"] > 0.01
    assert abs(late["regularized_gap"]) < 1e-6
    assert late["exploitability"] > 0.01
    assert "chips per hand to the quantal response equilibrium" in shell(*asked, "-n", 2).out
    assert shell("solve", "kuhn", "-a", "mmd", "-n", 2, "--json").json["regularized_gap"] is None


def test_parameters_are_spelled_in_the_file_name(shell: Shell) -> None:
    shell("solve", "kuhn:cards=5,bet=0.5", "-a", "dcfr", "-n", 3)
    assert Path("strategies/kuhn-cards-5-bet-0-5-dcfr.json").is_file()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["-n", 3], "exploitability"),
        (["-n", 3, "--floor", "fold=0.2"], "exploitability within the floors"),
        (["-n", 10**6], ""),
    ],
)
def test_a_target_that_is_missed_is_told(shell, options, told):
    ran = shell("solve", "kuhn", "-a", "cfr+", "--target", 0.01, *options, "--json")
    assert (ran.json["exploitability_within"] > 0.01) == bool(told)
    wanted = f"The {told} is still above the target of 0.010000 chips per hand" if told else ""
    assert ran.err == (wanted and f"{wanted}; -a lp is exact, and takes games of this size.\n")


def test_lp_is_named_for_a_target_that_is_missed_only_where_it_takes_the_game(shell):
    pytest.importorskip("scipy", reason="lp comes with an extra")
    missed = ("-a", "cfr+", "-n", 1, "--target", 1e-9)
    for game, takes in (("kuhn:cards=5000", False), ("kuhn:cards=4", True)):
        assert ("-a lp is exact" in shell("solve", game, *missed).err) == takes
        alone = shell("solve", game, "-a", "lp")
        assert (alone.code == 0) == takes


def test_lp_does_not_name_itself_for_a_target_below_rounding(shell):
    pytest.importorskip("scipy", reason="lp comes with an extra")
    ran = shell("solve", "kuhn:cards=13", "-a", "lp", "--target", 1e-30)
    assert "-a lp" not in ran.err


def test_stops_at_the_target(shell: Shell) -> None:
    found = shell("solve", "kuhn", "-a", "cfr+", "--target", 1e-3, "-n", 10**6, "--json").json
    assert found["exploitability"] <= 1e-3
    assert found["iterations"] < 10_000


def test_the_same_seed_gives_the_same_bytes(shell: Shell) -> None:
    for name in ("one.json", "two.json"):
        shell("solve", "kuhn", "-a", "es-mccfr", "-n", 20, "--seed", 7, "-o", name)
    assert Path("one.json").read_bytes() == Path("two.json").read_bytes()


def test_resumed_is_as_if_never_stopped(shell: Shell) -> None:
    shell("solve", "leduc", "-a", "os-mccfr", "-n", 30, "-o", "whole.json")
    shell("solve", "leduc", "-a", "os-mccfr", "-n", 10, "-o", "part.json", "--checkpoint", "c")
    shell("solve", "leduc", "-a", "os-mccfr", "-n", 30, "-o", "part.json", "--resume", "c")
    assert Path("part.json").read_bytes() == Path("whole.json").read_bytes()


def test_what_is_not_a_strategy_of_the_game_is_not_overwritten(shell: Shell) -> None:
    shell("solve", "kuhn", "-n", 1, "-o", "a.json")
    before = Path("a.json").read_bytes()
    ran = shell("solve", "leduc", "-n", 1, "-o", "a.json")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Error: --force is needed to overwrite a.json, which holds kuhn")
    assert Path("a.json").read_bytes() == before
    assert shell("solve", "leduc", "-n", 1, "-o", "a.json", "--force").code == 0
    assert shell("solve", "leduc", "-n", 2, "-o", "a.json").code == 0


def test_a_checkpoint_replaces_nothing_but_a_checkpoint(shell: Shell) -> None:
    Path("precious.txt").write_text("mine")
    ran = shell("solve", "kuhn", "-n", 1, "--checkpoint", "precious.txt")
    assert ran.code == 2
    assert "--force is needed to overwrite precious.txt" in ran.err
    assert "holds something else than a checkpoint" in ran.err
    assert Path("precious.txt").read_text() == "mine"


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (
            ("kuhn", "-a", "cfr+", "-n", 15),
            "holds 20 iterations of this run; resume goes on from them",
        ),
        (("leduc", "-a", "cfr+", "-n", 1), 'its game is {"name": "kuhn", '),
        (("kuhn", "-a", "dcfr", "-n", 40), 'its algorithm is {"name": "cfr+", '),
        (("kuhn", "-a", "cfr+", "--seed", 1, "-n", 40), "its seed is 0, not 1"),
    ],
)
def test_a_checkpoint_replaces_none_of_another_run_and_none_that_is_further_on(
    shell: Shell, other: tuple[object, ...], why: str
) -> None:
    """Ten hours were gone at the first save of the same command without --resume."""
    kept_in = ("--checkpoint", "c")
    for count, resumed in ((10, ()), (20, ("--resume", "c"))):
        assert shell("solve", "kuhn", "-a", "cfr+", "-n", count, *kept_in, *resumed).code == 0
    kept = Path("c").read_bytes()
    ran = shell("solve", *other, *kept_in)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Error: --force is needed to overwrite c")
    assert why in ran.err
    assert Path("c").read_bytes() == kept
    assert shell("solve", *other, *kept_in, "--force").code == 0
    assert Path("c").read_bytes() != kept


def test_a_checkpoint_of_another_spot_is_told_by_the_key_that_was_changed(shell: Shell) -> None:
    """Both spots were told with all their keys, the pot among some thirty others."""
    spot = 'board = "2s3h4d 6c 7c"\npot = %d\nstack = 20\noop.range = "AA"\nip.range = "KK"\n'
    Path("s.toml").write_text(spot % 20)
    assert shell("solve", "s.toml", "-n", 1, "--checkpoint", "c").code == 0
    Path("s.toml").write_text(spot % 30)
    ran = shell("solve", "s.toml", "-n", 2, "--resume", "c")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith("Error: c: its game's pot is 20, not 30\n")


def test_a_checkpoint_of_more_nodes_than_64_bits_count_can_be_resumed(shell: Shell) -> None:
    game = ("solve", "leduc:suits=1000000", "-o", "a.json")
    shell(*game, "-n", 2, "--checkpoint", "c")
    assert shell(*game, "-n", 3, "--resume", "c", "--json").json["nodes_touched"] > 2**63


def test_seconds_go_on_from_the_checkpoint(shell: Shell) -> None:
    first = shell("solve", "kuhn", "-n", 500, "-o", "a.json", "--checkpoint", "c", "--json").json
    second = shell("solve", "kuhn", "-n", 501, "-o", "a.json", "--resume", "c", "--json").json
    assert second["seconds"] > first["seconds"]


BAD = {
    "unknown game": (("solve", "poker"), "no game 'poker'"),
    "unknown parameter": (("solve", "kuhn:deck=3"), "has no parameter 'deck'"),
    "parameter out of range": (("solve", "kuhn:cards=1"), "cards must be"),
    "not a number": (("solve", "kuhn:cards=many"), "cards must be"),
    "too large": (("solve", "kuhn:cards=1000000000"), "GiB of memory"),
    "too deep": (("solve", "leduc-nolimit:stack=30"), "GiB of memory"),
    "unknown algorithm": (("solve", "kuhn", "-a", "alphago"), "no algorithm 'alphago'"),
    "no iterations": (("solve", "kuhn", "-n", 0), "Error: --iterations must be"),
    "target nan": (("solve", "kuhn", "--target", "nan"), "Error: --target must be"),
    "floor nan": (("solve", "kuhn", "--floor", "bet=nan"), "--floor takes key=number, not"),
    "floor twice": (("solve", "kuhn", "--floor", "bet=0.1,bet=0.2"), "two numbers for 'bet'"),
    "negative seed": (("solve", "kuhn", "--seed", -1), "--seed"),
    "option without sense": (("solve", "kuhn", "-a", "gxfp", "--batch", 3), "samples nothing"),
    "normal form too large": (("solve", "leduc", "-a", "fp"), "pure strategies"),
    "no such folder": (("solve", "kuhn", "-o", "nowhere/x.json"), "cannot write"),
    "a folder": (("solve", "kuhn", "-o", "."), "not a file"),
    "no time": (("solve", "kuhn", "--time", 0), "Error: --time must be"),
    "no file": (("solve", "kuhn", "-o", ""), "not a file"),
    "long name": (("solve", "kuhn", "-o", "x" * 300), "cannot write"),
    "one file for two": (("solve", "kuhn", "-o", "x", "--checkpoint", "x"), "be the same file"),
    "epsilon": (("solve", "kuhn", "--epsilon", 3), "from 0 to 1"),
    "exploration": (
        ("solve", "kuhn", "-a", "os-mccfr", "--set", "exploration=5e-324"),
        "exploration must be",
    ),
    "chips that vanish": (("solve", "kuhn:bet=1e-8"), "from 0.001"),
    "part": (("reproduce", "vanilla-table", "--part", "nan"), "--part must be"),
    "long file": (("evaluate", "y" * 300), "no strategy file"),
    "pure strategies beyond number": (("solve", "leduc-nolimit:stack=6", "-a", "fp"), "about 10^"),
    "one of them does not fit": (
        ("compare", "leduc", "-a", "cfr", "-a", "fp", "-n", 3),
        "pure strategies",
    ),
    "no checkpoint": (("solve", "kuhn", "--resume", "nothing"), "no such file"),
    "missing spot": (("solve", "no/such.toml"), "Error: no/such.toml: no such file"),
    "missing file": (("evaluate", "nothing"), "no strategy file nothing"),
    "unknown bot": (("match", "nobody", "call"), "the bots are random, call"),
    "who adapts": (("match", "call", "echo", "--game", "kuhn"), "pokerbot play echo --game GAME"),
    "the best against who adapts": (("exploit", "best-response:echo"), "at the table alone"),
    "no game": (("match", "random", "call"), "Error: --game is needed: no strategy file"),
    "odd hands": (("match", "random", "call", "--game", "kuhn", "--hands", 3), "even number"),
    "no hands": (
        ("match", "random", "call", "--game", "kuhn", "--hands", 0),
        "Error: --hands must be",
    ),
    "two games": (("match", "kuhn-gxfp", "leduc-gxfp"), "plays leduc, not kuhn"),
    "purify": (("evaluate", "kuhn-gxfp", "--purify", 2), "threshold"),
    "too large to trace": (
        ("trace", "kuhn:cards=1000"),
        "Error: --deal is needed: kuhn:cards=1000",
    ),
    "no such deal": (("trace", "kuhn", "--deal", "Q Q"), "deal of kuhn"),
    "no such study": (("reproduce", "figure-9"), "no study 'figure-9'"),
    "no threads": (("compare", "kuhn", "-a", "cfr", "--threads", 0), "--threads must be"),
    "picture": (("compare", "kuhn", "-a", "cfr", "--plot", "x.pdf"), ".svg or .png"),
    "unknown command": (("solved",), "no command 'solved' (did you mean solve?)"),
    "missing argument": (("solve",), "Missing argument"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_line_and_status_2(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    """With little memory, so that what does not fit is known soon."""
    monkeypatch.setattr("pokerbot.sequence.compile.memory", lambda: 1 << 28)
    arguments, message = BAD[case]
    ran = shell(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Error: ")
    assert ran.err.count("\n") == 1
    assert message in ran.err
    assert list(Path().rglob("*.json")) == []


@pytest.mark.parametrize("option", ["-o", "--checkpoint"])
def test_what_cannot_be_written_is_refused_before_any_work(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    monkeypatch.setattr(Training, "run", lambda *_, **__: pytest.fail("it works first"))
    ran = shell("solve", "kuhn", option, "nowhere/x")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("Error: cannot write nowhere/x: ")


@pytest.mark.slow
def test_a_terminal_that_goes_away_loses_nothing(tmp_path: Path) -> None:
    """Its signal stops the work; that no one reads of it any more is no fault."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(tmp_path)
        signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup it is ignored
        os.execv(sys.executable, [*PYTHON, "solve", "leduc", "-n", "100000000"])
    told = b""
    while b"exploitability" not in told:
        told += os.read(terminal, 4096)
    os.close(terminal)
    _, status = os.waitpid(process, 0)
    assert os.waitstatus_to_exitcode(status) == 128 + signal.SIGHUP
    saved = json.loads((tmp_path / "strategies" / "leduc-dcfr+.json").read_text())
    assert saved["iterations"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_saves_what_there_is(shell: Shell, tmp_path: Path, number: signal.Signals) -> None:
    process = subprocess.Popen(
        [*PYTHON, "solve", "leduc", "-n", "100000000", "--json", "--checkpoint", "c"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    folder = tmp_path / "strategies"
    deadline = time.monotonic() + 30
    while not folder.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    begun = processor_time(process)
    while processor_time(process) < begun + 0.3 and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 128 + number
    assert b"Stopped after" in err
    assert b"Traceback" not in err
    iterations = json.loads(out)["iterations"]
    assert json.loads((folder / "leduc-dcfr+.json").read_text())["iterations"] == iterations
    resumed = shell("solve", "leduc", "-n", iterations + 1, "--json", "--resume", "c")
    assert resumed.json["iterations"] == iterations + 1


def processor_time(process: subprocess.Popen[bytes]) -> float:
    """Its seconds so far: that it works, however much else does."""
    spent = psutil.Process(process.pid).cpu_times()
    return spent.user + spent.system


@pytest.mark.slow
def test_help_names_the_defaults_and_needs_no_numpy() -> None:
    code = "import sys; from pokerbot.cli import main\ntry: main()\nexcept SystemExit: pass\n"
    code += "print('numpy' in sys.modules, 'textual' in sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", code, "--help"], capture_output=True, text=True, check=True
    )
    assert told.stdout.rstrip().endswith("False False")
    told = subprocess.run(
        [sys.executable, "-m", "pokerbot", "solve", "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COLUMNS": "100"},
    )
    for text in ("von-neumann-raise", "sapcfr+", "-a sapcfr+ -n 1000"):
        assert text in told.stdout


def iterations_in(name: str) -> int:
    count: int = json.loads(Path(name).read_text())["iterations"]
    return count


@pytest.mark.slow
def test_a_better_strategy_stays_and_the_worse_one_goes_beside_it(shell: Shell) -> None:
    first = shell("solve", "kuhn:cards=4", "-a", "cfr", "-n", 2_000, "-o", "a.json")
    assert first.err == ""
    assert shell("solve", "kuhn:cards=4", "-a", "cfr", "-n", 2_000, "-o", "a.json").err == ""  # tie
    for iterations in (2, 30, 2):
        worse = shell("solve", "kuhn:cards=4", "-a", "cfr", "-n", iterations, "-o", "a.json")
        assert (worse.code, iterations_in("a.json")) == (0, 2_000)
        assert "a.json is better and stays: 2,000 iterations of cfr" in worse.err
        assert "saved to        a-" in worse.out
    assert [iterations_in("a-2.json"), iterations_in("a-3.json")] == [30, 2]
    worse = ("solve", "kuhn:cards=4", "-a", "cfr", "-n", 2, "-o", "a.json")
    forced = shell(*worse, "--force", "--json")
    assert (iterations_in("a.json"), forced.json["output"]) == (2, "a.json")
    assert "It replaced a better one: 2,000 iterations of cfr" in forced.err


def test_the_same_strategy_is_no_better(shell: Shell) -> None:
    """In machine code it is evaluated in another order than what is read from the file."""
    pytest.importorskip("numba")
    for name in ("a.json", "b.json", "a.json"):
        given = ("-a", "dcfr", "-n", 20, "-o", name, "--backend", "compiled")
        solved = shell("solve", "kuhn", *given, "--json")
        assert solved.json["output"] == name
        assert "better" not in solved.err
    assert Path("a.json").read_bytes() == Path("b.json").read_bytes()


@pytest.mark.parametrize(
    ("part", "better"), [(0.95, True), (1 - 1e-7, True), (1 - 1e-11, False), (1.05, False)]
)
def test_a_strategy_is_better_by_more_than_rounding(part: float, better: bool) -> None:
    found = solve("kuhn", "cfr", iterations=20)
    there = evaluate(found.strategy)
    there = replace(there, exploitability=part * found.exploitability)
    assert Destination(found.strategy.game, Path("a.json"), there).better(found) == better


def test_files_of_strategies_that_are_held_to_something_else_are_passed_over(
    tmp_path: Path,
) -> None:
    free, held = (solve("kuhn", "cfr", iterations=20, floor=floor) for floor in ({}, {"call": 0.2}))
    path, beside = tmp_path / "a.json", tmp_path / "a-2.json"
    storage.save(free, path)
    storage.save(held, beside)
    for made, files_of_it in ((free, [path, tmp_path / "a-3.json"]), (held, [path])):
        found = destinations(free.strategy.game, made.strategy.algorithm, path, force=False)
        assert [each.path for each in found] == files_of_it
    assert found[0].there is None


@pytest.mark.parametrize("better", [True, False])
def test_what_was_written_to_the_file_meanwhile_stays(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, better: bool
) -> None:
    """A better strategy that another process has saved by then, or what is no strategy at all."""
    assert shell("solve", "kuhn", "-a", "cfr", "-n", 2_000, "-o", "other.json").code == 0
    other = Path("other.json").read_text() if better else "precious"
    run = Training.run

    def meanwhile(self: Training, **how: Any) -> None:
        run(self, **how)
        Path("a.json").write_text(other)

    monkeypatch.setattr(Training, "run", meanwhile)
    late = shell("solve", "kuhn", "-a", "cfr", "-n", 2, "-o", "a.json")
    assert (late.code, Path("a.json").read_text()) == (0, other)
    assert "saved to        a-2.json" in late.out
    assert ("a.json is better and stays" in late.err) == better
    assert iterations_in("a-2.json") == 2


def test_another_kind_of_play_is_neither_better_nor_worse(shell: Shell) -> None:
    shell("solve", "kuhn", "-a", "cfr", "-n", 2_000, "-o", "a.json")
    held = ("solve", "kuhn", "-a", "cfr", "--epsilon", "0.2", "-o", "a.json")
    assert shell(*held, "-n", 50).err == ""
    assert iterations_in("a.json") == 50
    assert "a.json is better and stays" in shell(*held, "-n", 2).err
    assert (iterations_in("a.json"), iterations_in("a-2.json")) == (50, 2)


@pytest.mark.parametrize("fault", [MemoryError, OSError, RecursionError, RuntimeError])
def test_nothing_is_read_between_a_result_and_its_save(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    """The old file was read once more, for a comparison; what that raised took the result along."""
    shell("solve", "kuhn", "-a", "cfr", "-n", 2_000, "-o", "a.json")
    run = Training.run

    def run_then_read_no_more(begun: Training, **limits: Any) -> None:
        run(begun, **limits)
        for module, name in ((storage, "load"), (storage, "parse"), (files, "read_bytes")):
            monkeypatch.setattr(module, name, raising)

    def raising(*_: object) -> None:
        raise fault

    monkeypatch.setattr(Training, "run", run_then_read_no_more)
    ran = shell("solve", "kuhn", "-a", "cfr", "-n", 3, "-o", "a.json", "--json")
    assert (ran.code, ran.json["iterations"]) == (0, 3)
    assert "a.json is better and stays: 2,000 iterations of cfr" in ran.err
    assert (ran.json["output"], iterations_in("a-2.json")) == ("a-2.json", 3)


@pytest.mark.parametrize("when", ["on the way", "at the end"])
def test_a_checkpoint_that_cannot_be_written_takes_no_result_along(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    def full(*_: object) -> None:
        raise InputError("cannot write c: No space left on device")

    monkeypatch.setattr(resuming, "save_checkpoint", full)
    if when == "on the way":
        monkeypatch.setattr(checkpoint, "EVERY", 0.0)
    ran = shell("solve", "kuhn", "-n", 5, "-o", "a.json", "--checkpoint", "c")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("Error: cannot write c: No space left on device")
    assert "saved to a.json" in ran.err
    assert iterations_in("a.json") == (1 if when == "on the way" else 5)


def test_memory_that_runs_out_takes_no_result_along(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = SelfPlay.step

    def three_steps(solver: SelfPlay, count: int = 1) -> None:
        if solver.iterations == 3:
            raise MemoryError
        step(solver, count)

    monkeypatch.setattr(SelfPlay, "step", three_steps)
    ran = shell("solve", "kuhn", "-n", 5, "-o", "a.json", "--backend", "numpy")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("Error: it takes more memory than there is; ")
    assert "saved to a.json" in ran.err
    assert iterations_in("a.json") == 3


def test_backend_compiled_without_numba_says_how_to_get_it(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pokerbot.runs.backend.has_compiler", lambda: False)
    refused = shell("solve", "kuhn", "--backend", "compiled")
    assert (refused.code, refused.out) == (2, "")
    mended = f"{sys.executable} -m pip install numba"
    assert refused.err == f"Error: compiled code needs numba: {mended}\n"
    assert shell("solve", "kuhn", "-n", 5, "--json").json["backend"] == "numpy"


def test_a_game_of_openspiels_is_solved_shown_and_measured(shell: Shell) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel comes with the extra openspiel")
    solved = shell("solve", "openspiel:kuhn_poker", "-n", "50", "-o", "there.json", "--json")
    assert json.loads(solved.out)["infosets"] == 12
    shown = shell("show", "there.json").out
    assert "Pass" in shown
    assert shown.count("\n") == 17
    measured = json.loads(shell("evaluate", "there.json", "--json").out)
    assert measured["exploitability"] == pytest.approx(json.loads(solved.out)["exploitability"])
    refused = shell("match", "there.json", "honest")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "poker game" in refused.err
