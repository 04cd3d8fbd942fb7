"""Comparisons of algorithms: how fast the exploitability of each one falls."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, NamedTuple

from pokerbot.errors import InputError
from pokerbot.games.game import Game
from pokerbot.io.files import is_whole
from pokerbot.io.html import table
from pokerbot.plots.figure import Figure, Panel, Series
from pokerbot.plots.picture import can_draw, picture
from pokerbot.runs.backend import warn
from pokerbot.runs.curves import Curve, CurveRun
from pokerbot.runs.executors import Event, Executor, Failed, Finished, InProcess, Reached
from pokerbot.runs.executors.processes import of_this_machine
from pokerbot.runs.interrupts import deferred
from pokerbot.runs.limits import Limits
from pokerbot.runs.outcome import Measure
from pokerbot.runs.outlook import tell_unused
from pokerbot.runs.run import Entrant, Watch, parse_entry
from pokerbot.sequence.compile import as_form
from pokerbot.sequence.form import Form
from pokerbot.solvers.algorithm import Algorithm
from pokerbot.solvers.catalogue import ALGORITHMS
from pokerbot.strategy.storage import Playable, as_strategy

LOWEST_LEVEL = 1e-12
MOST_SEEDS = 100_000
USUAL_SECONDS = 2.0
"""How long each algorithm runs if no limit is given."""


class Axis(NamedTuple):
    """What algorithms are compared by.

    unit: the field of `Progress`
    name: the unit's name; for seconds, with the backend
    labels: the labels of the algorithms that can be compared by it
    """

    unit: str
    name: str
    labels: list[str]


@dataclass(frozen=True)
class Comparison:
    """A comparison, as `pokerbot compare` reports it: all runs on a game, label by label.

    measured: what the curves' exploitability is, as `measured_in` tells it
    """

    game: str
    curves: tuple[Curve, ...]
    measured: str = field(default="exploitability", repr=False)

    def __repr__(self) -> str:
        runs = f"{len(self.curves):,} run{'s' * (len(self.curves) != 1)}"
        return f"<Comparison on {self.game}: {runs} of {', '.join(self.labels)}>"

    def _repr_html_(self) -> str:
        """For notebooks: where each run ended, and the curves if Matplotlib is installed."""
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
        headings = ("algorithm", "seed", "iterations", "seconds", self.measured, "backend")
        drawn = picture(self.figure(), "svg").decode() if can_draw() else ""
        return table(self.game, headings, ends) + drawn[max(drawn.find("<svg"), 0) :]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each measurement: the game, `Curve`'s fields, and those of `Progress`."""
        return [{"game": self.game, **row} for curve in self.curves for row in curve.rows()]

    @property
    def labels(self) -> list[str]:
        """The labels, in the order in which they were asked for."""
        return list(dict.fromkeys(curve.label for curve in self.curves))

    def of(self, label: str) -> list[Curve]:
        """The runs of a label, one for each seed."""
        return [curve for curve in self.curves if curve.label == label]

    def levels(self) -> list[float]:
        """The powers of ten that the exploitability of some run fell to, the largest first."""
        seen = [p.exploitability for curve in self.curves for p in curve.points]
        highest = math.floor(math.log10(max(*seen, LOWEST_LEVEL)))
        powers = (float(f"1e{power}") for power in range(highest, -99, -1))
        return list(takewhile(lambda level: level >= max(min(seen), LOWEST_LEVEL), powers))

    def cost(self, label: str, level: float, unit: str) -> float | None:
        """The median over seeds of what it took to reach a level; None if some run did not."""
        costs = []
        for curve in self.of(label):
            point = curve.first_below(level)
            if point is None:
                return None
            costs.append(getattr(point, unit))
        return float(statistics.median(costs))

    def axes(self) -> list[Axis]:
        """What the algorithms are compared by; seconds only among those with the same backend."""
        by_backend: dict[str, list[str]] = {}
        for label in self.labels:
            by_backend.setdefault(self.of(label)[0].backend, []).append(label)
        return [
            *(Axis("seconds", f"seconds by {each}", names) for each, names in by_backend.items()),
            Axis("iterations", "iterations", self.labels),
            Axis("nodes_touched", "nodes touched", self.labels),
        ]

    def series(self, label: str, unit: str) -> Series:
        """The curve of a label: the median over its seeds, and a band from the least to the most.

        It has a point at each iteration at which all of them were measured.
        """
        seeds = [{point.iterations: point for point in curve.points} for curve in self.of(label)]
        shared = [t for t in seeds[0] if all(t in seed for seed in seeds)]
        x = [statistics.median(getattr(seed[t], unit) for seed in seeds) for t in shared]
        found = [sorted(seed[t].exploitability for seed in seeds) for t in shared]
        low, high = ([each[end] for each in found if len(seeds) > 1] for end in (0, -1))
        middle = [*map(statistics.median, found)]
        return Series(label, [*map(float, x)], middle, low=low, high=high)

    def panels(self) -> list[Panel]:
        """A panel for each of the `axes`, with the exploitability of each label."""
        return [
            Panel(
                axis.name,
                f"{self.measured} (chips per hand)",
                [self.series(label, axis.unit) for label in axis.labels],
                logarithmic=True,
            )
            for axis in self.axes()
        ]

    def figure(self) -> Figure:
        """The panels, one above the other."""
        return Figure(self.game, self.panels(), columns=1)


