"""Self-play in machine code: whole iterations at a time, around the text of the rule.

`compiled` takes a solver and gives one that does the same. Both players' arrays stand in one, as
`Flat` has them; the learners look into it, so that averages, checkpoints and all else stay theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeGuard

import numpy as np
from llvmlite import ir
from numba import njit, typeof, types
from numba.core.errors import NumbaError
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from pokerbot.io.machine_code import compiled as machine_code
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.behaviour import Profile
from pokerbot.sequence.operators.compiled import (
    FEW,
    Flat,
    backup,
    deal,
    flatten,
    flatten_lines,
    floored,
    free_values,
    gradient,
    has_flat,
    line,
    normalize,
    realization_plan,
)
from pokerbot.solvers.learner import InParts, Learner
from pokerbot.solvers.minimizer import REGRET_MATCHING, RegretMinimizer
from pokerbot.solvers.regret import raised
from pokerbot.solvers.sampling import SampledGradients
from pokerbot.solvers.selfplay import ExactGradients, Gradients, Plans, SeatBySeat, SelfPlay, Solver


@intrinsic  # type: ignore[untyped-decorator]
def _raised(context: Any, t: Any, power: Any) -> Any:
    """`raised` as a function of which the compiler knows that it can be worked out once a loop."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        name = "pokerbot.raised"
        function = builder.module.globals.get(name)
        if function is None:
            kinds = [context.get_value_type(kind) for kind in signature.args]
            double = context.get_value_type(types.float64)
            function = ir.Function(builder.module, ir.FunctionType(double, kinds), name)
            function.linkage = "internal"
            for attribute in ("noinline", "nounwind", "readnone"):
                function.attributes.add(attribute)
            inside = ir.IRBuilder(function.append_basic_block())
            body = context.compile_subroutine(inside, raised, signature).fndesc
            inside.ret(
                context.call_internal_no_propagate(inside, body, signature, function.args)[1]
            )
        return builder.call(function, arguments)

    return types.float64(types.int64, types.float64), generate


overload(raised, strict=False)(lambda t, power: lambda t, power: _raised(t, power))  # noqa: PLW0108


INDEX, ARRAY, MATRIX = types.intp[::1], types.float64[::1], types.float64[:, ::1]
INDICES = types.intp[:, ::1]
RULE = types.void(MATRIX, ARRAY, types.intp, types.intp, types.intp, ARRAY)
WEIGHTS = types.void(types.intp, ARRAY, ARRAY)
COLUMNS, CELLS = 2048, 2048
"""How many hands, and about how many cells, are worked on together: they stay in the cache."""


@machine_code
def advantages(
    starts: Index, q: Array, v: Array, first: int, last: int, low: int, high: int
) -> None:
    """From action values q to what each is better than its decision's v: regrets."""
    for decision in range(first, last):
        for row in range(starts[decision], starts[decision + 1]):
            for hand in range(low, high):
                q[row, hand] -= v[decision, hand]


@machine_code
def update(
    rule: Any, memory: Array, r: Array, begin: int, end: int, t: int, numbers: Array, low: int,
    high: int,
) -> None:  # fmt: skip
    """The rule on some rows."""
    cells = r.reshape(r.size)
    for row in range(begin, end):
        at = row * r.shape[1]
        rule(memory, cells, at + np.intp(low), at + np.intp(high), t, numbers)


@machine_code
def average(
    plan_sum: Array, plan: Array, kept: float, added: float, begin: int, end: int, low: int,
    high: int,
) -> None:  # fmt: skip
    """Add a plan to the sum of plans, which is left at the part that is kept."""
    for row in range(begin, end):
        for hand in range(low, high):
            plan_sum[row, hand] = kept * plan_sum[row, hand] + added * plan[row, hand]


