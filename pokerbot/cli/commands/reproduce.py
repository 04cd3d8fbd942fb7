"""`pokerbot reproduce`: the tables and figures of the documents, from fresh runs."""

from __future__ import annotations

import dataclasses
import json
import signal
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerbot.cli.execution import execution_options, executor
from pokerbot.cli.interrupts import Stopped
from pokerbot.cli.monitor import carry_out, complete
from pokerbot.cli.output import color_option, console
from pokerbot.errors import InputError
from pokerbot.io.files import printable

if TYPE_CHECKING:
    from pokerbot.reproduction.catalogue import StudyRun
    from pokerbot.reproduction.study import Report, Study


@click.command("reproduce")
@click.argument("name", required=False)
@click.option("--list", "listed", is_flag=True, help="Say what there is.")
@click.option("--out", default="reproduced", show_default=True, help="The folder to write to.")
@click.option(
    "--part",
    type=float,
    default=1.0,
    show_default=True,
    help="Run this part of the full length.",
)
@execution_options()
@color_option
def command(name: str | None, listed: bool, out: str, part: float, **where: Any) -> None:
    """Run a study of the documents, or all: data as JSON and a picture as SVG.

    What it found is printed, and where that differs from the document, why.
    """
    from pokerbot.reproduction.catalogue import STUDIES, StudyRun
    from pokerbot.runs.backend import best

    if not 0 < part <= 1:
        raise InputError(f"--part must be above 0 and at most 1, not {part}")
    if name is not None and name not in STUDIES:
        raise InputError(f"no study {name!r:.60}; there are {', '.join(STUDIES)}")
    if listed:
        for study in STUDIES.values():
            click.echo(f"{study.name:<16}{study.summary}")
        return
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot write to {folder}: {error.strerror}") from None
    backend = best(lambda text: click.echo(text, err=True))
    runs = [StudyRun(each, part, backend) for each in ([name] if name else STUDIES)]
    done: dict[int, Report] = {}

    def keep(place: int, report: Report) -> None:
        done[place] = report
        _write(runs[place], report, folder)

    with _stoppable(runs, done, folder), complete(carry_out(runs, executor(**where), keep)):
        for place in sorted(done):
            _show(STUDIES[runs[place].study], done[place])


@contextmanager
def _stoppable(runs: Sequence[StudyRun], done: Collection[int], folder: Path) -> Iterator[None]:
    """Say what is written where a signal stops it after the first study."""
    try:
        yield
    except (KeyboardInterrupt, Stopped) as stop:
        if not done:
            raise
        written = f"{len(done):,} of {len(runs):,} studies are written to {printable(str(folder))}"
        click.echo(f"Stopped; {written}.", err=True)
        sys.exit(getattr(stop, "code", 128 + signal.SIGINT))


def _write(run: StudyRun, report: Report, folder: Path) -> None:
    """Write a study's data and picture."""
    from pokerbot.io.files import write_whole
    from pokerbot.plots.picture import can_draw, draw

    figure = dataclasses.asdict(report.figure) if report.figure else None
    content = {"study": run.study, "part": run.part, "remarks": report.remarks, "data": report.data}
    text = json.dumps(content | {"figure": figure}, indent=1, allow_nan=False) + "\n"
    written = [folder / f"{run.study}.json"]
    write_whole(written[0], [text.encode()])
    if report.figure is not None and can_draw():
        written.append(written[0].with_suffix(".svg"))
        draw(report.figure, written[1])
    elif report.figure is not None:
        click.echo("without a picture: pip install 'pokerbot[plot]'", err=True)
    click.echo(f"written: {printable(', '.join(map(str, written)))}", err=True)


def _show(study: Study, report: Report) -> None:
    """Print what a study found."""
    out = console()
    out.print(f"{study.name}: {study.summary}", style="bold")
    for remark in report.remarks:
        out.print(f"  – {remark}")
