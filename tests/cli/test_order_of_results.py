"""Results are in the order of the runs, whichever of them ends first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

import pokerbot
from pokerbot.cli.commands import compare, sweep, tournament
from pokerbot.runs import comparison
from pokerbot.runs.executors import Event, InProcess, Tell
from pokerbot.runs.run import Run, Stopped
from tests.cli.running import Shell

NAMES = "cfr", "cfr+", "dcfr"
PLAN = 'games = ["kuhn"]\nalgorithms = ["cfr", "cfr+", "dcfr"]\niterations = 3\n'


class Backwards:
    """Carries runs out from the last to the first; implements `Executor`."""

    def carry_out(self, runs: Iterable[Run], tell: Tell, stopped: Stopped) -> None:
        listed = [*runs]

        def tell_of(event: Event) -> None:
            tell(replace(event, place=len(listed) - 1 - event.place))

        InProcess().carry_out(listed[::-1], tell_of, stopped)


@pytest.fixture
def backwards(monkeypatch: pytest.MonkeyPatch) -> None:
    for command in (compare, sweep, tournament):
        monkeypatch.setattr(command, "executor", lambda **_: Backwards())
    monkeypatch.setattr(comparison, "of_this_machine", lambda _: Backwards())


@pytest.mark.usefixtures("backwards")
def test_curves(shell: Shell) -> None:
    asked = (part for name in NAMES for part in ("-a", name))
    found = shell("compare", "kuhn", *asked, "-n", 3, "--backend", "numpy", "--json").json
    assert [curve["label"] for curve in found["curves"]] == [*NAMES]


@pytest.mark.usefixtures("backwards")
def test_curves_in_python() -> None:
    found = pokerbot.compare("kuhn", NAMES, iterations=3, jobs=2, backend="numpy")
    assert [curve.label for curve in found.curves] == [*NAMES]


@pytest.mark.usefixtures("backwards")
def test_matches(shell: Shell) -> None:
    asked = "tournament", "call", "raise", "fold", "--game", "kuhn", "--hands", 10, "--json"
    found = [(match["a"], match["b"]) for match in shell(*asked).json["matches"]]
    assert found == [("call", "raise"), ("call", "fold"), ("raise", "fold")]


@pytest.mark.usefixtures("backwards")
def test_runs_of_a_plan(shell: Shell) -> None:
    Path("plan.toml").write_text(PLAN)
    found = shell("sweep", "plan.toml", "--json").json
    assert [run["label"] for run in found["runs"]] == [*NAMES]
