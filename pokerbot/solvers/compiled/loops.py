"""Iterations of CFR in machine code, around the texts of the rule and of the average.

Both players' rows and decisions are numbered as one, as `Flat` has them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from types import FunctionType
from typing import Any

import numpy as np
from llvmlite import ir
from numba import from_dtype, njit, typeof, types
from numba.core.errors import NumbaError
from numba.extending import intrinsic, overload

from pokerbot.io.machine_code import Callback, compiled
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.operators.compiled.flat import Kinds, Place
from pokerbot.sequence.operators.compiled.loops import (
    ARRAY,
    COLUMNS,
    FEW,
    INDEX,
    MATRIX,
    TREE,
    backup,
    floored,
    free_values,
    gradient,
    normalize,
    realization_plan,
    span,
)
from pokerbot.solvers.compiled.sampling import sampled_gradient
from pokerbot.solvers.regret import raised


@intrinsic  # type: ignore[untyped-decorator]
def _raised(context: Any, t: Any, power: Any) -> Any:
    """`raised`, known to the compiler as constant throughout a loop."""

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


INDICES = types.intp[:, ::1]
WEIGHTS = types.void(types.intp, ARRAY, ARRAY)
CELLS = 2048
"""About how many cells are worked on together: they stay in the cache."""


@compiled
def advantages(
    starts: Place, q: Array, v: Array, first: int, last: int, low: int, high: int
) -> None:
    """From action values q to what each is better than its decision's v: regrets."""
    for decision in range(np.uintp(first), np.uintp(last)):
        for row in range(starts[decision], starts[decision + 1]):
            for hand in range(low, high):
                q[row, hand] -= v[decision, hand]


@compiled
def update(
    rule: Any, memory: Array, r: Array, begin: int, end: int, t: int, numbers: Array, low: int,
    high: int,
) -> None:  # fmt: skip
    """The rule on some rows."""
    cells = r.reshape(r.size)
    for row in range(begin, end):
        at = row * r.shape[1]
        rule(memory, cells, at + np.intp(low), at + np.intp(high), t, numbers)


