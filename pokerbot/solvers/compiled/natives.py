"""A regret rule or an average in machine code, made of the text that a reader reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import from_dtype, njit, types
from numba.extending import intrinsic, overload

from pokerbot.errors import InputError, in_short
from pokerbot.io.machine_code import Callback, fingerprint
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.operators.compiled.kinds import ARRAY
from pokerbot.solvers.learner import Settings
from pokerbot.solvers.minimizer import Averaging, RegretMinimizer, chosen
from pokerbot.solvers.regret import RegretRule, raised

TRIED = (*range(1, 65), *(10**power for power in range(2, 10)))
"""The iterations at which rules and averages are held to what they do in NumPy."""


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


class Native(NamedTuple):
    """A rule or an average in machine code, and the numbers that it is set to."""

    call: Any
    numbers: Array


def rule_type(stored: Any) -> Any:
    """A rule over such numbers."""
    cells = from_dtype(np.dtype(stored))[::1]
    return types.void(matrix(stored), cells, types.intp, types.intp, types.intp, ARRAY)


def native_kind(signature: Any) -> Any:
    """`Native`, as the compiler knows it."""
    return types.NamedTuple([types.FunctionType(signature), ARRAY], Native)


WEIGHTS = types.void(types.intp, ARRAY, ARRAY)


def matrix(stored: Any) -> Any:
    """Arrays of such numbers, as the compiler knows them."""
    return from_dtype(np.dtype(stored))[:, ::1]


class NoLoop(Exception):  # noqa: N818
    """There is no loop in machine code around a part of an algorithm."""


@dataclass(frozen=True)
class Text:
    """A function, the same as another one where it does the same: `told` is its fingerprint."""

    told: str
    function: Callable[..., Any] = field(compare=False)


def over_cells(
    update: Callable[..., Any], names: tuple[str, ...], memory: int, stored: Any = np.float64
) -> Callback:
    """A rule in a loop: from the memory [arrays, cells] and regrets to targets, in place."""
    state = ", ".join(f"memory[{array}, cell]" for array in range(memory))
    state = state if memory == 1 else f"({state})"
    each = f"{state}, r[cell] = {_call(f'{state}, r[cell], t', names)}"
    loop = f"for cell in range(uint64(begin), uint64(end)): {each}"
    return _compiled(update, rule_type(stored), "memory, r, begin, end, t, numbers", loop, names)


def for_weights(weigh: Callable[..., Any], names: tuple[str, ...]) -> Callback:
    """An average's two weights of iteration t, into an array."""
    weights = f"both[0], both[1] = {_call('t', names)}"
    return _compiled(weigh, WEIGHTS, "t, numbers, both", weights, names)


def _call(arguments: str, names: tuple[str, ...]) -> str:
    told = (f", {name}=number_{place}" for place, name in enumerate(names))
    return f"part({arguments}{''.join(told)})"


def _compiled(part: Callable[..., Any], *around: Any) -> Callback:
    """A part of an algorithm as `_around` makes it, with what it reads from outside as it is now.

    Raises:
        NoLoop: the part is no function.
        InputError: numba does not compile it, whatever it raises.
    """
    if not isinstance(part, FunctionType):
        raise NoLoop(f"{part!r:.60} is no function")
    try:
        return _around(Text(fingerprint(part), part), *around)
    except MemoryError:
        raise
    except Exception as error:
        raise InputError(f"numba cannot compile {part.__name__}: {in_short(error)}") from error


@lru_cache(maxsize=64)
def _around(
    part: Text, signature: Any, arguments: str, text: str, names: tuple[str, ...]
) -> Callback:
    """A function around a part of an algorithm, with its numbers at hand, in machine code."""
    told = [f"number_{place} = numbers[{place}]" for place in range(len(names))]
    name = f"around_{part.function.__name__.strip('<>')}"
    lines = "\n    ".join([f"def {name}({arguments}):", *told, text])
    known: dict[str, Any] = {
        "part": njit(error_model="numpy")(part.function),
        "uint64": np.uint64,
        "__name__": __name__,
    }
    exec(compile(lines, __file__, "exec"), known)
    return Callback(known[name], signature)


def natives_of(minimizer: RegretMinimizer, stored: Any) -> tuple[Native, Native]:
    """Its rule and its average in machine code, with what they are set to.

    Raises:
        NoLoop: one is no function, or does another thing there.
        InputError: one does not compile.
    """
    rule, averaging = minimizer.kind.rule, minimizer.kind.averaging
    told, weighing = (chosen(each, minimizer.settings) for each in (rule, averaging))
    update = over_cells(rule.update, tuple(told), len(rule.memory), stored)
    part = Native(update, np.array([*told.values()], dtype=float))
    weigh = for_weights(averaging.weigh, tuple(weighing))
    weight = Native(weigh, np.array([*weighing.values()], dtype=float))
    check_cells(rule, told, part, stored)
    check_weights(averaging, weighing, weight)
    return part, weight


def check_cells(rule: RegretRule, told: Settings, loop: Native, stored: Any) -> None:
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


def matches_regrets(minimizer: RegretMinimizer) -> bool:
    """Whether what is matched is what its rule remembers first, so that it is there afterwards."""
    rule = minimizer.kind.rule
    told = chosen(rule, minimizer.settings)
    r, *arrays = np.random.default_rng(0).uniform(-1, 1, (1 + len(rule.memory), 8))
    before = arrays[0] if len(arrays) == 1 else tuple(arrays)
    for t in TRIED:
        state, target = rule.update(before, r, t, **told)
        first = state[0] if isinstance(state, tuple) else state
        if not np.array_equal(first, target):
            return False
    return True


def check_weights(averaging: Averaging, told: Settings, loop: Native) -> None:
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
