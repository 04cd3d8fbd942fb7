"""Exact evaluation: value, best responses, NashConv, exploitability. All in chips per hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pokerbot.sequence.behaviour import Profile, to_arrays
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.form import Array, Form
from pokerbot.sequence.operators import best_response, gradient, realization_plan
from pokerbot.strategy import Strategy


@dataclass(frozen=True)
class Exact:
    """What two realization plans are worth against each other and against their best responses.

    value: player 1's expected net chips; best_response_values: the most that player 1, player 2
    can win against the other's plan.
    """

    value: float
    best_response_values: tuple[float, float]

    @property
    def nash_conv(self) -> float:
        """The sum over both players of best response value − value; never clipped at 0."""
        return self.best_response_values[0] + self.best_response_values[1]

    @property
    def exploitability(self) -> float:
        """Half of NashConv."""
        return self.nash_conv / 2

    @property
    def value_bounds(self) -> tuple[float, float]:
        """Between these lies the game's exact value for player 1."""
        return -self.best_response_values[1], self.best_response_values[0]


def evaluate_plans(form: Form, plans: tuple[Array, Array], epsilon: float = 0.0) -> Exact:
    """Evaluate two realization plans, each [rows, hands] of its player's tree.

    With an epsilon the best responses are those of the perturbed game, where every action must
    have at least that probability.
    """
    gradients = [gradient(form, player, plans[1 - player]) for player in (0, 1)]
    first, second = (
        float(best_response(tree, gradients[tree.player], epsilon)[1][0].sum()) for tree in form.trees
    )
    return Exact(float(np.vdot(plans[0], gradients[0])), (first, second))


def evaluate_profile(form: Form, profile: Profile, epsilon: float = 0.0) -> Exact:
    """Evaluate two behaviour strategies, each [rows, hands], as `evaluate_plans` does."""
    first, second = map(realization_plan, form.trees, profile)
    return evaluate_plans(form, (first, second), epsilon)


@dataclass(frozen=True)
class Evaluation:
    """What `pokerbot evaluate` reports of a strategy; chips per hand."""

    game: str
    algorithm: str
    iterations: int
    infosets: int
    value: float
    value_bounds: tuple[float, float]
    best_response_values: tuple[float, float]
    nash_conv: float
    exploitability: float


def evaluate(strategy: Strategy) -> Evaluation:
    """Evaluate a strategy from its probabilities alone."""
    form = compile_game(strategy.game)
    exact = evaluate_profile(form, to_arrays(form, strategy.infosets))
    return Evaluation(
        game=strategy.game.spec,
        algorithm=strategy.maker,
        iterations=strategy.iterations,
        infosets=len(strategy.infosets),
        value=exact.value,
        value_bounds=exact.value_bounds,
        best_response_values=exact.best_response_values,
        nash_conv=exact.nash_conv,
        exploitability=exact.exploitability,
    )
