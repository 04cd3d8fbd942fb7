"""`pokerbot sweep`: run every algorithm on every game with every seed of a plan."""

from __future__ import annotations

import dataclasses
import json
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerbot.cli.completion import files
from pokerbot.cli.execution import execution_options, executor
from pokerbot.cli.interrupts import interruptible, telling
from pokerbot.cli.monitor import carry_out_missing
from pokerbot.cli.output import console, draw_to, ending, plot_option, result_options, say
from pokerbot.errors import InputError
from pokerbot.io.machine import cores

if TYPE_CHECKING:
    from pokerbot.runs.sweeping import Sweep


@click.command("sweep")
@click.argument("plan", shell_complete=files)
@click.option(
    "--out",
    metavar="FOLDER",
    shell_complete=files,
    help="The folder for results [PLAN without .toml].",
)
@click.option("--continue", "go_on", is_flag=True, help="Carry out the runs missing in FOLDER.")
@plot_option("where each run ended")
@execution_options(jobs="all cores; 1 where time is the limit")
@result_options
def command(
    plan: str,
    out: str | None,
    go_on: bool,
    plot: Path | None,
    as_json: bool,
    jobs: int | None,
    **where: Any,
) -> None:
    """Carry out the runs of PLAN, a TOML file: each algorithm on each game with each seed.

    A plan has games = ["kuhn", "leduc"] and algorithms = ["cfr+", "dcfr:alpha=1,beta=-2",
    "mine:rule"], where mine:rule is a rule of your own in mine.py. It may have seeds = [0, 1, 2],
    and iterations, target or time as limits of every run. Results are kept in FOLDER as soon as
    they are there.
    """
    from pokerbot.runs.plan import read_plan
    from pokerbot.runs.sweeping import prepare

    asked = read_plan(Path(plan))
    if jobs is None and asked.time is None and where["on"] == "here":
        jobs = cores()
    carrying = executor(jobs=jobs, **where)
    folder = Path(out) if out is not None else Path(Path(plan).stem)
    sweep = prepare(asked, folder, go_on=go_on, word="continue", tell=say)
    with interruptible() as interrupted, sweep.keeping_curves():
        monitor = carry_out_missing(sweep.runs, sweep.results, carrying, interrupted)
    with telling(interrupted):
        _report(sweep, as_json=as_json)
        if len(sweep.results):
            draw_to(plot, sweep.figure)
    if failed := monitor.failed:
        raise InputError(f"{failed:,} of {len(sweep.runs):,} runs failed, as reported above")


def _report(sweep: Sweep, *, as_json: bool) -> None:
    """Print all results in the plan's order, reading them one by one."""
    if not as_json:
        _show(sweep)
        return
    plan = json.dumps(dataclasses.asdict(sweep.plan))
    click.echo(f'{{"plan": {plan}, "runs": [', nl=False)
    before = ""
    for row in sweep.rows():
        click.echo(f"{before}{json.dumps(row, allow_nan=False)}", nl=False)
        before = ", "
    click.echo("]}")


def _show(sweep: Sweep) -> None:
    """Print where the runs of each algorithm ended, game by game."""
    out = console()
    width = max(len(run.label) for run in sweep.runs) + 2
    games = groupby(sweep.ends(), key=lambda end: (end[0].played.spec, end[0].measured))
    for (game, measured), of_game in games:
        out.print(f"{game}: {measured} in chips per hand at the end of each run")
        for label, of_label in groupby(of_game, key=lambda end: end[0].label):
            out.print(ending(label, width, [end for _, end in of_label]))