@machine_code
def learn(
    rule: Any, numbers: Array, t: int, kept: float, added: float, starts: Index, above: Index,
    free: Array, least: Array, memory: Array, sigma: Array, plan: Array, plan_sum: Array,
    q: Array, v: Array, first: int, last: int, low: int, high: int,
) -> float:  # fmt: skip
    """One player's iteration for some hands, from the gradient in q on; what they are worth.

    What is done to each cell alone is done to one long row where the cells follow each other.
    """
    hands, width = q.shape[1], np.intp(high - low)
    stride = max(1, CELLS // (2 * int(width)))
    worth = 0.0
    end = last
    while end > first:
        begin = max(first, end - stride)
        backup(starts, above, sigma, q, v, begin, end, low, high)
        if begin == first:
            for hand in range(low, high):
                worth += v[first, hand]
        if len(free):
            free_values(starts, free, least, q, v, begin, end, low, high)
        advantages(starts, q, v, begin, end, low, high)
        if width == hands:
            cells = q.reshape(1, q.size)
            update(
                rule, memory, cells, 0, 1, t, numbers, starts[begin] * hands, starts[end] * hands
            )
        else:
            update(rule, memory, q, starts[begin], starts[end], t, numbers, low, high)
        normalize(starts, q, v, sigma, begin, end, low, high)
        if len(free):
            floored(starts, free, least, sigma, begin, end, low, high)
        end = begin
    begin, end = starts[first], starts[last]
    if width == hands:
        all_plans, plans = plan_sum.reshape(1, plan.size), plan.reshape(1, plan.size)
        average(
            all_plans, plans, kept, added, 0, 1, np.uint64(begin * hands), np.uint64(end * hands)
        )
    else:
        average(plan_sum, plan, kept, added, begin, end, low, high)
    realization_plan(starts, above, sigma, plan, first + 1, last, low, high)
    return worth


@machine_code
def sampled_gradient(
    rng: np.random.Generator, batch: int, draws_other: bool, draws_own: bool, exploration: float,
    lines: Index, starts: Index, above: Index, rows: Index, ends: Index, faced: Index,
    shown: Index, chips: Array, before: Index, strength: Index, deck: Index, plan: Array,
    earned: Array, player: int,
) -> int:  # fmt: skip
    """As `SampledGradients`: add the mean over a batch of deals to `earned`; the nodes visited."""
    drawn, chance = np.ones(len(ends)), np.ones(len(ends))
    reach = drawn if draws_other else np.ones(len(ends))
    cards = np.zeros(deck[2], dtype=np.intp)
    first, last, others, end = (
        lines[player],
        lines[player + 1],
        lines[1 - player],
        lines[2 - player],
    )
    nodes = 0.0
    for _ in range(batch):
        deal(rng, cards, deck[0], deck[1])
        own, held, board = cards[player], cards[1 - player], cards[2] if len(cards) > 2 else 0
        wins = np.sign(strength[board, own] - strength[board, held])
        if draws_own:
            seen = rows, board, own, plan, exploration
            line(starts, above, *seen, rng, drawn, chance, first, last)
        if draws_other:
            line(starts, above, rows, board, held, plan, 0.0, rng, drawn, chance, others, end)
        else:
            for row in range(starts[others], starts[end]):
                reach[row] = plan[rows[row, board], held]
        for row in range(starts[first], starts[last]):
            won = 0.0
            for ended in range(ends[row], ends[row + 1]):
                won += reach[faced[ended]] * chips[ended] * (wins if shown[ended] else 1)
            if won != 0 and drawn[row] > 0:
                earned[rows[row, board], own] += won / (batch * chance[row])
        for decision in range(len(before)):
            if before[decision, 0] >= 0:
                nodes += drawn[before[decision, 0]] * drawn[before[decision, 1]]
    return int(nodes)


def iterate(
    rule: Any, numbers: Array, weigh: Any, weighing: Array, done: int, count: int,
    alternating: bool, value_sum: float, decisions: Index, starts: Index, above: Index,
    ends: Index, faced: Index, meets: Index, chips: Array, removed: Array, weights: Array,
    free: Array, least: Array, memory: Array, sigma: Array, plan: Array, plan_sum: Array,
    q: Array, v: Array, rng: np.random.Generator, batch: int, draws_other: bool,
    draws_own: bool, exploration: float, l_decisions: Index, l_starts: Index, l_above: Index,
    l_rows: Index, l_ends: Index, l_faced: Index, l_shown: Index, l_chips: Array,
    l_before: Index, l_strength: Index, l_deck: Index,
) -> tuple[float, int]:  # fmt: skip
    """So many iterations of CFR after those that are done; `value_sum` with theirs, and the nodes.

    With a `batch` gradients are sampled, else exact, and nodes are not counted. What begins with
    `l_` are the arrays of `FlatLines`.
    """
    hands, nodes = q.shape[1], 0
    both = np.empty(2)
    for t in range(done + 1, done + count + 1):
        weigh(t, weighing, both)
        for player in range(2):
            first, last = decisions[player], decisions[player + 1]
            begin, end = starts[first], starts[last]
            if not alternating:
                begin, end = (0, len(ends) - 1) if player == 0 else (0, 0)
            if batch == 0:
                gradient(ends, faced, meets, chips, removed, weights, plan, q, begin, end)
            else:
                q[begin:end] = 0.0
            for seat in range(2):
                if batch > 0 and begin <= starts[decisions[seat]] < end:
                    nodes += sampled_gradient(
                        rng, batch, draws_other, draws_own, exploration, l_decisions, l_starts,
                        l_above, l_rows, l_ends, l_faced, l_shown, l_chips, l_before, l_strength,
                        l_deck, plan, q, seat,
                    )  # fmt: skip
            worth = 0.0
            if hands <= FEW:
                worth = learn(
                    rule, numbers, t, both[0], both[1], starts, above, free, least, memory, sigma,
                    plan, plan_sum, q, v, first, last, 0, hands,
                )  # fmt: skip
            else:
                for low in range(0, hands, COLUMNS):
                    worth += learn(
                        rule, numbers, t, both[0], both[1], starts, above, free, least, memory,
                        sigma, plan, plan_sum, q, v, first, last, np.uint64(low),
                        np.uint64(min(low + COLUMNS, hands)),
                    )  # fmt: skip
            if player == 0:
                value_sum += worth
    return value_sum, nodes


iterate_compiled: Any = machine_code(
    iterate,
    *(types.FunctionType(RULE), ARRAY, types.FunctionType(WEIGHTS), ARRAY),
    *(types.intp, types.intp, types.boolean, types.float64, INDEX),
    *(INDEX, INDEX, INDEX, INDEX, INDEX, ARRAY, ARRAY, types.float64[:, :, ::1], MATRIX, MATRIX),
    *(MATRIX,) * 6,
    *(typeof(np.random.default_rng()), types.intp, types.boolean, types.boolean, types.float64),
    *(INDEX, INDEX, INDEX, INDICES, INDEX, INDEX, INDEX, ARRAY, INDICES, INDICES, INDEX),
)


@lru_cache(maxsize=64)
def over_cells(update: Callable[..., Any], names: tuple[str, ...], memory: int) -> Any:
    """A rule in a loop: from the memory [arrays, cells] and regrets to targets, in place."""
    state = ", ".join(f"memory[{array}, cell]" for array in range(memory))
    state = state if memory == 1 else f"({state})"
    each = f"{state}, r[cell] = {_call(f'{state}, r[cell], t', names)}"
    loop = f"for cell in range(uint64(begin), uint64(end)): {each}"
    return _around(update, RULE, "memory, r, begin, end, t, numbers", loop, names)


@lru_cache(maxsize=64)
def for_weights(weigh: Callable[..., Any], names: tuple[str, ...]) -> Any:
    """An average's two weights of iteration t, into an array."""
    weights = f"both[0], both[1] = {_call('t', names)}"
    return _around(weigh, WEIGHTS, "t, numbers, both", weights, names)


def _call(arguments: str, names: tuple[str, ...]) -> str:
    told = (f", {name}=number_{place}" for place, name in enumerate(names))
    return f"part({arguments}{''.join(told)})"


def _around(
    part: Callable[..., Any], signature: Any, arguments: str, text: str, names: tuple[str, ...]
) -> Any:
    """A function around a part of an algorithm, with its numbers at hand, in machine code."""
    told = [f"number_{place} = numbers[{place}]" for place in range(len(names))]
    name = f"around_{part.__name__.strip('<>')}"
    lines = "\n    ".join([f"def {name}({arguments}):", *told, text])
    known: dict[str, Any] = {
        "part": njit(error_model="numpy")(part),
        "uint64": np.uint64,
        "__name__": __name__,
    }
    exec(compile(lines, __file__, "exec"), known)
    return machine_code(known[name], *signature.args)


class CompiledSelfPlay(SelfPlay):
    """As the solver that it is made of, whose learners' arrays it takes over."""

    def __init__(self, solver: SelfPlay, flat: Flat) -> None:
        super().__init__(solver.learners, solver.gradients, alternating=solver.alternating)
        self.iterations, self.ahead = solver.iterations, solver.ahead
        self.value_sum = solver.value_sum
        self.nodes_touched = solver.nodes_touched
        self.flat = flat
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
        self.source = sources(solver.gradients, flat)
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
        self.value_sum, nodes = iterate_compiled(
            *self._rule, self.ahead + self.iterations, count, self.alternating, self.value_sum,
            *self.flat.arrays, self.free, self.least,
            self.memory, self.sigma, self.plan, self.plan_sum, self.q, self.v,
            *self.source,
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


def sources(gradients: Gradients, flat: Flat) -> tuple[Any, ...]:
    """The last arguments of `iterate`."""
    if isinstance(gradients, SampledGradients):
        how = gradients.sampling
        lines = flatten_lines(gradients.lines, flat).arrays
        told = gradients.batch, how.opponent, how.own, gradients.exploration
        return (gradients.rng, *told, *lines)
    few, many = np.zeros(0, dtype=np.intp), np.zeros((0, 0), dtype=np.intp)
    nothing = few, few, few, many, few, few, few, np.zeros(0), many, many, few
    return np.random.default_rng(0), 0, False, False, 0.0, *nothing


def compiled(solver: Solver) -> Solver | None:
    """The same solver in machine code, None where there is no compiled form of it."""
    if isinstance(solver, SeatBySeat):
        first, second = (compiled(each) for each in solver.solvers)
        return None if first is None or second is None else SeatBySeat(first, second)
    if type(solver) is not SelfPlay or not is_known(solver.gradients):
        return None
    form = solver.gradients.form
    part = parts_of(solver.learners[0])[0]
    matched = isinstance(part, RegretMinimizer) and part.kind.matching is REGRET_MATCHING
    if not matched or not has_flat(form):
        return None
    try:
        return CompiledSelfPlay(solver, flatten(form))
    except NumbaError:
        return None
