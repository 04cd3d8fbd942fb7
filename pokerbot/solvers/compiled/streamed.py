"""Self-play on large forms with many boards, where the last street is walked board by board.

For the whole form only regrets and average are kept. Strategies, plans and values on the last
street are computed anew for one board at a time, so that they stay in the processor's cache.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.behaviour import Profile, realization_plans
from pokerbot.sequence.cut import Cut, LeafProfile, cut_last_street, joined, played, some_leaves
from pokerbot.sequence.operators import bind
from pokerbot.sequence.operators.compiled.flat import even_floor
from pokerbot.sequence.operators.compiled.responses import (
    add_up_compiled,
    compile_responses,
    leaves_of,
    respond_compiled,
    respond_on,
)
from pokerbot.sequence.operators.compiled.shares import even_rows
from pokerbot.sequence.operators.compiled.threads import share_out
from pokerbot.sequence.operators.compiled.waves import by_wave
from pokerbot.solvers.compilable import is_plain
from pokerbot.solvers.compiled.kept import SIGNED, UNSIGNED, Stored, seed
from pokerbot.solvers.compiled.leaves import (
    KeptLeaves,
    LeafWork,
    learn_leaves,
    learn_leaves_compiled,
)
from pokerbot.solvers.compiled.loops import ShareWork
from pokerbot.solvers.compiled.natives import matches_regrets, natives_of
from pokerbot.solvers.compiled.selfplay import minimizers, seat_of, shares_of
from pokerbot.solvers.selfplay import ExactGradients, KeepsLeaves, Plans, SelfPlay

FEWEST = 16
"""With fewer boards than this all arrays are kept: a single board is too large for the cache."""
PIECES = 16
"""The number of pieces into which the trunk's rows are divided to compute their gradient."""


def streamable(solver: SelfPlay) -> Cut | None:
    """The solver's form, cut before the last street; None if it cannot be walked board by board.

    It can if gradients are exact, updates alternate, floors are the same for all actions of both
    players, and the strategies can be computed from the regrets alone.
    """
    gradients = solver.gradients
    if not isinstance(gradients, ExactGradients) or any(gradients.models):
        return None
    if not solver.alternating:
        return None
    begins = solver.iterations == solver.ahead == 0
    for own in solver.learners:
        if not (is_plain(own) and matches_regrets(own)):
            return None
        if (own.floor and not own.floor.is_even) or (begins and not is_uniform(own.sigma)):
            return None
    if len({own.floor and own.floor.scale for own in solver.learners}) > 1:
        return None
    cut = cut_last_street(gradients.form)
    return cut if cut and len(cut.leaves[0].entries) >= FEWEST else None


