"""Sampled gradients: Monte Carlo CFR is the same update with an estimate in the gradient's place.

Lanctot et al. (2009), "Monte Carlo sampling for regret minimization in extensive games". An
iteration estimates each gradient by the mean over a batch of deals, whose columns stand beside
each other in arrays; the mean of the estimates is the exact gradient. The average strategy adds up
whole realization plans, so that it needs no correction for what was not visited.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.compile import compile_lines
from pokerbot.sequence.deals import Deals
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import draw, normalize, realization_plan


@dataclass(frozen=True)
class Sampling:
    """What is sampled besides the deals: the opponent's actions, and the player's own.

    exploration: how much of the own sampling is uniform, the rest is the current strategy.
    """

    opponent: bool = False
    own: bool = False
    exploration: float = 0.6


class SampledGradients:
    """Gradients of a game estimated each time from the deals that `dealer` deals.

    passed: whether the last time's lines passed each row of player 1 and 2 [rows, deals].
    """

    def __init__(
        self, form: Form, sampling: Sampling, dealer: Callable[[], Deals], rng: np.random.Generator
    ) -> None:
        self.form, self.sampling, self.dealer, self.rng = form, sampling, dealer, rng
        self.lines = compile_lines(form.game)

    def __call__(self, player: int, own: Array, other: Array) -> tuple[Array, int]:
        deals = self.dealer()
        sign = deals.sign(self.form.game.rules) * (1 - 2 * player)
        line, facing = self.lines[player], self.lines[1 - player]
        tree, opposite = self.form.trees[player], self.form.trees[1 - player]
        cells = line.rows.take(deals.board, axis=1) * tree.hands + deals.hands[player]
        facing_cells = facing.rows.take(deals.board, axis=1) * tree.hands + deals.hands[1 - player]
        if self.sampling.opponent:
            sigma = normalize(opposite, other).take(facing_cells)
            reach = visits = realization_plan(facing.tree, draw(facing.tree, sigma, self.rng))
        else:
            reach = other.take(facing_cells)
            visits = np.ones_like(reach)
        earned = line.tree.payoffs.collect(line.outcomes(reach, sign))
        taken = np.ones_like(earned)
        if self.sampling.own:
            sigma = normalize(tree, own).take(cells)
            even = normalize(line.tree, np.zeros_like(sigma))
            sigma += self.sampling.exploration * (even - sigma)
            taken = realization_plan(line.tree, draw(line.tree, sigma, self.rng))
            earned *= taken / realization_plan(line.tree, sigma)
        total = np.bincount(cells.ravel(), earned.ravel(), tree.rows * tree.hands)
        estimate = np.divide(total.reshape(tree.shape), len(deals.board))
        self.passed = (taken, visits) if player == 0 else (visits, taken)
        return estimate, self._visited()

    def _visited(self) -> int:
        """The decision nodes that lie on the sampled lines."""
        reach = self.passed
        return int(
            sum(
                np.vdot(reach[0].take(line.before[:, 0], 0), reach[1].take(line.before[:, 1], 0))
                for line in self.lines
            )
        )
