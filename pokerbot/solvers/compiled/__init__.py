"""Self-play in machine code: whole iterations at a time, around the text of the rule.

`compiled` takes a solver and gives one that does the same. Both players' arrays stand in one, as
`Flat` has them; the learners look into it, so that averages, checkpoints and all else stay theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from os import getpid
from typing import Any, TypeGuard

import numpy as np
from numba.core.errors import NumbaError
from numpy.typing import NDArray

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile
from pokerbot.sequence.operators import bind
from pokerbot.sequence.operators.compiled.flat import (
    FREE,
    Flat,
    FlatFloor,
    FlatLines,
    flatten,
    flatten_lines,
    has_flat,
)
from pokerbot.sequence.operators.compiled.shares import Share, Stages, stages
from pokerbot.solvers.compiled.loops import (
    Arrays,
    Models,
    Part,
    Task,
    for_weights,
    iterate_compiled,
    mix_compiled,
    over_cells,
    sampled_compiled,
    share_compiled,
)
from pokerbot.solvers.compiled.sampling import Draws
from pokerbot.solvers.learner import InParts, Learner, Settings
from pokerbot.solvers.minimizer import REGRET_MATCHING, RegretMinimizer, chosen
from pokerbot.solvers.regret import RegretRule
from pokerbot.solvers.sampling import SampledGradients
from pokerbot.solvers.selfplay import (
    ExactGradients,
    Gradients,
    Plans,
    SeatBySeat,
    SelfPlay,
    Solver,
)

STORED = {"double": np.float64, "single": np.float32}
LARGE = 1 << 17
"""From so many cells of both players' arrays on, an iteration is shared out."""


