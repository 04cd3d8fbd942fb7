"""Self-play in machine code: whole iterations are compiled, together with the rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import partial
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from pokerbot.io.machine_code import compile_side_by_side
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile
from pokerbot.sequence.form import Form, Tree
from pokerbot.sequence.operators import bind
from pokerbot.sequence.operators.compiled.flat import (
    NO_FLOOR,
    FlatFloor,
    flatten_endings,
    flatten_tree,
)
from pokerbot.sequence.operators.compiled.kinds import compiled_for, hand_index_types
from pokerbot.sequence.operators.compiled.sampled import flatten_deals
from pokerbot.sequence.operators.compiled.shares import Share, Stages, stages
from pokerbot.sequence.operators.compiled.terminals import gradient
from pokerbot.sequence.operators.compiled.threads import share_out
from pokerbot.sequence.sampled import SampledDeals
from pokerbot.solvers.compilable import is_plain
from pokerbot.solvers.compiled.loops import (
    Arrays,
    FlatOpponent,
    Seat,
    ShareWork,
    iterate,
    mix,
    share_compiled,
    share_of,
)
from pokerbot.solvers.compiled.natives import Native, NoLoop, natives_of
from pokerbot.solvers.compiled.sampling import DealSampler, sampled_gradient
from pokerbot.solvers.learner import Learner
from pokerbot.solvers.minimizer import RegretMinimizer
from pokerbot.solvers.sampling import SampledGradients
from pokerbot.solvers.selfplay import ExactGradients, FixedOpponent, Plans, SelfPlay

STORED = {"double": np.float64, "single": np.float32, "half": np.float32}


class CompiledSelfPlay(SelfPlay):
    """Does the same as the solver that it is made from, whose learners' arrays it takes over.

    Raises:
        NoLoop: its iterations are not regret matching, or the rule does not work number by number.
        InputError: the rule or the average does not compile.
    """

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
        self.visits, self.draws = gradients.visits, (drawn(gradients, 0), drawn(gradients, 1))
        self.exact, (_, self.minimizer) = self.draws[0] is None, minimizers(self.learners[0])[0]
        self.renew()
        memory = len(self.minimizer.kind.rule.memory)
        first, second = (
            seat_of(tree, floor_of(learner, tree), model, memory, stored)
            for tree, learner, model in zip(
                self.form.trees, self.learners, gradients.models, strict=True
            )
        )
        self.seats = first, second
        self._take_over()
        self._prepare()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """A copy whose learners use its seats' arrays, as they do here."""
        memo[id(self)] = made = object.__new__(type(self))
        vars(made).update(deepcopy(vars(self), memo))
        made._take_over()
        return made

    def renew(self) -> None:
        """Compile rule and average with the present values of their globals.

        Raises:
            NoLoop, InputError: as for the class.
        """
        self.rule, self.weigh = natives_of(self.minimizer, self.stored)

    def _prepare(self) -> None:
        """Compile what has not been compiled yet."""
        told = self.rule, self.weigh, 0, 0, True, 0.0, self.weights, *self.seats, *self.draws
        hands = [kind for tree in self.form.trees for kind in hand_index_types(tree.hands)]
        wanted = partial(compiled_for, iterate, *told, *hands)
        compile_side_by_side([(iterate, wanted), (gradient, partial(bind, self.form, "compiled"))])
        self._iterations = wanted()

    def _take_over(self) -> None:
        """Copy the learners' arrays into the seats', and make the learners use the copies."""
        for seat, learner in zip(self.seats, self.learners, strict=True):
            arrays = seat.arrays
            cells = arrays.memory.reshape(-1, *arrays.q.shape)
            for hands, each in minimizers(learner):
                arrays.sigma[:, hands], arrays.plan_sum[:, hands] = each.sigma, each.plan_sum
                each.sigma, each.plan_sum = arrays.sigma[:, hands], arrays.plan_sum[:, hands]
                arrays.plan[:, hands] = each.operators.realization_plan(each.sigma)
                each.plan = arrays.plan[:, hands]
                for own, array in zip(each.rule_arrays(), cells, strict=True):
                    array[:, hands] = own
                each.remember([array[:, hands] for array in cells])
            learner.plan = arrays.plan

    def step(self, count: int = 1) -> None:
        """Do `count` iterations."""
        hands, others = (tree.hands for tree in self.form.trees)
        self.value_sum, nodes = self._iterations(
            self.rule, self.weigh, self.ahead + self.iterations, count, self.alternating,
            self.value_sum, self.weights, *self.seats, *self.draws, 0, hands, 0, others,
        )  # fmt: skip
        self.iterations += count
        self.nodes_touched += nodes + count * sum(self.visits)

    def profile(self, iterate: str = "average") -> Profile:
        """As `SelfPlay`; iterations do not change it, and in double precision it sums to 1."""
        first, second = (self._handed_out(sigma) for sigma in super().profile(iterate))
        if self.stored is np.float64:
            return first, second
        one, other = bind(self.form)
        return one.normalize(first), other.normalize(second)

    def plans(self, iterate: str = "average") -> Plans:
        """As `SelfPlay`; later iterations do not change these arrays."""
        first, second = super().plans(iterate)
        return self._handed_out(first), self._handed_out(second)

    def lent_plans(self, iterate: str = "average") -> Plans:
        """As `SelfPlay`: the average is put into `q`, which the next iteration overwrites."""
        if iterate != "average" or not all(seat.arrays.plan_sum[0, 0] for seat in self.seats):
            return self.plans(iterate)
        for seat in self.seats:
            np.divide(seat.arrays.plan_sum, seat.arrays.plan_sum[:1], out=seat.arrays.q)
        first, second = (self._handed_out(seat.arrays.q) for seat in self.seats)
        return first, second

    def _handed_out(self, array: Array) -> Array:
        """The array in double precision, copied if iterations work on it."""
        played = [each for seat in self.seats for each in (seat.arrays.sigma, seat.arrays.plan)]
        copy = any(np.may_share_memory(array, each) for each in played)
        return array.astype(np.float64, copy=copy)

    def state(self) -> dict[str, NDArray[Any]]:
        """As `SelfPlay`, in double precision."""
        return {name: array.astype(np.float64) for name, array in super().state().items()}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from a `state`."""
        super().restore(state)
        self._take_over()


class SharedSelfPlay(CompiledSelfPlay):
    """`CompiledSelfPlay` for large forms: several threads share the work of an iteration."""

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
        self._stages = [stages(tree, self.threads, exact=self.exact) for tree in self.form.trees]
        self._share = shares_of(self.form, self.rule, self.seats)
        begins = mix if self.exact else sampled_gradient
        self._begin = compiled_for(begins, *self._told_first(0))

    def _told_first(self, player: int) -> tuple[Any, ...]:
        """What the first step of a player's part of an iteration takes: to mix, or to sample."""
        own, other = self.seats[player].arrays, self.seats[1 - player]
        if self.exact:
            return other.model, other.arrays.plan
        return self.draws[player], own.sigma, other.arrays.sigma, other.arrays.plan, own.q

    def step(self, count: int = 1) -> None:
        """Do `count` iterations, by the loop of `SelfPlay`."""
        SelfPlay.step(self, count)

    def _ask(self, player: int) -> Array:
        q = self.seats[player].arrays.q
        self.nodes_touched += self.visits[player]
        if not self.exact:
            q[:] = 0
        self.nodes_touched += self._begin(*self._told_first(player)) or 0
        self._work(player, self._stages[player][0])
        return q

    def _learn(self, player: int, earned: Array) -> None:
        self._work(player, self._stages[player][1])
        if player == 0:
            self.value_sum += float(self.seats[0].worth.sum())

    def _work(self, player: int, stages: Stages) -> None:
        """Do the stages one after the other; the shares of a stage are done side by side."""
        t, other = self.ahead + self.iterations, self.seats[1 - player]
        self.weigh.call(t, self.weigh.numbers, self.weights)
        met = other.model.met if len(other.model.known) else other.arrays.plan
        kept, added = self.weights
        task = ShareWork(self.rule, t, kept, added, self.seats[player], met)

        def work(share: Share) -> None:
            spans = share.earn, share.up, share.down, share.low, share.high
            self._share[player](task, *spans, met.shape[1])

        for stage in stages:
            share_out(work, stage, self.threads)


