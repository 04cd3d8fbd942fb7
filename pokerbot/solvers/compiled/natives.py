"""Regret rules and averages in machine code, compiled from the same functions that NumPy calls."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
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
from pokerbot.sequence.operators.compiled.kinds import ARRAY, matrix
from pokerbot.solvers.learner import Settings
from pokerbot.solvers.minimizer import Averaging, RegretMinimizer, settings_of
from pokerbot.solvers.regret import HORIZON, RegretRule, raised

TRIED = (*range(1, 65), *(10**power for power in range(2, 10)))
"""The iterations t for which compiled rules and averages are compared with NumPy's results.

Those beyond the horizon of a schedule are left out: no run comes there, and powers overflow.
"""


@intrinsic  # type: ignore[untyped-decorator]
def _raised(context: Any, t: Any, power: Any) -> Any:
    """`raised`, as a call of which the compiler knows that it may be moved out of a loop."""

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
    """A rule or an average in machine code, and the values of its parameters."""

    call: Any
    numbers: Array


def rule_type(stored: Any) -> Any:
    """The signature of a compiled rule whose memory holds numbers of the type `stored`."""
    cells = from_dtype(np.dtype(stored))[::1]
    return types.void(matrix(stored), cells, types.intp, types.intp, types.intp, ARRAY)


WEIGHTS = types.void(types.intp, ARRAY, ARRAY)


class NoLoop(Exception):  # noqa: N818
    """An algorithm, or a part of it, cannot be run by a loop in machine code."""


@dataclass(frozen=True)
class Fingerprinted:
    """A function with its fingerprint `told`: two are equal if their fingerprints are."""

    told: str
    function: Callable[..., Any] = field(compare=False)


def over_cells(
    update: Callable[..., Any], names: tuple[str, ...], memory: int, stored: Any = np.float64
) -> Callback:
    """A rule in a compiled loop over cells.

    It updates the memory [arrays, cells], and replaces regrets by targets, both in place.

    Args:
        update: the rule's function.
        names: its parameters.
        memory: how many arrays it remembers.
        stored: the type of the numbers.
    """
    state = ", ".join(f"memory[{array}, cell]" for array in range(memory))
    state = state if memory == 1 else f"({state})"
    each = f"{state}, r[cell] = {_call(f'{state}, r[cell], t', names)}"
    loop = f"for cell in range(uint64(begin), uint64(end)): {each}"
    return _compiled(update, rule_type(stored), "memory, r, begin, end, t, numbers", loop, names)


def for_weights(weigh: Callable[..., Any], names: tuple[str, ...]) -> Callback:
    """An averaging, compiled: it writes the two weights of iteration t into an array."""
    weights = f"both[0], both[1] = {_call('t', names)}"
    return _compiled(weigh, WEIGHTS, "t, numbers, both", weights, names)


def _call(arguments: str, names: tuple[str, ...]) -> str:
    told = (f", {name}=number_{place}" for place, name in enumerate(names))
    return f"part({arguments}{''.join(told)})"


def _compiled(part: Callable[..., Any], *around: Any) -> Callback:
    """What `_around` makes of a part of an algorithm, with the present values of its globals.

    Raises:
        NoLoop: the part is not a function.
        InputError: numba does not compile it, for whatever reason.
    """
    if not isinstance(part, FunctionType):
        raise NoLoop(f"{part!r:.60} is no function")
    try:
        return _around(Fingerprinted(fingerprint(part), part), *around)
    except MemoryError:
        raise
    except Exception as error:
        raise InputError(f"numba cannot compile {part.__name__}: {in_short(error)}") from error


@lru_cache(maxsize=64)
def _around(
    part: Fingerprinted, signature: Any, arguments: str, text: str, names: tuple[str, ...]
) -> Callback:
    """Compile a function that calls a part of an algorithm with the values of its parameters.

    Args:
        part: the part's function, known in the text as `part`.
        signature: of the new function.
        arguments: the names of its arguments.
        text: its body, in which the parameters' values are `number_0`, `number_1`, …
        names: the part's parameters.
    """
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
    """A learner's rule and averaging in machine code, with the values of their parameters.

    Raises:
        NoLoop: one of them is not a function, or its results differ from NumPy's.
        InputError: one of them does not compile.
    """
    rule, averaging = minimizer.kind.rule, minimizer.kind.averaging
    told, weighing = (settings_of(each, minimizer.settings) for each in (rule, averaging))
    update = over_cells(rule.update, tuple(told), len(rule.memory), stored)
    part = Native(update, np.array([*told.values()], dtype=float))
    weigh = for_weights(averaging.weigh, tuple(weighing))
    weight = Native(weigh, np.array([*weighing.values()], dtype=float))
    check_cells(rule, told, part, stored)
    check_weights(averaging, weighing, weight)
    return part, weight


def check_cells(rule: RegretRule, told: Settings, loop: Native, stored: Any) -> None:
    """Raise NoLoop if a rule's results number by number differ from those for whole arrays."""
    r, arrays, in_numpy = on_trial(rule, told)

    def in_the_loop(t: int) -> list[Any]:
        memory, target = np.array(arrays, dtype=stored), r.astype(stored)
        loop.call(memory, target, 0, r.size, t, loop.numbers)
        return [*memory, target]

    check_same(rule.update, told, in_numpy, in_the_loop, 1e-5)


