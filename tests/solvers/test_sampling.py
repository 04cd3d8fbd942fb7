"""Sampled gradients are right on average, and count what a sampled traversal would visit."""

import copy

import numpy as np
import pytest

from pokerbot.games.catalogue import parse_game
from pokerbot.runs.training import Training
from pokerbot.sequence.behaviour import realization_plans
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.operators import bind, uniform
from pokerbot.solvers.algorithm import SelfPlaying
from pokerbot.solvers.catalogue import ALGORITHMS
from pokerbot.solvers.sampling import EXPLORATION
from pokerbot.strategy.arrays import to_arrays
from tests.reference.recursion import expected_visits, information_sets
from tests.reference.rules import by_the_book

SAMPLED = {
    name: a.sampling for name, a in ALGORITHMS.items() if isinstance(a, SelfPlaying) and a.sampling
}
UNBIASED = [name for name in SAMPLED if name != "escher"]
BATCHES, DEALS = 80, 500
MORE_DEALS = {"os-mccfr": 3000, "vr-mccfr": 1000}
"""Few lines of outcome sampling meet the rarest cells of Leduc: each must be met several times."""


def tame_strategy(book, seed):
    """Random, but never far from uniform: rare events would make five sigma mean little."""
    rng = np.random.default_rng(seed)
    strategy = {}
    for key, (_, actions) in information_sets(book).items():
        weights = rng.uniform(0.5, 1.5, len(actions))
        strategy[key] = dict(zip(actions, (weights / weights.sum()).tolist(), strict=True))
    return strategy


def case(spec, algorithm, deals=DEALS, seed=1):
    """(form, reference game, strategy, plans, sampled gradients)."""
    game = parse_game(spec)
    form, book = compile_game(game), by_the_book(game)
    strategy = tame_strategy(book, seed)
    plans = realization_plans(form, to_arrays(form, strategy))
    rng = np.random.default_rng(2)
    sampling = SAMPLED[algorithm]
    settings = {each.name: each.default for each in sampling.parameters} | {"batch": deals}
    return form, book, strategy, plans, sampling.gradients(form, settings, rng)


def means(form, player, plans, sampled, batches=BATCHES):
    """The gradient, the mean of as many sampled ones, and the standard error of that."""
    exact = bind(form)[player].gradient(plans[1 - player])
    estimates = np.stack(
        [sampled(player, plans[player], plans[1 - player])[0] for _ in range(batches)]
    )
    return exact, estimates.mean(axis=0), estimates.std(axis=0, ddof=1) / np.sqrt(batches)


def explored(strategy):
    """What own actions are drawn from: a part of the draws is even."""
    return {
        key: {
            action: EXPLORATION.default / len(chances) + (1 - EXPLORATION.default) * chance
            for action, chance in chances.items()
        }
        for key, chances in strategy.items()
    }


@pytest.mark.thinned(3)
@pytest.mark.parametrize("algorithm", UNBIASED)
@pytest.mark.parametrize("spec", ["kuhn", "leduc"])
@pytest.mark.parametrize("player", [0, 1])
def test_the_mean_of_sampled_gradients_is_the_gradient(algorithm, spec, player):
    """Within five standard errors in every cell."""
    form, _, _, plans, sampled = case(spec, algorithm, MORE_DEALS.get(algorithm, DEALS))
    exact, mean, sigma = means(form, player, plans, sampled)
    assert (np.abs(mean - exact) <= 5 * sigma + 1e-12).all()
    assert np.count_nonzero(sigma) > 0.9 * np.count_nonzero(exact)


