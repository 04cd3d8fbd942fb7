"""Fictitious play in behaviour strategies."""

from __future__ import annotations

import numpy as np

from pokerbot.sequence.form import Array, Tree
from pokerbot.sequence.operators import backup, best_decision
from pokerbot.solvers.selfplay import Learner


class BestDecisions(Learner):
    """GXFP: how often each action was the best decision, in whole numbers that do not drift.

    Schulze (2023), "A generalized extensive-form fictitious play algorithm" (arXiv 2310.09658),
    equations 3 and 4: the decision is best against the opponent's and one's own current strategy.
    """

    def __init__(self, tree: Tree, sigma: Array) -> None:
        super().__init__(tree, sigma)
        self.initial = sigma
        self.counts = np.zeros(tree.shape, dtype=np.int64)

    def observe(self, gradient: Array, t: int) -> Array:
        q, v = backup(self.tree, self.sigma, gradient)
        self.counts += best_decision(self.tree, q)
        self.play((self.initial + self.counts) / (t + 1))
        return v

    def average(self) -> Array:
        return self.sigma
