"""What converges by its last strategy, held to where it is to go."""

import numpy as np
import pytest

import pokerbot
from pokerbot.sequence.compile import as_form
from pokerbot.solvers.mirror import regularized_gap
from pokerbot.strategy.arrays import to_arrays
from tests.sequence.test_ends import pennies as matrix

KUHN_QRE = {
    "J:": 0.75364232,
    "J:kb": 0.64695966 / 0.75364232,
    "Q:": 0.70309809,
    "K:": 0.47546799,
}
"""Gambit's logit equilibrium at lambda 10: how often player 1 takes the first action."""


def test_mmd_comes_to_the_quantal_response_equilibrium_of_kuhn():
    strategy = pokerbot.solve("kuhn", "mmd", iterations=500, temperature=0.1).strategy
    for key, first in KUHN_QRE.items():
        assert next(iter(strategy.infosets[key].values())) == pytest.approx(first, abs=1e-6)


@pytest.mark.parametrize(("game", "temperature"), [("kuhn", 0.03), ("leduc:raises=1", 0.2)])
def test_a_held_temperature_closes_the_gap_of_its_own_game_and_leaves_the_other(game, temperature):
    training = pokerbot.Training(game, "mmd", temperature=temperature, step=10)
    training.run(iterations=300)
    assert abs(regularized_gap(training.form, training.solver.profile(), temperature)) < 1e-7
    assert regularized_gap(training.form, training.solver.profile(), temperature / 2) > 1e-3
    assert training.measure().exploitability > 1e-2


@pytest.mark.parametrize("updates", ["alternating", "simultaneous"])
def test_mmd_comes_to_the_quantal_response_equilibrium_of_many_hands(updates):
    """Each hand's action is the logit response to the other's, from the rules of the game."""
    hands, temperature = 100, 1e-3
    training = pokerbot.Training("von-neumann", "mmd", temperature=temperature, updates=updates)
    training.run(iterations=1000)
    bet, call = (sigma[2] for sigma in training.solver.profile())
    wins = np.sign(np.arange(hands)[:, None] - np.arange(hands))
    by_bet = ((1 - call) * 0.5 + call * 1.5 * wins - 0.5 * wins).sum(axis=1) / hands**2
    by_call = (bet[:, None] * (0.5 - 1.5 * wins)).sum(axis=0) / hands**2
    for often, gain in ((bet, by_bet), (call, by_call)):
        np.testing.assert_allclose(often, 1 / (1 + np.exp(-gain / temperature)), atol=1e-6)


@pytest.mark.slow
def test_mmd_comes_to_the_quantal_response_equilibrium_of_a_river():
    training = pokerbot.Training("strategies/spots/3bet-wet-river.toml", "mmd", temperature=1)
    training.run(iterations=500)
    assert abs(regularized_gap(training.form, training.solver.profile(), 1)) < 1e-6


@pytest.mark.slow
def test_a_temperature_that_falls_leads_to_a_nash_equilibrium():
    assert pokerbot.solve("kuhn", "mmd", iterations=4000).exploitability < 1e-3


def test_mmd_is_openspiels_step_for_step_and_both_measure_the_same_gap():
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel comes with the extra openspiel")
    from open_spiel.python.algorithms.mmd_dilated import MMDDilatedEnt

    alpha, form = 0.05, as_form("kuhn")
    theirs = MMDDilatedEnt(pyspiel.load_game("kuhn_poker"), alpha)
    ours = pokerbot.Training("kuhn", "mmd", temperature=alpha, updates="simultaneous")
    for t in range(1, 6):
        theirs.update_sequences()
        ours.run(iterations=t)
        read = pokerbot.from_openspiel_policy(theirs.get_policies(), "kuhn")
        there = to_arrays(form, read.infosets)
        for mine, other in zip(ours.solver.profile(), there, strict=True):
            np.testing.assert_allclose(mine, other, atol=1e-12)
        gap = regularized_gap(form, ours.solver.profile(), alpha)
        assert gap == pytest.approx(theirs.get_gap(), abs=1e-12)


@pytest.mark.parametrize("count", [1, 40])
def test_a_solution_tells_how_far_it_is_from_the_quantal_response_equilibrium(count):
    """What each could gain from the other as it plays, with its entropy: by the logit response."""
    temperature = 0.5
    found = pokerbot.solve(pennies(2), "mmd", iterations=count, temperature=temperature)
    one, two = (np.array([*found.strategy.infosets[key].values()]) for key in ("first", "second"))
    payoffs, gap = np.array([[2, -1], [-1, 1]]), 0.0
    for worth, chances in ((payoffs @ two, one), (-payoffs.T @ one, two)):
        best = temperature * np.log(np.exp(worth / temperature).sum())
        gap += best - chances @ (worth - temperature * np.log(chances))
    assert found.regularized_gap == pytest.approx(gap, abs=1e-12)
    assert (gap < 1e-3) == (count > 1)
    assert pokerbot.solve(pennies(2), "mmd", iterations=1).regularized_gap is None


