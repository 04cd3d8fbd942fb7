"""Driving a solver: limits, looks, purity."""

import math
import tracemalloc
from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import FAMILIES, make_game, parse_game
from pokerbot.runs.defaults import default_path
from pokerbot.runs.limits import is_due
from pokerbot.runs.solving import solve
from pokerbot.runs.training import Training
from pokerbot.solvers.catalogue import ALGORITHMS, cfr
from pokerbot.solvers.options import Options
from pokerbot.solvers.regret import RegretRule
from pokerbot.strategy.storage import dump


def text(solution):
    return "".join(dump(solution.strategy))


def test_it_stops_at_the_iterations():
    assert solve("kuhn", "cfr", iterations=17).iterations == 17


@pytest.mark.parametrize("target", [0.1, 0.01])
def test_it_stops_at_the_target_and_not_long_before(target):
    found = solve("kuhn", "cfr+", target=target)
    assert found.exploitability <= target
    assert found.exploitability == found.nash_conv / 2
    earlier = [i for i in range(1, found.iterations) if is_due(i)]
    assert solve("kuhn", "cfr+", iterations=earlier[-1]).exploitability > target


def test_the_first_limit_counts():
    assert solve("kuhn", "cfr", iterations=5, target=1e-9, seconds=1e6).iterations == 5
    assert solve("kuhn", "cfr", iterations=10**9, target=0.2).exploitability <= 0.2
    assert solve("kuhn", "cfr", iterations=10**9, seconds=0.02).seconds >= 0.02


def test_it_stops_when_it_is_told_to():
    training = Training(parse_game("kuhn"), "cfr")
    training.run(stopped=lambda: training.solver.iterations >= 6)
    assert training.solution().iterations == 6


@pytest.mark.parametrize("algorithm", ["cfr", "gxfp", "es-mccfr", "ipm", "lp"])
def test_a_strategy_can_be_had_before_the_first_iteration(algorithm):
    if algorithm == "lp":
        pytest.importorskip("scipy")
    training = Training(parse_game("kuhn"), algorithm)
    training.run(stopped=lambda: True)
    found = training.solution()
    assert found.nash_conv == pytest.approx(11 / 12)
    assert (found.iterations, found.nodes_touched, found.mean_iteration_value) == (0, 0, 0)
    assert training.measure().exploitability == pytest.approx(11 / 24)


def test_watching_a_target_changes_nothing():
    """The run ends at the same iteration, whoever looks on."""
    alone = solve("leduc", "cfr+", target=0.05)
    seen = []
    watched = Training(parse_game("leduc"), "cfr+")
    watched.run(target=0.05, watch=seen.append)
    assert text(watched.solution()) == text(alone)
    assert [progress.iterations for progress in seen if not is_due(progress.iterations)] == []
    assert seen[-1].exploitability <= 0.05 < seen[-2].exploitability
    assert seen[-1].exploitability == pytest.approx(alone.exploitability, abs=1e-12)


def test_the_schedule_of_looks():
    """A tenth more iterations at most before the next one, and not many more looks than that."""
    looks = [iteration for iteration in range(1, 10**5 + 1) if is_due(iteration)]
    assert looks[:10] == [*range(1, 11)]
    assert all(after <= 1.1 * before for before, after in pairwise(looks[9:]))
    assert len(looks) <= 10 + 2 * math.log(10**4) / math.log(1.1)


@pytest.mark.parametrize("algorithm", ["cfr+", "gxfp", "es-mccfr"])
def test_runs_do_not_know_of_each_other(algorithm):
    alone = solve("kuhn", algorithm, iterations=8, seed=4)
    first, second = (Training(parse_game("kuhn"), algorithm, seed=seed) for seed in (4, 5))
    for iterations in range(1, 9):
        first.run(iterations=iterations)
        second.run(iterations=iterations)
    assert text(first.solution()) == text(alone)


def test_no_global_random_state_is_read_or_written():
    np.random.seed(7)
    before = np.random.get_state()[1].copy()
    solve("leduc:ranks=2", "os-mccfr", iterations=3)
    assert (np.random.get_state()[1] == before).all()


def test_what_is_reported_comes_from_the_strategy():
    found = solve("leduc", "cfr+", iterations=50)
    assert (found.game, found.algorithm, found.infosets) == ("leduc", "cfr+", 288)
    assert found.value_bounds[1] - found.value_bounds[0] == pytest.approx(found.nash_conv)
    assert found.value_bounds[0] <= -0.085606424078 <= found.value_bounds[1]
    assert found.strategy.results == {"nash_conv": found.nash_conv, "value": found.value}
    assert found.strategy.seed == 0
    assert found.strategy.algorithm["name"] == "cfr+"


