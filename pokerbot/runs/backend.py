"""The backends that compute iterations: NumPy, machine code made by numba, and own operators."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import NoReturn

from pokerbot.errors import InputError, in_short, without
from pokerbot.io.compiler import compiles, fault, has_compiler
from pokerbot.io.files import is_whole
from pokerbot.io.machine import cores
from pokerbot.sequence.compile import is_vast
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import BACKENDS
from pokerbot.solvers.compilable import has_machine_code, is_regret_matching
from pokerbot.solvers.selfplay import ExactGradients, SelfPlay, Solver, parts_of

TellText = Callable[[str], object]
"""Called with texts that a person who waits should read."""
MACHINE_CODE = ("auto", "compiled")
"""The backends that compute in machine code, or go on in it."""
PRECISIONS = ("double", "single", "half")
MOST_THREADS = 1024
SECONDS = 2.0
"""With `auto`, NumPy does about this many seconds of work before machine code is loaded.

For less work, loading it takes longer than it saves.
"""
AN_ITERATION, A_CELL, A_SORTED_CELL, A_DEAL = 60e-6, 15e-9, 100e-9, 4e-6
"""About how many seconds NumPy takes for an iteration, and in it for each cell, for each cell if
hands are sorted by strength, and for each sampled deal.
"""
FEWEST = 20
"""If NumPy would do fewer iterations than this in those seconds, machine code does all of them."""


def warn(text: str) -> None:
    """The default `TellText`: a warning of Python's."""
    warnings.warn(text, RuntimeWarning, stacklevel=2)


def best(tell: TellText = warn) -> str:
    """The faster backend that is available, for runs that are computed by a single one.

    tell: called with the reason if numba is installed but does not work
    """
    if has_compiler() and fault():
        tell(f"going on with NumPy: {fault()}")
    return "compiled" if compiles() else "numpy"


def usual_threads(backend: str) -> int:
    """The default number of threads for a run; only machine code uses several."""
    return cores() if backend in MACHINE_CODE else 1


def needed(backend: str) -> tuple[str, ...]:
    """The packages that a backend needs."""
    return ("numba",) if backend == "compiled" else ()


def check(backend: str, threads: int = 1, precision: str | None = None) -> None:
    """Raise InputError if a backend, number of threads or precision is wrong or not available."""
    *names, last = "auto", *BACKENDS
    if backend not in (*names, last):
        told = f"is {', '.join(names)} or {last}, not {backend!r:.40}"
        raise InputError(told, parameter="backend")
    if not is_whole(threads, MOST_THREADS + 1) or not threads:
        raise InputError(
            f"must be a whole number from 1 to {MOST_THREADS}, not {threads}", parameter="threads"
        )
    if threads > 1 and backend not in MACHINE_CODE:
        raise InputError(f"{threads} has no effect on {_told(backend)}", parameter="threads")
    if precision not in (None, *PRECISIONS):
        told = f"is double, single or half, not {precision!r:.40}"
        raise InputError(told, parameter="precision")
    if is_reduced(precision) and backend not in MACHINE_CODE:
        raise InputError(f"{precision} has no effect on {_told(backend)}", parameter="precision")
    if is_reduced(precision):
        backend = "compiled"
    if backend == "compiled" and not has_compiler():
        raise without("numba", "compiled code needs numba")
    if backend == "compiled" and fault():
        raise InputError(fault())


def _told(backend: str) -> str:
    return "NumPy" if backend == "numpy" else backend


def is_own(backend: str) -> bool:
    """Whether a backend computes the operators alone, in place of NumPy."""
    return backend not in (*MACHINE_CODE, "numpy")


def rebind(solver: Solver, name: str, backend: str) -> None:
    """Have a new solver, that of the algorithm `name`, compute with such a backend.

    Raises:
        InputError: it does not learn from exact gradients.
    """
    for each in parts_of(solver):
        if type(each) is not SelfPlay or not isinstance(each.gradients, ExactGradients):
            raise InputError(f"{backend} has no effect on {name}", parameter="backend")
        each.gradients.rebind(each.learners, backend)