class CompiledSelfPlay(SelfPlay):
    """As the solver that it is made of, whose learners' arrays it takes over."""

    def __init__(
        self,
        solver: SelfPlay,
        gradients: ExactGradients | SampledGradients,
        stored: Any = np.float64,
    ) -> None:
        super().__init__(solver.learners, solver.gradients, alternating=solver.alternating)
        self.iterations, self.ahead = solver.iterations, solver.ahead
        self.value_sum = solver.value_sum
        self.nodes_touched = solver.nodes_touched
        self.form = gradients.form
        self.flat = flat = flatten(self.form)
        _, part = places_of(solver.learners[0])[0]
        assert isinstance(part, RegretMinimizer)
        self.stored = stored
        self.rule, self.weigh = parts_compiled(part, stored)
        self.arrays = blank(flat, len(part.kind.rule.memory), stored)
        self.floor = self._floor()
        self._take_over()
        self.models, self.draws = modelled(gradients, flat), drawn(gradients, flat)
        self.met = np.zeros_like(self.arrays.plan[: len(self.models.known)])
        self.worth, self.weights = np.zeros((2, flat.hands)), np.zeros(2)
        self._prepare()

    def _prepare(self) -> None:
        """Compile what is not yet."""
        self.step(0)

    def _floor(self) -> FlatFloor:
        """What the floors leave free and ask for."""
        flat = self.flat
        floors = [part.floor for each in self.learners for _, part in places_of(each)]
        if all(floor is None for floor in floors):
            return FREE
        free = np.ones((flat.decisions[2], flat.hands))
        least = np.zeros((flat.rows[2], flat.hands))
        for player, learner in enumerate(self.learners):
            for hands, part in places_of(learner):
                if part.floor is not None:
                    free[flat.decisions_of(player), hands] = part.floor.free
                    least[flat.rows_of(player), hands] = part.floor.least
        return FlatFloor(free, least)

    def _take_over(self) -> None:
        """Copy what the learners remember, and let them look into the copy."""
        arrays = self.arrays
        cells = arrays.memory.reshape(-1, *arrays.q.shape)
        for player, learner in enumerate(self.learners):
            rows = self.flat.rows_of(player)
            for hands, part in places_of(learner):
                assert isinstance(part, RegretMinimizer)
                arrays.sigma[rows, hands], arrays.plan_sum[rows, hands] = part.sigma, part.plan_sum
                sigma = arrays.sigma[rows, hands]
                arrays.plan[rows, hands] = part.operators.realization_plan(sigma)
                part.sigma, part.plan = sigma, arrays.plan[rows, hands]
                part.plan_sum = arrays.plan_sum[rows, hands]
                for own, array in zip(part.rule_arrays(), cells, strict=True):
                    array[rows, hands] = own
                part.remember([array[rows, hands] for array in cells])
            if isinstance(learner, InParts):
                learner.plan = arrays.plan[rows]

    def step(self, count: int = 1) -> None:
        """So many iterations."""
        flat = self.flat
        self.value_sum, nodes = iterate_compiled(flat.hands, self.stored)(
            self.rule, self.weigh, self.ahead + self.iterations, count, self.alternating,
            self.value_sum, flat.decisions, flat.tree, flat.ends, self.floor, self.arrays,
            self.weights, self.worth[0], self.met, self.models, self.draws, 0, flat.hands,
        )  # fmt: skip
        self.iterations += count
        if isinstance(self.gradients, ExactGradients):
            nodes = count * sum(self.gradients.visits)
        self.nodes_touched += nodes

    def profile(self, iterate: str = "average") -> Profile:
        """As `SelfPlay`; what is handed out stays as it is, and adds up to 1 in double."""
        first, second = (sigma.astype(np.float64) for sigma in super().profile(iterate))
        if self.stored is np.float64:
            return first, second
        one, other = bind(self.form)
        return one.normalize(first), other.normalize(second)

    def plans(self, iterate: str = "average") -> Plans:
        """As `SelfPlay`; what is handed out stays as it is."""
        first, second = super().plans(iterate)
        return first.astype(np.float64), second.astype(np.float64)

    def state(self) -> dict[str, NDArray[Any]]:
        """The arrays that both learners remember, by name and player."""
        return {name: array.astype(np.float64) for name, array in super().state().items()}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from such a state."""
        super().restore(state)
        self._take_over()


class SharedSelfPlay(CompiledSelfPlay):
    """The same for large forms: an iteration's shares are done by several threads."""

    def __init__(
        self,
        solver: SelfPlay,
        gradients: ExactGradients | SampledGradients,
        stored: Any,
        threads: int,
    ) -> None:
        self.threads = threads
        super().__init__(solver, gradients, stored)

    def _prepare(self) -> None:
        exact = isinstance(self.gradients, ExactGradients)
        self._stages = [
            stages(self.flat, tree, player, self.threads, exact=exact)
            for player, tree in enumerate(self.form.trees)
        ]
        self._share = share_compiled(self.flat.hands, self.stored)
        self._begin = (mix_compiled if exact else sampled_compiled)(self.stored)

    def step(self, count: int = 1) -> None:
        """So many iterations, by the loop of `SelfPlay`."""
        SelfPlay.step(self, count)

    def _ask(self, player: int) -> Array:
        flat, arrays = self.flat, self.arrays
        rows = flat.rows_of(player)
        if isinstance(self.gradients, ExactGradients):
            self._begin(self.models, flat.decisions, flat.tree, arrays.plan, self.met)
            self.nodes_touched += self.gradients.visits[player]
        else:
            arrays.q[rows] = 0
            told = self.draws, arrays.sigma, arrays.plan, arrays.q, player
            self.nodes_touched += self._begin(*told)
        self._work(player, self._stages[player][0])
        return arrays.q[rows]

    def _learn(self, player: int, earned: Array) -> None:
        self._work(player, self._stages[player][1])
        if player == 0:
            self.value_sum += float(self.worth[0].sum())

    def _work(self, player: int, stages: Stages) -> None:
        """Do all the shares, those of a stage side by side."""
        t, flat, arrays = self.ahead + self.iterations, self.flat, self.arrays
        self.weigh.call(t, self.weigh.numbers, self.weights)
        kept, added = self.weights
        task = Task(
            self.rule, t, kept, added, flat.tree, flat.ends, self.floor, arrays,
            self.worth[player], self.met if len(self.met) else arrays.plan,
        )  # fmt: skip

        def work(share: Share) -> None:
            self._share(task, share.earn, share.up, share.down, share.low, share.high)

        for stage in stages:
            self._each(work, stage)

    def _each(self, work: Callable[[Any], None], parts: Sequence[Any]) -> None:
        """Do all the parts, side by side if there are several."""
        others = [pool(self.threads, getpid()).submit(work, part) for part in parts[1:]]
        work(parts[0])
        for other in others:
            other.result()


@cache
def pool(threads: int, process: int) -> ThreadPoolExecutor:
    """Threads of a process that wait for work; a fork of it has none of them."""
    return ThreadPoolExecutor(threads)


def places_of(learner: Learner) -> list[tuple[slice, Learner]]:
    """A learner's parts with their hands; the whole one where it has none."""
    if isinstance(learner, InParts):
        return [
            (hands, part)
            for (hands, _), part in zip(learner.operators.parts, learner.parts, strict=True)
        ]
    return [(slice(None), learner)]


def parts_compiled(minimizer: RegretMinimizer, stored: Any) -> tuple[Part, Part]:
    """Its rule and its average in machine code, with what they are set to.

    Raises:
        NumbaError: one does not compile, or the rule does not go number by number.
    """
    rule, averaging = minimizer.kind.rule, minimizer.kind.averaging
    told, weighing = (chosen(each, minimizer.settings) for each in (rule, averaging))
    update = over_cells(rule.update, tuple(told), len(rule.memory), stored)
    part = Part(update, np.array([*told.values()], dtype=float))
    check_cells(rule, told, part, stored)
    weigh = for_weights(averaging.weigh, tuple(weighing))
    return part, Part(weigh, np.array([*weighing.values()], dtype=float))


