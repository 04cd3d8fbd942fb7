"""Drives a solver: when to measure, when to stop, what came of it. Knows no terminal."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pokerbot.errors import InputError
from pokerbot.evaluation.exact import evaluate_profile
from pokerbot.games.catalogue import Game, parse_game
from pokerbot.sequence.behaviour import to_arrays, to_infosets
from pokerbot.sequence.compile import compile_game
from pokerbot.solvers.catalogue import Options, find_algorithm
from pokerbot.strategy import Strategy

DEFAULT_ALGORITHM = "dcfr"
DEFAULT_ITERATIONS = 10_000


@dataclass(frozen=True)
class Limits:
    """When to stop: at the first of these that is reached."""

    iterations: int | None = None
    target: float | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name, value in (("--target", self.target), ("--time", self.seconds)):
            if value is not None and not 0 <= value < float("inf"):
                raise InputError(f"{name} must be a number from 0 up, not {value}")
        if self.iterations is not None and self.iterations < 1:
            raise InputError(f"iterations must be a whole number from 1 up, not {self.iterations}")

    def or_default(self) -> Limits:
        """These limits, or the default number of iterations where nothing is said."""
        return self if self != Limits() else Limits(DEFAULT_ITERATIONS)


@dataclass(frozen=True)
class Progress:
    """A measurement on the way; seconds are those of the iterations alone."""

    iterations: int
    seconds: float
    exploitability: float


@dataclass(frozen=True)
class Solution:
    """What `pokerbot solve` reports; values are player 1's, in chips per hand."""

    game: str
    algorithm: str
    parameters: dict[str, float]
    iterations: int
    seconds: float
    nodes_touched: int
    nash_conv: float
    exploitability: float
    value: float
    value_bounds: tuple[float, float]
    mean_iteration_value: float
    infosets: int
    strategy: Strategy = field(repr=False)
    output: str | None = None


def solve(
    game: Game | str,
    algorithm: str = DEFAULT_ALGORITHM,
    *,
    iterations: int | None = None,
    target: float | None = None,
    seconds: float | None = None,
    seed: int = 0,
    options: Options | None = None,
    watch: Callable[[Progress], None] | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Solution:
    """Train an algorithm on a game until the first limit is reached.

    Args:
        game: a game, or its name as on the command line.
        algorithm: a name in the catalogue.
        iterations: stop after so many; 10,000 where no other limit is given either.
        target: stop at this exploitability, in chips per hand.
        seconds: stop after this time in iterations.
        seed: of every random draw.
        options: how the algorithm is run.
        watch: told of every measurement.
        stopped: asked before each iteration whether to end early.

    Raises:
        InputError: no such game or algorithm, or an option that does not fit.
    """
    game = parse_game(game) if isinstance(game, str) else game
    limits = Limits(iterations, target, seconds).or_default()
    form = compile_game(game)
    solver, described = find_algorithm(algorithm).build(form, options or Options())
    spent = 0.0
    next_look = 1
    while not (
        (limits.iterations is not None and solver.iterations >= limits.iterations)
        or (limits.seconds is not None and spent >= limits.seconds)
        or stopped()
    ):
        begun = time.perf_counter()
        solver.step()
        spent += time.perf_counter() - begun
        if solver.iterations < next_look or not (watch or limits.target is not None):
            continue
        next_look = solver.iterations + max(1, solver.iterations // 20)
        exact = evaluate_profile(form, solver.average())
        if watch:
            watch(Progress(solver.iterations, spent, exact.exploitability))
        if limits.target is not None and exact.exploitability <= limits.target:
            break
    infosets = to_infosets(form, solver.average())
    exact = evaluate_profile(form, to_arrays(form, infosets))
    results: dict[str, Any] = {"nash_conv": exact.nash_conv, "value": exact.value}
    return Solution(
        game=game.name,
        algorithm=algorithm,
        parameters=game.parameters,
        iterations=solver.iterations,
        seconds=spent,
        nodes_touched=solver.nodes_touched,
        nash_conv=exact.nash_conv,
        exploitability=exact.exploitability,
        value=exact.value,
        value_bounds=exact.value_bounds,
        mean_iteration_value=solver.value_sum / max(solver.iterations, 1),
        infosets=len(infosets),
        strategy=Strategy(game, infosets, described, solver.iterations, seed, results),
    )


def default_path(game: Game, algorithm: str) -> Path:
    """Where a solved strategy goes if nothing else is said."""
    return Path("strategies") / f"{game.slug}-{algorithm}.json"
