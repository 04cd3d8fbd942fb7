"""Sampled gradients: Monte Carlo CFR is the same update with an estimate in the gradient's place.

Lanctot et al. (2009), "Monte Carlo sampling for regret minimization in extensive games". An
iteration estimates each gradient by the mean over a batch of deals, whose columns stand beside
each other in arrays; the mean of the estimates is the exact gradient. The average strategy adds up
whole realization plans, so that it needs no correction for what was not visited.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pokerbot.sequence.compile import compile_lines
from pokerbot.sequence.deals import draw_deals
from pokerbot.sequence.form import Array, Form
from pokerbot.sequence.operators import collect, draw, normalize, realization_plan


@dataclass(frozen=True)
class Sampling:
    """What is sampled besides the deals: the opponent's actions, and the player's own.

    exploration: how much of the own sampling is uniform, the rest is the current strategy.
    """

    opponent: bool = False
    own: bool = False
    exploration: float = 0.6


class SampledGradients:
    """Gradients of a game estimated from `batch` deals each time."""

    def __init__(self, form: Form, sampling: Sampling, batch: int, rng: np.random.Generator):
        self.form, self.sampling, self.batch, self.rng = form, sampling, batch, rng
        self.lines = compile_lines(form.game)

    def __call__(self, player: int, own: Array, other: Array) -> tuple[Array, int]:
        deals = draw_deals(self.form.game.rules, self.batch, self.rng)
        sign = deals.sign(self.form.game.rules) * (1 - 2 * player)
        line, facing = self.lines[player], self.lines[1 - player]
        cells = line.rows.take(deals.board, axis=1), deals.hands[player]
        reach = other[facing.rows.take(deals.board, axis=1), deals.hands[1 - player]]
        visits = np.ones_like(reach)
        if self.sampling.opponent:
            sigma = normalize(facing.tree, reach)
            reach = visits = realization_plan(facing.tree, draw(facing.tree, sigma, self.rng))
        earned = collect(line.tree.payoffs, line.outcomes(reach, sign))
        taken = np.ones_like(earned)
        if self.sampling.own:
            sigma = normalize(line.tree, own[cells])
            even = normalize(line.tree, np.zeros_like(sigma))
            sigma += self.sampling.exploration * (even - sigma)
            taken = realization_plan(line.tree, draw(line.tree, sigma, self.rng))
            earned *= taken / realization_plan(line.tree, sigma)
        shape = self.form.trees[player].shape
        flat = (cells[0] * shape[1] + cells[1]).ravel()
        total = np.bincount(flat, earned.ravel(), shape[0] * shape[1]).reshape(shape)
        estimate = np.divide(total, self.batch)
        pair = (taken, visits) if player == 0 else (visits, taken)
        return estimate, self._visited(pair)

    def _visited(self, reach: tuple[Array, Array]) -> int:
        """The decision nodes that lie on the sampled lines, from what was sampled [rows, deals]."""
        return int(
            sum(
                np.vdot(reach[0].take(line.before[:, 0], 0), reach[1].take(line.before[:, 1], 0))
                for line in self.lines
            )
        )
