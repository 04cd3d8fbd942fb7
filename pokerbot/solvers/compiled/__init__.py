"""Self-play in machine code.

`compile_solver` takes a solver and gives one that does the same. The learners look into its arrays,
so that averages, checkpoints and all else stay theirs.
"""

from __future__ import annotations

from typing import TypeGuard

from pokerbot.errors import InputError
from pokerbot.sequence.compile import VAST
from pokerbot.sequence.operators import bind
from pokerbot.sequence.sampled import SampledDeals
from pokerbot.solvers.compiled.natives import NoLoop
from pokerbot.solvers.compiled.selfplay import STORED, CompiledSelfPlay, SharedSelfPlay
from pokerbot.solvers.compiled.streamed import StreamedSelfPlay, streamable
from pokerbot.solvers.sampling import SampledGradients
from pokerbot.solvers.selfplay import ExactGradients, Gradients, SeatBySeat, SelfPlay, Solver

LARGE = 1 << 17
"""From so many cells of both players' arrays on, an iteration is shared out."""


def has_loop(gradients: Gradients) -> TypeGuard[ExactGradients | SampledGradients]:
    """Whether there is a loop for where gradients come from."""
    if type(gradients) is SampledGradients:
        game = gradients.sampled
        betting = isinstance(game, SampledDeals) and not game.rules.deck.told_apart
        return gradients.batch is not None and betting
    return isinstance(gradients, ExactGradients)


def has_machine_code(solver: Solver) -> bool:
    """Whether there is machine code for its operators at least."""
    if isinstance(solver, SeatBySeat):
        return all(map(has_machine_code, solver.solvers))
    return type(solver) is SelfPlay and has_loop(solver.gradients)


def compile_solver(solver: Solver, threads: int = 1, precision: str = "double") -> Solver | None:
    """The same solver in machine code, None where there is no compiled form of it.

    Whole iterations where they are regret matching, whatever the rule; else its operators.
    threads: how many may work on an iteration of a large form at the same time.
    precision: that what is remembered is stored in; `single` is for whole iterations alone, `half`
    for those that go through the last street board by board.

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
    gradients.operators = bind(gradients.form, "compiled")
    for learner, operators in zip(solver.learners, gradients.operators, strict=True):
        learner.rebind(operators)
    return solver


def _whole(
    solver: SelfPlay, gradients: ExactGradients | SampledGradients, precision: str, threads: int
) -> Solver:
    """Whole iterations in machine code.

    Raises:
        NoLoop: they are not regret matching, or the rule does not go number by number.
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
    """Have machine code read again what its functions read from outside, such as globals.

    Raises:
        InputError: it cannot go on with that.
    """
    for each in solver.solvers if isinstance(solver, SeatBySeat) else (solver,):
        if isinstance(each, CompiledSelfPlay | StreamedSelfPlay):
            try:
                each.renew()
            except NoLoop as error:
                raise InputError(f"machine code cannot go on: {error}") from None
