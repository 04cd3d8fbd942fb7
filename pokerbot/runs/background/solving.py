"""Solving in the background: the events that a solver reports, and how it follows orders."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from pokerbot.errors import InputError
from pokerbot.games.catalogue import is_known
from pokerbot.io.machine import give_way
from pokerbot.runs.limits import Limits
from pokerbot.runs.outcome import spread
from pokerbot.runs.results import Progress
from pokerbot.runs.run import SolveRun
from pokerbot.runs.training import LOOK_EVERY
from pokerbot.strategy.arrays import InfosetSample
from pokerbot.strategy.storage import save

DENSITY = 1.05
"""Measurements are at most this factor apart in iterations; or less, every `LOOK_EVERY` seconds."""


@dataclass(frozen=True)
class GameCompiled:
    """The game is compiled, and the first iteration is under way."""


@dataclass(frozen=True)
class Told:
    """A text that a person who waits should read."""

    text: str


@dataclass(frozen=True)
class Measured:
    """A measurement, and the average strategy at some information sets."""

    progress: Progress
    frequencies: Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Resting:
    """The solver waits for an order.

    finished: whether it has reached a limit; otherwise it was paused
    """

    finished: bool


@dataclass(frozen=True)
class StrategySaved:
    """The strategy was saved, after `iterations` iterations."""

    path: str
    iterations: int


@dataclass(frozen=True)
class Refused:
    """The strategy could not be saved; nothing else has changed."""

    reason: str


@dataclass(frozen=True)
class Ended:
    """The process ended without having been told to."""

    reason: str


SolverEvent = GameCompiled | Told | Measured | Resting | StrategySaved | Refused | Ended
"""What a solver in the background reports."""


class BackgroundSolver:
    """Solves a game, and follows orders to pause, to go on and to save.

    orders: the queue of orders `["pause"]`, `["go on", iterations, target, seconds]` and `["save",
        path, force]`
    tell: called with each event
    saved: called when an order to save has been followed
    """

    def __init__(
        self,
        orders: SimpleQueue[list[Any]],
        tell: Callable[[SolverEvent], object],
        saved: Callable[[], object],
    ) -> None:
        self.orders, self.tell, self.saved = orders, tell, saved
        self._looked, self._when = 0, 0.0

    def work(self, run: SolveRun) -> None:
        """Carry out the run and follow orders, for ever; after an error, `Ended` is reported."""
        give_way()
        try:
            self._follow(run)
        except MemoryError:
            self.tell(Ended("the solver ran out of memory"))
        except InputError as error:
            self.tell(Ended(str(error)))
        except Exception as error:
            self.tell(Ended(f"the solver failed: {type(error).__name__}: {error}"))

    def _follow(self, run: SolveRun) -> None:
        self.training = run.training()
        self.sample = InfosetSample(self.training.form)
        self.tell(GameCompiled())
        running, limits = True, run.limits
        while True:
            if running:
                self.iterate(limits)
                if self.orders.empty():
                    running = False
                    self._rest(finished=True)
            match self.orders.get():
                case ["go on", *given]:
                    running, limits = True, Limits(*given)
                case ["pause"] if running:
                    running = False
                    self._rest(finished=False)
                case ["save", path, force]:
                    self._save(Path(path), force=force)

    def iterate(self, limits: Limits) -> None:
        """Iterate until a limit is reached or an order comes.

        With a target it stops at the same iteration each time, as `Training.run` does.
        """
        horizon = self.training.described.get("horizon")
        if horizon and limits.iterations:
            limits = replace(limits, iterations=min(limits.iterations, horizon))
        self.training.run(
            **vars(limits),
            watch=self._watch,
            looks=self._looks if limits.target is None else None,
            stopped=lambda: not self.orders.empty(),
            tell=self._say,
        )

    def _looks(self, iteration: int) -> bool:
        """Whether to measure: after few iterations at first, for a curve to show; then by time."""
        now = time.perf_counter()
        due = iteration >= self._looked * DENSITY or now - self._when >= LOOK_EVERY
        if due:
            self._looked, self._when = iteration, now
        return due

    def _watch(self, progress: Progress) -> None:
        training = self.training
        plans = spread(training, training.solver.plans())
        self.tell(Measured(progress, self.sample(plans)))

    def _say(self, text: str) -> None:
        self.tell(Told(text))

    def _rest(self, *, finished: bool) -> None:
        self._watch(self.training.measure())
        self.tell(Resting(finished))

    def _save(self, path: Path, *, force: bool) -> None:
        try:
            found, game = self.training.solution(path=path).strategy, self.training.game
            save(found, path, force=force, game=None if is_known(game) else game)
            self.tell(StrategySaved(str(path), self.training.solver.iterations))
        except InputError as error:
            self.tell(Refused(str(error)))
        self.saved()
