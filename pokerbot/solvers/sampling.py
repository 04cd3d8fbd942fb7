"""Sampled gradients: Monte Carlo CFR is the same update with an estimate in the gradient's place.

Lanctot et al. (2009), "Monte Carlo sampling for regret minimization in extensive games". An
iteration estimates each gradient by the mean over a batch of deals, whose columns stand beside
each other in arrays; the mean of the estimates is the exact gradient. The average strategy adds up
whole realization plans, so that it needs no correction for what was not visited.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pokerbot.games.dealer import Deals
from pokerbot.games.parameters import Parameter
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import bind, draw, uniform
from pokerbot.sequence.sampled import sampled


@dataclass(frozen=True)
class Sampling:
    """What is sampled besides the deals: the opponent's actions, and the player's own.

    With `exploration` a part of the own sampling is uniform, the rest is the current strategy.
    """

    opponent: bool = False
    own: bool = False

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The deals that an iteration takes the mean of, and the exploration."""
        return (BATCH, EXPLORATION) if self.own else (BATCH,)

    def gradients(
        self,
        form: Form,
        settings: Mapping[str, float],
        rng: np.random.Generator,
        deals: Deals | None = None,
    ) -> SampledGradients:
        """Where they come from; given `deals`, they are all that chance ever deals.

        Raises:
            InputError: nothing is known of what chance does in the game.
        """
        game = sampled(form)
        return SampledGradients(
            form,
            self,
            lambda: deals or game.draw(int(settings["batch"]), rng),
            rng,
            settings.get("exploration", EXPLORATION.default),
            None if deals else int(settings["batch"]),
        )


BATCH = Parameter("batch", 100, least=1, most=10**7)
EXPLORATION = Parameter("exploration", 0.6, least=1e-6, most=1, real=True)


class SampledGradients:
    """Gradients of a game estimated each time from the deals that `dealer` deals.

    models, visits: as `ExactGradients`, none: nodes are counted as they are drawn
    batch: how many deals the dealer draws at random, None where it deals others
    deals: the last time's; passed: whether its lines passed each row of player 1 and 2
    [rows, deals].
    """

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
        taken = np.ones_like(earned)
        if self.sampling.own:
            sigma = self.operators[player].normalize(own).take(cells)
            sigma += self.exploration * (uniform(game.operators[player]) - sigma)
            taken = self._line(player, sigma)
            earned *= taken / game.operators[player].realization_plan(sigma)
        shape = self.operators[player].shape
        total = np.bincount(cells.ravel(), earned.ravel(), shape[0] * shape[1])
        self.deals, self.passed = deals, (taken, visits) if player == 0 else (visits, taken)
        return np.divide(total.reshape(shape), len(deals)), game.visits(self.passed, deals)

    def visited(self, player: int) -> Array:
        """[decisions, hands] 1 where the last time's lines had the player decide."""
        return self.sampled.visited(player, self.passed, self.deals)

    def _line(self, player: int, sigma: Array) -> Array:
        """Where a player's draws lead: 1 on the rows [rows, deals] that are passed."""
        operators = self.sampled.operators[player]
        return operators.realization_plan(draw(operators, sigma, self.rng))
