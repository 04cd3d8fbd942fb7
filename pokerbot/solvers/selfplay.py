"""The one loop of self-play, and what it asks of a learner."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import Floor, Operators, bind, floored, free_values, normalize
from pokerbot.solvers.regret import RegretRule


class Learner(ABC):
    """One player's side of self-play. Arrays are [rows, hands] of the player's tree.

    operators: of the player; sigma: the current strategy; plan: its realization plan; floor: what
    every action must at least be played; state: the names of the arrays that make up its memory.
    """

    state: ClassVar[tuple[str, ...]] = ("sigma",)

    def __init__(self, operators: Operators, sigma: Array, floor: Floor | None) -> None:
        self.operators, self.floor = operators, floor
        self.play(floored(operators, sigma, floor))

    def play(self, sigma: Array) -> None:
        """Make this the current strategy."""
        self.sigma = sigma
        self.plan = self.operators.realization_plan(sigma)

    @abstractmethod
    def observe(self, gradient: Array, t: int) -> None:
        """Learn from iteration t, counted from 1."""

    def memory(self) -> dict[str, NDArray[Any]]:
        """The arrays of its memory, by name."""
        return {name: getattr(self, name) for name in self.state}

    def recall(self, memory: Mapping[str, NDArray[Any]]) -> None:
        """Go on from such a memory; raises InputError where it holds no strategy."""
        for name in self.state:
            setattr(self, name, memory[name])
        self.play(self.sigma)
        for sigma in (self.current(), self.average()):
            if sigma.min() < 0 or not np.allclose(self.operators.sums(sigma), 1):
                raise InputError("what it remembers to have played is no strategy")

    def current(self) -> Array:
        """The strategy that is played now."""
        return self.sigma

    def average(self) -> Array:
        """The strategy that converges; the current one unless the learner keeps another."""
        return self.sigma

    def average_plan(self) -> Array:
        """The realization plan of `average`, where it reaches."""
        return self.plan


class RegretMinimizer(Learner):
    """CFR for one player: a regret rule, regret matching, and the weighted sum of the plans.

    With a floor the regrets are those of what it leaves free.
    """

    state = ("sigma", "regrets", "plan_sum")

    def __init__(
        self, operators: Operators, sigma: Array, floor: Floor | None, rule: RegretRule
    ) -> None:
        super().__init__(operators, sigma, floor)
        self.rule = rule
        self.regrets = np.zeros(operators.shape)
        self.plan_sum = np.zeros(operators.shape)

    def observe(self, gradient: Array, t: int) -> None:
        q, v = self.operators.backup(self.sigma, gradient)
        r = free_values(self.operators, q, self.floor)
        r -= self.operators.by_row(v)
        self.plan_sum += float(t) ** self.rule.gamma * self.plan
        target = self.rule.update(self.regrets, r, t)
        matched = normalize(self.operators, np.maximum(target, 0))
        self.play(floored(self.operators, matched, self.floor))

    def average(self) -> Array:
        return normalize(self.operators, self.plan_sum)

    def average_plan(self) -> Array:
        if not self.plan_sum[0, 0]:
            return self.operators.realization_plan(self.average())
        plan: Array = self.plan_sum / self.plan_sum[:1]
        return plan


class InParts(Learner):
    """The same learner for each part of the hands, which never meet in what it does."""

    def __init__(
        self,
        operators: Operators,
        sigma: Array,
        floor: Floor | None,
        make: Callable[[Operators, Array, Floor | None], Learner],
    ) -> None:
        self.operators = operators
        self.parts = [
            make(part, sigma[:, hands], floor and floor.part(hands))
            for hands, part in operators.parts
        ]
        self._gather()

    def _gather(self) -> None:
        self.plan = np.concatenate([part.plan for part in self.parts], axis=1)

    def observe(self, gradient: Array, t: int) -> None:
        for (hands, _), part in zip(self.operators.parts, self.parts, strict=True):
            part.observe(gradient[:, hands], t)
            self.plan[:, hands] = part.plan

    def current(self) -> Array:
        return np.concatenate([part.sigma for part in self.parts], axis=1)

    def average(self) -> Array:
        return np.concatenate([part.average() for part in self.parts], axis=1)

    def average_plan(self) -> Array:
        return np.concatenate([part.average_plan() for part in self.parts], axis=1)

    def memory(self) -> dict[str, NDArray[Any]]:
        memories = [part.memory() for part in self.parts]
        return {name: np.concatenate([m[name] for m in memories], axis=1) for name in memories[0]}

    def recall(self, memory: Mapping[str, NDArray[Any]]) -> None:
        for (hands, _), part in zip(self.operators.parts, self.parts, strict=True):
            part.recall({name: array[:, hands].copy() for name, array in memory.items()})
        self._gather()


class Gradients(Protocol):
    """Where a player's gradient against the other's plan comes from, and what it costs."""

    def __call__(self, player: int, own: Array, other: Array) -> tuple[Array, int]:
        """The gradient [rows, hands] of a player, and the decision nodes visited for it.

        own, other: the realization plans of the player and the opponent.
        """


class ExactGradients:
    """The whole tree, every time; one traversal serves both players where both update at once."""

    def __init__(self, form: Form, *, alternating: bool) -> None:
        self.operators = bind(form)
        self.visits = (form.traversal, form.traversal if alternating else 0)

    def __call__(self, player: int, own: Array, other: Array) -> tuple[Array, int]:
        return self.operators[player].gradient(other), self.visits[player]


class SelfPlay:
    """Both players learn from each other, one iteration a step.

    With alternating updates the second player answers the first one's newest strategy, else both
    answer the ones the iteration began with. `value_sum` adds up player 1's value, iteration by
    iteration, of the strategies that were played. An `observer` is told of each gradient before it
    is learned from: (player, the other's plan, the gradient).
    """

    finished = False

    def __init__(
        self, learners: tuple[Learner, Learner], gradients: Gradients, *, alternating: bool
    ) -> None:
        self.learners, self.gradients, self.alternating = learners, gradients, alternating
        self.iterations = 0
        self.nodes_touched = 0
        self.value_sum = 0.0
        self.observer: Callable[[int, Array, Array], None] | None = None

    def step(self) -> None:
        """One iteration."""
        self.iterations += 1
        if self.alternating:
            for player in (0, 1):
                self._learn(player, self._ask(player))
        else:
            for player, earned in enumerate([self._ask(0), self._ask(1)]):
                self._learn(player, earned)

    def _ask(self, player: int) -> Array:
        """A player's gradient against what the other plays now."""
        own, other = self.learners[player].plan, self.learners[1 - player].plan
        earned, nodes = self.gradients(player, own, other)
        self.nodes_touched += nodes
        if self.observer:
            self.observer(player, other, earned)
        return earned

    def _learn(self, player: int, earned: Array) -> None:
        """Pass the gradient on, and note player 1's value."""
        if player == 0:
            self.value_sum += float(np.vdot(self.learners[0].plan, earned))
        self.learners[player].observe(earned, self.iterations)

    def current(self) -> Profile:
        """The profile as it is played now."""
        return self.learners[0].current(), self.learners[1].current()

    def average(self) -> Profile:
        """The profile that converges to an equilibrium."""
        return self.learners[0].average(), self.learners[1].average()

    def plans(self) -> tuple[Array, Array]:
        """The realization plans of `average`."""
        return self.learners[0].average_plan(), self.learners[1].average_plan()

    def state(self) -> dict[str, NDArray[Any]]:
        """The arrays that both learners remember, by name and player."""
        return {
            f"{name}{player}": array
            for player, learner in enumerate(self.learners, 1)
            for name, array in learner.memory().items()
        }

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from such a state."""
        for player, learner in enumerate(self.learners, 1):
            learner.recall({name: state[f"{name}{player}"] for name in learner.memory()})
