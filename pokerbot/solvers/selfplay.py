"""The one loop of self-play, and what it asks of a learner."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from pokerbot.sequence.behaviour import Profile
from pokerbot.sequence.form import Array, Form, Tree
from pokerbot.sequence.operators import backup, gradient, normalize, realization_plan
from pokerbot.solvers.regret import RegretRule


class Learner(ABC):
    """One player's side of self-play. Arrays are [rows, hands] of the player's tree.

    sigma: the current strategy; plan: its realization plan.
    """

    def __init__(self, tree: Tree, sigma: Array) -> None:
        self.tree = tree
        self.play(sigma)

    def play(self, sigma: Array) -> None:
        """Make this the current strategy."""
        self.sigma = sigma
        self.plan = realization_plan(self.tree, sigma)

    @abstractmethod
    def observe(self, gradient: Array, t: int) -> Array:
        """Learn from iteration t; the value of every decision as it was played in it."""

    @abstractmethod
    def average(self) -> Array:
        """The strategy that converges."""


class RegretMinimizer(Learner):
    """CFR for one player: a regret rule, regret matching, and the weighted average of the plans."""

    def __init__(self, tree: Tree, sigma: Array, rule: RegretRule) -> None:
        super().__init__(tree, sigma)
        self.rule = rule
        self.regrets = np.zeros(tree.shape)
        self.plan_sum = np.zeros(tree.shape)

    def observe(self, gradient: Array, t: int) -> Array:
        q, v = backup(self.tree, self.sigma, gradient)
        self.plan_sum += float(t) ** self.rule.gamma * self.plan
        q -= v.take(self.tree.decision, axis=0, mode="clip")
        target = self.rule.update(self.regrets, q, t)
        self.play(normalize(self.tree, np.maximum(target, 0)))
        return v

    def average(self) -> Array:
        return normalize(self.tree, self.plan_sum)


class SelfPlay:
    """Both players learn from each other, one iteration a step.

    With alternating updates the second player answers the first one's newest strategy, else both
    answer the ones the iteration began with. `value_sum` adds up player 1's value, iteration by
    iteration, of the strategies that were played.
    """

    def __init__(self, form: Form, learners: tuple[Learner, Learner], *, alternating: bool) -> None:
        self.form, self.learners, self.alternating = form, learners, alternating
        self.iterations = 0
        self.nodes_touched = 0
        self.value_sum = 0.0

    def step(self) -> None:
        """One iteration."""
        self.iterations += 1
        self.nodes_touched += self.form.traversal * (2 if self.alternating else 1)
        begun = [learner.plan for learner in self.learners]
        for player, learner in enumerate(self.learners):
            other = self.learners[1 - player].plan if self.alternating else begun[1 - player]
            v = learner.observe(gradient(self.form, player, other), self.iterations)
            if player == 0:
                self.value_sum += float(v[0].sum())

    def average(self) -> Profile:
        """The profile that converges to an equilibrium."""
        return self.learners[0].average(), self.learners[1].average()