def matches_regrets(minimizer: RegretMinimizer) -> bool:
    """Whether the rule's target is its first array of memory, so that it need not be kept, too."""
    rule = minimizer.kind.rule
    told = settings_of(rule, minimizer.settings)
    _, _, in_numpy = on_trial(rule, told)
    with suppress(NoLoop):
        check_same(rule.update, told, lambda t: in_numpy(t)[0], lambda t: in_numpy(t)[-1], 0.0)
        return True
    return False


def on_trial(
    rule: RegretRule, told: Settings
) -> tuple[Array, list[Array], Callable[[int], list[Any]]]:
    """Random regrets and arrays of memory, and what the rule makes of them in iteration t.

    The last is a function of t, which returns the arrays of memory and then the target.
    """
    r, *arrays = np.random.default_rng(0).uniform(-1, 1, (1 + len(rule.memory), 8))
    before = arrays[0] if len(arrays) == 1 else tuple(arrays)

    def in_numpy(t: int) -> list[Any]:
        state, target = rule.update(before, r.copy(), t, **told)
        return [*state, target] if isinstance(state, tuple) else [state, target]

    return r, arrays, in_numpy


def check_weights(averaging: Averaging, told: Settings, loop: Native) -> None:
    """Raise NoLoop if weights differ in machine code, such as by the overflow of whole numbers."""

    def in_the_loop(t: int) -> Array:
        both = np.zeros(2)
        loop.call(t, loop.numbers, both)
        return both

    check_same(averaging.weigh, told, lambda t: averaging.weigh(t, **told), in_the_loop, 1e-9)


def check_same(
    part: Any,
    told: Settings,
    one: Callable[[int], Any],
    other: Callable[[int], Any],
    within: float,
) -> None:
    """Raise NoLoop if two functions of t differ for some t in `TRIED`, or the first one fails.

    What fails in Python is not tried in machine code, which might read beyond an array's end.

    Args:
        part: the rule or averaging, for the message.
        told: its parameters.
        one: its results in Python.
        other: its results in machine code.
        within: the largest difference, absolute and relative.
    """
    tried = [t for t in TRIED if t <= told.get(HORIZON.name, t)]
    try:
        with np.errstate(all="ignore"):
            meant = np.array([one(t) for t in tried], dtype=float)
    except Exception as error:
        raise NoLoop(f"{part!r:.60} fails: {error}") from None
    found = np.array([other(t) for t in tried], dtype=float)
    if meant.shape != found.shape or not np.allclose(meant, found, within, within, equal_nan=True):
        raise NoLoop(f"{part!r:.60} is another in machine code")
