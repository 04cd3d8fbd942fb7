"""Whatever the command: a signal, or a fault of pokerbot's own, ends it in order and in a line."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import cast

import pytest

from pokerbot.cli import COMMANDS, interrupts
from pokerbot.cli.interrupts import StoppedBySignal, interruptible, unwinding
from pokerbot.games.spot_file import read_spot
from pokerbot.strategy import storage
from tests.cli.running import Shell
from tests.trials.signals import fail_in
from tests.trials.terminals import POKERBOT, Terminal

SIGNALS = [
    *(signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGXCPU),
    *(signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM, signal.SIGVTALRM, signal.SIGPROF),
]


def stand_in(monkeypatch: pytest.MonkeyPatch, name: str, callback: object) -> None:
    """Have the command of that name take no arguments and do this instead."""
    command = import_module(f"pokerbot.cli.commands.{name}").command
    monkeypatch.setattr(command, "params", [])
    monkeypatch.setattr(command, "callback", callback)


@pytest.mark.usefixtures("not_ignored")
@pytest.mark.parametrize("late", [True, False])
def test_what_does_not_stop_at_once_says_how_it_does(
    late: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(interrupts, "LATE", 0.01 if late else 60.0)
    told = ""
    end = time.monotonic() + 10
    with interruptible() as noted:
        signal.raise_signal(signal.SIGINT)
        while late and not told and time.monotonic() < end:
            time.sleep(0.01)
            told = capsys.readouterr().err
    assert noted.status == 128 + signal.SIGINT
    assert ("Ctrl-C again stops at once" in told) == late
    assert not capsys.readouterr().err


@pytest.fixture
def not_ignored() -> Iterator[None]:
    """Signals as a terminal has them, though the tests run under nohup."""
    ignored = [number for number in SIGNALS if signal.getsignal(number) is signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, signal.SIG_DFL)
    yield
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)


@pytest.mark.usefixtures("not_ignored")
@pytest.mark.parametrize("name", COMMANDS)
def test_a_signal_unwinds_it_and_is_the_status(
    name: str, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = [signal.getsignal(number) for number in SIGNALS]
    for number in SIGNALS:
        unwound = []

        def work(number: signal.Signals = number, unwound: list[bool] = unwound) -> None:
            try:
                signal.raise_signal(number)
            finally:
                unwound.append(True)

        stand_in(monkeypatch, name, work)
        ran = shell(name)
        assert (ran.code, unwound) == (128 + number, [True])
        assert ran.err.strip() == "Stopped; nothing was saved."
    assert [signal.getsignal(number) for number in SIGNALS] == before


@pytest.mark.usefixtures("not_ignored")
def test_a_signal_that_comes_twice_at_once_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """GNU's `timeout` sends one to the process, and then one to its group."""
    with unwinding(), interruptible() as noted:
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)
        assert noted.status == 128 + signal.SIGTERM
        monkeypatch.setattr("pokerbot.cli.interrupts.SAME", -1)
        with pytest.raises(StoppedBySignal):
            signal.raise_signal(signal.SIGTERM)


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("fault", [ZeroDivisionError("a\nb\x1b[2J"), KeyError("x")])
def test_a_fault_of_its_own_is_one_line(
    name: str, fault: Exception, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work() -> None:
        raise fault

    stand_in(monkeypatch, name, work)
    ran = shell(name)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("Error: pokerbot itself has failed: " + type(fault).__name__)
    assert ran.err[:-1].isprintable()
    assert "test_interrupts.py, line" in ran.err


def test_what_finds_no_memory_says_so(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def work() -> None:
        raise MemoryError

    stand_in(monkeypatch, "solve", work)
    ran = shell("solve")
    told = "Error: this takes more memory than there is\n"
    assert (ran.code, ran.out, ran.err) == (2, "", told)


def test_a_fault_in_a_library_tells_where_it_was_called(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(monkeypatch, "solve", partial(read_spot, cast("str", 3)))
    assert re.search(
        r"\((?!spot_file)\S+\.py, line \d+, from spot_file\.py, line \d+;", shell("solve").err
    )


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGQUIT, signal.SIGUSR1])
def test_a_solver_that_was_stopped_meanwhile_saves_and_leaves_the_terminal_as_it_was(
    number: signal.Signals, tmp_path: Path
) -> None:
    solve = ["solve", "leduc", "-n", "10000000", "-o", "s.json"]
    terminal = Terminal([*POKERBOT, *solve], tmp_path)
    assert terminal.until(lambda: terminal.shows(b"exploitability"))
    for sent in (signal.SIGSTOP, signal.SIGCONT, *[signal.SIGWINCH] * 100):
        os.kill(terminal.process.pid, sent)
    assert not terminal.shows(b"\x1b[?25l"), "the shell would have no cursor meanwhile"
    os.kill(terminal.process.pid, number)
    assert terminal.end() == 128 + number
    assert terminal.faults() == []
    assert storage.load(tmp_path / "s.json").iterations


def test_what_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with unwinding(), interruptible() as noted:
            signal.raise_signal(signal.SIGHUP)
        assert not noted
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "point"),
    [
        ("pokerbot.tui.table.screen", "TableScreen.on_mount"),
        ("pokerbot.opponents.finding", "OpponentRequest.read"),
        ("pokerbot.tui.frame.keyboard", "Parser.feed"),
    ],
    ids=["screen", "thread", "keyboard"],
)
def test_a_fault_at_the_table_leaves_the_terminal_as_it_was(
    module: str, point: str, tmp_path: Path
) -> None:
    assert fail_in(module, point, ["play", "kuhn"], tmp_path) == []