def is_reduced(precision: str | None) -> bool:
    """Whether it is single or half precision, which only machine code has, and files record."""
    return precision not in (None, "double")


def refuse_machine_code(name: str, precision: str | None) -> NoReturn:
    """Raise InputError: machine code was asked for, but the algorithm `name` has none."""
    if is_reduced(precision):
        raise _without_machine_code(name, precision, "precision")
    raise _without_machine_code(name, "compiled", "backend")


def _without_machine_code(name: str, given: object, parameter: str) -> InputError:
    told = f"{given} has no effect on {name}: there is no machine code for it"
    return InputError(told, parameter=parameter)


def check_machine_code(
    solver: Solver, name: str, backend: str, threads: int, precision: str | None
) -> None:
    """Raise InputError if machine code, threads or a precision are asked for that it has not."""
    if is_reduced(precision) and not is_regret_matching(solver):
        refuse_machine_code(name, precision)
    if has_machine_code(solver):
        return
    if backend == "compiled":
        refuse_machine_code(name, precision)
    if threads > 1:
        raise _without_machine_code(name, threads, "threads")


def refuse_half(name: str) -> NoReturn:
    """Raise InputError: half precision was asked for, but the game is not walked board by board."""
    raise InputError(
        "half is for large turns and flops that are solved board by board, with dcfr and the"
        f" like: not for {name} on this game",
        parameter="precision",
    )


def iterations_before(backend: str, form: Form, batch: int = 0) -> int | None:
    """How many iterations NumPy does before machine code goes on; None if it does all of them.

    With `auto` the number depends only on the game, the algorithm, and whether numba is installed,
    so that the same command gives the same result byte for byte.

    batch: how many deals are sampled in an iteration
    """
    if backend == "compiled":
        return 0
    if backend != "auto":
        return None
    cells = sum(tree.rows * tree.hands for tree in form.trees)
    return numpy_first(cells, A_SORTED_CELL if form.in_order else A_CELL, batch)


def numpy_first(cells: int, a_cell: float, batch: int = 0) -> int | None:
    """As `iterations_before` with `auto`, for cells each of which takes NumPy `a_cell` seconds."""
    if not has_compiler():
        return None
    count = math.ceil(SECONDS / (AN_ITERATION + a_cell * cells + A_DEAL * batch))
    return 0 if count < FEWEST else count


def is_board_by_board(solver: Solver, form: Form, backend: str) -> bool:
    """Whether the form is large, and machine code will walk its last street board by board."""
    if not is_vast(form) or backend not in MACHINE_CODE or not compiles():
        return False
    from pokerbot.solvers.compiled.streamed import streamable

    return isinstance(solver, SelfPlay) and streamable(solver) is not None


def in_machine_code(
    solver: Solver,
    tell: TellText | None,
    threads: int = 1,
    precision: str = "double",
    *,
    needed: bool = True,
) -> Solver | None:
    """The same solver in machine code, None if there is no compiled form of it.

    Args:
        solver: the solver in NumPy.
        tell: called with texts about what takes time, and why NumPy goes on if it does; without it,
            the latter becomes a warning of Python's.
        threads: as in `solvers.compiled.compile_solver`.
        precision: as in `solvers.compiled.compile_solver`.
        needed: whether it is an error if numba cannot be used; otherwise the result is None then.

    Raises:
        InputError: numba is installed but cannot be used, or does not compile a function.
    """
    try:
        return _compiled(solver, tell or (lambda _: None), threads, precision)
    except InputError as error:
        if needed:
            raise
        (tell or warn)(f"going on with NumPy: {error}")
        return None


def _compiled(solver: Solver, tell: TellText, threads: int, precision: str) -> Solver | None:
    if fault():
        raise InputError(fault())
    from pokerbot.io.machine_code import compiling
    from pokerbot.solvers.compiled import compile_solver

    try:
        with compiling(tell):
            return compile_solver(solver, threads, precision)
    except (InputError, MemoryError):
        raise
    except Exception as error:
        raise InputError(f"numba cannot be used: {in_short(error)}") from error
