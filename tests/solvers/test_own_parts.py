"""Parts of one's own that do not fit are named, before they have done any harm."""

import re

import numpy as np
import pytest

import pokerbot
from pokerbot.errors import InputError
from pokerbot.sequence.operators import bind
from pokerbot.solvers.algorithm import Program, SelfPlaying
from pokerbot.solvers.learner import Learning
from pokerbot.solvers.minimizer import Averaging, Matching, Minimization, by_power
from pokerbot.solvers.regret import RegretRule, plus

MEMORY = pokerbot.Parameter("memory", 0.5, least=0, most=1, real=True)


def of_two(R, r):  # noqa: N803
    return R + r, R + r


def of_five(R, r, t, memory, more):  # noqa: N803
    return R + r, R + r


def without_its_number(R, r, t):  # noqa: N803
    return R + r, R + r


SIGNATURES = {
    "of_two": (RegretRule(of_two), "of_two(state, r, t)"),
    "of_five": (RegretRule(of_five, (MEMORY,)), "'more'"),
    "without_its_number": (RegretRule(without_its_number, (MEMORY,)), "'memory'"),
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_a_rule_that_is_called_otherwise_is_named_before_the_run(name):
    rule, told = SIGNATURES[name]
    with pytest.raises(InputError, match=f"^{name} is called as .*{re.escape(told)}"):
        pokerbot.Training("kuhn", rule)


RESULTS = {
    "the state alone": lambda R, r, t: R + r,  # noqa: N803
    "three": lambda R, r, t: (R, R, R),  # noqa: N803
    "a number for a target": lambda R, r, t: (R + r, 0.0),  # noqa: N803
    "a sum": lambda R, r, t: (R + r, (R + r).sum(axis=0)),  # noqa: N803
    "a column": lambda R, r, t: (R + r, (R + r)[:, :1]),  # noqa: N803
    "a list": lambda R, r, t: [R + r, R + r],  # noqa: N803
    "nothing": lambda R, r, t: None,  # noqa: N803
    "whole numbers": lambda R, r, t: ((R + r).astype(int),) * 2,  # noqa: N803
    "complex numbers": lambda R, r, t: (R + r * 1j,) * 2,  # noqa: N803
}


@pytest.mark.parametrize("backend", ["numpy", "auto"])
@pytest.mark.parametrize("name", RESULTS)
def test_a_rule_that_returns_something_else_is_named(name, backend):
    """With five rows and three hands."""
    with pytest.raises(InputError, match=r"^<lambda> must return \(\[5, 3\], \[5, 3\]\), not "):
        pokerbot.solve("kuhn", RegretRule(RESULTS[name]), iterations=2, backend=backend)


def test_a_rule_that_forgets_one_of_its_arrays_is_named():
    rule = RegretRule(lambda state, r, t: ((r,), r), memory=("regrets", "last"))
    wanted = re.escape("must return (([5, 3], [5, 3]), [5, 3]), not (([5, 3]), [5, 3])")
    with pytest.raises(InputError, match=wanted):
        pokerbot.solve("kuhn", rule, iterations=2)


def parts(averaging=None, matching=None):
    given = [averaging or by_power(1)] + ([matching] if matching else [])
    return SelfPlaying("own", "", Minimization(RegretRule(plus), *given))


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ({"averaging": Averaging(lambda: (1, 1))}, "is called as <lambda>(t)"),
        ({"averaging": Averaging(lambda t: t)}, "must return (number, number), not number"),
        (
            {"averaging": Averaging(lambda t: (1, None))},
            "must return (number, number), not (number, No",
        ),
        (
            {"matching": Matching(lambda target, t: 1)},
            "is called as <lambda>(operators, target, t)",
        ),
        ({"matching": Matching(lambda operators, target, t: 1)}, "must return [5, 3], not number"),
    ],
)
def test_averages_and_matchings_are_named_too(part, told):
    with pytest.raises(InputError, match=f"^<lambda> {re.escape(told)}"):
        pokerbot.solve("kuhn", parts(**part), iterations=2)


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: RegretRule(plus, MEMORY), "parameters must be a tuple of instances of Parameter"),
        (lambda: RegretRule(plus, ("memory",)), "parameters must be a tuple of instances of Param"),
        (lambda: Averaging(plus, MEMORY), "parameters must be a tuple of instances of Parameter"),
        (lambda: Matching(plus, MEMORY), "parameters must be a tuple of instances of Parameter"),
        (lambda: Learning(pokerbot.Learner, MEMORY), "parameters must be a tuple of instances of"),
        (lambda: Program("own", "", max, MEMORY), "own must be a tuple of instances of Parameter"),
        (lambda: Minimization(plus, by_power(1)), "rule must be an instance of RegretRule"),
        (lambda: parts(averaging=by_power), "averaging must be an instance of Averaging"),
        (lambda: parts(matching=max), "matching must be an instance of Matching"),
        (lambda: SelfPlaying("own", "", RegretRule(plus)), "part must be an instance of Learner"),
        (lambda: SelfPlaying("own", "", pokerbot.Learner), "part must be an instance of Learner"),
    ],
)
def test_a_part_of_another_kind_is_named(made, said):
    with pytest.raises(InputError, match=f"^{said}"):
        made()


def test_a_source_whose_gradient_has_another_shape_is_told_the_right_one():
    class Summed:
        parameters = ()

        def gradients(self, form, settings, rng):
            return lambda player, own, other: (np.ones(own.shape[1]), 0)

    own = SelfPlaying("own", "", Minimization(RegretRule(plus), by_power(1)), Summed())
    with pytest.raises(InputError, match=r"gradient of player 1 has the shape \[5, 3\], not \[3\]"):
        pokerbot.solve("kuhn", own, iterations=1)


class Leaning(pokerbot.Learner):
    """Leans towards what is worth more than the mean, by `step`."""

    def __init__(self, operators, sigma, floor, step):
        super().__init__(operators, sigma, floor)
        self.step = step

    def observe(self, gradient, t):
        q, v = self.operators.backup(self.sigma, gradient)
        leaning = self.sigma + self.step * (q - self.operators.by_row(v))
        self.play(self.operators.normalize(np.maximum(leaning, 1e-9)))


class Scaled:
    """Exact gradients, times a number."""

    parameters = (pokerbot.Parameter("scale", 1.0, least=0, most=9, real=True),)

    def gradients(self, form, settings, rng):
        both = bind(form)
        return lambda player, own, other: (settings["scale"] * both[player].gradient(other), 1)


def test_a_learner_and_a_source_each_have_their_own_parameters():
    """Half of every gradient, and steps twice as long, come to the same."""
    step = pokerbot.Parameter("step", 0.25, least=0, most=9, real=True)
    exact = SelfPlaying("exact", "", Learning(Leaning, (step,)))
    scaled = SelfPlaying("scaled", "", Learning(Leaning, (step,)), Scaled())
    one = pokerbot.solve("kuhn", exact, iterations=9)
    other = pokerbot.solve("kuhn", scaled, iterations=9, step=0.5, scale=0.5)
    assert one.nash_conv == pytest.approx(other.nash_conv, rel=1e-12)
    assert one.nash_conv != pytest.approx(
        pokerbot.solve("kuhn", scaled, iterations=9, step=0.5).nash_conv
    )
