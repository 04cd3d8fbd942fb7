"""The one loop of self-play, and what it asks of a learner."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from pokerbot.sequence.behaviour import Profile
from pokerbot.sequence.form import Array, Form, Tree
from pokerbot.sequence.operators import (
    backup,
    gradient,
    normalize,
    realization_plan,
    tremble,
    trembled_values,
)
from pokerbot.solvers.regret import RegretRule


class Learner(ABC):
    """One player's side of self-play. Arrays are [rows, hands] of the player's tree.

    sigma: the current strategy; plan: its realization plan; epsilon: the least probability that
    every action must have (0: none); state: the names of the arrays that make up its memory.
    """

    state: ClassVar[tuple[str, ...]] = ("sigma",)

    def __init__(self, tree: Tree, sigma: Array, epsilon: float = 0.0) -> None:
        self.tree, self.epsilon = tree, epsilon
        self.play(tremble(tree, sigma, epsilon))

    def play(self, sigma: Array) -> None:
        """Make this the current strategy."""
        self.sigma = sigma
        self.plan = realization_plan(self.tree, sigma)

    @abstractmethod
    def observe(self, gradient: Array, t: int) -> None:
        """Learn from iteration t, counted from 1."""

    def average(self) -> Array:
        """The strategy that converges; the current one unless the learner keeps another."""
        return self.sigma

    def average_plan(self) -> Array:
        """The realization plan of `average`, where it reaches."""
        return self.plan


class RegretMinimizer(Learner):
    """CFR for one player: a regret rule, regret matching, and the weighted sum of the plans.

    With an epsilon the strategies that are compared are those of the perturbed game (Farina,
    Kroer & Sandholm 2017, "Regret minimization in behaviorally-constrained zero-sum games").
    """

    state = ("sigma", "regrets", "plan_sum")

    def __init__(self, tree: Tree, sigma: Array, epsilon: float, rule: RegretRule) -> None:
        super().__init__(tree, sigma, epsilon)
        self.rule = rule
        self.regrets = np.zeros(tree.shape)
        self.plan_sum = np.zeros(tree.shape)

    def observe(self, gradient: Array, t: int) -> None:
        q, v = backup(self.tree, self.sigma, gradient)
        r = trembled_values(self.tree, q, self.epsilon)
        r -= v.take(self.tree.decision, axis=0, mode="clip")
        self.plan_sum += float(t) ** self.rule.gamma * self.plan
        target = self.rule.update(self.regrets, r, t)
        matched = normalize(self.tree, np.maximum(target, 0))
        self.play(tremble(self.tree, matched, self.epsilon))

    def average(self) -> Array:
        return normalize(self.tree, self.plan_sum)

    def average_plan(self) -> Array:
        plan: Array = self.plan_sum / self.plan_sum[:1]
        return plan


class Gradients(Protocol):
    """Where a player's gradient against the other's plan comes from, and what it costs."""

    def __call__(self, player: int, own: Array, other: Array) -> tuple[Array, int]:
        """The gradient [rows, hands] of a player, and the decision nodes visited for it.

        own, other: the realization plans of the player and the opponent.
        """


class ExactGradients:
    """The whole tree, every time; one traversal serves both players where both update at once."""

    def __init__(self, form: Form, *, alternating: bool) -> None:
        self.form = form
        self.visits = (form.traversal, form.traversal if alternating else 0)

    def __call__(self, player: int, own: Array, other: Array) -> tuple[Array, int]:
        return gradient(self.form, player, other), self.visits[player]


class SelfPlay:
    """Both players learn from each other, one iteration a step.

    With alternating updates the second player answers the first one's newest strategy, else both
    answer the ones the iteration began with. `value_sum` adds up player 1's value, iteration by
    iteration, of the strategies that were played.
    """

    finished = False

    def __init__(
        self, learners: tuple[Learner, Learner], gradients: Gradients, *, alternating: bool
    ) -> None:
        self.learners, self.gradients, self.alternating = learners, gradients, alternating
        self.iterations = 0
        self.nodes_touched = 0
        self.value_sum = 0.0

    def step(self) -> None:
        """One iteration."""
        self.iterations += 1
        begun = [learner.plan for learner in self.learners]
        for player, learner in enumerate(self.learners):
            other = self.learners[1 - player].plan if self.alternating else begun[1 - player]
            earned, nodes = self.gradients(player, learner.plan, other)
            self.nodes_touched += nodes
            if player == 0:
                self.value_sum += float(np.vdot(learner.plan, earned))
            learner.observe(earned, self.iterations)

    def current(self) -> Profile:
        """The profile as it is played now."""
        return self.learners[0].sigma, self.learners[1].sigma

    def average(self) -> Profile:
        """The profile that converges to an equilibrium."""
        return self.learners[0].average(), self.learners[1].average()

    def plans(self) -> tuple[Array, Array]:
        """The realization plans of `average`."""
        return self.learners[0].average_plan(), self.learners[1].average_plan()

    def state(self) -> dict[str, NDArray[Any]]:
        """The arrays that both learners remember, by name and player."""
        return {
            f"{name}{player + 1}": getattr(learner, name)
            for player, learner in enumerate(self.learners)
            for name in learner.state
        }

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from such a state."""
        for player, learner in enumerate(self.learners):
            for name in learner.state:
                setattr(learner, name, state[f"{name}{player + 1}"])
            learner.play(learner.sigma)
