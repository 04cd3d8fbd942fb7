"""Self-play in machine code: whole iterations at a time, around the text of the rule.

`compiled` takes a solver and gives one that does the same. The learners look into its arrays, so
that averages, checkpoints and all else stay theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from os import getpid
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile
from pokerbot.sequence.form import Tree
from pokerbot.sequence.operators import bind
from pokerbot.sequence.operators.compiled.flat import (
    FREE,
    FlatFloor,
    flatten_endings,
    flatten_lines,
    flatten_tree,
)
from pokerbot.sequence.operators.compiled.shares import Share, Stages, stages
from pokerbot.solvers.compiled.loops import (
    Arrays,
    FlatModel,
    NoLoop,
    Part,
    Seat,
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
from pokerbot.solvers.minimizer import REGRET_MATCHING, Averaging, RegretMinimizer, chosen
from pokerbot.solvers.regret import RegretRule
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

STORED = {"double": np.float64, "single": np.float32}
LARGE = 1 << 17
"""From so many cells of both players' arrays on, an iteration is shared out."""
TRIED = (*range(1, 65), *(10**power for power in range(2, 10)))
"""The iterations at which rules and averages are held to what they do in NumPy."""


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
        self.form, self.stored, self.weights = gradients.form, stored, np.zeros(2)
        memory = len(self.renew().kind.rule.memory)
        models = gradients.models if isinstance(gradients, ExactGradients) else (None, None)
        first, second = (
            seat_of(tree, learner, model, memory, stored)
            for tree, learner, model in zip(self.form.trees, self.learners, models, strict=True)
        )
        self.seats = first, second
        self._take_over()
        self.draws = drawn(gradients, 0), drawn(gradients, 1)
        self._prepare()

    def renew(self) -> RegretMinimizer:
        """Take rule and average with what they read from outside as it is now; a learner's part.

        Raises:
            NoLoop, InputError: as `parts_compiled`.
        """
        _, part = places_of(self.learners[0])[0]
        assert isinstance(part, RegretMinimizer)
        self.rule, self.weigh = parts_compiled(part, self.stored)
        return part

    def _prepare(self) -> None:
        """Compile what is not yet."""
        one, two = (tree.hands for tree in self.form.trees)
        in_order = self.seats[0].ends.sorted is not None
        sampled = isinstance(self.gradients, SampledGradients)
        self._iterations = iterate_compiled(one, two, in_order, self.stored, sampled=sampled)

    def _take_over(self) -> None:
        """Copy what the learners remember, and let them look into the copy."""
        for seat, learner in zip(self.seats, self.learners, strict=True):
            arrays = seat.arrays
            cells = arrays.memory.reshape(-1, *arrays.q.shape)
            for hands, part in places_of(learner):
                assert isinstance(part, RegretMinimizer)
                arrays.sigma[:, hands], arrays.plan_sum[:, hands] = part.sigma, part.plan_sum
                sigma = arrays.sigma[:, hands]
                arrays.plan[:, hands] = part.operators.realization_plan(sigma)
                part.sigma, part.plan = sigma, arrays.plan[:, hands]
                part.plan_sum = arrays.plan_sum[:, hands]
                for own, array in zip(part.rule_arrays(), cells, strict=True):
                    array[:, hands] = own
                part.remember([array[:, hands] for array in cells])
            if isinstance(learner, InParts):
                learner.plan = arrays.plan

    def step(self, count: int = 1) -> None:
        """So many iterations."""
        hands, others = (tree.hands for tree in self.form.trees)
        self.value_sum, nodes = self._iterations(
            self.rule, self.weigh, self.ahead + self.iterations, count, self.alternating,
            self.value_sum, self.weights, *self.seats, *self.draws, 0, hands, 0, others,
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
        self._stages = [stages(tree, self.threads, exact=exact) for tree in self.form.trees]
        one, two = (tree.hands for tree in self.form.trees)
        self._share = [
            share_compiled(*hands, self.seats[0].ends.sorted is not None, self.stored)
            for hands in ((one, two), (two, one))
        ]
        self._begin = (mix_compiled if exact else sampled_compiled)(self.stored)

    def step(self, count: int = 1) -> None:
        """So many iterations, by the loop of `SelfPlay`."""
        SelfPlay.step(self, count)

    def _ask(self, player: int) -> Array:
        own, other = self.seats[player].arrays, self.seats[1 - player]
        if isinstance(self.gradients, ExactGradients):
            self._begin(other.model, other.arrays.plan)
            self.nodes_touched += self.gradients.visits[player]
        else:
            own.q[:] = 0
            told = self.draws[player], own.sigma, other.arrays.sigma, other.arrays.plan, own.q
            self.nodes_touched += self._begin(*told)
        self._work(player, self._stages[player][0])
        return own.q

    def _learn(self, player: int, earned: Array) -> None:
        self._work(player, self._stages[player][1])
        if player == 0:
            self.value_sum += float(self.seats[0].worth.sum())

    def _work(self, player: int, stages: Stages) -> None:
        """Do all the shares, those of a stage side by side."""
        t, other = self.ahead + self.iterations, self.seats[1 - player]
        self.weigh.call(t, self.weigh.numbers, self.weights)
        met = other.model.met if len(other.model.known) else other.arrays.plan
        kept, added = self.weights
        task = Task(self.rule, t, kept, added, self.seats[player], met)

        def work(share: Share) -> None:
            spans = share.earn, share.up, share.down, share.low, share.high
            self._share[player](task, *spans, met.shape[1])

        for stage in stages:
            self._each(work, stage)

    def _each(self, work: Callable[[Any], None], parts: Sequence[Any]) -> None:
        """Do all the parts; each thread takes on the next one where it is done."""
        left = iter(parts)

        def all_left() -> None:
            for part in left:
                work(part)

        helping = min(self.threads, len(parts)) - 1
        others = [pool(self.threads, getpid()).submit(all_left) for _ in range(helping)]
        all_left()
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
        NoLoop: one is no function, or does another thing there.
        InputError: one does not compile.
    """
    rule, averaging = minimizer.kind.rule, minimizer.kind.averaging
    told, weighing = (chosen(each, minimizer.settings) for each in (rule, averaging))
    update = over_cells(rule.update, tuple(told), len(rule.memory), stored)
    part = Part(update, np.array([*told.values()], dtype=float))
    weigh = for_weights(averaging.weigh, tuple(weighing))
    weight = Part(weigh, np.array([*weighing.values()], dtype=float))
    check_cells(rule, told, part, stored)
    check_weights(averaging, weighing, weight)
    return part, weight


def seat_of(tree: Tree, learner: Learner, model: Model | None, memory: int, stored: Any) -> Seat:
    """A player's part, with so many arrays for the rule to remember."""
    sigma, plan, plan_sum, q = np.zeros((4, *tree.shape), dtype=stored)
    v = np.zeros((len(tree.actions), tree.hands), dtype=stored)
    remembered = np.zeros((memory, q.size), dtype=stored)
    free = FlatModel(np.zeros((0, tree.hands)), 1.0, plan[:0])
    return Seat(
        flatten_tree(tree),
        flatten_endings(tree),
        floor_of(learner, q.shape, v.shape),
        FlatModel(model.known, model.own, np.zeros_like(plan)) if model else free,
        Arrays(remembered, sigma, plan, plan_sum, q, v),
        np.zeros(tree.hands),
    )


def floor_of(learner: Learner, rows: tuple[int, ...], decisions: tuple[int, ...]) -> FlatFloor:
    """What a player's floor leaves free and asks for."""
    parts = [(hands, part.floor) for hands, part in places_of(learner) if part.floor is not None]
    if not parts:
        return FREE
    found = FlatFloor(np.ones(decisions), np.zeros(rows))
    for hands, floor in parts:
        found.free[:, hands], found.least[:, hands] = floor.free, floor.least
    return found


def check_cells(rule: RegretRule, told: Settings, loop: Part, stored: Any) -> None:
    """Raise NoLoop for a rule that does another thing to arrays than to number by number."""
    r, *arrays = np.random.default_rng(0).uniform(-1, 1, (1 + len(rule.memory), 8))
    before = arrays[0] if len(arrays) == 1 else tuple(arrays)

    def in_numpy(t: int) -> list[Any]:
        state, target = rule.update(before, r.copy(), t, **told)
        return [*state, target] if isinstance(state, tuple) else [state, target]

    def in_the_loop(t: int) -> list[Any]:
        memory, target = np.array(arrays, dtype=stored), r.astype(stored)
        loop.call(memory, target, 0, r.size, t, loop.numbers)
        return [*memory, target]

    check_same(rule.update, in_numpy, in_the_loop, 1e-5)


def check_weights(averaging: Averaging, told: Settings, loop: Part) -> None:
    """Raise NoLoop for weights that are others in machine code, as whole numbers too large are."""

    def in_the_loop(t: int) -> Array:
        both = np.zeros(2)
        loop.call(t, loop.numbers, both)
        return both

    check_same(averaging.weigh, lambda t: averaging.weigh(t, **told), in_the_loop, 1e-9)


def check_same(
    part: Any, one: Callable[[int], Any], other: Callable[[int], Any], within: float
) -> None:
    """Raise NoLoop where two differ at one of the iterations tried, or the first one fails there.

    What fails in Python is not tried in machine code, which would read beyond an array's end.
    """
    try:
        with np.errstate(all="ignore"):
            told = np.array([one(t) for t in TRIED], dtype=float)
    except Exception as error:
        raise NoLoop(f"{part!r:.60} fails: {error}") from None
    found = np.array([other(t) for t in TRIED], dtype=float)
    if told.shape != found.shape or not np.allclose(told, found, within, within, equal_nan=True):
        raise NoLoop(f"{part!r:.60} is another in machine code")


def is_known(gradients: Gradients) -> TypeGuard[ExactGradients | SampledGradients]:
    """Whether there is a loop for where gradients come from."""
    if isinstance(gradients, SampledGradients):
        return gradients.batch is not None and not gradients.lines.rules.deck.told_apart
    return isinstance(gradients, ExactGradients)


def drawn(gradients: ExactGradients | SampledGradients, player: int) -> Draws | None:
    """How deals are drawn for a player; not at all for exact gradients."""
    if isinstance(gradients, ExactGradients):
        return None
    how, lines = gradients.sampling, flatten_lines(gradients.lines, player)
    told = gradients.batch or 0, how.opponent, how.own, gradients.exploration
    return Draws(gradients.rng, *told, player, lines)


def has_machine_code(solver: Solver) -> bool:
    """Whether there is machine code for its operators at least."""
    if isinstance(solver, SeatBySeat):
        return all(map(has_machine_code, solver.solvers))
    return type(solver) is SelfPlay and is_known(solver.gradients)


def compiled(solver: Solver, threads: int = 1, precision: str = "double") -> Solver | None:
    """The same solver in machine code, None where there is no compiled form of it.

    Whole iterations where they are regret matching, whatever the rule; else its operators.
    threads: how many may work on an iteration of a large form at the same time.
    precision: that what is remembered is stored in; `single` is for whole iterations alone.

    Raises:
        InputError: numba does not compile the rule or the average.
    """
    if isinstance(solver, SeatBySeat):
        first, second = (compiled(each, threads, precision) for each in solver.solvers)
        if first is None or second is None:
            return None
        solver.solvers = first, second
        return solver
    if not has_machine_code(solver):
        return None
    assert isinstance(solver, SelfPlay)
    gradients = solver.gradients
    assert is_known(gradients)
    try:
        return _whole(solver, gradients, threads, STORED[precision])
    except NoLoop:
        pass
    if precision == "single" or not isinstance(gradients, ExactGradients):
        return None
    operators = bind(gradients.form, "compiled")
    gradients.operators = operators
    for learner, own in zip(solver.learners, operators, strict=True):
        learner.rebind(own)
    return solver


def renew(solver: Solver) -> None:
    """Have machine code read again what its functions read from outside, such as globals.

    Raises:
        InputError: it cannot go on with that.
    """
    for each in solver.solvers if isinstance(solver, SeatBySeat) else (solver,):
        if isinstance(each, CompiledSelfPlay):
            try:
                each.renew()
            except NoLoop as error:
                raise InputError(f"machine code cannot go on: {error}") from None


def has_loop(part: RegretMinimizer) -> bool:
    """Whether it goes cell by cell, as `learn` does."""
    cells = part.kind.matching is REGRET_MATCHING and not part.kind.rule.by_decision
    return cells and type(part) is RegretMinimizer


def _whole(
    solver: SelfPlay, gradients: ExactGradients | SampledGradients, threads: int, stored: Any
) -> CompiledSelfPlay:
    """Whole iterations in machine code.

    Raises:
        NoLoop: they are not regret matching, or the rule does not go number by number.
        InputError: the rule or the average does not compile.
    """
    _, part = places_of(solver.learners[0])[0]
    if not isinstance(part, RegretMinimizer) or not has_loop(part):
        raise NoLoop(f"{type(part).__name__} has no loop")
    if sum(tree.rows * tree.hands for tree in gradients.form.trees) >= LARGE:
        return SharedSelfPlay(solver, gradients, stored, threads)
    return CompiledSelfPlay(solver, gradients, stored)
