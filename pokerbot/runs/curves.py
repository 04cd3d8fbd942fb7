"""Trainings whose results are their measurements: convergence curves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pokerbot.errors import Abandoned
from pokerbot.io.machine import processor, versions
from pokerbot.runs.limits import is_look
from pokerbot.runs.outcome import Measure
from pokerbot.runs.results import Progress
from pokerbot.runs.run import Stopped, TrainingRun, Watch, run_and_measure
from pokerbot.strategy.strategy import Strategy


@dataclass(frozen=True)
class Curve:
    """The curve of a run.

    algorithm: the algorithm's name
    label: the algorithm with its settings
    seed: of the run
    points: the measurements, in order
    backend, versions, processor: what computed it
    """

    algorithm: str
    label: str
    seed: int
    points: tuple[Progress, ...]
    backend: str
    versions: str
    processor: str

    def rows(self) -> list[dict[str, Any]]:
        """A row for each measurement."""
        said = {name: value for name, value in vars(self).items() if name != "points"}
        return [{**said, **vars(point)} for point in self.points]

    def first_below(self, exploitability: float) -> Progress | None:
        """The first measurement with at most this exploitability, None if there is none."""
        return next((p for p in self.points if p.exploitability <= exploitability), None)


@dataclass(frozen=True)
class CurveRun(TrainingRun):
    """A training whose result is its curve.

    start: a strategy to begin from, if any
    measure: a measure of one's own, if any, as `Training.own_measure`
    """

    start: Strategy | None = None
    measure: Measure | None = None

    def carry_out(self, watch: Watch, stopped: Stopped) -> Curve:
        """As `Run`; a run that is stopped is measured there, unless it has not begun yet."""
        training = self.training()
        training.own_measure = self.measure
        points = run_and_measure(training, self.limits, is_look, watch, stopped)
        done = training.solver.iterations
        if not done:
            raise Abandoned
        if not points or points[-1].iterations < done:
            points.append(training.measure())
        name = training.described["name"]
        return Curve(
            name, self.label, self.seed, tuple(points), training.backend, versions(), processor()
        )