def test_what_mmd_does_not_take_is_refused():
    for given in ({"epsilon": 0.1}, {"floor": {"bet": 0.1}}, {"iterate": "last"}):
        with pytest.raises(pokerbot.InputError, match="has no effect on mmd"):
            pokerbot.Training("kuhn", "mmd", **given)
    with pytest.raises(pokerbot.InputError, match="temperature has no effect on cfr: it has no"):
        pokerbot.Training("kuhn", "cfr", temperature=0.1)


def pennies(won):
    """Matching pennies in which heads against heads is worth so much."""
    return pokerbot.sequence_form(matrix((won, -1), (-1, 1)))


@pytest.mark.slow
def test_rtcfr_comes_to_the_saddle_point_of_the_transformed_game():
    """Where the reference never changes, from first-order conditions of a game of 2 x 2."""
    mu, won = 0.5, 2.0
    training = pokerbot.Training(pennies(won), "rtcfr+", mu=mu, period=10**9)
    training.run(iterations=3000)
    first, second = (sigma[1, 0] for sigma in training.solver.profile())
    # p maximizes p(won q - (1-q)) + (1-p)(1 - 2q) - mu (p - 1/2)², q minimizes it + mu (q - 1/2)²
    p, q = np.linalg.solve([[-2 * mu, won + 3], [won + 3, 2 * mu]], [2 - mu, 2 + mu])
    assert (first, second) == pytest.approx((p, q), abs=1e-6)
    assert abs(p - 0.4) > 1e-3  # the equilibrium without the draw


@pytest.mark.slow
@pytest.mark.parametrize("game", ["kuhn", "von-neumann-raise:hands=3"])
def test_rtcfrs_last_strategy_converges_where_cfr_pluss_does_not(game):
    found = {
        name: pokerbot.solve(game, name, iterations=3000, **more).exploitability
        for name, more in (("rtcfr+", {}), ("cfr+", {"iterate": "last"}))
    }
    assert found["rtcfr+"] < 1e-4 < found["cfr+"]


def test_rtcfr_without_a_draw_is_cfr_plus():
    plain = pokerbot.Training("leduc:raises=1", "cfr+")
    drawn = pokerbot.Training("leduc:raises=1", "rtcfr+", mu=0.0)
    for training in (plain, drawn):
        training.run(iterations=5)
    for one, other in zip(plain.solver.profile("last"), drawn.solver.profile(), strict=True):
        assert (one == other).all()


def test_domd_is_optimistic_descent_in_two_steps():
    """Lee, Kroer & Luo (2021): a strategy that is played, and one behind it."""
    won = 2.0
    training = pokerbot.Training(pennies(won), "domd", updates="simultaneous", step=0.4)
    payoffs, step = np.array([[won, -1.0], [-1.0, 1.0]]), 0.4 / won
    behind, last = [np.array([0.5, 0.5])] * 2, [np.zeros(2)] * 2

    def moved(x, gradient):
        x = x * np.exp(step * gradient)
        return x / x.sum()

    for t in range(1, 20):
        played = [moved(x, gradient) for x, gradient in zip(behind, last, strict=True)]
        last = [payoffs @ played[1], -payoffs.T @ played[0]]
        behind = [moved(x, gradient) for x, gradient in zip(behind, last, strict=True)]
        training.run(iterations=t)
    for sigma, x, gradient in zip(training.solver.profile(), behind, last, strict=True):
        np.testing.assert_allclose(sigma[1:, 0], moved(x, gradient), atol=1e-12)


def test_what_domd_plays_comes_to_an_equilibrium_of_kuhn_at_a_linear_rate():
    first, second = (
        pokerbot.solve("kuhn", "domd", updates="simultaneous", iterations=n).exploitability
        for n in (250, 500)
    )
    assert first < 1e-3
    assert second < first / 1000


@pytest.mark.slow
def test_what_exrm_and_sprm_play_comes_to_an_equilibrium_where_cfr_plus_does_not():
    """A matrix on which Cai et al. (2025, arXiv 2311.00676) show the one and the other."""
    game = pokerbot.from_matrix([[3, 0, -3], [0, 3, -4], [0, 0, 1]], "three")

    def last(name, iterations, **more):
        more |= {"updates": "simultaneous", "iterate": "last"}
        return pokerbot.solve(game, name, iterations=iterations, **more).exploitability

    assert last("cfr+", 2000) > 0.01
    for name in ("exrm+", "sprm+"):
        assert last(name, 1200, step=0.1) < 1e-8 < 1e-3 * last(name, 100, step=0.1)


def test_where_the_current_plan_is_always_the_reference_nothing_is_transformed():
    """What is played is then CFR+ without an average, whatever the strength of the pull."""
    found = pokerbot.Training("kuhn", "rtcfr+", mu=0.5, period=1)
    plain = pokerbot.Training("kuhn", "cfr+")
    for training in (found, plain):
        training.run(iterations=5)
    for one, other in zip(found.solver.profile(), plain.solver.profile("last"), strict=True):
        np.testing.assert_array_equal(one, other)
