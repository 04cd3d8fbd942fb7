"""Self-play in machine code: whole iterations at a time, around the text of the rule.

`compiled` takes a solver and gives one that does the same. Both players' arrays stand in one, as
`Flat` has them; the learners look into it, so that averages, checkpoints and all else stay theirs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeGuard

import numpy as np
from numba import types
from numba.core.errors import NumbaError
from numpy.typing import NDArray

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile
from pokerbot.sequence.operators import bind
from pokerbot.sequence.operators.compiled import FEW
from pokerbot.sequence.operators.flat import Flat, flatten, flatten_lines, has_flat, in_order
from pokerbot.solvers.learner import InParts, Learner
from pokerbot.solvers.loops import for_weights, iterate_compiled, over_cells
from pokerbot.solvers.minimizer import REGRET_MATCHING, RegretMinimizer
from pokerbot.solvers.sampling import SampledGradients
from pokerbot.solvers.selfplay import (
    ExactGradients,
    Gradients,
    Model,
    Plans,
    SeatBySeat,
    SelfPlay,
    Solver,
)


class CompiledSelfPlay(SelfPlay):
    """As the solver that it is made of, whose learners' arrays it takes over."""

    def __init__(self, solver: SelfPlay, gradients: ExactGradients | SampledGradients) -> None:
        super().__init__(solver.learners, solver.gradients, alternating=solver.alternating)
        self.iterations, self.ahead = solver.iterations, solver.ahead
        self.value_sum = solver.value_sum
        self.nodes_touched = solver.nodes_touched
        self.flat = flat = flatten(gradients.form)
        part = parts_of(solver.learners[0])[0]
        assert isinstance(part, RegretMinimizer)
        rule, averaging = part.kind.rule, part.kind.averaging
        names, weighing = (tuple(p.name for p in each.parameters) for each in (rule, averaging))
        self._rule = (
            over_cells(rule.update, names, len(rule.memory)),
            np.array([float(part.settings[name]) for name in names]),
            for_weights(averaging.weigh, weighing),
            np.array([float(part.settings[name]) for name in weighing]),
        )
        rows, decisions = flat.rows[2], flat.decisions[2]
        self.sigma, self.plan, self.plan_sum, self.q = np.zeros((4, rows, flat.hands))
        self.v = np.zeros((decisions, flat.hands))
        self.memory = np.zeros((len(part.kind.rule.memory), rows * flat.hands))
        self.free, self.least = self._floors()
        self._take_over()
        self.source = sources(gradients, flat)
        self.step(0)

    def _floors(self) -> tuple[Array, Array]:
        """What the floors leave free and ask for, empty where both players are free."""
        flat = self.flat
        floors = [part.floor for each in self.learners for part in parts_of(each)]
        if all(floor is None for floor in floors):
            return np.zeros((0, flat.hands)), np.zeros((0, flat.hands))
        free = np.ones((flat.decisions[2], flat.hands))
        least = np.zeros((flat.rows[2], flat.hands))
        for player, learner in enumerate(self.learners):
            for hands, part in places_of(learner):
                if part.floor is not None:
                    free[slice(*flat.decisions[player : player + 2]), hands] = part.floor.free
                    least[slice(*flat.rows[player : player + 2]), hands] = part.floor.least
        return free, least

    def _take_over(self) -> None:
        """Copy what the learners remember, and let them look into the copy."""
        cells = self.memory.reshape(-1, *self.q.shape)
        for player, learner in enumerate(self.learners):
            rows = slice(*self.flat.rows[player : player + 2])
            for hands, part in places_of(learner):
                assert isinstance(part, RegretMinimizer)
                self.sigma[rows, hands], self.plan[rows, hands] = part.sigma, part.plan
                self.plan_sum[rows, hands] = part.plan_sum
                part.sigma, part.plan = self.sigma[rows, hands], self.plan[rows, hands]
                part.plan_sum = self.plan_sum[rows, hands]
                for own, array in zip(part.rule_arrays(), cells, strict=True):
                    array[rows, hands] = own
                part.remember([array[rows, hands] for array in cells])
            if isinstance(learner, InParts):
                learner.plan = self.plan[rows]

    def step(self, count: int = 1) -> None:
        """So many iterations."""
        hands = self.flat.hands
        hand = types.intp if hands <= FEW else types.uintp
        self.value_sum, nodes = iterate_compiled(hand)(
            *self._rule, self.ahead + self.iterations, count, self.alternating, self.value_sum,
            *self.flat.arrays, self.free, self.least,
            self.memory, self.sigma, self.plan, self.plan_sum, self.q, self.v,
            *self.source, hands,
        )  # fmt: skip
        self.iterations += count
        if isinstance(self.gradients, ExactGradients):
            nodes = count * sum(self.gradients.visits)
        self.nodes_touched += nodes

    def profile(self, iterate: str = "average") -> Profile:
        """As `SelfPlay`; what is handed out stays as it is."""
        first, second = super().profile(iterate)
        return first.copy(), second.copy()

    def plans(self, iterate: str = "average") -> Plans:
        """As `SelfPlay`; what is handed out stays as it is."""
        first, second = super().plans(iterate)
        return first.copy(), second.copy()

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from such a state."""
        super().restore(state)
        self._take_over()


def places_of(learner: Learner) -> list[tuple[slice, Learner]]:
    """A learner's parts with their hands; the whole one where it has none."""
    if isinstance(learner, InParts):
        return [
            (hands, part)
            for (hands, _), part in zip(learner.operators.parts, learner.parts, strict=True)
        ]
    return [(slice(None), learner)]


