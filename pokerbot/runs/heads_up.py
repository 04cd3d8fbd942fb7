"""Training of a blueprint, up to a number of iterations or seconds, with checkpoints."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerbot.errors import Abandoned, InputError, without
from pokerbot.io.compiler import fault, has_compiler
from pokerbot.io.files import is_whole, write_whole
from pokerbot.runs.backend import TellText
from pokerbot.runs.checkpoint import Checkpoints, load_checkpoint, save_checkpoint
from pokerbot.runs.limits import Limits, Pace
from pokerbot.sequence.heads_up.tree import Sizes
from pokerbot.strategy import blueprint
from pokerbot.strategy.blueprint import Blueprint

if TYPE_CHECKING:
    from pokerbot.runs.executors import Executor
    from pokerbot.solvers.heads_up import Learn


@dataclass(frozen=True)
class TrainedBlueprint:
    """A blueprint that was trained, as `pokerbot train` reports it.

    stack: in big blinds
    iterations: how many it was trained for, in all runs together
    boards: how many boards were dealt in them
    seed: of the boards
    seconds: the time in this run's iterations
    output: the file
    bytes: the size of the file
    blueprint: the blueprint
    """

    stack: float
    iterations: int
    boards: int
    seed: int
    seconds: float
    output: str
    bytes: int
    blueprint: Blueprint = field(repr=False)


def check_compiler() -> None:
    """Raise InputError if numba is not installed or does not work."""
    if not has_compiler():
        raise without("numba", "the whole game needs numba")
    if why := fault():
        raise InputError(why)


class BlueprintTraining:
    """A training of a blueprint.

    The same stack, seed and iterations give the same blueprint, however many workers there are.

    Args:
        stack: in big blinds.
        seed: of the boards.
        workers: how many threads share the work of an iteration.
        sizes: the numbers of buckets, None for the default.

    Raises:
        InputError: there is no such game, or numba is missing.
    """

    def __init__(
        self, stack: float, *, seed: int = 0, workers: int = 1, sizes: Sizes | None = None
    ) -> None:
        check_compiler()
        from pokerbot.games.heads_up import rules_of
        from pokerbot.sequence.heads_up.tree import tree_of
        from pokerbot.solvers.heads_up import BlueprintSolver, Threads

        self.stack, self.seed, self.sizes = stack, seed, sizes or Sizes()
        tree = tree_of(rules_of(stack))
        self._threads = Threads(tree, self.sizes, workers)
        self.solver = BlueprintSolver(tree, self.sizes, seed)
        self.seconds = 0.0

    def run(
        self,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        watch: Callable[[int, float], object] | None = None,
        stopped: Callable[[], bool] = lambda: False,
        checkpoint: Path | None = None,
        executor: Executor | None = None,
        tell: TellText | None = None,
    ) -> None:
        """Iterate up to a limit; an iteration that is stopped before its end does not count.

        Args:
            iterations: how many there are to be in the end, including those before a `resume`.
            seconds: how long to iterate.
            watch: called after each iteration with the number of iterations and the seconds.
            stopped: asked whether to end.
            checkpoint: the file in which the state is kept.
            executor: what carries out the shares of an iteration, None for threads.
            tell: called with a text if checkpoints go to another file; without it, Python warns.

        Raises:
            InputError: the checkpoint cannot be written, or a share cannot be carried out.
        """
        limits = Limits(iterations, seconds=seconds)
        from pokerbot.runs.blueprint_shares import by_executor

        solver, checkpoints = self.solver, Checkpoints(checkpoint, self.keep, tell)
        learn: Learn = self._threads
        if executor is not None:
            learn = by_executor(self.stack, self.sizes, executor, stopped)
        pace = Pace(limits)
        while not (stopped() or pace.over(solver.iterations, self.seconds)):
            begun = time.perf_counter()
            try:
                solver.iterate(learn)
            except Abandoned:
                break
            self.seconds += time.perf_counter() - begun
            if watch is not None:
                watch(solver.iterations, self.seconds)
            checkpoints.write_if_due()
        if solver.iterations:
            checkpoints.write()

    @property
    def _described(self) -> dict[str, Any]:
        """What must be the same in a run that goes on from a checkpoint."""
        sizes = asdict(self.sizes).items()
        buckets = {name: np.atleast_1d(each).tolist() for name, each in sizes}
        return {"train": "heads-up", "stack": self.stack, "seed": self.seed, "buckets": buckets}

    def keep(self, path: Path) -> None:
        """Write a checkpoint; raises InputError if that fails."""
        state = {"regret": self.solver.regret, "average": self.solver.average}
        save_checkpoint(path, self._described, {"iterations": self.solver.iterations}, state)

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint.

        Raises:
            InputError: it is not a checkpoint of this run.
        """
        solver = self.solver
        like = {"regret": solver.regret, "average": solver.average}
        memory, state = load_checkpoint(path, self._described, lambda _: like)
        if not is_whole(memory.get("iterations"), 1 << 40):
            raise InputError("its number of iterations is not valid")
        solver.iterations = memory["iterations"]
        solver.regret, solver.average = state["regret"], state["average"]

    def save(self, path: Path) -> TrainedBlueprint:
        """Write the blueprint to a file; raises InputError if that fails."""
        solver = self.solver
        parts = blueprint.in_parts(solver.tree, self.sizes, solver.strategy().cells)
        made = Blueprint(self.stack, self.sizes, self.seed, solver.iterations, parts)
        content = blueprint.pack(made)
        write_whole(path, [content])
        boards = solver.iterations * solver.boards
        return TrainedBlueprint(
            self.stack, solver.iterations, boards, self.seed,
            self.seconds, str(path), len(content), made,
        )  # fmt: skip
