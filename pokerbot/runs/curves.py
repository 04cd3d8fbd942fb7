"""Trainings for their measurements: how far each has come, as a curve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pokerbot.io.machine import processor, versions
from pokerbot.runs.limits import is_look
from pokerbot.runs.outcome import Measure
from pokerbot.runs.results import Progress
from pokerbot.runs.run import Abandoned, Stopped, TrainingRun, Watch, measured
from pokerbot.strategy.strategy import Strategy


@dataclass(frozen=True)
class Curve:
    """One run: its measurements in order. The label is the algorithm with what is set of it.

    versions, processor: of what computed it
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
        """The first measurement at or under this exploitability."""
        return next((p for p in self.points if p.exploitability <= exploitability), None)


@dataclass(frozen=True)
class CurveRun(TrainingRun):
    """A training for its measurements.

    measure: a figure of one's own besides, as `Training.own_measure`
    """

    start: Strategy | None = None
    measure: Measure | None = None

    def carry_out(self, watch: Watch, stopped: Stopped) -> Curve:
        """As `Run`: what is stopped is measured where it stands, if it has begun at all."""
        training = self.training()
        training.own_measure = self.measure
        points = measured(training, self.limits, is_look, watch, stopped)
        done = training.solver.iterations
        if not done:
            raise Abandoned
        if not points or points[-1].iterations < done:
            points.append(training.measure())
        name = training.described["name"]
        return Curve(
            name, self.label, self.seed, tuple(points), training.backend, versions(), processor()
        )
