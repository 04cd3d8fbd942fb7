"""Fictitious play: learners that play the average of their best responses so far."""

from __future__ import annotations

from functools import partial
from math import log2, log10, prod

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.game import Game
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import pure_strategies
from pokerbot.sequence.operators import Floor, Operators, floored
from pokerbot.solvers.learner import Learner, Learning

MOST_PURE_STRATEGIES = 1 << 14


def has_few_pure_strategies(game: Game) -> bool:
    """Whether the players have few enough pure strategies to list, as `PureStrategies` does."""
    found = [1, 1]
    if max(game.hands) > log2(MOST_PURE_STRATEGIES):
        return False
    for player, actions, hands in game.choices():
        found[player] *= actions**hands
        if found[player] > MOST_PURE_STRATEGIES:
            return False
    return True


FictitiousPlay = partial(
    Learning,
    without_effect={
        "averaging": "it averages its iterations evenly",
        "iterate": "what it plays is the average",
    },
)
"""Makes learners that average their responses with equal weights, and play the average."""


class BestDecisions(Learner):
    """GXFP: plays each action as often as it has been the best decision so far.

    Schulze (2023), "A generalized extensive-form fictitious play algorithm" (arXiv 2310.09658),
    equations 3, 4 and 24. The best decision is the one with the largest value if both players play
    their current strategies everywhere else.

    initial: [rows, hands] the first strategy, times its weight
    counts: [rows, hands] how often each action was the best decision; whole numbers do not drift
    """

    state = ("initial", "counts", "sigma")

    def __init__(self, operators: Operators, sigma: Array, floor: Floor | None) -> None:
        super().__init__(operators, sigma, floor)
        self.initial = sigma
        self.counts = np.zeros(operators.shape, dtype=np.int64)

    def begin(self, sigma: Array, regrets: Array, iterations: int) -> None:
        self.play(sigma)
        self.initial = (iterations + 1) * sigma

    def observe(self, gradient: Array, t: int) -> None:
        q, _ = self.operators.backup(self.sigma, gradient)
        self.counts += self.operators.best_decision(q).astype(np.int64)
        self.play(floored(self.operators, (self.initial + self.counts) / (t + 1), self.floor))


class BestResponses(Learner):
    """XFP: the realization plan moves towards the plan of the best response.

    Heinrich, Lanctot & Silver (2015), "Fictitious self-play in extensive-form games", theorem 7.
    The plan is normalized in every iteration, as in Schulze (2023), equation 18.
    """

    def observe(self, gradient: Array, t: int) -> None:
        q, _ = self.operators.best_response(gradient, self.floor)
        response = floored(self.operators, self.operators.best_decision(q), self.floor)
        towards = self.operators.realization_plan(response) - self.plan
        self.play(self.operators.normalize(self.plan + towards / (t + 1)))


class PureStrategies(Learner):
    """FP in the normal form: plays the average of the pure strategies that were best responses.

    Brown (1951), "Iterative solution of games by fictitious play".

    pure: [pure strategies, rows, hands] their realization plans
    counts: [pure strategies] how often each was the best response

    Raises:
        InputError: the player has more than `MOST_PURE_STRATEGIES`.
    """

    state = ("initial", "counts", "sigma")

    def __init__(self, operators: Operators, sigma: Array, floor: Floor | None) -> None:
        super().__init__(operators, sigma, floor)
        tree = operators.tree
        choices = np.repeat(tree.actions, tree.hands).tolist()
        needed, magnitude = prod(choices), sum(map(log10, choices))
        if needed > MOST_PURE_STRATEGIES:
            size = f"{needed:,}" if magnitude < 12 else f"about 10^{magnitude:.0f}"
            raise InputError(
                f"fp would write out {size} pure strategies of player {tree.player + 1};"
                f" it takes games of up to {MOST_PURE_STRATEGIES:,}"
            )
        self.pure = np.empty((needed, *tree.shape))
        for plan, pure in zip(self.pure, pure_strategies(tree), strict=True):
            plan[:] = operators.realization_plan(floored(operators, pure, floor))
        self.initial = self.plan
        self.counts = np.zeros(needed)

    def begin(self, sigma: Array, regrets: Array, iterations: int) -> None:
        self.play(sigma)
        self.initial = (iterations + 1) * self.plan

    def observe(self, gradient: Array, t: int) -> None:
        self.counts[np.tensordot(self.pure, gradient).argmax()] += 1
        total = self.initial + np.tensordot(self.counts, self.pure, axes=1)
        self.play(self.operators.normalize(total))
