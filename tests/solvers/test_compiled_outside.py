"""What functions of one's own read from outside counts in machine code as it does in NumPy."""

import sys
from types import ModuleType, SimpleNamespace

import pytest

from pokerbot.runs.training import Training
from pokerbot.solvers.algorithm import SelfPlaying
from pokerbot.solvers.minimizer import Averaging, Minimization
from pokerbot.solvers.options import Options
from pokerbot.solvers.regret import RegretRule

pytest.importorskip("numba", reason="compiled code needs numba: the extra fast")

OUTSIDE = """
from numba import njit

DELAY = {delay}

@njit
def is_late(t):
    return t > DELAY
"""
CELL = """
import numpy as np
import outside
from numba import njit

DELAY, TABLE = {delay}, np.zeros(2000)
TABLE[1000] = DELAY
NESTED = ((TABLE,),)

@njit
def is_late(t):
    return t > DELAY

def by_global(R, r, t):
    return (R + r, R + r) if t > DELAY else (R, R)

def by_call(R, r, t):
    return (R + r, R + r) if is_late(t) else (R, R)

def by_array(R, r, t):
    return (R + r, R + r) if t > TABLE[1000] else (R, R)

def by_nested_arrays(R, r, t):
    return (R + r, R + r) if t > NESTED[0][0][1000] else (R, R)

def by_module(R, r, t):
    return (R + r, R + r) if t > outside.DELAY else (R, R)

def by_function_of_a_module(R, r, t):
    return (R + r, R + r) if outside.is_late(t) else (R, R)

def by_default(R, r, t, delay=DELAY):
    return (R + r, R + r) if t > delay else (R, R)

def closed_over(delay):
    def by_closure(R, r, t):
        return (R + r, R + r) if t > delay else (R, R)
    return by_closure

by_closure = closed_over(DELAY)

def weigh(t):
    return 1.0, 1.0 * (t > DELAY)
"""
WAYS = [
    *("by_global", "by_call", "by_array", "by_nested_arrays", "by_module"),
    *("by_function_of_a_module", "by_default", "by_closure"),
]


def run_cell(monkeypatch, delay):
    """What a notebook's cell with this delay defines."""
    outside = ModuleType("outside")
    exec(OUTSIDE.format(delay=delay), vars(outside))
    monkeypatch.setitem(sys.modules, "outside", outside)
    defined = {"__name__": "__main__"}
    exec(CELL.format(delay=delay), defined)
    return SimpleNamespace(**defined)


def both(algorithm, iterations):
    """The same run by NumPy and by machine code, whole iterations at a time."""
    options = Options(init="random")
    runs = [
        Training("kuhn", algorithm, options=options, backend=name) for name in ("numpy", "compiled")
    ]
    for run in runs:
        run.run(iterations=iterations)
    assert type(runs[1].solver).__name__ == "CompiledSelfPlay"
    return runs


def assert_same(numpy, compiled):
    for name, array in numpy.solver.state().items():
        assert compiled.solver.state()[name] == pytest.approx(array, abs=1e-9)


@pytest.mark.parametrize("way", WAYS)
def test_each_solve_has_what_a_rule_reads(way, monkeypatch):
    ends = []
    for delay in (0, 5):
        numpy, compiled = both(RegretRule(getattr(run_cell(monkeypatch, delay), way)), 20)
        assert_same(numpy, compiled)
        ends.append(compiled.measure().exploitability)
    assert len(set(ends)) == 2


@pytest.mark.parametrize("part", ["rule", "average"])
def test_a_global_that_is_changed_counts_in_the_next_run_and_in_the_next_training(
    part, monkeypatch
):
    cell, other = run_cell(monkeypatch, 0), run_cell(monkeypatch, 0)
    rule, average = (cell, other) if part == "rule" else (other, cell)
    parts = Minimization(RegretRule(rule.by_global), Averaging(average.weigh))
    own = SelfPlaying("own", "", parts)
    runs = both(own, 5)
    for delay, iterations in ((7, 10), (100, 15), (0, 20)):
        cell.weigh.__globals__["DELAY"] = delay
        for run in runs:
            run.run(iterations=iterations)
        assert_same(*runs)
        assert_same(*both(own, 10))
