"""Self-play in machine code.

`compile_solver` turns a solver into one in machine code that does the same. The learners share its
arrays, so that averages, checkpoints and everything else still come from them.
"""

from __future__ import annotations

from pokerbot.errors import InputError
from pokerbot.sequence.compile import VAST
from pokerbot.sequence.operators.compiled import CompiledOperators
from pokerbot.solvers.compilable import has_loop
from pokerbot.solvers.compiled.natives import NoLoop
from pokerbot.solvers.compiled.selfplay import STORED, CompiledSelfPlay, SharedSelfPlay
from pokerbot.solvers.compiled.streamed import StreamedSelfPlay, streamable
from pokerbot.solvers.sampling import SampledGradients
from pokerbot.solvers.selfplay import ExactGradients, SeatBySeat, SelfPlay, Solver, parts_of

LARGE = 1 << 17
"""From this many cells of both players' arrays on, threads share the work of an iteration."""


def compile_solver(solver: Solver, threads: int = 1, precision: str = "double") -> Solver | None:
    """The same solver in machine code, None if there is no compiled form of it.

    If its iterations are regret matching, by whatever rule, they are compiled as a whole; otherwise
    only the operators are.

    Args:
        solver: the solver in NumPy.
        threads: how many threads may work on an iteration of a large form.
        precision: of the numbers that are remembered. `single` is possible only where whole
            iterations are compiled, `half` only where the last street is walked board by board.

    Raises:
        InputError: numba does not compile the rule or the average.
    """
    if isinstance(solver, SeatBySeat):
        first, second = (compile_solver(each, threads, precision) for each in solver.solvers)
        if first and second:
            solver.solvers = first, second
        return solver if first and second else None
    if type(solver) is not SelfPlay or not has_loop(solver.gradients):
        return None
    gradients = solver.gradients
    try:
        return _whole(solver, gradients, precision, threads)
    except NoLoop:
        if precision != "double" or isinstance(gradients, SampledGradients):
            return None
    gradients.rebind(solver.learners, "compiled")
    for operators in gradients.operators:
        assert isinstance(operators, CompiledOperators)
        operators.compile()
    return solver


def _whole(
    solver: SelfPlay, gradients: ExactGradients | SampledGradients, precision: str, threads: int
) -> Solver:
    """The solver with whole iterations in machine code.

    Raises:
        NoLoop: they are not regret matching, or the rule does not work number by number.
        InputError: the rule or the average does not compile.
    """
    cells, stored = sum(tree.rows * tree.hands for tree in gradients.form.trees), STORED[precision]
    cut = streamable(solver) if cells >= max(LARGE, VAST) else None
    if cut is not None:
        packed = precision == "half"
        return StreamedSelfPlay(solver, gradients.visits, cut, stored, threads, packed=packed)
    if precision == "half":
        raise NoLoop("half precision is for large turns and flops")
    if cells < LARGE:
        return CompiledSelfPlay(solver, gradients, stored)
    return SharedSelfPlay(solver, gradients, stored, threads)


def renew(solver: Solver) -> None:
    """Compile rules and averages again if what they read from outside, such as globals, changed.

    Raises:
        InputError: what they are now does not compile.
    """
    for each in parts_of(solver):
        if isinstance(each, CompiledSelfPlay | StreamedSelfPlay):
            try:
                each.renew()
            except NoLoop as error:
                raise InputError(f"machine code cannot go on: {error}") from None
