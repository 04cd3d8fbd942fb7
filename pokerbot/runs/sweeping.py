"""Plans carried out: each run kept in a folder when it has finished, with its curve."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from pokerbot.errors import InputError
from pokerbot.io.files import write_whole
from pokerbot.io.html import table
from pokerbot.plots.figure import Figure, Panel, Series
from pokerbot.runs.backend import check, warn
from pokerbot.runs.executors import Event, Failed, Finished, Reached
from pokerbot.runs.executors.processes import of_this_machine
from pokerbot.runs.interrupts import deferred
from pokerbot.runs.plan import SweepPlan, make_plan, read_plan
from pokerbot.runs.results import Progress
from pokerbot.runs.run import SolveRun, Watch
from pokerbot.runs.run_folder import csv_lines
from pokerbot.runs.sweep_folder import Results

CURVES = "curves.csv"
"""The file of all measurements, a line each."""


@dataclass(frozen=True, repr=False)
class Sweep:
    """What `pokerbot sweep` reports: a plan, its runs in order, and what has finished of them."""

    plan: SweepPlan
    runs: tuple[SolveRun, ...]
    results: Results

    def __repr__(self) -> str:
        done = len(self.runs) - len(self.missing)
        return f"<Sweep in {self.results.name}: {done:,} of {len(self.runs):,} runs done>"

    def _repr_html_(self) -> str:
        """For notebooks: where each run ended."""
        headings = ("game", "algorithm", "seed", *(each.name for each in fields(Progress)[:4]))
        rows = [
            (run.played.spec, run.label, run.seed, *(getattr(end, name) for name in headings[3:]))
            for run, end in self.ends()
        ]
        return table(repr(self)[1:-1], headings, rows)

    @property
    def missing(self) -> list[SolveRun]:
        """The runs that have not finished."""
        return [run for run in self.runs if run not in self.results]

    def rows(self) -> Iterator[dict[str, Any]]:
        """A row for each run that has finished: what `solve` reports, label, seed, versions."""
        return self.results.rows(self.runs)

    def curves(self) -> Iterator[dict[str, Any]]:
        """A row for each measurement of each run, as in curves.csv."""
        return self.results.curves(self.runs)

    def ends(self) -> Iterator[tuple[SolveRun, Progress]]:
        """The runs that have finished, and where."""
        names = [field.name for field in fields(Progress)]
        finished = (run for run in self.runs if run in self.results)
        for run, row in zip(finished, self.rows(), strict=True):
            yield run, Progress(**{name: row[name] for name in names if name in row})

    def figure(self) -> Figure:
        """Where each run ended: a panel for each game, a point for each run."""
        panels = []
        for game, of_game in groupby(self.ends(), key=lambda end: end[0].game):
            points = [
                Series(run.label, [float(end.nodes_touched)], [end.exploitability])
                for run, end in of_game
            ]
            y_label = f"{game}: exploitability (chips per hand)"
            panels.append(Panel("nodes touched", y_label, points, logarithmic=True))
        return Figure("where each run ended", panels, columns=1)

    def keep_curves(self) -> None:
        """Write curves.csv of all that has finished; raises InputError where that fails."""
        self.results.sync()
        write_whole(self.results.folder / CURVES, csv_lines(self.curves()))


def prepare(
    plan: SweepPlan,
    folder: Path,
    *,
    go_on: bool,
    word: str,
    tell: Callable[[str], object] = warn,
) -> Sweep:
    """A sweep of a plan in a folder, with what has finished there.

    Args:
        plan: the plan.
        folder: where the results go.
        go_on: whether some may be there.
        word: what the parameter is called that says so.
        tell: told what machine code cannot be had for.

    Raises:
        InputError: some are there, or of another plan; the folder cannot be written; or what is to
            compute cannot be had.
    """
    results = Results(folder)
    results.check_new(go_on=go_on, word=word)
    notes = dict[str, None]()
    runs = plan.runs(partial(results.backend, tell=notes.setdefault))
    results.check_all_of(runs, "plan")
    for note in notes:
        tell(note)
    for backend in {run.backend for run in runs}:
        check(backend)
    return Sweep(plan, tuple(runs), results)


def sweep(
    plan: str | os.PathLike[str] | Mapping[str, Any],
    folder: str | os.PathLike[str],
    *,
    go_on: bool = False,
    jobs: int = 1,
    watch: Watch = lambda _: None,
) -> Sweep:
    """Carry out every algorithm on every game with every seed, and keep what comes of each run.

    Ctrl-C ends with what has finished by then.

    Args:
        plan: a TOML file, or what it holds: `games` and `algorithms`, lists; where wanted `seeds`,
            and as limits of every run `iterations`, `target` or `time` in seconds.
        folder: where the strategies and curves.csv go.
        go_on: do what is missing in a folder of the same plan.
        jobs: how many runs at a time, each in a process where there are several.
        watch: told of every measurement.

    Raises:
        InputError: the plan is none, the folder holds another's runs or cannot be written, or a run
            cannot be done; what has finished is kept.
    """
    executor = of_this_machine(jobs)
    asked = make_plan(plan) if isinstance(plan, Mapping) else read_plan(Path(plan))
    found = prepare(asked, Path(folder), go_on=go_on, word="go_on")
    missing, failed = found.missing, list[str]()

    def tell(event: Event) -> None:
        match event:
            case Reached():
                watch(event.progress)
            case Finished():
                found.results.add(missing[event.place], event.result)
            case Failed():
                failed.append(f"{missing[event.place].name}: {event.reason}")

    try:
        with deferred() as pressed:
            executor.carry_out(missing, tell, lambda: bool(pressed))
    finally:
        found.keep_curves()
    if failed:
        raise InputError(f"{len(failed):,} runs could not be done: {failed[0]}")
    return found