@compiled
def learn(
    rule: Any, numbers: Array, t: int, starts: Place, above: Place, free: Array, least: Array,
    memory: Array, sigma: Array, q: Array, v: Array, worth: Array, first: int, last: int, low: int,
    high: int,
) -> None:  # fmt: skip
    """From the gradient in q to the next strategy, bottom-up, for some decisions and hands.

    Into `worth` goes, by hand, the value of the game, where the first decision is one of them.
    What is done to each cell alone is done to one long row where the cells follow each other.
    """
    hands, width = q.shape[1], np.intp(high - low)
    stride = max(1, CELLS // (2 * int(width)))
    end = last
    while end > first:
        begin = max(first, end - stride)
        backup(starts, above, sigma, q, v, begin, end, low, high)
        for hand in range(low, high if above[begin] == starts[begin] else low):
            worth[hand] = v[begin, hand]
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


@compiled
def average(
    plan_sum: Array, plan: Array, kept: float, added: float, begin: int, end: int, low: int,
    high: int,
) -> None:  # fmt: skip
    """Add a plan to the sum of plans, of which a part is kept."""
    for row in range(begin, end):
        for hand in range(low, high):
            plan_sum[row, hand] = kept * plan_sum[row, hand] + added * plan[row, hand]


@compiled
def play(
    kept: float, added: float, starts: Place, above: Place, sigma: Array, plan: Array,
    plan_sum: Array, first: int, last: int, low: int, high: int,
) -> None:  # fmt: skip
    """Add the plan to the average, and make it the new strategy's, top-down, where `learn` was."""
    hands, width = plan.shape[1], np.intp(high - low)
    stride = max(1, CELLS // (2 * int(width)))
    for begin in range(first, last, stride):
        end = min(begin + stride, last)
        if width == hands:
            sums, plans = plan_sum.reshape(1, plan.size), plan.reshape(1, plan.size)
            low_cell, high_cell = np.uint64(starts[begin] * hands), np.uint64(starts[end] * hands)
            average(sums, plans, kept, added, 0, 1, low_cell, high_cell)
        else:
            average(plan_sum, plan, kept, added, starts[begin], starts[end], low, high)
        below = begin + 1 if above[begin] == starts[begin] else begin
        realization_plan(starts, above, sigma, plan, below, end, low, high)


@compiled
def mix(known: Array, own: Array, decisions: Index, starts: Place, plan: Array, met: Array) -> None:
    """What is met of both players where models, if any, play a part: as `Model.met`."""
    for player in range(2 if len(known) else 0):
        for row in range(starts[decisions[player]], starts[decisions[player + 1]]):
            for hand in range(plan.shape[1]):
                met[row, hand] = known[row, hand] + own[player] * plan[row, hand]


@compiled
def share(
    rule: Any, numbers: Array, t: int, kept: float, added: float, starts: Place, above: Place,
    ends: Place, paid: Place, faced: Place, meets: Kinds, chips: Array, removed: Array,
    weights: Array, free: Array, least: Array, memory: Array, sigma: Array, plan: Array,
    plan_sum: Array, q: Array, v: Array, worth: Array, met: Array, earn: Index, up: Index,
    down: Index, low: int, high: int,
) -> None:  # fmt: skip
    """A part of a player's iteration, as `Share` tells."""
    for at in range(len(earn)):
        rows = earn[at, 0], earn[at, 1]
        gradient(ends, paid, faced, meets, chips, removed, weights, met, q, rows[0], rows[1], high)
    for at in range(len(up)):
        learn(
            rule, numbers, t, starts, above, free, least, memory, sigma, q, v, worth, up[at, 0],
            up[at, 1], low, high,
        )  # fmt: skip
    for at in range(len(down)):
        play(kept, added, starts, above, sigma, plan, plan_sum, down[at, 0], down[at, 1], low, high)


@compiled
def share_in_columns(
    rule: Any, numbers: Array, t: int, kept: float, added: float, starts: Place, above: Place,
    ends: Place, paid: Place, faced: Place, meets: Kinds, chips: Array, removed: Array,
    weights: Array, free: Array, least: Array, memory: Array, sigma: Array, plan: Array,
    plan_sum: Array, q: Array, v: Array, worth: Array, met: Array, earn: Index, up: Index,
    down: Index, begin: int, end: int,
) -> None:  # fmt: skip
    """The same, after the gradient some hands after the others."""
    share(
        rule, numbers, t, kept, added, starts, above, ends, paid, faced, meets, chips, removed,
        weights, free, least, memory, sigma, plan, plan_sum, q, v, worth, met, earn, up[:0],
        down[:0], begin, end,
    )  # fmt: skip
    for low in range(begin, end, COLUMNS):
        share(
            rule, numbers, t, kept, added, starts, above, ends, paid, faced, meets, chips, removed,
            weights, free, least, memory, sigma, plan, plan_sum, q, v, worth, met, earn[:0], up,
            down, low, min(low + COLUMNS, end),
        )  # fmt: skip


def matrix(stored: Any) -> Any:
    """Arrays of such numbers, as the compiler knows them."""
    return from_dtype(np.dtype(stored))[:, ::1]


def rule_type(stored: Any) -> Any:
    """A rule over a memory of such numbers."""
    return types.void(matrix(stored), ARRAY, types.intp, types.intp, types.intp, ARRAY)


@cache
def share_compiled(hands: int, stored: Any) -> Any:
    """A share of an iteration with so many hands, and what is remembered stored in a type."""
    kept = matrix(stored)
    loop = share if hands <= FEW else share_in_columns
    signature = (
        *(types.FunctionType(rule_type(stored)), ARRAY, types.intp, types.float64, types.float64),
        *(*TREE, MATRIX, MATRIX, kept, kept, kept, kept, MATRIX, MATRIX),
        *(ARRAY, kept, INDICES, INDICES, INDICES, *span(hands)),
    )
    return loop.compile(signature)


@compiled
def iterate(
    rule: Any, numbers: Array, weigh: Any, weighing: Array, done: int, count: int,
    alternating: bool, value_sum: float, decisions: Index, starts: Place, above: Place,
    ends: Place, paid: Place, faced: Place, meets: Kinds, chips: Array, removed: Array,
    weights: Array, free: Array, least: Array, memory: Array, sigma: Array, plan: Array,
    plan_sum: Array, q: Array, v: Array, both: Array, worth: Array, met: Array, known: Array,
    own: Array, rng: np.random.Generator, batch: int, draws_other: bool, draws_own: bool,
    exploration: float, l_starts: Index, l_below: Index, l_roots: Index, l_rows: Index,
    l_terminals: Index, l_ends: Index, l_behind: Index, l_paid: Index, l_faced: Index,
    l_shown: Index, l_chips: Array, l_nodes: Index, l_beside: Index, l_strength: Index,
    l_deck: Index, low: int, high: int,
) -> tuple[float, int]:  # fmt: skip
    """So many iterations of CFR after those that are done; `value_sum` with theirs, and the nodes.

    With a `batch` gradients are sampled, else exact, and nodes are not counted. Of models, if any,
    `known` [rows, hands] is their part of what is met, `own` what each player has left, and into
    `met` goes what is; without, both are empty. `both` [2] and `worth` [hands] are for the weights
    and the value of an iteration. What begins with `l_` are the arrays of `FlatLines`; `low` is 0,
    `high` how many hands there are.
    """
    nodes = 0
    faces = met if len(known) else plan
    for t in range(done + 1, done + count + 1):
        weigh(t, weighing, both)
        for player in range(2):
            asks = alternating or player == 0
            seats = (player, player + 1) if alternating else (0, 2)
            begin, end = starts[decisions[seats[0]]], starts[decisions[seats[1]]]
            if asks and batch == 0:
                mix(known, own, decisions, starts, plan, met)
                gradient(
                    ends, paid, faced, meets, chips, removed, weights, faces, q, begin, end, high
                )
            elif asks:
                q[begin:end] = 0.0
                for seat in range(seats[0], seats[1]):
                    nodes += sampled_gradient(
                        rng, batch, draws_other, draws_own, exploration, l_starts, l_below, l_roots,
                        l_rows, l_terminals, l_ends, l_behind, l_paid, l_faced, l_shown, l_chips,
                        l_nodes, l_beside, l_strength, l_deck, sigma, plan, q, seat,
                    )  # fmt: skip
            first, last = decisions[player], decisions[player + 1]
            learn(
                rule, numbers, t, starts, above, free, least, memory, sigma, q, v, worth, first,
                last, low, high,
            )  # fmt: skip
            value_sum += worth.sum() if player == 0 else 0.0
            play(both[0], both[1], starts, above, sigma, plan, plan_sum, first, last, low, high)
    return value_sum, nodes


@cache
def iterate_compiled(hands: int, stored: Any) -> Any:
    """`iterate` with so many hands, and what is remembered stored in a type."""
    kept = matrix(stored)
    signature = (
        *(types.FunctionType(rule_type(stored)), ARRAY, types.FunctionType(WEIGHTS), ARRAY),
        *(types.intp, types.intp, types.boolean, types.float64, INDEX, *TREE),
        *(MATRIX, MATRIX, kept, kept, kept, kept, MATRIX, MATRIX),
        *(ARRAY, ARRAY, kept, MATRIX, ARRAY),
        *(typeof(np.random.default_rng()), types.intp, types.boolean, types.boolean),
        *(types.float64, INDEX, INDICES, INDEX, INDICES, INDEX, INDEX, INDEX, INDEX, INDEX, INDEX),
        *(ARRAY, INDEX, INDEX, INDICES, INDEX, *span(hands)),
    )
    return iterate.compile(signature)


@lru_cache(maxsize=64)
def over_cells(
    update: Callable[..., Any], names: tuple[str, ...], memory: int, stored: Any = np.float64
) -> Callback:
    """A rule in a loop: from the memory [arrays, cells] and regrets to targets, in place."""
    state = ", ".join(f"memory[{array}, cell]" for array in range(memory))
    state = state if memory == 1 else f"({state})"
    each = f"{state}, r[cell] = {_call(f'{state}, r[cell], t', names)}"
    loop = f"for cell in range(uint64(begin), uint64(end)): {each}"
    return _around(update, rule_type(stored), "memory, r, begin, end, t, numbers", loop, names)


@lru_cache(maxsize=64)
def for_weights(weigh: Callable[..., Any], names: tuple[str, ...]) -> Callback:
    """An average's two weights of iteration t, into an array."""
    weights = f"both[0], both[1] = {_call('t', names)}"
    return _around(weigh, WEIGHTS, "t, numbers, both", weights, names)


def _call(arguments: str, names: tuple[str, ...]) -> str:
    told = (f", {name}=number_{place}" for place, name in enumerate(names))
    return f"part({arguments}{''.join(told)})"


def _around(
    part: Callable[..., Any], signature: Any, arguments: str, text: str, names: tuple[str, ...]
) -> Callback:
    """A function around a part of an algorithm, with its numbers at hand, in machine code.

    Raises:
        NumbaError: the part does not compile.
    """
    if not isinstance(part, FunctionType):
        raise NumbaError(f"{part!r:.60} is no function")
    told = [f"number_{place} = numbers[{place}]" for place in range(len(names))]
    name = f"around_{part.__name__.strip('<>')}"
    lines = "\n    ".join([f"def {name}({arguments}):", *told, text])
    known: dict[str, Any] = {
        "part": njit(error_model="numpy")(part),
        "uint64": np.uint64,
        "__name__": __name__,
    }
    exec(compile(lines, __file__, "exec"), known)
    return Callback(known[name], signature)
