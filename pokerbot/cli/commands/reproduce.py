"""`pokerbot reproduce`: the tables and figures of the documents, from fresh runs."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerbot.cli.completion import files
from pokerbot.cli.execution import execution_options, executor
from pokerbot.cli.interrupts import telling_what_is_kept
from pokerbot.cli.monitor import carry_out, complete
from pokerbot.cli.output import color_option, console, say
from pokerbot.errors import InputError, installs, os_errors_as
from pokerbot.io.files import printable

if TYPE_CHECKING:
    from pokerbot.reproduction.algorithms import Survey
    from pokerbot.reproduction.catalogue import Study
    from pokerbot.reproduction.study import StudyReport


@click.command("reproduce")
@click.argument("name", required=False)
@click.option("--list", "listed", is_flag=True, help="List the studies.")
@click.option(
    "--out",
    default="reproduced",
    shell_complete=files,
    show_default=True,
    help="The folder to write to.",
)
@click.option(
    "--part",
    type=float,
    default=1.0,
    show_default=True,
    help="The length of the runs, as a part of the full length from 0 to 1.",
)
@execution_options()
@color_option
def command(name: str | None, listed: bool, out: str, part: float, **where: Any) -> None:
    """Run the study NAME, or all studies of the documents; write data as JSON, pictures as SVG.

    The findings are printed, with a reason where they differ from the document. A study of many
    runs that was stopped goes on where it was.
    """
    from pokerbot.reproduction.catalogue import DOCUMENTS, STUDIES
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
    with os_errors_as(f"cannot write to {folder}"):
        folder.mkdir(parents=True, exist_ok=True)
    backend = best(say)
    work = [Work(each, part, backend, folder) for each in ([name] if name else DOCUMENTS)]
    tasks = [(each, place) for each in work for place in each.missing()]

    def keep(number: int, result: Any) -> None:
        each, place = tasks[number]
        each.add(place, result)

    runs = [each.runs[place] for each, place in tasks]
    try:
        with (
            telling_what_is_kept(partial(_kept, work, folder)),
            complete(carry_out(runs, executor(**where), keep)),
        ):
            _show_all(work)
    finally:
        for each in work:
            if not each.results:
                each.kept.drop()


class Work:
    """A study under way: its runs, their results, and the report once all runs have finished.

    unwritten: why the finished study could not be written, None if it was
    """

    def __init__(self, name: str, part: float, backend: str, folder: Path) -> None:
        from pokerbot.plots.picture import can_draw, check_picture
        from pokerbot.reproduction.catalogue import STUDIES
        from pokerbot.reproduction.kept import Kept

        self.study, self.part, self.folder = STUDIES[name], part, folder
        _check(folder / f"{name}.json", name, part)
        if self.study.draws and can_draw():
            check_picture(folder / f"{name}.svg")
        notes = dict[str, None]()
        self.runs: Sequence[Any] = self.study.runs(part, backend, notes.setdefault)
        for note in notes:
            say(note)
        self.kept = Kept(folder, name)
        self.results = self.kept.results(self.runs)
        self.report: StudyReport | None = None
        self.unwritten: InputError | None = None
        if self.results:
            say(f"going on: {self.progress}")
            self._finish()

    @property
    def progress(self) -> str:
        """How many of its runs have finished, and where their results are kept."""
        done = f"{len(self.results):,} of {len(self.runs):,} runs"
        return f"{done} of {self.study.name} are in {printable(str(self.kept.lines))}"

    def missing(self) -> list[int]:
        """The places of the runs that have not finished."""
        return [place for place in range(len(self.runs)) if place not in self.results]

    def add(self, place: int, result: Any) -> None:
        """Keep the result of a run; after the last run, write the study."""
        self.results[place] = result
        if len(self.runs) > 1:
            self.kept.add(self.runs[place], result)
        self._finish()

    def _finish(self) -> None:
        if not self.missing():
            found = [self.results[place] for place in range(len(self.runs))]
            self.report = self.study.report(self.runs, found)
            try:
                _write(self, self.report)
            except InputError as error:
                self.unwritten = error
                return
            self.kept.drop()


def _kept(work: Sequence[Work], folder: Path) -> Iterator[str]:
    """What is written or kept by now, in words."""
    whole = sum(each.report is not None and each.unwritten is None for each in work)
    if whole:
        yield f"{whole:,} of {len(work):,} studies are written to {printable(str(folder))}"
    for each in work:
        if each.report is None and each.results:
            yield f"{each.progress}: the same command does the rest"


def _check(path: Path, name: str, part: float) -> None:
    """Raise InputError where a study's file holds something else, or more of the study."""
    from pokerbot.io.files import read_json

    if not os.path.lexists(path):
        return
    there = None
    with suppress(InputError):
        there = read_json(path)
    if not isinstance(there, dict) or there.get("study") != name:
        raise InputError(f"{printable(str(path))} is no result of {name}: give another folder")
    longer = there.get("part")
    if isinstance(longer, float) and longer > part:
        told = f"holds {name} with --part {longer:g}, more than {part:g}: give another folder"
        raise InputError(f"{printable(str(path))} {told}")


def _write(work: Work, report: StudyReport) -> None:
    """Write a study's data and picture."""
    from pokerbot.io.files import write_whole
    from pokerbot.plots.picture import can_draw, draw

    figure = dataclasses.asdict(report.figure) if report.figure else None
    content = {
        "study": work.study.name,
        "part": work.part,
        "remarks": report.remarks,
        "data": report.data,
    }
    text = json.dumps(content | {"figure": figure}, indent=1, allow_nan=False) + "\n"
    written = [work.folder / f"{work.study.name}.json"]
    write_whole(written[0], [text.encode()])
    drawn = written[0].with_suffix(".svg")
    if report.figure is not None and can_draw():
        written.append(drawn)
        draw(report.figure, drawn)
    elif report.figure is not None:
        earlier = f"; {printable(str(drawn))} is of an earlier run" if drawn.exists() else ""
        say(f"without a picture: {installs('matplotlib')}{earlier}")
    say(f"written: {printable(', '.join(map(str, written)))}")


def _show_all(work: Sequence[Work]) -> None:
    """Print the findings of the finished studies; raises InputError where one is not written."""
    for each in work:
        if each.report is not None:
            _show(each.study, each.report)
    for each in work:
        if each.unwritten is not None:
            raise each.unwritten


def _show(study: Study | Survey, report: StudyReport) -> None:
    """Print the findings of a study."""
    from pokerbot.cli.commands.compare import show_costs
    from pokerbot.reproduction.algorithms import LEVELS

    out = console()
    for found in report.comparisons:
        out.print(f"\n{found.game}", style="bold")
        for axis in found.axes():
            show_costs(out, found, axis, LEVELS)
    out.print(f"{study.name}: {study.summary}", style="bold")
    for remark in report.remarks:
        out.print(f"  – {remark}")