def curve_runs(
    game: Game | str,
    entrants: Iterable[Entrant],
    seeds: int,
    limits: Limits,
    *,
    tell: Callable[[str], object] = warn,
    settings: Mapping[str, Any] | None = None,
    perturb: bool = False,
    **told: Any,
) -> list[CurveRun]:
    """A run for each algorithm, or, for algorithms that draw, for each algorithm and seed.

    No run changes its backend on the way: with `auto` it is machine code from the start, if there
    is any.

    Args:
        game: the game.
        entrants: the algorithms.
        seeds: how many seeds.
        limits: of each run; two seconds if none is given.
        tell: called with a text about each algorithm for which there is no machine code, and about
            sizes of a spot that are never used.
        settings: options by name, for all algorithms.
        perturb: whether algorithms that do not draw have a run for each seed, too, each with a
            perturbed start.
        told: the other fields of `CurveRun`.

    Raises:
        InputError: no such algorithm or setting, one that does not take this game, two that are the
            same, none that can start perturbed though that is asked for, or no machine code though
            that is asked for.
    """
    until = vars(limits or Limits(seconds=USUAL_SECONDS))
    runs: dict[str, list[CurveRun]] = {}
    for entrant in entrants:
        algorithm, options = parse_entry(entrant)
        options = options.with_settings(settings or {})
        run = CurveRun(game, algorithm, **until, options=options, **told)
        if perturb and not run.draws and "init" not in run.chosen.refuses:
            run = replace(run, options=replace(run.options, init="perturbed"))
        run = run.settled(tell)
        if run.label in runs:
            raise InputError(f"{run.label} would be compared with itself: it is given twice")
        runs[run.label] = run.with_seeds(range(seeds))
    found = [run for each in runs.values() for run in each]
    if perturb and not any(run.options.init == "perturbed" for run in found):
        raise InputError(f"has no effect on {', '.join(runs)}", parameter="perturb")
    tell_unused((run.played for run in found), tell)
    return found


def compare(
    game: Game | Form | str,
    algorithms: Entrant | Iterable[Entrant] | None = None,
    *,
    iterations: int | None = None,
    target: float | None = None,
    seconds: float | None = None,
    seeds: int = 3,
    perturb: bool = False,
    jobs: int = 1,
    start: Playable | None = None,
    measure: Measure | None = None,
    backend: str = "auto",
    threads: int = 1,
    precision: str | None = None,
    watch: Watch = lambda _: None,
    **settings: Any,
) -> Comparison:
    """Run algorithms on a game and measure how fast their exploitability falls.

    After Ctrl-C the comparison ends with what there is by then.

    Args:
        game: a game, its name, or its form.
        algorithms: names, with settings as in `dcfr:alpha=1,beta=-2`; algorithms or rules; or a
            single one of these. By default all algorithms that take the game.
        iterations: stop each run after this many.
        target: stop each run at this exploitability, in chips per hand.
        seconds: stop each run after this time in iterations; 2 if no limit is given.
        seeds: how many runs there are of each algorithm that draws, at most 100,000.
        perturb: whether algorithms that do not draw have as many runs, from starts that differ in
            the twelfth digit, to show the effect of rounding errors.
        jobs: how many runs at a time. With more than one, each is in a process of its own, and what
            you wrote yourself must have a name in a module that others can import, or in a script
            that does its work below `if __name__ == "__main__":`.
        start: a strategy that all runs begin from (Brown & Sandholm 2016).
        measure: a measure of one's own, which maps the form and a profile to a number, such as
            `pokerbot.extend.regularized_gap` at a temperature; it is `measured` in each row.
        backend: numpy; or auto or compiled, for machine code from the start, if there is any. Rows
            say what computed a run; with `compiled`, a warning tells which runs NumPy computes.
        threads: how many threads may work on an iteration of a large game in machine code.
        precision: double or single, as in `solve`.
        watch: called with every measurement.
        settings: options by name, for all algorithms.

    Raises:
        InputError: no such algorithm, one that does not take this game, two that are the same, an
            impossible limit, or something that cannot be sent to another process.
    """
    limits = Limits(iterations, target, seconds)
    if not (is_whole(seeds, MOST_SEEDS + 1) and seeds):
        told = f"must be a whole number from 1 to {MOST_SEEDS:,}, not {seeds!r:.40}"
        raise InputError(told, parameter="seeds")
    executor = of_this_machine(jobs)
    played = as_form(game).game
    if algorithms is None:
        algorithms = all_for(played, iterations)
    chosen = [algorithms] if isinstance(algorithms, Entrant) else list(algorithms)
    if not chosen:
        raise InputError("must name at least one", parameter="algorithms")
    runs = curve_runs(
        played,
        chosen,
        seeds,
        limits,
        settings=settings,
        perturb=perturb,
        backend=backend,
        threads=threads,
        precision=precision,
        start=None if start is None else as_strategy(start, played),
        measure=measure,
    )
    return Comparison(played.spec, _carried_out(runs, executor, watch), runs[0].measured)


def all_for(game: Game, iterations: int | None) -> list[Algorithm]:
    """Every algorithm that takes a game; without a limit of iterations, those that need none."""
    return [
        each
        for each in ALGORITHMS.values()
        if each.takes(game) and (iterations is not None or each.default("horizon") is None)
    ]


def _carried_out(runs: Sequence[CurveRun], executor: Executor, watch: Watch) -> tuple[Curve, ...]:
    """The results of the runs; after Ctrl-C, of those that have a result by then."""
    curves: dict[int, Curve] = {}

    def tell(event: Event) -> None:
        match event:
            case Reached():
                watch(event.progress)
            case Finished():
                curves[event.place] = event.result
            case Failed():
                where = "" if isinstance(executor, InProcess) else f"{runs[event.place].name}: "
                raise InputError(f"{where}{event.reason}")

    with deferred() as pressed:
        executor.carry_out(runs, tell, lambda: bool(pressed))
    if pressed and not curves:
        raise KeyboardInterrupt
    return tuple(curves[place] for place in sorted(curves))