def parts_of(learner: Learner) -> list[Learner]:
    """A learner's parts without their hands."""
    return [part for _, part in places_of(learner)]


def is_known(gradients: Gradients) -> TypeGuard[ExactGradients | SampledGradients]:
    """Whether there is a loop for where gradients come from."""
    if isinstance(gradients, SampledGradients):
        return gradients.batch is not None
    return isinstance(gradients, ExactGradients)


def sources(gradients: ExactGradients | SampledGradients, flat: Flat) -> tuple[Any, ...]:
    """The last arguments of `iterate`."""
    if isinstance(gradients, SampledGradients):
        how = gradients.sampling
        lines = in_order(flatten_lines(gradients.lines, flat))
        told = gradients.batch, how.opponent, how.own, gradients.exploration
        return (np.zeros((0, 0)), np.ones(2), gradients.rng, *told, *lines)
    few, many = np.zeros(0, dtype=np.intp), np.zeros((0, 0), dtype=np.intp)
    nothing = few, few, few, many, few, few, few, np.zeros(0), many, many, few
    told = 0, False, False, 0.0
    return *modelled(gradients.models, flat), np.random.default_rng(0), *told, *nothing


def modelled(models: Sequence[Model | None], flat: Flat) -> tuple[Array, Array]:
    """`known` and `own` of `iterate`."""
    own = np.array([model.own if model else 1.0 for model in models])
    known = np.zeros((flat.rows[2] if any(models) else 0, flat.hands))
    for player, model in enumerate(models):
        if model:
            known[slice(*flat.rows[player : player + 2])] = model.known
    return known, own


def compiled(solver: Solver) -> Solver | None:
    """The same solver in machine code, None where there is no compiled form of it.

    Whole iterations where they are regret matching, whatever the rule; else its operators.
    """
    if isinstance(solver, SeatBySeat):
        first, second = (compiled(each) for each in solver.solvers)
        return None if first is None or second is None else SeatBySeat(first, second)
    if type(solver) is not SelfPlay or not is_known(solver.gradients):
        return None
    form = solver.gradients.form
    part = parts_of(solver.learners[0])[0]
    matched = isinstance(part, RegretMinimizer) and part.kind.matching is REGRET_MATCHING
    if not has_flat(form):
        return None
    operators = bind(form, "compiled")
    if matched:
        with suppress(NumbaError):
            return CompiledSelfPlay(solver, solver.gradients)
    if not isinstance(solver.gradients, ExactGradients):
        return None
    solver.gradients.operators = operators
    for learner, own in zip(solver.learners, operators, strict=True):
        learner.rebind(own)
    return solver
