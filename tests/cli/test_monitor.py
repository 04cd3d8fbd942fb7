"""How many runs come along: what is counted, and what is said where there is no terminal."""

from __future__ import annotations

import io
import re
import sys

import pytest
from rich.console import Console

from pokerbot.cli import monitor
from pokerbot.runs.executors import Begun, Failed, Finished, Reached
from pokerbot.runs.limits import Limits
from pokerbot.runs.progress import Forecast, clock, each_second
from pokerbot.runs.results import Progress
from pokerbot.runs.run import SolveRun
from tests.cli.running import Shell


def test_it_counts_and_says_what_failed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter(range(0, 1000, 4))
    monkeypatch.setattr(monitor.time, "monotonic", lambda: next(clock))
    told = monitor.Monitor([SolveRun("kuhn", "cfr")] * 5, in_lines=True)
    for event in (
        *(Begun(0, "one"), Begun(1, "two"), Reached(1, Progress(7, 1.0, 9, 0.25, 0.0))),
        *(Finished(0, None), Begun(2, "one"), Failed(2, "no\nway"), Begun(3, "one")),
    ):
        told(event)
    assert [(worker, each.place) for worker, each in told.under_way.items()] == [
        ("two", 1),
        ("one", 3),
    ]
    assert (told.done, told.failed) == (1, 1)
    assert told.line.startswith("1 of 5 runs done, 1 failed, about ")
    rows = [list(column.cells) for column in told.table().columns]
    assert str(rows[3][0]) == "7 iterations, exploitability 2.50e-01 chips per hand"
    said = capsys.readouterr().err.splitlines()
    assert "kuhn by cfr: no way" in said
    assert [line for line in said if "runs done" in line]
    assert len(said) < 7


@pytest.mark.parametrize("part", [None, 0.25])
def test_a_bar_is_as_long_as_what_is_done(
    monkeypatch: pytest.MonkeyPatch, part: float | None
) -> None:
    screen = io.StringIO()
    out = Console(file=screen, no_color=True, force_terminal=True, width=80, legacy_windows=False)
    monkeypatch.setattr(monitor, "console", lambda *, stderr: out)
    monkeypatch.setattr(monitor.sys.stderr, "isatty", lambda: True)
    with monitor.progress() as show:
        assert show is not None
        show("a line", part)
    drawn = screen.getvalue()
    assert (times := drawn.count("a line"))
    assert drawn.count("━") == times * (part or 0) * monitor.BAR


@pytest.mark.parametrize("asked", [[], ["--color", "never"], ["--color", "always"]])
def test_without_colours_a_terminal_shows_as_much(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, asked: list[str]
) -> None:
    """With NO_COLOR nothing was shown of how far runs are, however long they took."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    shown = shell("compare", "kuhn", "-a", "cfr", "-n", 4, *asked).err
    assert "of 1 runs done" in shown
    assert bool(re.search(r"\x1b\[[\d;]*m", shown)) == ("always" in asked)


def test_how_far_a_match_is_is_told_beside_its_object(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With --json nothing was shown of it."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    ran = shell("match", "call", "raise", "--game", "kuhn", "-n", 2000, "--json")
    assert "of 2,000 hands played" in ran.err
    assert ran.json["hands"] == 2000


def test_a_duration_is_in_seconds_minutes_or_hours() -> None:
    told = {0.2: "1 s", 99: "99 s", 100: "2 min", 5_990: "100 min", 36_000: "10 h"}
    assert {seconds: clock(seconds) for seconds in told} == told
    assert clock(3_600 * 1_234) == "1,234 h"


def test_less_than_one_in_a_second_is_not_told_as_none() -> None:
    told = {1_491.4: "1,491", 1.4: "1", 0.74: "0.7", 0.0312: "0.03", 0.0: "0"}
    assert {rate: each_second(rate) for rate in told} == told
    assert "  0.7/s  " in Forecast(Limits(100)).line(Progress(7, 10.0, 0, 1.0, 0.0))


def test_time_left_is_up_to_the_first_limit() -> None:
    forecast = Forecast(Limits(100, seconds=10.0))
    forecast.add(Progress(10, 2.5, 0, 1.0, 0.0))
    assert (forecast.seconds_left(), forecast.part) == (7.5, 0.25)
    forecast.add(Progress(80, 4.0, 0, 1.0, 0.0))
    assert (forecast.seconds_left(), forecast.part) == (1.0, 0.8)
