"""Algorithms side by side: how fast each one's exploitability falls."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from dataclasses import dataclass

from pokerbot.figures import Figure, Panel, Series
from pokerbot.games.catalogue import Game
from pokerbot.solvers.algorithm import Options
from pokerbot.solvers.catalogue import find_algorithm
from pokerbot.training import Progress, Training

LOOKS_A_DECADE = 16


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
        lowest = min(p.exploitability for curve in self.curves for p in curve.points)
        level, found = 1.0, []
        while level >= max(lowest, 1e-12):
            found.append(level)
            level = float(f"{level / 10:.0e}")
        return found

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


def compare(
    game: Game,
    algorithms: list[str],
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    seeds: int = 1,
    stopped: Callable[[], bool] = lambda: False,
) -> Comparison:
    """Run each algorithm with the same limits; the sampled ones once for each seed.

    Args:
        game: what to solve.
        algorithms: names in the catalogue.
        iterations: stop each run after so many.
        seconds: stop each run after so much time in iterations.
        seeds: seeds 0, 1, …, for the algorithms that draw at random.
        stopped: asked before each iteration whether to end early.

    Raises:
        InputError: no such algorithm, or one that does not take this game.
    """
    curves = []
    for algorithm in algorithms:
        sampled = find_algorithm(algorithm).sampling is not None
        for seed in range(seeds if sampled else 1):
            points: list[Progress] = []
            training = Training(game, algorithm, seed=seed, options=Options())
            training.run(
                iterations=iterations,
                seconds=seconds,
                watch=points.append,
                looks=is_look,
                stopped=stopped,
            )
            if not points or points[-1].iterations < training.solver.iterations:
                points.append(training.measure())
            curves.append(Curve(algorithm, seed, tuple(points)))
    return Comparison(game.spec, tuple(curves))


def is_look(iteration: int) -> bool:
    """Whether an iteration is one of those that are evenly spaced on a logarithmic scale."""
    place = LOOKS_A_DECADE * math.log10(iteration)
    return any(
        iteration == round(10 ** (near / LOOKS_A_DECADE)) for near in (int(place), int(place) + 1)
    )
