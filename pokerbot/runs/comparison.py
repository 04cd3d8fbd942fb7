"""Algorithms side by side: how fast each one's exploitability falls."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile

from pokerbot.games.catalogue import Game
from pokerbot.plots.figure import Figure, Panel, Series
from pokerbot.runs.training import Progress, Training
from pokerbot.solvers.catalogue import find_algorithm

LOOKS_A_DECADE = 16
LOWEST_LEVEL = 1e-12


@dataclass(frozen=True)
class Curve:
    """One run: its measurements in order."""

    algorithm: str
    seed: int
    points: tuple[Progress, ...]

    def first_below(self, exploitability: float) -> Progress | None:
        """The first measurement at or under this exploitability."""
        return next((p for p in self.points if p.exploitability <= exploitability), None)


@dataclass(frozen=True)
class Comparison:
    """What `pokerbot compare` reports: all runs on one game, those of an algorithm together."""

    game: str
    curves: tuple[Curve, ...]

    @property
    def algorithms(self) -> list[str]:
        """In the order they were asked for."""
        return list(dict.fromkeys(curve.algorithm for curve in self.curves))

    def of(self, algorithm: str) -> list[Curve]:
        """An algorithm's runs, one for each seed."""
        return [curve for curve in self.curves if curve.algorithm == algorithm]

    def levels(self) -> list[float]:
        """The powers of ten that some run came down to, the largest first."""
        seen = [p.exploitability for curve in self.curves for p in curve.points]
        highest = math.floor(math.log10(max(*seen, LOWEST_LEVEL)))
        powers = (float(f"1e{power}") for power in range(highest, -99, -1))
        return list(takewhile(lambda level: level >= max(min(seen), LOWEST_LEVEL), powers))

    def cost(self, algorithm: str, level: float, unit: str) -> float | None:
        """The median over seeds of what it took to come down to a level, None if one did not."""
        costs = []
        for curve in self.of(algorithm):
            point = curve.first_below(level)
            if point is None:
                return None
            costs.append(getattr(point, unit))
        return float(statistics.median(costs))

    def figure(self) -> Figure:
        """Exploitability over iterations, nodes touched and seconds."""
        panels = [
            Panel(
                unit.replace("_", " "),
                "exploitability (chips per hand)",
                [
                    Series(
                        curve.algorithm,
                        [float(getattr(point, unit)) for point in curve.points],
                        [point.exploitability for point in curve.points],
                    )
                    for curve in self.curves
                ],
                logarithmic=True,
            )
            for unit in ("iterations", "nodes_touched", "seconds")
        ]
        return Figure(self.game, panels, stacked=True)


def entrants(game: Game, algorithms: list[str], seeds: int) -> list[Training]:
    """A run for each algorithm, ready to start; the sampled ones for each of so many seeds.

    Raises:
        InputError: no such algorithm, or one that does not take this game.
    """
    return [
        Training(game, algorithm, seed=seed)
        for algorithm in algorithms
        for seed in range(seeds if find_algorithm(algorithm).default("batch") else 1)
    ]


def compare(
    runs: list[Training],
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    watch: Callable[[Training, Progress], None] = lambda _, __: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Comparison:
    """Take runs of one game to the same limits, one after the other.

    Args:
        runs: of `entrants`, at least one.
        iterations: stop each run after so many.
        seconds: stop each run after so much time in iterations.
        watch: told of every measurement.
        stopped: asked before each iteration whether to end all.
    """
    curves = []
    for run in runs:
        points: list[Progress] = []

        def note(progress: Progress, run: Training = run, into: list[Progress] = points) -> None:
            into.append(progress)
            watch(run, progress)

        run.run(iterations=iterations, seconds=seconds, watch=note, looks=is_look, stopped=stopped)
        if not run.solver.iterations:
            break
        if not points or points[-1].iterations < run.solver.iterations:
            points.append(run.measure())
        curves.append(Curve(run.described["name"], run.seed, tuple(points)))
    return Comparison(runs[0].game.spec, tuple(curves))


def is_look(iteration: int) -> bool:
    """Whether an iteration is one of those that are evenly spaced on a logarithmic scale."""
    place = LOOKS_A_DECADE * math.log10(iteration)
    return any(
        iteration == round(10 ** (near / LOOKS_A_DECADE)) for near in (int(place), int(place) + 1)
    )
