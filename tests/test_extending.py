"""What extending.md says is enough: its own text, and nothing else, put into a copy works."""

import json
import re
import subprocess
import sys
from os import environ
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

import pokerbot
from pokerbot.cli.execution import EXECUTORS, at_once, here
from pokerbot.games.catalogue import parse_game
from pokerbot.runs.boards import BoardRun
from pokerbot.sequence.operators import BACKENDS
from pokerbot.sequence.operators.vectorized import VectorizedOperators

PACKAGE = Path(pokerbot.__file__).parent
PAGE = (PACKAGE.parent / ".github" / "docs" / "extending.md").read_text()
SECTIONS = dict(re.findall(r"^### (.*?)\n(.*?)(?=^##|\Z)", PAGE, re.M | re.S))
ADDED = re.compile(r"`([\w/]+\.py)`[^`]*?:\n\n```python\n(.*?)```", re.DOTALL)
TYPED = re.compile(r"^\$ pokerbot (.*)$", re.MULTILINE)
MOST_FILES = 3
UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}
"""Machine code takes seconds to make, and is held to NumPy by tests of its own."""


@pytest.fixture
def run(tmp_path):
    """Copies the package, does what a section says, and runs its commands: what each prints."""
    copy = tmp_path / "copy"
    copytree(PACKAGE, copy / "pokerbot", ignore=ignore_patterns("*.pyc.*"))  # being written

    def carry_out(title):
        added = ADDED.findall(SECTIONS[title])
        assert 0 < len({file for file, _ in added}) <= MOST_FILES
        assert len(added) == SECTIONS[title].count("```python")
        for file, text in added:
            with (copy / "pokerbot" / file).open("a") as changed:
                changed.write(f"\n\n{text}")
        return [typed(*line.split()) for line in TYPED.findall(SECTIONS[title])]

    def typed(*words):
        ran = subprocess.run(
            [sys.executable, "-m", "pokerbot", *words, "--json"],
            env=environ | {"PYTHONPATH": str(copy)} | UNCOMPILED,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout)

    return carry_out


@pytest.mark.slow
def test_a_variant(run):
    solved, compared = run("A CFR variant with a name")
    assert solved["algorithm"] == "hopeful"
    assert solved["exploitability"] < 0.05
    labels = [curve["label"] for curve in compared["curves"]]
    assert labels == ["cfr+", "hopeful:share=0.1"]


@pytest.mark.slow
def test_a_game_of_two_cards(run):
    solved, played, answered = run("A game of two cards with a name")
    assert (solved["game"], solved["parameters"]["stack"]) == ("two-cards", 4)
    assert played["game"] == answered["game"] == "two-cards:stack=4"
    assert solved["exploitability"] < 0.05
    low, high = solved["value_bounds"]
    assert low <= solved["value"] <= high
    assert played["exact_ev"] > 0.1
    assert answered["wins"] > answered["equilibrium_wins"]


@pytest.mark.slow
def test_an_executor(run):
    compared, played = run("Runs in threads")
    assert [curve["label"] for curve in compared["curves"]] == ["cfr", "gxfp"]
    assert all(curve["points"][-1]["iterations"] == 50 for curve in compared["curves"])
    assert {name for name, _ in played["standings"]} == {"random", "call", "fold"}


def test_an_executor_says_itself_how_many_runs_it_carries_out_at_once(monkeypatch):
    monkeypatch.setitem(EXECUTORS, "threads", here)
    assert [at_once(jobs, "threads") for jobs in (None, 3)] == [None, 3]
    assert [at_once(jobs, "here") for jobs in (None, 3)] == [1, 3]


class CountingOperators(VectorizedOperators):
    """NumPy's, which count the gradients."""

    asked = 0

    def gradient(self, opponent_plan):
        type(self).asked += 1
        return super().gradient(opponent_plan)


def counting(form):
    first, second = form.trees
    return CountingOperators(first), CountingOperators(second)


def test_a_backend(monkeypatch, tmp_path):
    """Every iteration asks it for a gradient of each player, and so do evaluations."""
    monkeypatch.setitem(BACKENDS, "counting", counting)

    def asked(what):
        before = CountingOperators.asked
        return what(), CountingOperators.asked - before

    settings = {"iterations": 10, "backend": "counting"}
    for algorithm in ("cfr+", "mmd", "gxfp"):
        ours, often = asked(lambda name=algorithm: pokerbot.solve("kuhn", name, **settings))
        numpy = pokerbot.solve("kuhn", algorithm, iterations=10, backend="numpy")
        assert often >= 20
        assert ours.backend == "counting"
        assert ours.strategy.infosets == numpy.strategy.infosets
    compared, often = asked(lambda: pokerbot.compare("kuhn", ["cfr+"], **settings))
    assert often >= 20
    assert compared.labels == ["cfr+"]
    assert BoardRun(parse_game("kuhn"), "cfr+", backend="counting").needs == ()
    training = pokerbot.Training("kuhn", "cfr+", backend="counting")
    training.run(iterations=5, checkpoint=tmp_path / "half.ckpt")
    again = pokerbot.Training("kuhn", "cfr+", backend="counting")
    again.resume(tmp_path / "half.ckpt")
    assert asked(lambda: again.run(iterations=10))[1] == 10
    usual = pokerbot.Training("kuhn", "cfr+")
    usual.resume(tmp_path / "half.ckpt")
    assert asked(lambda: usual.run(iterations=10))[1] == 10
    assert usual.solution().backend == "counting"
    with pytest.raises(pokerbot.InputError, match="counting has no effect on es-mccfr"):
        pokerbot.solve("kuhn", "es-mccfr", **settings)
    with pytest.raises(pokerbot.InputError, match="is auto, numpy, compiled or counting, not 'x'"):
        pokerbot.Training("kuhn", "cfr", backend="x", precision="single")
