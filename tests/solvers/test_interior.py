"""The interior point beside the book's linear program, and what holds at each of its steps."""

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.solvers.catalogue import find_algorithm
from pokerbot.training import Training, solve
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
        gaps.append(played @ solver.slack)
    assert np.all(np.diff(gaps) < 0)
    assert training.measure().exploitability <= gaps[-1]


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
    with pytest.raises(InputError, match="no strategy"):
        solver.restore(state)


def test_what_it_takes_is_told_before_it_is_built():
    takes = find_algorithm("ipm").takes
    assert takes(parse_game("kuhn:cards=200"))
    assert not takes(parse_game("kuhn:cards=201"))
