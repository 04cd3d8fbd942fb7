"""What studies are made of: their reports, and what trains and measures for them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pokerbot.errors import Abandoned
from pokerbot.games.betting import walk
from pokerbot.plots.figure import Figure, Series
from pokerbot.runs.comparison import Comparison
from pokerbot.runs.limits import Limits, is_look
from pokerbot.runs.results import Progress
from pokerbot.runs.run import Stopped, Watch, run_and_measure
from pokerbot.runs.training import Training


@dataclass(frozen=True)
class StudyReport:
    """The outcome of a study.

    remarks: in words, where it agrees with its document, and where not
    data: what was computed, to be written as JSON
    figure: the figure, if there is one
    comparisons: comparisons of algorithms, to be shown as tables
    """

    remarks: list[str]
    data: dict[str, Any]
    figure: Figure | None = field(default=None, repr=False)
    comparisons: tuple[Comparison, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class StudyTrainer:
    """Trains algorithms for a study.

    backend: what computes all iterations
    watch: called with every measurement
    stopped: asked whether to stop
    """

    backend: str
    watch: Watch
    stopped: Stopped

    def train(
        self,
        game: str,
        algorithm: str,
        iterations: int,
        *,
        every: int | None = None,
        **options: Any,
    ) -> tuple[Training, list[Progress]]:
        """Train an algorithm; return the training and its measurements.

        Measurements are made after every `every` iterations, or, without that, at iterations that
        are evenly spaced on a logarithmic scale.

        Raises:
            Abandoned: it was stopped.
        """
        training = Training(game, algorithm, seed=1, backend=self.backend, **options)
        looks = is_look if every is None else lambda t: t % every == 0
        limits = Limits(iterations)
        points = run_and_measure(training, limits, looks, self.watch, self.stopped)
        if self.stopped():
            raise Abandoned
        return training, points


def exploitability_over(points: list[Progress], unit: str, label: str) -> Series:
    """The curve of the exploitability over iterations, nodes_touched or seconds."""
    x = [float(getattr(point, unit)) for point in points]
    return Series(label, x, [point.exploitability for point in points])


def chances(training: Training, history: str, action: str) -> list[float]:
    """How often the trained strategy takes an action after some betting, for each hand."""
    game, infosets = training.game, training.solution().strategy.infosets
    betting = next(node for node in walk(game.rules) if node.history == history)
    keys = game.keys(betting, [*game.views(betting.round, betting.player)])
    return [float(infosets[key][action]) for key in keys]


def hands_axis(hands: int) -> list[float]:
    """The hands 1, 2, … as numbers in [0, 1]: the middles of as many equal parts."""
    axis: list[float] = ((np.arange(hands) + 0.5) / hands).tolist()
    return axis
