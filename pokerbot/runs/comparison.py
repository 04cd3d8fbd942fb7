"""Algorithms side by side: how fast each one's exploitability falls."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from typing import Any

from pokerbot.errors import InputError
from pokerbot.games.game import Game
from pokerbot.io.files import is_whole
from pokerbot.io.html import table
from pokerbot.plots.figure import Figure, Panel, Series
from pokerbot.plots.picture import can_draw, picture
from pokerbot.runs import backend as backends
from pokerbot.runs.backend import best
from pokerbot.runs.curves import Curve, CurveRun, Limits, OwnRun, curve_of, is_look, own_run
from pokerbot.runs.executors import Event, Gathered, Reached
from pokerbot.runs.executors.processes import Processes
from pokerbot.runs.limits import check_limits
from pokerbot.runs.results import Progress
from pokerbot.runs.run import (
    Watch,
    draws,
    label_of,
    parse_entry,
)
from pokerbot.runs.training import Training
from pokerbot.sequence.compile import as_form
from pokerbot.sequence.form import Form
from pokerbot.solvers.algorithm import Algorithm, Options
from pokerbot.solvers.catalogue import ALGORITHMS, as_algorithm
from pokerbot.solvers.regret import RegretRule
from pokerbot.strategy.storage import Playable, as_strategy
from pokerbot.strategy.strategy import Strategy

LOWEST_LEVEL = 1e-12
RETRIES = 3
"""How often a run is done again whose process was lost."""


@dataclass(frozen=True)
class Comparison:
    """What `pokerbot compare` reports: all runs on one game, those of a label together."""

    game: str
    curves: tuple[Curve, ...]

    def __repr__(self) -> str:
        runs = f"{len(self.curves):,} run{'s' * (len(self.curves) != 1)}"
        return f"<Comparison on {self.game}: {runs} of {', '.join(self.labels)}>"

    def _repr_html_(self) -> str:
        """For notebooks: where each run came to, and the curves where Matplotlib is installed."""
        ends = [
            (
                curve.label,
                curve.seed,
                curve.points[-1].iterations,
                curve.points[-1].seconds,
                curve.points[-1].exploitability,
                curve.backend,
            )
            for curve in self.curves
        ]
        headings = ("algorithm", "seed", "iterations", "seconds", "exploitability", "backend")
        drawn = picture(self.figure(), "svg").decode() if can_draw() else ""
        return table(self.game, headings, ends) + drawn[max(drawn.find("<svg"), 0) :]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each measurement: label, seed, backend, and the fields of `Progress`."""
        return [
            {"label": curve.label, "seed": curve.seed, "backend": curve.backend, **vars(point)}
            for curve in self.curves
            for point in curve.points
        ]

    @property
    def labels(self) -> list[str]:
        """In the order they were asked for."""
        return list(dict.fromkeys(curve.label for curve in self.curves))

    def of(self, label: str) -> list[Curve]:
        """The runs of a label, one for each seed."""
        return [curve for curve in self.curves if curve.label == label]

    def levels(self) -> list[float]:
        """The powers of ten that some run came down to, the largest first."""
        seen = [p.exploitability for curve in self.curves for p in curve.points]
        highest = math.floor(math.log10(max(*seen, LOWEST_LEVEL)))
        powers = (float(f"1e{power}") for power in range(highest, -99, -1))
        return list(takewhile(lambda level: level >= max(min(seen), LOWEST_LEVEL), powers))

    def cost(self, label: str, level: float, unit: str) -> float | None:
        """The median over seeds of what it took to come down to a level, None if one did not."""
        costs = []
        for curve in self.of(label):
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
                        curve.label,
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


def entrants(
    game: Game,
    entries: Sequence[str],
    seeds: int,
    *,
    iterations: int | None = None,
    target: float | None = None,
    seconds: float | None = None,
    backend: str = "auto",
    threads: int = 1,
    precision: str = "double",
    tell: Callable[[str], object] = backends.warn,
) -> list[CurveRun]:
    """A run for each entry, `NAME` or `NAME:key=value,…`; those that draw for each of the seeds.

    None changes its backend on the way: with `auto` they are compiled from the start if they can.
    tell: told of those that cannot.

    Raises:
        InputError: no such algorithm or setting, one that does not take this game, or no machine
            code here where it is asked for.
    """
    if backend == "auto":
        backend = best(tell)
    chosen: dict[str, list[CurveRun]] = {}
    for algorithm, options in map(parse_entry, entries):
        first = CurveRun(
            game.spec,
            algorithm,
            iterations,
            target,
            seconds,
            options=options,
            backend=backend,
            threads=threads,
            precision=precision,
        )
        first = replace(first, backend=first.settled(tell))
        if first.label in chosen:
            raise _told_the_same(first.label)
        count = seeds if draws(algorithm, options) else 1
        chosen[first.label] = [replace(first, seed=seed) for seed in range(count)]
    return [run for runs in chosen.values() for run in runs]


def _told_the_same(label: str) -> InputError:
    return InputError(f"{label} would be compared with itself: two are told the same")


Entrant = str | Algorithm | RegretRule
"""An algorithm by name, with settings as in `dcfr:alpha=1,beta=-2`, or an object."""