class StreamedSelfPlay(SelfPlay, KeepsLeaves):
    """Does the same as the solver that it is made from, on a form that is cut.

    seats: both players' arrays of the trunk, all of which are kept
    kept: the numbers of both players that are kept of the leaves, in 16 bits if `packed`
    epsilon: the least probability of every action, the same for both players; 0 if play is free

    Raises:
        NoLoop, InputError: as `CompiledSelfPlay`.
    """

    def __init__(
        self,
        solver: SelfPlay,
        visits: tuple[int, int],
        cut: Cut,
        stored: Any,
        threads: int,
        *,
        packed: bool = False,
    ) -> None:
        super().__init__(solver.learners, solver.gradients, alternating=True)
        self.iterations, self.ahead = solver.iterations, solver.ahead
        self.value_sum, self.nodes_touched = solver.value_sum, solver.nodes_touched
        self.cut, self.stored, self.threads, self.weights = cut, stored, threads, np.zeros(2)
        self.visits, self.leaves = visits, leaves_of(cut)
        self.minimizers = [minimizers(learner)[0][1] for learner in self.learners]
        floor = self.minimizers[0].floor
        self.epsilon = floor.scale if floor else 0.0
        self.renew()
        memory = len(self.minimizers[0].kind.rule.memory)
        first, second = (
            seat_of(tree, even_floor(tree, self.epsilon), None, memory, stored)
            for tree in cut.trunk.trees
        )
        self.seats = first, second
        signed, unsigned = (SIGNED, UNSIGNED) if packed else (None, None)
        shapes = [(*each.rows.shape, each.tree.hands) for each in cut.leaves]
        self.kept = [
            KeptLeaves(
                Stored.zeros((n, memory, rows, hands), stored, signed),
                Stored.zeros((n, 1, rows, hands), stored, unsigned),
            )
            for n, rows, hands in shapes
        ]
        self._take_over()
        self._compile()

    def renew(self) -> None:
        """Compile rule and average with the present values of their globals.

        Raises:
            NoLoop, InputError: as for the class.
        """
        self.rule, self.weigh = natives_of(self.minimizers[0], self.stored)

    def _compile(self) -> None:
        """Compile iterations and best responses now, before there are threads."""
        work, leaves = self._leaf_work(0, 1), self.leaves[0]
        self._share = shares_of(
            self.cut.trunk,
            self.rule,
            self.seats,
            (learn_leaves, partial(learn_leaves_compiled, work)),
            (respond_on, partial(respond_compiled, leaves)),
        )
        self._learn_leaves = learn_leaves_compiled(work)
        self._add_up = add_up_compiled(leaves, self.stored)
        compile_responses(self.cut)
        self._rows = [
            [np.array([each]) for each in even_rows(tree, PIECES)] for tree in self.cut.trunk.trees
        ]

    def _take_over(self) -> None:
        """Copy the learners' arrays; before the first iteration there is only the strategy."""
        begins = self.iterations == self.ahead == 0
        for player, (each, seat) in enumerate(zip(self.minimizers, self.seats, strict=True)):
            rows, kept = self.cut.rows[player], self.kept[player]
            seat.arrays.sigma[:] = each.sigma[rows]
            seat.arrays.plan[0] = 1
            operators = bind(self.cut.trunk)[player]
            seat.arrays.plan[:] = operators.realization_plan(seat.arrays.sigma)
            if begins:
                continue
            seat.arrays.plan_sum[:] = each.plan_sum[rows]
            self._put(player, kept.plan_sum, 0, each.plan_sum)
            cells = seat.arrays.memory.reshape(-1, *seat.arrays.q.shape)
            for at, array in enumerate(each.rule_arrays()):
                cells[at] = array[rows]
                self._put(player, kept.memory, at, array)

    def _put(self, player: int, stored: Stored, array: int, whole: Array) -> None:
        """Store the leaves' part of an array [rows, hands] of the whole form."""
        leaves = self.cut.leaves[player]
        for here in some_leaves(leaves):
            stored.put(here, array, whole[leaves.rows[here]])

    def step(self, count: int = 1) -> None:
        """Do `count` iterations."""
        assert not self.finished
        for _ in range(count):
            self.iterations += 1
            t = self.ahead + self.iterations
            self.weigh.call(t, self.weigh.numbers, self.weights)
            for player in (0, 1):
                self._learn_from(player, t)
                self.nodes_touched += self.visits[player]
            self.value_sum += float(self.seats[0].worth.sum())

    def _learn_from(self, player: int, t: int) -> None:
        """A player's part of an iteration."""
        seat, plan = self.seats[player], self.seats[1 - player].arrays.plan
        kept, added = self.weights
        trunk = ShareWork(self.rule, t, kept, added, seat, plan)
        hands, none = seat.arrays.q.shape[1], np.zeros((0, 2), dtype=np.intp)
        share = self._share[player]

        def earn(rows: Index) -> None:
            share(trunk, rows, none, none, 0, hands, plan.shape[1])

        share_out(earn, self._rows[player], self.threads)
        self._through_leaves(player, t)
        every = np.array([[0, len(seat.arrays.v)]])
        share(trunk, none, every, every, 0, hands, plan.shape[1])

    def _leaf_work(self, player: int, t: int) -> LeafWork:
        """A player's part of iteration t on the leaves."""
        leaves, kept, weights = self.leaves, self.kept, self.weights
        own, other = (self.seats[seat].arrays.plan for seat in (player, 1 - player))
        return LeafWork(
            self.rule, t, weights[0], weights[1], leaves[player], leaves[1 - player],
            self.epsilon, kept[player], kept[1 - player], own, other,
            len(self.minimizers[0].kind.rule.memory), np.uint64(seed(t, player)),
        )  # fmt: skip

    def _through_leaves(self, player: int, t: int) -> None:
        q, leaves = self.seats[player].arrays.q, self.leaves[player]
        learn = partial(self._learn_leaves, self._leaf_work(player, t))
        add_up = partial(self._add_up, leaves)
        by_wave(learn, add_up, self.cut, q, leaves.roots, self.threads)

    def leaf_profile(self, iterate: str = "average") -> LeafProfile:
        """As `KeepsLeaves`."""
        last = self._is_last(iterate)
        first, second = (LeafWeights(self, player, last=last) for player in (0, 1))
        trunk = [
            operators.normalize((seat.arrays.sigma if last else seat.arrays.plan_sum).astype(float))
            for operators, seat in zip(bind(self.cut.trunk), self.seats, strict=True)
        ]
        return LeafProfile(self.cut, (trunk[0], trunk[1]), (first, second))

    def _is_last(self, iterate: str) -> bool:
        """Whether the current strategy is asked for, or there is no average yet to give instead."""
        return iterate == "last" or not self.seats[0].arrays.plan_sum[0, 0]

    def release(self, iterate: str = "average") -> None:
        """As `KeepsLeaves`: one array is left for each player."""
        self.finished, last = True, self._is_last(iterate)
        for player, each in enumerate(self.kept):
            memory, plan_sum = each
            left = (memory, plan_sum.dropped()) if last else (memory.dropped(), plan_sum)
            self.kept[player] = KeptLeaves(*left)

    def forget(self, player: int) -> None:
        """As `KeepsLeaves`."""
        assert self.finished
        self.kept[player] = KeptLeaves(*(each.dropped() for each in self.kept[player]))

    def profile(self, iterate: str = "average") -> Profile:
        """As `SelfPlay`."""
        return joined(self.leaf_profile(iterate))

    def plans(self, iterate: str = "average") -> Plans:
        """As `SelfPlay`."""
        return realization_plans(self.cut.form, self.profile(iterate))

    def state(self) -> dict[str, NDArray[Any]]:
        """As `SelfPlay`: whole arrays, also of what is kept leaf by leaf."""
        found, last = {}, self.profile("last")
        for player, (each, seat) in enumerate(zip(self.minimizers, self.seats, strict=True)):
            kept, arrays = self.kept[player], seat.arrays
            cells = arrays.memory.reshape(-1, *arrays.q.shape)
            for at, name in enumerate(each.kind.rule.memory):
                found[f"{name}{player + 1}"] = self._whole(player, cells[at], kept.memory, at)
            found[f"plan_sum{player + 1}"] = self._whole(player, arrays.plan_sum, kept.plan_sum, 0)
            found[f"sigma{player + 1}"] = last[player]
            last[player][self.cut.rows[player]] = arrays.sigma
        return found

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from a `state`."""
        super().restore(state)
        self._take_over()

    def _whole(self, player: int, trunk: Array, stored: Stored, array: int) -> Array:
        """[rows, hands] an array of the whole form, joined from the trunk's and the leaves'."""
        whole, leaves = np.empty(self.cut.form.trees[player].shape), self.cut.leaves[player]
        whole[self.cut.rows[player]] = trunk
        for here in some_leaves(leaves):
            whole[leaves.rows[here]] = stored.some(here, array)
        return whole


class LeafWeights:
    """A player's strategy on the leaves, not normalized; implements `sequence.cut.Weights`.

    last: whether it is the current one; otherwise it is the average
    """

    def __init__(self, solver: StreamedSelfPlay, player: int, *, last: bool) -> None:
        self._solver, self._player, self._last = solver, player, last

    def __getitem__(self, leaves: slice) -> NDArray[Any]:
        """The weights on some leaves."""
        solver, player = self._solver, self._player
        kept, epsilon = solver.kept[player], solver.epsilon
        weights = (kept.memory if self._last else kept.plan_sum).some(leaves, 0)
        if not epsilon:
            return weights
        own = solver.cut.leaves[player]
        if not self._last:  # what is above the floor: in 16 bits an average may fall short of it
            weights = played(own, weights) - epsilon
        return played(own, weights, epsilon)


def is_uniform(sigma: Array) -> bool:
    """Whether a strategy is the same for all hands, as that of `uniform` is."""
    return all((row == row[0]).all() for row in sigma)