def shares_of(
    form: Form, rule: Native, seats: tuple[Seat, Seat], *besides: tuple[Any, Callable[[], object]]
) -> list[Callable[..., None]]:
    """For each player what does a share of an iteration, in machine code.

    The operators are compiled at the same time, and what there is `besides`, given as to
    `compile_side_by_side`.
    """
    tasks = [
        ShareWork(rule, 0, 0.0, 0.0, own, other.arrays.plan) for own, other in (seats, seats[::-1])
    ]
    share = share_of(form.trees[0].hands), partial(share_compiled, tasks[0])
    compile_side_by_side([share, *besides, (gradient, partial(bind, form, "compiled"))])
    return [*map(share_compiled, tasks)]


def minimizers(learner: Learner) -> list[tuple[slice, RegretMinimizer]]:
    """A learner's blocks of hands and their learners, all of which do plain regret matching.

    Raises:
        NoLoop: one of them does something else.
    """
    found = []
    for hands, each in learner.blocks:
        if not is_plain(each):
            raise NoLoop(f"{type(each).__name__} has no loop")
        found.append((hands, each))
    return found


def seat_of(
    tree: Tree, floor: FlatFloor, model: FixedOpponent | None, memory: int, stored: Any
) -> Seat:
    """A player's `Seat`, where the rule remembers `memory` arrays of the type `stored`."""
    sigma, plan, plan_sum, q = np.zeros((4, *tree.shape), dtype=stored)
    v = np.zeros((len(tree.actions), tree.hands), dtype=stored)
    remembered = np.zeros((memory, q.size), dtype=stored)
    free = FlatOpponent(np.zeros((0, tree.hands)), 1.0, plan[:0])
    return Seat(
        flatten_tree(tree),
        flatten_endings(tree),
        floor,
        FlatOpponent(model.known, float(model.own), np.zeros_like(plan)) if model else free,
        Arrays(remembered, sigma, plan, plan_sum, q, v),
        np.zeros(tree.hands),
    )


def floor_of(learner: Learner, tree: Tree) -> FlatFloor:
    """A player's floor as arrays, from the floors of all blocks of hands."""
    parts = [(hands, part.floor) for hands, part in learner.blocks if part.floor is not None]
    if not parts:
        return NO_FLOOR
    found = FlatFloor(np.ones((len(tree.actions), tree.hands)), np.zeros(tree.shape))
    for hands, floor in parts:
        found.free[:, hands], found.least[:, hands] = floor.free, floor.least
    return found


def drawn(gradients: ExactGradients | SampledGradients, player: int) -> DealSampler | None:
    """How deals are drawn for a player's gradients; None if these are exact."""
    if isinstance(gradients, ExactGradients):
        return None
    how, game = gradients.sampling, gradients.sampled
    assert isinstance(game, SampledDeals)
    deals = flatten_deals(game, player)
    told = gradients.batch or 0, how.opponent, how.own, float(gradients.exploration)
    return DealSampler(gradients.rng, *told, player, deals)