@pytest.mark.parametrize(
    "limits",
    [
        {"iterations": 0},
        {"iterations": -5},
        {"iterations": 1.5},
        {"target": 0},
        {"target": -0.1},
        {"target": float("nan")},
        {"target": float("inf")},
        {"seconds": -1},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
    ],
    ids=str,
)
def test_a_limit_that_is_none_is_refused(limits):
    training = Training("kuhn", "cfr")
    for run in (partial(solve, "kuhn", "cfr"), partial(training.run, stopped=lambda: True)):
        with pytest.raises(InputError, match=f"^{next(iter(limits))} must be"):
            run(**limits)
    assert training.solver.iterations == 0


@pytest.mark.parametrize("algorithm", ["cfr", "gxfp", "es-mccfr"])
def test_a_run_that_would_never_end_is_refused(algorithm):
    """A program ends by itself."""
    training = Training("kuhn", algorithm)
    with pytest.raises(InputError, match="give iterations, target, seconds or stopped"):
        training.run(watch=print)
    assert training.solver.iterations == 0
    program = Training("kuhn", "ipm")
    program.run()
    assert program.measure().exploitability < 1e-9


def test_default_paths():
    assert str(default_path(parse_game("kuhn"), "cfr+")) == "strategies/kuhn-cfr+.json"
    path = default_path(parse_game("kuhn:cards=5"), "dcfr")
    assert str(path) == "strategies/kuhn-cards-5-dcfr.json"


def test_a_game_that_was_just_added_needs_no_default_of_its_own(monkeypatch):
    added = replace(FAMILIES["kuhn"], name="mine")
    monkeypatch.setitem(FAMILIES, "mine", added)
    found = solve("mine", target=1e-3)
    assert found.game == "mine"
    assert found.value == pytest.approx(-1 / 18, abs=2e-3)


def explode(regrets, r, t):
    """Regrets that grow until no number holds them."""
    regrets = (regrets + r) * 1e200
    return regrets, regrets


@pytest.fixture
def exploding(monkeypatch):
    added = cfr("exploding", "", RegretRule(explode), gamma=0)
    monkeypatch.setitem(ALGORITHMS, "exploding", added)
    return Training(parse_game("kuhn"), "exploding")


@pytest.mark.parametrize(
    "limits", [{"target": 1e-3}, {"seconds": 1e6}, {"iterations": 50}], ids=str
)
@pytest.mark.filterwarnings("error")
def test_a_learner_that_overflows_is_stopped_and_named(exploding, limits):
    """It reported nan; with a target alone it never ended, as no nan is below it."""
    with pytest.raises(InputError, match=r"exploding .* not finite by iteration \d$"):
        exploding.run(**limits, stopped=lambda: exploding.solver.iterations >= 50)


@pytest.mark.parametrize("iterate", ["average", "last"])
@pytest.mark.filterwarnings("error")
def test_what_cannot_be_measured_is_no_result(iterate):
    training = Training(parse_game("kuhn"), "cfr", options=Options(iterate=iterate))
    training.run(iterations=3)
    for learner in training.solver.learners:
        learner.plan_sum[:] = np.inf
        learner.play(np.full(learner.operators.shape, np.inf))
    for tell in (training.measure, training.solution):
        with pytest.raises(InputError, match="cfr reached numbers that are not finite"):
            tell()


def test_measuring_takes_little_memory():
    """A gradient and a best response are there for one player at a time, and no plan is copied."""
    pytest.importorskip("numba")
    sizes = {
        f"{seat}.river.{kind}": "50%, a" for seat in ("oop", "ip") for kind in ("bet", "raise")
    }
    ranges = {"oop.range": "random", "ip.range": "random"}
    told = {"board": "Ks7h2d4cJh", "pot": 100, "stack": 2000} | ranges | sizes
    training = Training(make_game("holdem", told), "dcfr", backend="compiled")
    training.run(iterations=1)
    training.measure()  # what is made once is there
    tracemalloc.start()
    try:
        training.measure()
        both_players = 8 * sum(tree.rows * tree.hands for tree in training.form.trees)
        assert tracemalloc.get_traced_memory()[1] < 2 * both_players
    finally:
        tracemalloc.stop()
