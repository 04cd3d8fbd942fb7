"""One player's side of self-play, whatever the algorithm."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError, check_kinds
from pokerbot.games.parameters import Parameter
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.operators import Floor, Operators, floored

Memory = Mapping[str, NDArray[Any]]
"""What a learner remembers: arrays by name, the last axis of each is the player's hands."""
Settings = Mapping[str, float]
"""The values of an algorithm's parameters, by name."""


class Learner(ABC):
    """One player's side of self-play. Arrays are [rows, hands] of the player's tree.

    operators: the player's operators
    sigma: the current strategy
    floor: the least probability of every action, None if play is free
    state: the names of the attributes that make up its memory
    """

    state: ClassVar[tuple[str, ...]] = ("sigma",)

    def __init__(self, operators: Operators, sigma: Array, floor: Floor | None) -> None:
        self.operators, self.floor = operators, floor
        self.play(floored(operators, sigma, floor))

    def play(self, sigma: Array) -> None:
        """Make this the current strategy; it must keep to the floor already."""
        self.sigma = sigma
        self._plan: Array | None = None

    @property
    def plan(self) -> Array:
        """The current strategy's realization plan, computed when it is first asked for."""
        if self._plan is None:
            self._plan = self.operators.realization_plan(self.sigma)
        return self._plan

    @plan.setter
    def plan(self, plan: Array) -> None:
        self._plan = plan

    def rebind(self, operators: Operators) -> None:
        """Go on with other operators of the same tree."""
        self.operators = operators

    def begin(self, sigma: Array, regrets: Array, iterations: int) -> None:
        """Begin as if a strategy had been played for some iterations already, which t counts, too.

        Args:
            sigma: the strategy.
            regrets: [rows, hands] the mean instantaneous regrets of those iterations.
            iterations: how many there were.
        """
        self.play(sigma)

    @property
    def blocks(self) -> Sequence[tuple[slice, Learner]]:
        """The learner of each block of hands; a learner that has no blocks is its only one."""
        return [(slice(None), self)]

    @abstractmethod
    def observe(self, gradient: Array, t: int) -> None:
        """Learn from the gradient [rows, hands] of iteration t, counted from 1."""

    def memory(self) -> Memory:
        """The arrays of its memory, by name."""
        return {name: getattr(self, name) for name in self.state}

    def recall(self, memory: Memory) -> None:
        """Go on from a `memory`.

        Raises:
            InputError: its arrays are not those of a strategy.
        """
        for name in self.state:
            setattr(self, name, memory[name])
        self.play(self.sigma)
        for sigma in (self.current(), self.average()):
            if sigma.min() < 0 or not np.allclose(self.operators.sums(sigma), 1):
                raise InputError("the strategy in it is not a valid one")

    def current(self) -> Array:
        """The strategy that is played now."""
        return self.sigma

    def average(self) -> Array:
        """The average strategy, if the learner keeps one, else the current strategy."""
        return self.sigma

    def average_plan(self) -> Array:
        """The realization plan of `average`."""
        return self.plan

    def regret_bound(self, t: int) -> float | None:
        """An upper bound on the average regret over t iterations, None if none is known."""
        return None


@dataclass(frozen=True)
class Learning:
    """An algorithm's learners, given by their class; implements `LearnerSpec`.

    make: makes a learner from (operators, first strategy, floor, **parameters)
    parameters: the numbers that `make` takes
    without_effect: the options that have no effect on the learners, and why
    """

    make: Callable[..., Learner]
    parameters: tuple[Parameter, ...] = ()
    without_effect: Mapping[str, str] = field(
        default_factory=lambda: {"averaging": "it weighs its iterations itself"}
    )

    def __post_init__(self) -> None:
        check_kinds(self, parameters=[Parameter])

    @property
    def refuses(self) -> Mapping[str, str]:
        """The options that have no effect, and why."""
        settings = {} if self.parameters else {"set": "it has no settings"}
        return {**self.without_effect, **settings}

    def learner(
        self, operators: Operators, sigma: Array, floor: Floor | None, settings: Settings
    ) -> Learner:
        """One player's learner."""
        own = {each.name: settings[each.name] for each in self.parameters}
        return self.make(operators, sigma, floor, **own)


MakeLearner = Callable[[Operators, Array, Floor | None], Learner]
"""Makes a learner from a player's operators, the first strategy and the floor."""


class BlockedLearner(Learner):
    """A learner for each block of hands; none of them needs the hands of another block."""

    def __init__(
        self, operators: Operators, sigma: Array, floor: Floor | None, make: MakeLearner
    ) -> None:
        self.operators = operators
        self._learners = [
            make(each, sigma[:, hands], floor and floor.part(hands))
            for hands, each in operators.blocks
        ]
        self._gather()

    @property
    def blocks(self) -> Sequence[tuple[slice, Learner]]:
        hands = (hands for hands, _ in self.operators.blocks)
        return [*zip(hands, self._learners, strict=True)]

    def rebind(self, operators: Operators) -> None:
        super().rebind(operators)
        for (_, own), learner in zip(operators.blocks, self._learners, strict=True):
            learner.rebind(own)

    def _gather(self) -> None:
        self.plan = np.concatenate([each.plan for each in self._learners], axis=1)

    def begin(self, sigma: Array, regrets: Array, iterations: int) -> None:
        for hands, learner in self.blocks:
            learner.begin(sigma[:, hands], regrets[:, hands], iterations)
        self._gather()

    def observe(self, gradient: Array, t: int) -> None:
        for hands, learner in self.blocks:
            learner.observe(gradient[:, hands], t)
            self.plan[:, hands] = learner.plan

    def current(self) -> Array:
        return np.concatenate([each.sigma for each in self._learners], axis=1)

    def average(self) -> Array:
        return np.concatenate([each.average() for each in self._learners], axis=1)

    def average_plan(self) -> Array:
        return np.concatenate([each.average_plan() for each in self._learners], axis=1)

    def regret_bound(self, t: int) -> float | None:
        bounds = [b for each in self._learners if (b := each.regret_bound(t)) is not None]
        return sum(bounds) if len(bounds) == len(self._learners) else None

    def memory(self) -> Memory:
        memories = [each.memory() for each in self._learners]
        return {name: np.concatenate([m[name] for m in memories], axis=-1) for name in memories[0]}

    def recall(self, memory: Memory) -> None:
        for hands, learner in self.blocks:
            learner.recall({name: array[..., hands].copy() for name, array in memory.items()})
        self._gather()


def in_blocks(
    operators: Operators, sigma: Array, floor: Floor | None, make: MakeLearner
) -> Learner:
    """What `make` makes: one learner, or one for each block if the operators work in blocks."""
    if len(operators.blocks) > 1:
        return BlockedLearner(operators, sigma, floor, make)
    return make(operators, sigma, floor)
