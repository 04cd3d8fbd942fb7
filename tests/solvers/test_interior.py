"""The interior point beside the book's linear program, and what holds at each of its steps."""

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.runs.solving import solve
from pokerbot.runs.training import Training
from pokerbot.sequence.ends import sequence_form
from pokerbot.solvers.interior import CENTRING
from tests.reference.program import game_value
from tests.reference.rules import by_the_book
from tests.solvers.cases import GAMES

SPECS = [*GAMES, "kuhn:ante=1000,bet=1000000", "kuhn:ante=3,bet=0.001", "von-neumann:hands=40"]


@pytest.mark.parametrize("spec", [spec for spec in SPECS if spec != "leduc"])
def test_the_value_is_the_linear_programs_and_nothing_can_be_won(spec):
    pytest.importorskip("scipy")
    found, chips = solve(spec, "ipm"), max(parse_game(spec).parameters.values())
    assert abs(found.nash_conv) <= 1e-12 * chips
    assert found.value == pytest.approx(game_value(by_the_book(parse_game(spec))), abs=1e-9 * chips)
    assert found.iterations <= 60


@pytest.mark.slow
def test_leduc_to_the_last_digit():
    """The value that is known to 12 digits, and the bounds that prove it."""
    found = solve("leduc", "ipm", target=1e-13)
    low, high = found.value_bounds
    assert high - low <= 2e-13
    assert low <= -0.085606424078 <= high + 1e-12


def test_every_step_leaves_plans_inside_and_comes_nearer():
    """The plans fulfil what plans must, by hand; each gap is at most the last."""
    training = Training(parse_game("leduc:ranks=2"), "ipm")
    solver = training.solver
    gaps = []
    while not solver.finished:
        solver.step()
        x, y = solver.plans()
        played = solver.point[: solver.sequences]
        both = np.concatenate([plan[1:].ravel() for plan in (x, y)])
        assert np.allclose(played, both, rtol=1e-9, atol=1e-12)
        assert played.min() > 0
        assert solver.slack.min() > 0
        gaps.append(played @ solver.state()["slack"])
    assert np.all(np.diff(gaps) < 0)
    assert training.measure().exploitability <= gaps[-1]


def test_every_step_is_newtons():
    """x·dz + z·dx = t (σμ − x·z) in each place, with one t for all, at most 1 (Wright 1997).

    What the slack differs from what it stands for becomes 1 − t of what it was.
    """
    solver = Training(parse_game("leduc:ranks=2"), "ipm").solver

    def differs():
        stands_for = solver.system.dot(solver.point) + solver.constant
        return stands_for[: solver.sequences] - solver.slack

    while not solver.finished:
        x, z = solver.point[: solver.sequences].copy(), solver.slack.copy()
        before = differs()
        solver.step()
        dx, dz = solver.point[: solver.sequences] - x, solver.slack - z
        done, asked = x * dz + z * dx, CENTRING * (x * z).mean() - x * z
        stride = (done @ asked) / (asked @ asked)
        assert 0 < stride <= 1 + 1e-9
        assert np.allclose(done, stride * asked, rtol=0, atol=1e-9 * np.abs(asked).max() + 1e-15)
        assert np.allclose(differs(), (1 - stride) * before, rtol=0, atol=1e-9)


@pytest.mark.parametrize("spec", ["kuhn", "von-neumann:hands=5", "leduc:ranks=2"])
def test_a_step_counts_once_and_adds_the_value_of_the_plans_it_begins_with(spec):
    training = Training(parse_game(spec), "ipm")
    solver, earned = training.solver, 0.0
    for steps in range(1, 6):
        earned += training.measure().value
        solver.step()
        assert solver.iterations == steps
        assert solver.nodes_touched == steps * solver.form.traversal
        assert solver.value_sum == pytest.approx(earned, abs=1e-12)


def test_kuhns_equilibria_as_they_are_known():
    """Kuhn (1950): one third of the calls with a queen, kings bet three times as often as jacks."""
    infosets = solve("kuhn", "ipm").strategy.infosets
    assert infosets["K:kb"]["call"] == pytest.approx(1, abs=1e-12)
    assert infosets["J:b"]["fold"] == pytest.approx(1, abs=1e-12)
    assert infosets["Q:b"]["call"] == pytest.approx(1 / 3, abs=1e-9)
    assert infosets["K:"]["bet"] == pytest.approx(3 * infosets["J:"]["bet"], abs=1e-9)


@pytest.mark.parametrize("name", ["point", "slack"])
def test_a_memory_outside_is_refused(name):
    solver = Training(parse_game("kuhn"), "ipm").solver
    state = {key: array.copy() for key, array in solver.state().items()}
    state[name][0] = 0
    with pytest.raises(InputError, match="not a valid one"):
        solver.restore(state)


def test_what_had_finished_has_finished_when_it_is_restored():
    done, fresh = (Training(parse_game("kuhn"), "ipm").solver for _ in range(2))
    while not done.finished:
        done.step()
    fresh.restore(done.state())
    assert fresh.finished


def test_where_rounding_leaves_no_step_it_ends_with_what_it_has():
    solver = Training(parse_game("kuhn"), "ipm").solver
    solver.point[0] = 5e-324
    before = solver.point.copy()
    with np.errstate(all="ignore"):
        solver.step()
    assert solver.finished
    assert np.array_equal(solver.point, before)


def test_where_nobody_decides_the_value_is_what_is_dealt():
    solution = solve(sequence_form([(1.0, 1.0, (), ())]), "ipm")
    assert (solution.value, solution.mean_iteration_value, solution.exploitability) == (1, 1, 0)
    ends = [(3, 0.5, (("only", "go"),), ()), (4, 0.5, (), ())]
    assert solve(sequence_form(ends), "ipm").mean_iteration_value == pytest.approx(3.5, abs=1e-12)


def test_a_checkpoint_is_in_chips_whatever_the_solver_counts_in():
    """Of twice the payoffs twice what is in chips: slacks and values of decisions."""
    one, two = (Training(f"kuhn:ante={chips},bet={chips}", "ipm").solver for chips in (1, 2))
    for _ in range(3):
        one.step()
        two.step()
    for name, begin in (("point", one.sequences), ("slack", 0)):
        assert np.array_equal(2 * one.state()[name][begin:], two.state()[name][begin:])
    again = Training("kuhn", "ipm").solver
    again.restore(one.state())
    one.step()
    again.step()
    assert np.array_equal(again.point, one.point)
