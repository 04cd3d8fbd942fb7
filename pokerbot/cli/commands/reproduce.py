"""`pokerbot reproduce`: the tables and figures of the documents, from fresh runs."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pokerbot.cli.output import color_option, console
from pokerbot.errors import InputError

if TYPE_CHECKING:
    from pokerbot.reproduction.study import Study
    from pokerbot.runs.training import Progress


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
@color_option
def command(name: str | None, listed: bool, out: str, part: float) -> None:
    """Run a study of the documents, or all: data as JSON and a picture as SVG.

    What it found is printed, and where that differs from the document, why.
    """
    from pokerbot.reproduction import gxfp, kuhn

    if not 0 < part <= 1:
        raise InputError(f"--part must be above 0 and at most 1, not {part}")
    studies = {study.name: study for study in (*kuhn.STUDIES, *gxfp.STUDIES)}
    if name is not None and name not in studies:
        raise InputError(f"no study {name!r:.60}; there are {', '.join(studies)}")
    if listed:
        for study in studies.values():
            click.echo(f"{study.name:<16}{study.summary}")
        return
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot write to {folder}: {error.strerror}") from None
    for study in [studies[name]] if name else studies.values():
        _reproduce(study, folder, part)


def _reproduce(study: Study, folder: Path, part: float) -> None:
    """Run one study, write its data and picture, print its remarks."""
    from pokerbot.io.files import printable, write_whole
    from pokerbot.plots.picture import can_draw, draw

    out, status = console(), console(stderr=True).status(study.name)

    def watch(algorithm: str, progress: Progress) -> None:
        status.update(f"{study.name}: {algorithm}, {progress.iterations:,} iterations")

    with status:
        report = study.run(part, watch)
    figure = dataclasses.asdict(report.figure) if report.figure else None
    content = {"study": study.name, "part": part, "remarks": report.remarks, "data": report.data}
    text = json.dumps(content | {"figure": figure}, indent=1, allow_nan=False) + "\n"
    written = [folder / f"{study.name}.json"]
    write_whole(written[0], [text.encode()])
    if report.figure is not None and can_draw():
        written.append(written[0].with_suffix(".svg"))
        draw(report.figure, written[1])
    elif report.figure is not None:
        click.echo("without a picture: pip install 'pokerbot[plot]'", err=True)
    out.print(f"{study.name}: {study.summary}", style="bold")
    for remark in report.remarks:
        out.print(f"  – {remark}")
    click.echo(f"  written: {printable(', '.join(map(str, written)))}", err=True)
