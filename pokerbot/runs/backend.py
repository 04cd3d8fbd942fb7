"""What iterations are computed by: NumPy, or machine code that numba makes."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import NoReturn

from pokerbot.errors import InputError, in_short
from pokerbot.io.compiler import compiles, fault, has_compiler
from pokerbot.io.files import is_whole
from pokerbot.io.machine import cores
from pokerbot.sequence.compile import is_vast
from pokerbot.sequence.form import Form
from pokerbot.solvers.selfplay import SelfPlay, Solver

Tell = Callable[[str], object]
"""Takes what a person who waits should know."""
BACKENDS = ("auto", "numpy", "compiled")
PRECISIONS = ("double", "single", "half")
MOST_THREADS = 1024
SECONDS = 2.0
"""So many seconds of work are done with NumPy: for less, loading machine code does not pay."""
AN_ITERATION, A_CELL, A_SORTED_CELL, A_DEAL = 60e-6, 15e-9, 100e-9, 4e-6
"""About what NumPy takes, in seconds: an iteration, and each cell, each cell of hands in order of
strength, and each sampled deal in it.
"""
FEWEST = 20
"""Where those seconds are not enough for so many iterations, machine code does all of them."""


def warn(text: str) -> None:
    """Tell what a person should know where nothing else tells."""
    warnings.warn(text, RuntimeWarning, stacklevel=2)


def best(tell: Tell = warn) -> str:
    """The backend of a run that is computed by one alone: machine code, where it can be had.

    tell: told why not, where numba is there.
    """
    if has_compiler() and fault():
        tell(f"going on with NumPy: {fault()}")
    return "compiled" if compiles() else "numpy"


def usual_threads(backend: str) -> int:
    """How many threads are for one run where nobody says: NumPy has one."""
    return 1 if backend == "numpy" else cores()


def needed(backend: str) -> tuple[str, ...]:
    """The packages that this backend cannot do without."""
    return ("numba",) if backend == "compiled" else ()


def check(backend: str, threads: int = 1, precision: str | None = None) -> None:
    """Raise InputError for a wrong backend, number of threads or precision, or no machine code."""
    if not is_whole(threads, MOST_THREADS) or not threads:
        raise InputError(
            f"must be a whole number from 1 to {MOST_THREADS}, not {threads}", parameter="threads"
        )
    if threads > 1 and backend == "numpy":
        raise InputError(f"{threads} has no effect on NumPy", parameter="threads")
    if precision not in (None, *PRECISIONS):
        told = f"is double, single or half, not {precision!r:.40}"
        raise InputError(told, parameter="precision")
    if is_reduced(precision) and backend == "numpy":
        raise InputError(f"{precision} has no effect on NumPy", parameter="precision")
    if is_reduced(precision):
        backend = "compiled"
    if backend not in BACKENDS:
        raise InputError(f"is auto, numpy or compiled, not {backend!r:.40}", parameter="backend")
    if backend == "compiled" and not has_compiler():
        raise InputError("compiled code needs numba: pip install 'pokerbot[fast]'")
    if backend == "compiled" and fault():
        raise InputError(fault())


def is_reduced(precision: str | None) -> bool:
    """Whether it is one that machine code alone has, and that a file tells of."""
    return precision not in (None, "double")


def refuse_machine_code(name: str, precision: str | None) -> NoReturn:
    """Raise InputError for an algorithm without machine code, where that was asked for."""
    reduced = is_reduced(precision)
    raise InputError(
        f"{precision if reduced else 'compiled'} has no effect on {name}:"
        " there is no machine code for it",
        parameter="precision" if reduced else "backend",
    )


def refuse_half(name: str) -> NoReturn:
    """Raise InputError for half precision where an algorithm does not go board by board."""
    raise InputError(
        "half is for large turns and flops that are gone through board by board, by dcfr and others"
        f" that play what they remember: not for {name} on this game",
        parameter="precision",
    )


def iterations_before(backend: str, form: Form, batch: int = 0) -> int | None:
    """How many iterations NumPy does before machine code goes on; None where it does all.

    With `auto` it depends only on the game, the algorithm, and whether numba is installed, so that
    the same command gives the same bytes. batch: the sampled deals of an iteration.
    """
    if backend == "compiled":
        return 0
    if backend == "numpy":
        return None
    cells = sum(tree.rows * tree.hands for tree in form.trees)
    return numpy_first(cells, A_SORTED_CELL if form.in_order else A_CELL, batch)


def numpy_first(cells: int, a_cell: float, batch: int = 0) -> int | None:
    """The same for a number of cells, each of which takes NumPy so many seconds."""
    if not has_compiler():
        return None
    count = math.ceil(SECONDS / (AN_ITERATION + a_cell * cells + A_DEAL * batch))
    return 0 if count < FEWEST else count


def is_board_by_board(solver: Solver, form: Form, backend: str) -> bool:
    """Whether machine code will go through the last street of a large form board by board."""
    if not is_vast(form) or backend == "numpy" or not compiles():
        return False
    from pokerbot.solvers.compiled.streamed import streamable

    return isinstance(solver, SelfPlay) and streamable(solver) is not None


def in_machine_code(
    solver: Solver,
    tell: Tell | None,
    threads: int = 1,
    precision: str = "double",
    *,
    needed: bool = True,
) -> Solver | None:
    """The same solver in machine code, None where there is no such form of it.

    Args:
        solver: the solver.
        tell: told what takes time, and why NumPy goes on; without it Python's warnings say that.
        threads: as `solvers.compiled.compile_solver` takes them.
        precision: the same.
        needed: whether NumPy is not to go on where numba cannot be used.

    Raises:
        InputError: numba, though it is installed, cannot be used, or does not compile a function.
    """
    try:
        return _compiled(solver, tell or (lambda _: None), threads, precision)
    except InputError as error:
        if needed:
            raise
        (tell or warn)(f"going on with NumPy: {error}")
        return None


def _compiled(solver: Solver, tell: Tell, threads: int, precision: str) -> Solver | None:
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