@pytest.mark.thinned(2)
@pytest.mark.parametrize("algorithm", SAMPLED)
@pytest.mark.parametrize("spec", ["kuhn", "kuhn:cards=5", "leduc", "leduc:ranks=2"])
def test_nodes_touched_is_what_a_sampled_traversal_visits(algorithm, spec):
    """Own actions are all taken or drawn with exploration, the opponent's all taken or drawn.

    ESCHER looks at every history for its values.
    """
    _, book, strategy, plans, sampled = case(spec, algorithm)
    sampling = SAMPLED[algorithm]
    for player in (0, 1):
        counts = [sampled(player, plans[player], plans[1 - player])[1] for _ in range(30)]
        own = explored(strategy) if sampling.own else None
        other = strategy if sampling.opponent else None
        if algorithm == "escher":
            own = other = None
        expected = DEALS * expected_visits(book, (own, other) if player == 0 else (other, own))
        if other is None:
            assert counts == [round(expected)] * len(counts)
        else:
            error = np.std(counts, ddof=1) / np.sqrt(len(counts))
            assert abs(np.mean(counts) - expected) <= 5 * error


@pytest.mark.slow
@pytest.mark.parametrize("player", [0, 1])
def test_escher_estimates_values_times_the_chance_that_even_draws_lead_there(player):
    """As its paper says: no weights, and every decision scaled by a fixed probability."""
    form, _, _, plans, sampled = case("leduc:raises=1", "escher", 1000)
    operators, own, other = bind(form)[player], plans[player], plans[1 - player]
    sigma = operators.normalize(own)
    exact, _ = operators.backup(sigma, operators.gradient(other))
    evenly = operators.realization_plan(uniform(operators))
    there = evenly * operators.by_row(operators.sums(np.ones(operators.shape)))
    drawn = (sampled(player, own, other)[0] for _ in range(BATCHES))
    found = np.stack([operators.backup(sigma, gradient)[0] for gradient in drawn])
    error = found.mean(axis=0) - there * exact
    deviation = found.std(axis=0, ddof=1) / np.sqrt(BATCHES)
    assert (np.abs(error) <= 5 * deviation + 1e-12).all()
    assert np.abs(there * exact - exact).max() > 0.01


def test_baselines_leave_less_than_half_of_the_variance_at_the_first_decisions():
    """Of counterfactual regrets, once the baselines are learned; every line passes there."""
    spread = {}
    for algorithm in ("os-mccfr", "vr-mccfr"):
        form, _, _, plans, sampled = case("kuhn", algorithm)
        operators = bind(form)[0]
        sigma, regrets = operators.normalize(plans[0]), []
        for _ in range(90):
            q, v = operators.backup(sigma, sampled(0, *plans)[0])
            regrets.append((q - operators.by_row(v))[1:3])
        spread[algorithm] = np.var(regrets[30:], axis=0).mean()
    assert spread["vr-mccfr"] < spread["os-mccfr"] / 2


def test_outcome_sampling_touches_one_line():
    """One line of a single deal: at most the own and the other's longest betting."""
    _, _, _, plans, sampled = case("leduc", "os-mccfr", deals=1)
    counts = [sampled(0, *plans)[1] for _ in range(200)]
    assert min(counts) == 2
    assert max(counts) <= 8
    estimate = sampled(0, *plans)[0]
    assert np.count_nonzero(estimate) <= 1


def test_sampling_modifies_nothing():
    for algorithm in SAMPLED:
        _, _, _, plans, sampled = case("leduc", algorithm, deals=20)
        for plan in plans:
            plan.flags.writeable = False
        before = [plan.copy() for plan in plans]
        sampled(0, *plans)
        sampled(1, *plans[::-1])
        assert all((plan == old).all() for plan, old in zip(plans, before, strict=True))


@pytest.mark.parametrize("name", SAMPLED)
def test_a_copy_of_a_training_draws_by_itself(name):
    """It drew from the same generator: a copy that was run changed the original, too."""

    def begun():
        training = Training("kuhn", name, seed=1, backend="numpy")
        training.run(iterations=5)
        return training

    alone, original = begun(), begun()
    copied = copy.deepcopy(original)
    for each in (alone, copied, original):
        each.run(iterations=10)
    states = [each.solver.state() for each in (alone, copied, original)]
    for key, array in states[0].items():
        assert all(np.array_equal(state[key], array) for state in states[1:])
