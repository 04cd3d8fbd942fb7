"""The parts of a CFR variant, put together in ways that the catalogue does not."""

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.operators import bind
from pokerbot.solvers.minimizer import Averaging, Minimization, by_power, decaying, delayed
from pokerbot.solvers.regret import RegretRule, raised, vanilla


@pytest.mark.parametrize(
    ("averaging", "settings", "weight"),
    [
        (by_power(0), {"averaging": 2.0}, lambda t, last: t * t),
        (delayed(1, 0), {"averaging": 1.0, "delay": 0}, lambda t, last: t),
        (delayed(1, 0), {"averaging": 3.0, "delay": 2}, lambda t, last: max(t - 2, 0) ** 3),
        (delayed(1, 0), {"averaging": 0.0, "delay": 2}, lambda t, last: float(t > 2)),
        (decaying(0), {"decay": 0.5}, lambda t, last: 0.5 ** (last - t)),
        (decaying(0), {"decay": 1.0}, lambda t, last: 1),
        (decaying(0), {"decay": 0.0}, lambda t, last: t == last),
    ],
)
def test_the_average_is_of_plans_that_weigh_what_is_said(averaging, settings, weight):
    """While nothing weighs anything it is what is played."""
    operators = bind(compile_game(parse_game("kuhn")))[0]
    rng, plans = np.random.default_rng(3), []
    first = operators.best_decision(np.arange(5.0)[:, None] * np.ones(3))
    parts = Minimization(RegretRule(vanilla), averaging)
    learner = parts.learner(operators, first, None, settings)
    assert learner.average_plan().tolist() == operators.realization_plan(first).tolist()
    for last in range(1, 6):
        plans.append(learner.plan.copy())
        learner.observe(rng.normal(size=operators.shape), last)
        weights = [weight(t, last) for t in range(1, last + 1)]
        expected = learner.plan
        if any(weights):
            expected = sum(w * plan for w, plan in zip(weights, plans, strict=True)) / sum(weights)
        np.testing.assert_allclose(learner.average_plan(), expected, atol=1e-12)
        np.testing.assert_allclose(
            operators.realization_plan(learner.average()), expected, atol=1e-12
        )


def takes(averaging: Averaging, name: str, value: float) -> bool:
    (parameter,) = (each for each in averaging.parameters if each.name == name)
    try:
        return parameter.check(value) == value
    except InputError:
        return False


def test_what_an_averaging_can_be_told():
    for value, can in ((0, True), (10**9, True), (-1, False), (2.5, False), (10**9 + 1, False)):
        assert takes(delayed(1, 5), "delay", value) == can
    for value, can in ((0, True), (0.25, True), (1, True), (-0.1, False), (1.1, False)):
        assert takes(decaying(0.5), "decay", value) == can
    assert [p.default for p in delayed(1, 5).parameters] == [1, 5]
    assert [p.default for p in decaying(0.5).parameters] == [0.5]


class Counting:
    """A number that counts how often it is multiplied with."""

    def __init__(self, number):
        self.number, self.times = number, 0

    def __rmul__(self, other):
        self.times += 1
        return other * self.number


@pytest.mark.parametrize(("t", "end"), [(1, 1.0), (2, np.inf)])
def test_a_power_that_is_infinite_takes_few_steps(t, end):
    """Schedules are tried far beyond their horizon, at powers of hundreds of millions."""
    assert raised(2, 1000.0) == 2.0**1000
    counting = Counting(t)
    assert raised(counting, 1e5) == end
    assert raised(counting, -1e5) == 1 / end
    assert 0 < counting.times < 10_000
