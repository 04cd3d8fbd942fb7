"""Where machine code cannot be had: NumPy goes on and says so, or it is refused by name."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import pokerbot
from pokerbot.errors import InputError
from pokerbot.runs import backend
from pokerbot.solvers.algorithm import SelfPlaying
from pokerbot.solvers.minimizer import Averaging, Minimization
from pokerbot.solvers.regret import RegretRule, plus

pytest.importorskip("numba", reason="compiled code needs numba: the extra fast")


def typed(R, r, t):  # noqa: N803
    R = np.maximum(R + r, 0, dtype=float)  # noqa: N806
    return R, R


def importing(R, r, t):  # noqa: N803
    import math

    return R + math.fabs(1) * r, R


def recursive(R, r, t, times=2):  # noqa: N803
    return recursive(R, r, t, times - 1) if times else (R + r, R + r)


def in_objects(R, r, t):  # noqa: N803
    R = R + np.asarray(r, dtype=object).astype(float)  # noqa: N806
    return R, R


def weighing(t):
    import math

    return 1.0, math.sqrt(t)


OWN = {
    **{rule.__name__: RegretRule(rule) for rule in (typed, importing, recursive, in_objects)},
    "weighing": SelfPlaying("own", "", Minimization(RegretRule(plus), Averaging(weighing))),
}


@pytest.mark.parametrize("name", OWN)
def test_what_numba_does_not_compile_goes_on_in_numpy_or_is_refused_by_name(name, monkeypatch):
    with pytest.raises(InputError, match=rf"^numba cannot compile {name}: [^\n]+$"):
        pokerbot.solve("kuhn", OWN[name], iterations=9, backend="compiled")
    monkeypatch.setattr(backend, "SECONDS", 3 * backend.AN_ITERATION)
    with pytest.warns(RuntimeWarning, match=f"^going on with NumPy: numba cannot compile {name}: "):
        found = pokerbot.solve("kuhn", OWN[name], iterations=9)
    alone = pokerbot.solve("kuhn", OWN[name], iterations=9, backend="numpy")
    assert (found.backend, found.strategy) == ("numpy", alone.strategy)
    told = []
    pokerbot.Training("kuhn", OWN[name]).run(iterations=9, tell=told.append)
    (line,) = [text for text in told if "compil" in text and "NumPy" in text]
    assert "\n" not in line


class Exact:
    """Exact gradients, which no loop knows."""

    parameters = ()

    def gradients(self, form, settings, rng):
        return pokerbot.Training(form, "cfr").solver.gradients.__call__


UNKNOWN = SelfPlaying("unknown", "", OWN["weighing"].part, Exact())


@pytest.mark.parametrize("algorithm", ["lp", "ipm", UNKNOWN], ids=["lp", "ipm", "own source"])
def test_machine_code_that_there_is_not_is_refused_by_name(algorithm):
    if algorithm == "lp":
        pytest.importorskip("scipy", reason="lp needs SciPy")
    for start in (pokerbot.solve, pokerbot.Training):
        with pytest.raises(
            InputError, match=r"^backend compiled has no effect on (lp|ipm|unknown)"
        ):
            start("kuhn", algorithm, backend="compiled")


@pytest.mark.slow
def test_in_a_comparison_a_row_says_what_computed_it():
    """From the start, whatever the limit."""
    rules = [OWN["typed"], RegretRule(plus), "ipm"]
    for jobs in (1, 2):
        with pytest.warns(RuntimeWarning) as warned:
            found = pokerbot.compare("kuhn", rules, seconds=0.01, jobs=jobs, backend="compiled")
        assert {(row["label"], row["backend"]) for row in found.rows()} == {
            *(("typed", "numpy"), ("plus", "compiled"), ("ipm", "numpy")),
        }
        said = " ".join(str(each.message) for each in warned)
        assert "numba cannot compile typed" in said
        assert "ipm is computed by NumPy" in said
    for name, computed in (("numpy", "numpy"), ("auto", "compiled")):
        found = pokerbot.compare("kuhn", "es-mccfr", iterations=3, seeds=2, backend=name)
        assert [curve.backend for curve in found.curves] == [computed] * 2


IN_NUMPY = """
import json, sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pokerbot.cli import run
from pokerbot.runs import backend, responses

backend.SECONDS = 10 * backend.AN_ITERATION
responses.is_within_reach = lambda form: False
told = []
for asked in json.loads(sys.argv[1]):
    sys.argv = ["pokerbot", *asked]
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        status = run()
    told.append((status, out.getvalue(), err.getvalue()))
print(json.dumps(told))
"""
COMMANDS = [
    ("solve", "kuhn", "-n", "40", "--json"),
    ("compare", "kuhn", "-a", "cfr", "-n", "40", "--json"),
    ("sweep", "plan.toml", "--json"),
    ("exploit", "call", "--game", "kuhn", "--risk", "0.05", "--json"),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("surroundings", "commands", "refused"),
    [
        ("NUMBA_DISABLE_JIT=1", COMMANDS, ["solve", "compare"]),
        ("NUMBA_NUM_THREADS=0", COMMANDS[:1], []),
        ("NUMBA_CACHE_LOCATOR_CLASSES=None", [], ["solve"]),
    ],
)
def test_whatever_numba_reads_from_its_surroundings_numpy_goes_on(
    surroundings, commands, refused, tmp_path
):
    """Each command in one of them, and one command in each: what it meets is one function."""
    (tmp_path / "plan.toml").write_text(
        'games = ["kuhn"]\nalgorithms = ["cfr", "lcfr"]\niterations = 40'
    )
    name, _, value = surroundings.partition("=")
    wanted = [(each, "kuhn", "-a", "cfr", "-n", "9", "--backend", "compiled") for each in refused]
    ran = subprocess.run(
        [sys.executable, "-c", IN_NUMPY, json.dumps([*commands, *wanted])],
        env=os.environ | {name: value, "PYTHONPATH": str(Path(pokerbot.__file__).parents[1])},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(ran.stdout)
    for status, out, err in told[: len(commands)]:
        assert status == 0
        assert err.count("going on with NumPy: numba cannot be used: ") == 1
        assert '"compiled"' not in out
    for status, out, err in told[len(commands) :]:
        assert (status, out) == (2, "")
        assert err.startswith("Error: numba cannot be used: ")
        assert err.count("\n") == 1
