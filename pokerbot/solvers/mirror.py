"""Mirror descent over sequence-form strategies, with the dilated entropy as regularizer."""

from __future__ import annotations

from math import sqrt
from typing import ClassVar

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.parameters import Parameter
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile, realization_plans
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import Floor, Operators, bind
from pokerbot.sequence.quantal import largest_payoff, quantal_response, smoothness
from pokerbot.solvers.learner import Learner, Learning
from pokerbot.solvers.options import RESTRICTIONS

LEAST = 1e-300
"""The least argument of a logarithm."""


def regularized_gap(form: Form, profile: Profile, temperature: float) -> float:
    """How far a profile is from the equilibrium of the game with entropy, in chips per hand.

    The duality gap of the game whose players also earn the dilated entropy of their strategies,
    times the temperature: 0 at the logit quantal response equilibrium of the reduced normal form.

    Args:
        form: the compiled game.
        profile: both players' strategies.
        temperature: above 0.
    """
    plans, gap = realization_plans(form, profile), 0.0
    for player, each in enumerate(bind(form)):
        gradient, sigma = each.gradient(plans[1 - player]), profile[player]
        _, best = quantal_response(each.tree, gradient / temperature)
        entropy = -np.vdot(plans[player], np.log(np.maximum(sigma, LEAST)))
        gap += temperature * (best.sum() - entropy) - np.vdot(plans[player], gradient)
    return float(gap)


TEMPERATURE = Parameter("temperature", 0.0, least=0, most=10**6, real=True)
FIRST = Parameter("first", 0.2, least=1e-9, most=10**6, real=True)
STEP = Parameter("step", 1.0, least=1e-9, most=10**6, real=True)

CONVERGES = {
    "iterate": "what it plays converges, and no average is kept",
    **dict.fromkeys(RESTRICTIONS, "entropy keeps play off the edge"),
}
"""The options that have no effect on mirror descent, and why."""


class Descent(Learner):
    """Plays quantal responses.

    name: the algorithm's name, for messages
    largest: the largest payoff as `largest_payoff` counts it, to which steps are scaled

    Raises:
        InputError: a spot has locks.
    """

    name: ClassVar[str]

    def __init__(self, operators: Operators, sigma: Array, floor: Floor | None) -> None:
        if floor is not None:
            raise InputError(f"{self.name} takes no spot with locks")
        super().__init__(operators, sigma, None)
        self.largest = largest_payoff(operators.tree) or 1.0


class MagneticDescent(Descent):
    """Magnetic mirror descent (MMD) with the dilated entropy, over sequences.

    Sokota et al. (2023), "A unified approach to reinforcement learning, quantal response equilibria
    and two-player zero-sum games" (arXiv 2206.05825), in its closed form: with temperature a and
    step size s, the new strategy is the quantal response to (log p + s·gradient) / (1 + s·a), where
    p is the probability of each row's last action. With the parameter `temperature` above 0, a is
    held there, and play converges to the quantal response equilibrium of that temperature. The step
    size is `step` · a / M²; convergence is proved for `step` = 1 where M bounds how much a gradient
    changes with the opponent's play, which `smoothness` is about. At 0, a falls as 1/√t from
    `first` times the largest payoff L, the step size is 25 · `step` · a / L², and with alternating
    updates play converges to a Nash equilibrium.
    """

    name = "mmd"

    def __init__(
        self, operators: Operators, sigma: Array, floor: Floor | None, **settings: float
    ) -> None:
        super().__init__(operators, sigma, floor)
        self.settings = settings
        held = settings["temperature"] > 0
        self.scale = (smoothness(operators.tree) or 1.0) if held else self.largest

    def observe(self, gradient: Array, t: int) -> None:
        held = self.settings["temperature"]
        temperature = held or self.settings["first"] * self.largest / sqrt(t)
        steps = (1 if held else 25) * self.settings["step"] * temperature
        in_range = 1e-150 < self.scale < 1e150  # the square, whose rounding files depend on
        step = steps / self.scale**2 if in_range else steps / self.scale / self.scale
        logs = np.log(np.maximum(self.sigma, LEAST))
        u = (logs + step * gradient) / (1 + step * temperature)
        self.play(quantal_response(self.operators.tree, u)[0])


class OptimisticDescent(Descent):
    """Dilated optimistic mirror descent (DOMD): each gradient is expected to come again.

    Lee, Kroer & Luo (2021), "Last-iterate convergence in extensive-form games" (arXiv 2106.14326),
    dilated optimistic multiplicative weights: with step size s, the new strategy is the quantal
    response to log p + s·(2·gradient − the previous gradient), where p is the probability of each
    row's last action. What is played converges if the equilibrium is unique and s is small. The
    step size is `step` divided by the largest payoff.

    last: [rows, hands] the previous gradient
    """

    name = "domd"
    state = ("sigma", "last")

    def __init__(
        self, operators: Operators, sigma: Array, floor: Floor | None, step: float
    ) -> None:
        super().__init__(operators, sigma, floor)
        self.last = np.zeros(operators.shape)
        self.step = step / self.largest

    def observe(self, gradient: Array, t: int) -> None:
        logs = np.log(np.maximum(self.sigma, LEAST))
        u = logs + self.step * (2 * gradient - self.last)
        self.last = gradient
        self.play(quantal_response(self.operators.tree, u)[0])


MAGNETIC = Learning(MagneticDescent, (TEMPERATURE, FIRST, STEP), CONVERGES)
OPTIMISTIC = Learning(OptimisticDescent, (STEP,), CONVERGES)
