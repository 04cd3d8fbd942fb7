"""Sweeps carry out a plan, and keep each finished run in a folder, with its curve."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
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
from pokerbot.runs.outlook import tell_unused
from pokerbot.runs.plan import SweepPlan, make_plan, read_plan
from pokerbot.runs.results import Progress
from pokerbot.runs.run import SolveRun, Watch
from pokerbot.runs.run_folder import csv_lines
from pokerbot.runs.sweep_folder import CURVES, Results


@dataclass(frozen=True, repr=False)
class Sweep:
    """A plan, all its runs in order, and the results of those that have finished."""

    plan: SweepPlan
    runs: tuple[SolveRun, ...]
    results: Results

    def __repr__(self) -> str:
        done = len(self.runs) - len(self.missing)
        return f"<Sweep in {self.results.name}: {done:,} of {len(self.runs):,} runs done>"

    def _repr_html_(self) -> str:
        """For notebooks: where each run ended."""
        names = [each.name for each in fields(Progress)[:4]]
        rows = [
            (run.played.spec, run.label, run.seed, *(getattr(end, name) for name in names))
            for run, end in self.ends()
        ]
        measured = " or ".join(dict.fromkeys(run.measured for run in self.runs))
        headings = "game", "algorithm", "seed", *names[:3], measured
        return table(repr(self)[1:-1], headings, rows)

    @property
    def missing(self) -> list[SolveRun]:
        """The runs that have not finished."""
        return [run for run in self.runs if run not in self.results]

    def rows(self) -> Iterator[dict[str, Any]]:
        """A row for each finished run: what `solve` reports, its label, seed and versions."""
        return self.results.rows(self.runs)

    def curves(self) -> Iterator[dict[str, Any]]:
        """A row for each measurement of each run, as in curves.csv."""
        return self.results.curves(self.runs)

    def ends(self) -> Iterator[tuple[SolveRun, Progress]]:
        """The finished runs, each with its last measurement, within locks and floors."""
        names = [field.name for field in fields(Progress)]
        finished = (run for run in self.runs if run in self.results)
        for run, row in zip(finished, self.rows(), strict=True):
            row |= {"exploitability": row["exploitability_within"]}
            yield run, Progress(**{name: row[name] for name in names if name in row})

    def figure(self) -> Figure:
        """The last measurement of each run: a panel for each game, a point for each run."""
        panels = []
        games = groupby(self.ends(), key=lambda end: (end[0].played.spec, end[0].measured))
        for (game, measured), of_game in games:
            points = [
                Series(run.label, [float(end.nodes_touched)], [end.exploitability])
                for run, end in of_game
            ]
            y_label = f"{measured} (chips per hand)"
            panels.append(Panel("nodes touched", y_label, points, logarithmic=True, title=game))
        return Figure("where each run ended", panels, columns=1)

    @contextmanager
    def keeping_curves(self) -> Iterator[None]:
        """Write the curves to curves.csv when the block ends, as far as its runs have finished.

        Where all had finished before, and they are there, the folder need not be writable.

        Raises:
            InputError: that fails, and there was no error before, such as of a full disk.
        """
        there = not self.missing and (self.results.folder / CURVES).is_file()
        try:
            yield
        except BaseException:
            with suppress(InputError):
                self._keep_curves()
            raise
        with suppress(InputError) if there else nullcontext():
            self._keep_curves()

    def _keep_curves(self) -> None:
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
    """A sweep of a plan in a folder, with the results that are there already.

    Args:
        plan: the plan.
        folder: where the results go.
        go_on: whether there may be results already.
        word: the name of that parameter for the user, for the message.
        tell: called with a text about each run for which there is no machine code, and about sizes
            of a spot that are never used.

    Raises:
        InputError: there are results without `go_on`, or of another plan; the folder cannot be
            written; or a backend is not available.
    """
    results = Results(folder, plan.own)
    results.check_new(go_on=go_on, word=word)
    notes = dict[str, None]()
    runs = plan.runs(partial(results.backend, tell=notes.setdefault))
    results.check_all_of(runs, "plan")
    tell_unused((run.played for run in runs), notes.setdefault)
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
    """Run every algorithm on every game with every seed, and keep the results in a folder.

    After Ctrl-C the sweep ends with the runs that have finished by then.

    Args:
        plan: a TOML file, or its content: the lists `games` and `algorithms`; optionally the list
            `seeds`, and as limits of every run `iterations`, `target`, or `time` in seconds.
        folder: where the strategies and curves.csv go.
        go_on: whether to do what is missing in a folder of the same plan.
        jobs: how many runs at a time; with more than one, each is in a process of its own.
        watch: called with every measurement.

    Raises:
        InputError: it is not a plan, the folder holds runs of another plan, or cannot be written
            where runs are missing, or a run fails; the results of finished runs are kept.
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

    with found.keeping_curves(), deferred() as pressed:
        executor.carry_out(missing, tell, lambda: bool(pressed))
    if failed:
        raise InputError(f"{len(failed):,} runs failed: {failed[0]}")
    return found
