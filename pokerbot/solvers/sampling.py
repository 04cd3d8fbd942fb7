"""Sampled gradients: Monte Carlo CFR updates as CFR does, with estimates in place of gradients.

Lanctot et al. (2009), "Monte Carlo sampling for regret minimization in extensive games". Each
gradient is estimated by the mean over a batch of deals, which are the columns of arrays [rows,
deals]; the expected value of the estimate is the exact gradient. The average strategy adds up whole
realization plans, so that it needs no correction for information sets that were not visited.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np

from pokerbot.games.dealer import Deals
from pokerbot.games.parameters import Parameter
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import bind, draw, uniform
from pokerbot.sequence.sampled import sampled

BATCH = Parameter("batch", 100, least=1, most=10**7)
EXPLORATION = Parameter("exploration", 0.6, least=1e-6, most=1, real=True)


class SampledGradients:
    """Gradients that are estimated from the deals that `dealer` returns at each call.

    parameters: the numbers that it takes where a player's own actions are sampled
    models, visits: as `ExactGradients`, but there are no models, and nodes are counted call by call
    batch: how many deals the dealer draws at random, None if it always deals the same
    deals: those of the latest call
    passed: for player 1 and 2, [rows, deals] above 0 where the latest call's lines passed a row
    weights: for player 1 and 2, [rows, deals] what a deal of the latest call counts at a row: for
        the opponent the reach, or whether the draws passed the row; for the player 1, or, where own
        actions are drawn, one divided by the probability of these draws
    """

    parameters: ClassVar[tuple[Parameter, ...]] = (EXPLORATION,)
    stateless = True
    models = None, None
    visits = 0, 0

    def __init__(
        self,
        form: Form,
        sampling: Sampling,
        dealer: Callable[[], Any],
        rng: np.random.Generator,
        exploration: float = EXPLORATION.default,
        batch: int | None = None,
    ) -> None:
        self.form, self.batch = form, batch
        self.sampling, self.dealer, self.rng = sampling, dealer, rng
        self.exploration = exploration
        self.operators, self.sampled = bind(form), sampled(form)

    def __call__(self, player: int, own: Array, other: Array) -> tuple[Array, int]:
        game, deals = self.sampled, self.dealer()
        cells, facing = game.cells(player, deals), game.cells(1 - player, deals)
        if self.sampling.opponent:
            sigma = self.operators[1 - player].normalize(other).take(facing)
            reach = visits = self._line(1 - player, sigma)
        else:
            reach = other.take(facing)
            visits = np.ones_like(reach)
        earned = game.earned(player, reach, deals)
        taken = weight = np.ones_like(earned)
        if self.sampling.own:
            sigma = self.operators[player].normalize(own).take(cells)
            sigma += self.exploration * (uniform(game.operators[player]) - sigma)
            taken = self._line(player, sigma)
            weight = taken / game.operators[player].realization_plan(sigma)
            earned *= weight
        shape = self.operators[player].shape
        total = np.bincount(cells.ravel(), earned.ravel(), shape[0] * shape[1])
        self.deals, self.passed = deals, (taken, visits) if player == 0 else (visits, taken)
        self.weights = (weight, reach) if player == 0 else (reach, weight)
        return np.divide(total.reshape(shape), len(deals)), game.visits(self.passed, deals)

    def reached(self, player: int) -> Array:
        """[decisions, hands] the counterfactual reach as the latest call drew it.

        It is NaN where no line had the player decide. Counterfactual values divided by it are the
        mean chips over the lines that came there, weighted as the gradient weights them.
        """
        met = self.sampled.reached(player, self.passed, self.deals)
        reach = self.sampled.reached(player, self.weights, self.deals)
        return np.where(met, reach / len(self.deals), np.nan)

    def _line(self, player: int, sigma: Array) -> Array:
        """Draw a player's actions: [rows, deals] 1 on the rows that the draws pass, else 0."""
        operators = self.sampled.operators[player]
        return operators.realization_plan(draw(operators, sigma, self.rng))


@dataclass(frozen=True)
class Sampling:
    """What is sampled besides the deals; implements `GradientSpec`.

    opponent: whether the opponent's actions are sampled
    own: whether the player's own are, too: from the current strategy, mixed with uniform play whose
        share is the parameter `exploration`
    source: what estimates the gradients
    """

    opponent: bool = False
    own: bool = False
    source: type[SampledGradients] = SampledGradients

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The number of deals for a gradient, and, if own actions are sampled, the source's."""
        return (BATCH, *self.source.parameters) if self.own else (BATCH,)

    def gradients(
        self,
        form: Form,
        settings: Mapping[str, float],
        rng: np.random.Generator,
        deals: Deals | None = None,
    ) -> SampledGradients:
        """The source of gradients; if `deals` are given, every gradient takes exactly these.

        Raises:
            InputError: the game's chance moves are not known.
        """
        game = sampled(form)
        told = {each.name: settings.get(each.name, each.default) for each in self.parameters[1:]}
        batch = None if deals else int(settings["batch"])
        return self.source(
            form, self, partial(_dealt, game, batch, rng, deals), rng, batch=batch, **told
        )


def _dealt(game: Any, batch: int | None, rng: np.random.Generator, deals: Deals | None) -> Deals:
    """The deals given, or else as many that are drawn; a copy of a training draws by itself."""
    drawn: Deals = deals or game.draw(batch, rng)
    return drawn
