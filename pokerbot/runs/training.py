"""Training: runs a solver, measures it, stops it at a limit, and makes a solution of the result."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError
from pokerbot.evaluation.exact import RESPONSES
from pokerbot.games.game import Game
from pokerbot.io.files import check_writable, is_whole
from pokerbot.io.html import fields as html_fields
from pokerbot.runs import backend as backends
from pokerbot.runs import outcome
from pokerbot.runs.checkpoint import Checkpoints
from pokerbot.runs.interrupts import deferred
from pokerbot.runs.limits import Limits, Pace, is_due
from pokerbot.runs.results import Progress, Solution, of_spot
from pokerbot.runs.resuming import UNTOLD, begin, check_resumable, resume, save
from pokerbot.runs.rows import action_rows
from pokerbot.sequence.compile import (
    BOARD_BY_BOARD,
    WHOLE,
    as_form,
    check_size,
    is_vast,
    memory_needed,
)
from pokerbot.sequence.form import Form
from pokerbot.sequence.merged import Merged, merge_suits
from pokerbot.solvers.algorithm import Algorithm, Program, floors_of
from pokerbot.solvers.catalogue import as_algorithm
from pokerbot.solvers.options import Options, resolve_settings
from pokerbot.solvers.regret import RegretRule
from pokerbot.solvers.selfplay import KeepsLeaves, SelfPlay, Solver
from pokerbot.strategy.storage import Playable, as_strategy
from pokerbot.strategy.strategy import Strategy

LOOK_EVERY = 0.1


class Training:
    """A run of an algorithm on a game.

    form: the form of the whole game
    trained: the form that the solver works on: the same, or a smaller one in which hands and boards
        that differ only by suits are merged
    merged: both forms and how they belong together, None if they are the same
    backend: what computed the latest iterations, `numpy` or `compiled`
    precision: of what machine code stores: `double`, `single`, or, only where the last street is
        walked board by board, `half`. By default it is `single` there, and `double` elsewhere
    own_measure: a function of one's own that `measure` calls besides, or None
    numpy_until: the iteration after which machine code goes on, None if NumPy does all iterations

    Raises:
        InputError: no such game, algorithm or backend, or an option that does not fit.
    """

    def __init__(
        self,
        game: Game | Form | str,
        algorithm: str | Algorithm | RegretRule,
        *,
        seed: int = 0,
        options: Options | None = None,
        start: Playable | None = None,
        backend: str = "auto",
        threads: int | None = 1,
        precision: str | None = None,
        **settings: Any,
    ) -> None:
        backends.check(backend, 1 if threads is None else threads, precision)
        if not is_whole(seed):
            raise InputError(
                f"must be a whole number from 0 to 2**63 - 1, not {seed}", parameter="seed"
            )
        self.form = as_form(game)
        self.game, self.seed = self.form.game, int(seed)
        self.options = resolve_settings(options, settings)
        self.epsilon = self.options.epsilon or 0.0
        self.rng = np.random.default_rng(seed)
        self.algorithm = chosen = as_algorithm(algorithm)
        self.described = chosen.describe(self.options)
        self.floors = floors_of(self.form, self.options)
        self.iterate = self.options.iterate or "average"
        even = start is None and not any(map(any, self.floors)) and chosen.is_even(self.options)
        self.asked = "compiled" if backends.is_reduced(precision) else backend
        self.backend = backend if backends.is_own(backend) else "numpy"
        self.build(merge_suits(self.form) if even else None)
        self.seconds = 0.0
        self.own_measure: outcome.Measure | None = None
        self.threads = backends.usual_threads(backend) if threads is None else threads
        self.asked_precision = precision
        self._by_board = backends.is_board_by_board(self.solver, self.trained, backend)
        self.precision = precision or ("single" if self._by_board else "double")
        if precision == "half" and not self._by_board:
            backends.refuse_half(self.described["name"])
        if is_vast(self.trained):
            check_size(self.game, self._a_cell, merged=self.merged is not None)
        self.numpy_until = backends.iterations_before(
            self.asked, self.trained, int(self.described.get("batch", 0))
        )
        backends.check_machine_code(
            self.solver, self.described["name"], self.asked, threads or 1, self.precision
        )
        if start is not None:
            self.described["start"] = begin(self, as_strategy(start, self.game))

    def build(self, merged: Merged | None) -> None:
        """Make the solver, for the merged form if there is one."""
        self.merged, self.trained = merged, merged.form if merged else self.form
        self.solver: Solver = self.algorithm.build(
            self.trained, self.options, self.floors, self.rng
        )
        if backends.is_own(self.asked):
            backends.rebind(self.solver, self.described["name"], self.asked)

    @property
    def memory(self) -> int:
        """About how many bytes of memory the training takes."""
        return memory_needed(self.game, self._a_cell, merged=self.merged is not None)

    @property
    def _a_cell(self) -> int:
        """How many bytes it takes for each cell."""
        return BOARD_BY_BOARD[self.precision] if self._by_board else WHOLE

    def __repr__(self) -> str:
        iterations, name = self.solver.iterations, self.described["name"]
        return f"<Training of {self.game.spec} by {name}: {iterations:,} iterations>"

    def _repr_html_(self) -> str:
        """For notebooks: how far it has come."""
        shown = vars(self.measure()) if self.solver.iterations else {}
        return html_fields(repr(self)[1:-1], shown)

    def run(
        self,
        *,
        iterations: int | None = None,
        target: float | None = None,
        seconds: float | None = None,
        watch: Callable[[Progress], object] | None = None,
        looks: Callable[[int], bool] | None = None,
        stopped: Callable[[], bool] | None = None,
        checkpoint: str | os.PathLike[str] | None = None,
        tell: backends.TellText | None = None,
    ) -> None:
        """Iterate until the first of the limits is reached, or `stopped` says so.

        `looks` says after which iterations to measure the exploitability. By default, with a target
        it is measured on a fixed schedule, so that the same run ends at the same iteration; without
        one every now and then, if there is a `watch`. A `checkpoint` is written now and then, and
        in the end. `tell` is called with texts for a person who waits; without it, Python's
        warnings say that there is no machine code. Machine code takes the values that globals have
        when the run begins, or when machine code goes on with it.

        Raises:
            InputError: nothing would ever stop it, or a limit is wrong; numbers are not finite; a
                checkpoint cannot be written, or machine code that was asked for cannot be made.
            KeyboardInterrupt: Ctrl-C was pressed; the iteration is finished first.
        """
        limits = Limits(iterations, target, seconds).within(self.described)
        if not limits and stopped is None and not isinstance(self.algorithm, Program):
            name = self.described["name"]
            raise InputError(f"{name} would never end: give iterations, target, seconds or stopped")
        checkpoints = self._begin_run(checkpoint, tell)
        solver = self.solver
        pace = Pace(limits, looks or (is_due if target is not None else None))
        looked = time.perf_counter()
        with np.errstate(**UNTOLD), deferred() as pressed:
            while not (
                pressed
                or solver.finished
                or pace.over(solver.iterations, self.seconds)
                or (stopped and stopped())
            ):
                if self.numpy_until is not None and solver.iterations >= self.numpy_until:
                    solver = self._compile(tell)
                count, due = pace.ahead(solver.iterations, self.seconds)
                begun = time.perf_counter()
                solver.step(count)
                now = time.perf_counter()
                self.seconds += now - begun
                pace.took((now - begun) / count, compiled=self.backend == "compiled")
                if not math.isfinite(solver.value_sum):
                    self._refuse()
                if due or (watch and not looks and now - looked >= LOOK_EVERY):
                    progress = self.measure()
                    if watch:
                        watch(progress)
                    if due and target is not None and progress.exploitability <= target:
                        break
                    looked = time.perf_counter()
                checkpoints.write_if_due()
        if solver.iterations:
            checkpoints.write()
        if pressed:
            raise KeyboardInterrupt

    def _begin_run(
        self, checkpoint: str | os.PathLike[str] | None, tell: backends.TellText | None
    ) -> Checkpoints:
        """Check that a checkpoint can be written, and compile again what may have changed."""
        if checkpoint is not None:
            check_resumable(self)
            check_writable(Path(checkpoint), force=True)
        if self.backend == "compiled":
            from pokerbot.solvers.compiled import renew

            renew(self.solver)
        return Checkpoints(None if checkpoint is None else Path(checkpoint), self.save, tell)

    def _compile(self, tell: backends.TellText | None) -> Solver:
        """Go on in machine code if there is a compiled form of the solver; return the solver."""
        self.numpy_until = None
        needed = self.asked == "compiled" or backends.is_reduced(self.precision)
        made = backends.in_machine_code(
            self.solver, tell, self.threads, self.precision, needed=needed
        )
        if made is None and needed:
            backends.refuse_machine_code(self.described["name"], self.precision)
        if made is not None:
            self.solver, self.backend = made, "compiled"
        return self.solver

    def measure(self) -> Progress:
        """Measure the strategies that will be saved: the average, or the last ones.

        Raises:
            InputError: a number is not finite.
        """
        solver = self.solver
        with np.errstate(**UNTOLD):
            exact = outcome.exact(self, self.iterate)
            within = outcome.within(self, exact, self.iterate)
        if not math.isfinite(within + exact.value):
            self._refuse()
        return Progress(
            iterations=solver.iterations,
            seconds=self.seconds,
            nodes_touched=solver.nodes_touched,
            exploitability=within,
            value=exact.value,
            measured=outcome.measured(self, self.iterate),
        )

    def rows(self) -> list[dict[str, Any]]:
        """A row for each action of each information set, as `runs.rows.action_rows` has it."""
        return list(action_rows(self))

    def regret_bound(self) -> float:
        """An upper bound on the average's exploitability, from the regrets, in chips per hand.

        Half the sum over both players' information sets I of the positive part of the largest
        average immediate counterfactual regret: R^T <= sum over I of max(R_imm^T(I), 0) (Zinkevich
        et al. 2007, theorems 2 and 3). Iterations are weighted as in the average.

        Raises:
            InputError: the regrets of this training give no bound, or it has not begun.
        """
        told = not self.options.floor and not self.game.locks and self.game.zero_sum
        bound = self.solver.regret_bound() if told and isinstance(self.solver, SelfPlay) else None
        if bound is None:
            raise InputError(
                f"regrets bound no exploitability of {self.algorithm.name} here: it takes"
                " simultaneous updates by exact gradients, a rule with a weight, averages by that"
                " weight, no floor, no lock, no rake, no start, and an iteration"
            )
        return bound / 2

    def state(self) -> dict[str, NDArray[Any]]:
        """Copies of the solver's arrays, by name."""
        return self.solver.state()

    def solution(
        self,
        iterate: str | None = None,
        *,
        interrupted: bool = False,
        path: str | os.PathLike[str] | None = None,
        final: bool = False,
    ) -> Solution:
        """The result so far, evaluated as it will be read back from a file.

        Args:
            iterate: `average` or `last`; by default as the options say.
            interrupted: whether the run was stopped before its limits.
            path: the file that it will be saved to, whose format may round the probabilities.
            final: whether the training is not used any more, so that its memory can be freed.

        Raises:
            InputError: a number is not finite, or there is no such iterate.
        """
        solver, iterate = self.solver, self.iterate if iterate is None else iterate
        replace(self.options, iterate=iterate)
        if final and isinstance(solver, KeepsLeaves):
            solver.release(iterate)
        described = {key: value for key, value in self.described.items() if key != "iterate"}
        if iterate == "last":
            described["iterate"] = iterate
        if backends.is_reduced(self.precision):
            described["precision"] = self.precision
        with np.errstate(**UNTOLD):
            infosets = outcome.stored(self, iterate, path, final=final)
            if infosets is None:
                self._refuse()
            exact = free = outcome.evaluated(self, infosets, outcome.response_floors(self))
            within = outcome.within(self, exact, iterate, infosets)
            if self.game.locks:
                free = outcome.evaluated(self, infosets, (None, None))
        if not math.isfinite(exact.nash_conv + exact.value + within):
            self._refuse()
        results: dict[str, Any] = {"nash_conv": free.nash_conv, "value": exact.value}
        if isinstance(solver, KeepsLeaves) and not self.epsilon:
            results[RESPONSES] = [*exact.best_response_values]
        if self.options.floor or self.game.locks:
            results["exploitability_within"] = within
        found = Solution(
            game=self.game.name,
            algorithm=self.described["name"],
            parameters=self.game.parameters,
            iterations=solver.iterations,
            seconds=self.seconds,
            nodes_touched=solver.nodes_touched,
            nash_conv=free.nash_conv,
            exploitability=free.exploitability,
            exploitability_within=within,
            value=exact.value,
            value_bounds=exact.value_bounds,
            mean_iteration_value=solver.value_sum / max(solver.iterations, 1),
            infosets=len(infosets),
            backend=self.backend,
            strategy=Strategy(
                self.game, infosets, described, solver.iterations, self.seed, results
            ),
            epsilon=self.epsilon,
            regularized_gap=outcome.regularized_gap(self, infosets),
            interrupted=interrupted,
        )
        return of_spot(found, exact.values, self.memory) if self.game.is_spot else found

    def _refuse(self) -> NoReturn:
        name, iterations = self.described["name"], self.solver.iterations
        raise InputError(f"{name} reached numbers that are not finite by iteration {iterations:,}")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a checkpoint; raises InputError if that is not possible."""
        save(self, Path(path))

    def resume(self, path: str | os.PathLike[str]) -> None:
        """Go on from a checkpoint, with its backend unless another was asked for.

        Raises:
            InputError: it is not a checkpoint of this run, or its backend is not installed.
        """
        resume(self, Path(path))
