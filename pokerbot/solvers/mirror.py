"""Mirror descent over sequence-form strategies, by the dilated entropy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import ClassVar

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.parameters import Parameter
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile, realization_plans
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import Floor, Operators, bind
from pokerbot.sequence.quantal import largest_payoff, quantal_response
from pokerbot.solvers.learner import Learner, Settings

LEAST = 1e-300
"""Logarithms are of no less."""


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


@dataclass(frozen=True)
class Mirrored:
    """Mirror descent; as `LearnerSpec`.

    name: of the algorithm, for messages
    descent: one player's learner from operators, the first strategy and the settings
    """

    name: str
    descent: Callable[[Operators, Array, Settings], Learner]
    parameters: tuple[Parameter, ...]
    refuses: Mapping[str, str] = field(
        default_factory=lambda: {
            "iterate": "what it plays converges, and no average is kept",
            **dict.fromkeys(("epsilon", "floor", "floor_seat"), "entropy keeps play off the edge"),
        }
    )

    def learner(
        self, operators: Operators, sigma: Array, floor: Floor | None, settings: Settings
    ) -> Learner:
        """One player's learner.

        Raises:
            InputError: a spot has locks.
        """
        if floor is not None:
            raise InputError(f"{self.name} takes no spot with locks")
        return self.descent(operators, sigma, settings)


class MagneticDescent(Learner):
    """MMD by the dilated entropy, over sequences.

    Sokota et al. (2023), "A unified approach to reinforcement learning, quantal response equilibria
    and two-player zero-sum games" (arXiv 2206.05825), in its closed form. With temperature a and
    step s each sequence has (log of its probability + s·gradient) / (1 + s·a), and the new strategy
    is the quantal response to that. Held, the temperature leads to its quantal response
    equilibrium; at 0 it falls as 1/√t, from `first` times the largest payoff L, and play converges
    to a Nash equilibrium. A step is `step` times the temperature over L², which is proved to
    converge at 1; where the temperature falls it is 25 times that, which alternating updates stand.
    """

    state: ClassVar[tuple[str, ...]] = ("sigma",)

    def __init__(self, operators: Operators, sigma: Array, settings: Settings) -> None:
        super().__init__(operators, sigma, None)
        self.settings = settings
        self.largest = largest_payoff(operators.tree) or 1.0

    def observe(self, gradient: Array, t: int) -> None:
        held = self.settings["temperature"]
        temperature = held or self.settings["first"] * self.largest / sqrt(t)
        step = (1 if held else 25) * self.settings["step"] * temperature / self.largest**2
        logs = np.log(np.maximum(self.sigma, LEAST))
        u = (logs + step * gradient) / (1 + step * temperature)
        self.play(quantal_response(self.operators.tree, u)[0])


class OptimisticDescent(Learner):
    """DOMD by the dilated entropy: each gradient is expected to come again.

    Lee, Kroer & Luo (2021), "Last-iterate convergence in extensive-form games" (arXiv 2106.14326),
    dilated optimistic multiplicative weights: with step s the new strategy is the quantal response
    to log of each sequence's probability + s·(2·gradient - the last one). What is played converges
    where the equilibrium is unique and the step small. A step is `step` over the largest payoff.

    last: [rows, hands] the last gradient
    """

    state: ClassVar[tuple[str, ...]] = ("sigma", "last")

    def __init__(self, operators: Operators, sigma: Array, settings: Settings) -> None:
        super().__init__(operators, sigma, None)
        self.last = np.zeros(operators.shape)
        self.step = settings["step"] / (largest_payoff(operators.tree) or 1.0)

    def observe(self, gradient: Array, t: int) -> None:
        logs = np.log(np.maximum(self.sigma, LEAST))
        u = logs + self.step * (2 * gradient - self.last)
        self.last = gradient
        self.play(quantal_response(self.operators.tree, u)[0])


MAGNETIC = Mirrored("mmd", MagneticDescent, (TEMPERATURE, FIRST, STEP))
OPTIMISTIC = Mirrored("domd", OptimisticDescent, (STEP,))