def compare(
    game: Game | Form | str,
    algorithms: Entrant | Iterable[Entrant] | None = None,
    *,
    iterations: int | None = None,
    target: float | None = None,
    seconds: float | None = None,
    seeds: int = 3,
    jobs: int = 1,
    start: Playable | None = None,
    backend: str = "auto",
    threads: int = 1,
    precision: str | None = None,
    watch: Watch = lambda _: None,
    **settings: Any,
) -> Comparison:
    """Run algorithms on a game and measure how fast their exploitability falls.

    Ctrl-C ends with what there is by then.

    Args:
        game: a game, its name, or its form.
        algorithms: names, with settings as in `dcfr:alpha=1,beta=-2`, algorithms or rules, or one
            of them; all that take the game where none is given.
        iterations: stop each after so many.
        target: stop each at this exploitability, in chips per hand.
        seconds: stop each after so much time in iterations; 2 where no limit is given.
        seeds: how many runs of each that draws.
        jobs: how many runs at a time; with more than one each has a process, and what you wrote
            yourself must have a name in a module that others can import, or in a script that
            starts below `if __name__ == "__main__":`.
        start: a strategy that each begins from (Brown & Sandholm 2016).
        backend: numpy; or auto and compiled, machine code from the start, where it can be had. What
            computed a run stands in its rows; where `compiled` has NumPy do it a warning says so.
        threads: how many may work on an iteration of a large game by machine code.
        precision: double; or single, as `solve` takes it.
        watch: told of every measurement.
        settings: options by name, for all.

    Raises:
        InputError: no such algorithm, one that does not take this game, two that are told the
            same, a limit that cannot be, or what cannot go to another process.
    """
    check_limits(iterations, target, seconds)
    for name, count in (("seeds", seeds), ("jobs", jobs)):
        if not (is_whole(count) and count):
            raise InputError(f"must be a whole number from 1 up, not {count!r:.40}", parameter=name)
    limits = iterations, target, seconds
    if limits == (None, None, None):
        limits = None, None, 2.0
    form = as_form(game)
    if algorithms is None:
        algorithms = [each for each in ALGORITHMS.values() if each.takes(form.game)]
    chosen = [algorithms] if isinstance(algorithms, Entrant) else list(algorithms)
    if not chosen:
        raise InputError("must name at least one", parameter="algorithms")
    begin = None if start is None else as_strategy(start)
    computed = {"backend": backend, "threads": threads, "precision": precision}
    trainings = _trainings(form, chosen, seeds, begin, computed, settings)
    if jobs > 1:
        runs = [own_run(training, limits, begin) for _, training in trainings]
        return Comparison(form.game.spec, _in_processes(runs, jobs, watch))
    return Comparison(form.game.spec, _one_by_one(trainings, limits, watch))


def _one_by_one(
    trainings: Iterable[tuple[str, Training]], limits: Limits, watch: Watch
) -> tuple[Curve, ...]:
    """What comes of the trainings, by label; after Ctrl-C, of those that had begun by then."""
    curves: list[Curve] = []
    iterations, target, seconds = limits
    for label, training in trainings:
        points: list[Progress] = []

        def note(progress: Progress, points: list[Progress] = points) -> None:
            points.append(progress)
            watch(progress)

        interrupted = False
        try:
            training.run(
                iterations=iterations, target=target, seconds=seconds, watch=note, looks=is_look
            )
        except KeyboardInterrupt:
            interrupted = True
        if training.solver.iterations:
            curves.append(curve_of(training, label, points))
        if interrupted:
            break
    if not curves:
        raise KeyboardInterrupt
    return tuple(curves)


def _in_processes(runs: Sequence[OwnRun], jobs: int, watch: Watch) -> tuple[Curve, ...]:
    """What comes of the runs; after Ctrl-C, of those that had ended by then."""

    def tell(event: Event) -> None:
        if isinstance(event, Reached):
            watch(event.progress)

    gathered = Gathered(tell)
    try:
        Processes(jobs, RETRIES).carry_out(runs, gathered, lambda: False)
    except KeyboardInterrupt:
        if not gathered.results:
            raise
    for place, reason in gathered.failures.items():
        raise InputError(f"{runs[place].name}: {reason}")
    return tuple(gathered.results)


def _trainings(
    form: Form,
    entrants: Iterable[Entrant],
    seeds: int,
    start: Strategy | None,
    computed: dict[str, Any],
    settings: dict[str, Any],
) -> list[tuple[str, Training]]:
    """A training for each, by its label; those that draw for each of the seeds.

    computed: by what backend, as `compare` takes it, by how many threads, and in what precision.
    """
    backends.check(**computed)
    asked = computed["backend"]
    computed = computed | {"backend": "numpy" if asked == "numpy" else "auto"}
    trainings: list[tuple[str, Training]] = []
    for entrant in entrants:
        name, options = parse_entry(entrant) if isinstance(entrant, str) else (entrant, Options())
        algorithm, options = as_algorithm(name), options.with_settings(settings)
        label = label_of(algorithm, options)
        if label in dict(trainings):
            raise _told_the_same(label)
        made = partial(Training, form, algorithm, options=options, start=start)
        first = made(**computed)
        first.settle()
        if asked == "compiled" and first.backend == "numpy":
            backends.warn(f"{label} is computed by NumPy: there is no machine code for it")
        count = seeds if draws(algorithm, options) else 1
        others = [
            made(seed=seed, **computed | {"backend": first.backend}) for seed in range(1, count)
        ]
        trainings += [(label, training) for training in (first, *others)]
    return trainings
