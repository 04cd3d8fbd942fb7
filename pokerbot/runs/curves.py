"""Trainings for their measurements: how far each has come, as a curve."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from pokerbot.games.catalogue import game_of, is_known
from pokerbot.games.game import Game
from pokerbot.runs.objects import build, spell
from pokerbot.runs.results import Progress
from pokerbot.runs.run import Abandoned, Stopped, TrainingRun, Watch
from pokerbot.runs.training import Training
from pokerbot.solvers.algorithm import Algorithm
from pokerbot.solvers.catalogue import as_algorithm
from pokerbot.strategy.strategy import Infosets, Strategy

LOOKS_A_DECADE = 16


@dataclass(frozen=True)
class Curve:
    """One run: its measurements in order. The label is the algorithm with what is set of it."""

    algorithm: str
    label: str
    seed: int
    points: tuple[Progress, ...]
    backend: str

    def first_below(self, exploitability: float) -> Progress | None:
        """The first measurement at or under this exploitability."""
        return next((p for p in self.points if p.exploitability <= exploitability), None)


@dataclass(frozen=True)
class CurveRun(TrainingRun):
    """A training for its measurements."""

    def carry_out(self, watch: Watch, stopped: Stopped) -> Curve:
        """As `Run`: what is stopped is measured where it stands, if it has begun at all."""
        training, points = self.training(), list[Progress]()

        def note(progress: Progress) -> None:
            points.append(progress)
            watch(progress)

        training.run(
            iterations=self.iterations,
            target=self.target,
            seconds=self.seconds,
            watch=note,
            looks=is_look,
            stopped=stopped,
        )
        if not training.solver.iterations:
            raise Abandoned
        return curve_of(training, self.label, points)


@dataclass(frozen=True)
class OwnRun(CurveRun):
    """As `CurveRun`, with the game and the algorithm as `objects.spell` says them.

    start: the information sets of the strategy that it begins from
    """

    start: Infosets | None = None

    @cached_property
    def chosen(self) -> Algorithm:
        """The algorithm itself."""
        return as_algorithm(build(self.algorithm))

    @cached_property
    def played(self) -> Game:
        """The game itself."""
        return game_of(build(self.game))

    def training(self, start: Strategy | None = None) -> Training:
        """As `TrainingRun` says, from its own start."""
        return super().training(None if self.start is None else Strategy(self.played, self.start))


def curve_of(training: Training, label: str, points: list[Progress]) -> Curve:
    """What a training came to, with a last measurement where it stands."""
    if not points or points[-1].iterations < training.solver.iterations:
        points.append(training.measure())
    return Curve(training.described["name"], label, training.seed, tuple(points), training.backend)


Limits = tuple[int | None, float | None, float | None]
"""Iterations, a target and seconds, as training takes them."""


def own_run(training: Training, limits: Limits, start: Strategy | None) -> OwnRun:
    """A training as a value for another process; start: the strategy that it begins from."""
    game = training.game
    return OwnRun(
        spell(game.spec if is_known(game) else game),
        spell(training.algorithm),
        *limits,
        training.seed,
        training.options,
        training.asked,
        training.threads,
        training.precision,
        start=None if start is None else start.infosets,
    )


def is_look(iteration: int) -> bool:
    """Whether an iteration is one of those that are evenly spaced on a logarithmic scale."""
    place = LOOKS_A_DECADE * math.log10(iteration)
    return any(
        iteration == round(10 ** (near / LOOKS_A_DECADE)) for near in (int(place), int(place) + 1)
    )
