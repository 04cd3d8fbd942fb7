"""`pokerbot sweep`: every algorithm on every game with every seed, as a plan says."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerbot.cli.execution import execution_options, executor
from pokerbot.cli.interrupts import interruptible, telling
from pokerbot.cli.monitor import carry_out
from pokerbot.cli.output import color_option, console, ending, json_option
from pokerbot.errors import InputError
from pokerbot.io.files import printable
from pokerbot.io.machine import cores

if TYPE_CHECKING:
    from pokerbot.plots.figure import Figure
    from pokerbot.runs.executors import Executor
    from pokerbot.runs.plan import SweepPlan
    from pokerbot.runs.results import Progress
    from pokerbot.runs.run import SolveRun
    from pokerbot.runs.sweep import Results


@click.command("sweep")
@click.argument("plan")
@click.option("--out", metavar="FOLDER", help="Where the results go [PLAN without .toml].")
@click.option("--continue", "go_on", is_flag=True, help="Do what is missing in FOLDER.")
@click.option("--plot", metavar="FILE", help="Draw where each run ended to an .svg or .png file.")
@execution_options(jobs="all cores; 1 where time is the limit")
@json_option
@color_option
def command(
    plan: str,
    out: str | None,
    go_on: bool,
    plot: str | None,
    as_json: bool,
    jobs: int | None,
    **where: Any,
) -> None:
    """Carry out the runs of PLAN, a TOML file: each algorithm on each game with each seed.

    games = ["kuhn", "leduc"], algorithms = ["cfr+", "dcfr:alpha=1,beta=-2"], and where wanted
    seeds = [0, 1, 2], and iterations, target or time as limits of every run. What has finished is
    kept in FOLDER at once.
    """
    from pokerbot.plots.picture import check_picture, draw
    from pokerbot.runs.backend import check
    from pokerbot.runs.plan import read_plan
    from pokerbot.runs.sweep import Results

    asked = read_plan(Path(plan))
    if plot is not None:
        check_picture(Path(plot))
    if jobs is None and asked.time is None and where["on"] == "here":
        jobs = cores()
    carrying = executor(jobs=jobs, **where)
    results = Results(Path(out) if out is not None else Path(Path(plan).stem))
    if results and not go_on:
        there = f"is needed: {results.name} holds {len(results):,} runs already"
        raise InputError(there, parameter="continue")
    notes = dict[str, None]()
    runs = asked.runs(partial(results.backend, tell=notes.setdefault))
    for note in notes:
        click.echo(note, err=True)
    for backend in {run.backend for run in runs}:
        check(backend)
    missing = [run for run in runs if run not in results]
    with interruptible() as interrupted:
        failed = _carry_out(missing, results, carrying, interrupted)
    with telling(interrupted):
        if interrupted:
            click.echo(f"Stopped; {_kept(runs, results)}", err=True)
        _report(asked, runs, results, as_json=as_json)
        if plot is not None and (figure := _figure(runs, results)).panels:
            draw(figure, Path(plot))
            click.echo(f"drawn to {printable(plot)}", err=True)
    if failed:
        raise InputError(f"{failed:,} of {len(runs):,} runs could not be done, as said above")


def _carry_out(
    missing: Sequence[SolveRun], results: Results, executor: Executor, interrupted: Sequence[int]
) -> int:
    """Carry out runs, and keep what comes of each when it comes; how many failed.

    Raises:
        InputError: they cannot go on; the message says what is kept.
    """
    before = len(results)
    try:
        return carry_out(
            missing, executor, lambda place, found: results.add(missing[place], found), interrupted
        ).failed
    except InputError as error:
        kept = f"{len(results) - before:,} of {len(missing):,} runs are kept in {results.name}"
        raise InputError(f"{error}; {kept}, and --continue does the rest") from None
    finally:
        results.sync()


def _kept(runs: Sequence[SolveRun], results: Results) -> str:
    done = sum(run in results for run in runs)
    return (
        f"{done:,} of {len(runs):,} runs are kept in {results.name}, and --continue does the rest."
    )


def _report(asked: SweepPlan, runs: Sequence[SolveRun], results: Results, *, as_json: bool) -> None:
    """All that has finished, in the plan's order; read as it is printed."""
    if not as_json:
        _show(runs, results)
        return
    click.echo(f'{{"plan": {json.dumps(dataclasses.asdict(asked))}, "runs": [', nl=False)
    before = ""
    for row in results.rows(runs):
        click.echo(f"{before}{json.dumps(row, allow_nan=False)}", nl=False)
        before = ", "
    click.echo("]}")


def _show(runs: Sequence[SolveRun], results: Results) -> None:
    """Where the runs of each algorithm ended, game by game."""
    out = console()
    width = max(len(run.label) for run in runs) + 2
    for game, of_game in groupby(_ends(runs, results), key=lambda end: end[0].game):
        out.print(f"{game}: exploitability in chips per hand at the end of each run")
        for label, of_label in groupby(of_game, key=lambda end: end[0].label):
            out.print(ending(label, width, [end for _, end in of_label]))


def _figure(runs: Sequence[SolveRun], results: Results) -> Figure:
    """A panel for each game, a point for each run."""
    from pokerbot.plots.figure import Figure, Panel, Series

    panels = []
    for game, of_game in groupby(_ends(runs, results), key=lambda end: end[0].game):
        points = [
            Series(run.label, [float(end.nodes_touched)], [end.exploitability])
            for run, end in of_game
        ]
        y_label = f"{game}: exploitability (chips per hand)"
        panels.append(Panel("nodes touched", y_label, points, logarithmic=True))
    return Figure("where each run ended", panels, stacked=True)


def _ends(runs: Sequence[SolveRun], results: Results) -> Iterator[tuple[SolveRun, Progress]]:
    """The runs that have finished, and where."""
    from pokerbot.runs.results import Progress

    names = [field.name for field in dataclasses.fields(Progress)]
    finished = (run for run in runs if run in results)
    for run, row in zip(finished, results.rows(runs), strict=True):
        yield run, Progress(**{name: row[name] for name in names if name in row})