def blank(flat: Flat, memory: int, stored: Any) -> Arrays:
    """What iterations work on, with so many arrays for the rule to remember."""
    rows, decisions, hands = flat.rows[2], flat.decisions[2], flat.hands
    sigma, plan, plan_sum = np.zeros((3, rows, hands), dtype=stored)
    q, v = np.zeros((rows, hands)), np.zeros((decisions, hands))
    remembered = np.zeros((memory, rows * hands), dtype=stored)
    return Arrays(remembered, sigma, plan, plan_sum, q, v)


def check_cells(rule: RegretRule, told: Settings, loop: Part, stored: Any) -> None:
    """Raise NumbaError for a rule that does another thing to arrays than to number by number."""
    r, *arrays = np.random.default_rng(0).random((1 + len(rule.memory), 8))
    memory = np.array(arrays, dtype=stored)
    before = arrays[0] if len(arrays) == 1 else tuple(arrays)
    state, target = rule.update(before, r.copy(), 1, **told)
    loop.call(memory, r, 0, r.size, 1, loop.numbers)
    after = [*state, target] if isinstance(state, tuple) else [state, target]
    if not np.allclose(after, [*memory, r], rtol=1e-5, atol=1e-5, equal_nan=True):
        raise NumbaError(f"{rule.update!r:.60} does not go number by number")


def is_known(gradients: Gradients) -> TypeGuard[ExactGradients | SampledGradients]:
    """Whether there is a loop for where gradients come from."""
    if isinstance(gradients, SampledGradients):
        return gradients.batch is not None
    return isinstance(gradients, ExactGradients)


def drawn(gradients: ExactGradients | SampledGradients, flat: Flat) -> Draws:
    """How deals are drawn; not at all for exact gradients."""
    if isinstance(gradients, SampledGradients):
        how, lines = gradients.sampling, flatten_lines(gradients.lines, flat)
        told = gradients.batch or 0, how.opponent, how.own, gradients.exploration
        return Draws(gradients.rng, *told, lines)
    few, many = np.zeros(0, dtype=np.intp), np.zeros((0, 0), dtype=np.intp)
    lines = FlatLines(few, many, few, many, *(few,) * 6, np.zeros(0), few, few, many, few)
    return Draws(np.random.default_rng(0), 0, False, False, 0.0, lines)


def modelled(gradients: ExactGradients | SampledGradients, flat: Flat) -> Models:
    """The models that play a part; sampled gradients know none."""
    found = gradients.models if isinstance(gradients, ExactGradients) else ()
    own, known = np.ones(2), np.zeros((flat.rows[2] if any(found) else 0, flat.hands))
    for player, model in enumerate(found):
        if model:
            own[player] = model.own
            known[flat.rows_of(player)] = model.known
    return Models(known, own)


def compiled(solver: Solver, threads: int = 1, precision: str = "double") -> Solver | None:
    """The same solver in machine code, None where there is no compiled form of it.

    Whole iterations where they are regret matching, whatever the rule; else its operators.
    threads: how many may work on an iteration of a large form at the same time.
    precision: that what is remembered is stored in; `single` is for whole iterations alone.
    """
    if isinstance(solver, SeatBySeat):
        first, second = (compiled(each, threads, precision) for each in solver.solvers)
        if first is None or second is None:
            return None
        solver.solvers = first, second
        return solver
    if (
        type(solver) is not SelfPlay
        or not is_known(solver.gradients)
        or not has_flat(solver.gradients.form)
    ):
        return None
    gradients = solver.gradients
    operators = bind(gradients.form, "compiled")
    with suppress(NumbaError):
        return _whole(solver, gradients, threads, STORED[precision])
    if precision == "single" or not isinstance(gradients, ExactGradients):
        return None
    gradients.operators = operators
    for learner, own in zip(solver.learners, operators, strict=True):
        learner.rebind(own)
    return solver


def _whole(
    solver: SelfPlay, gradients: ExactGradients | SampledGradients, threads: int, stored: Any
) -> CompiledSelfPlay:
    """Whole iterations in machine code.

    Raises:
        NumbaError: they are not regret matching, or the rule does not compile, number by number.
    """
    _, part = places_of(solver.learners[0])[0]
    if not isinstance(part, RegretMinimizer) or part.kind.matching is not REGRET_MATCHING:
        raise NumbaError(f"{type(part).__name__} has no loop")
    if sum(tree.rows * tree.hands for tree in gradients.form.trees) >= LARGE:
        return SharedSelfPlay(solver, gradients, stored, threads)
    return CompiledSelfPlay(solver, gradients, stored)
