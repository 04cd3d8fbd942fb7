"""`pokerbot report`: a spot on every card that may come next, or on flops."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerbot.cli.completion import algorithms, games
from pokerbot.cli.execution import at_once, execution_options, executor
from pokerbot.cli.interrupts import Stopped, interruptible, telling
from pokerbot.cli.monitor import carry_out, carry_out_missing, complete
from pokerbot.cli.output import (
    backend_option,
    color_option,
    draw_to,
    json_option,
    plot_option,
    print_result,
)
from pokerbot.errors import InputError
from pokerbot.games.holdem import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console
    from rich.text import Text

    from pokerbot.runs.boards import Solved
    from pokerbot.runs.report import NextCard, Report


@click.command("report")
@click.argument("game", metavar="SPOT.toml", shell_complete=games)
@click.option("-a", "--algorithm", default="dcfr", show_default=True, shell_complete=algorithms)
@click.option("-n", "--iterations", type=int, help="Stop each after so many.")
@click.option("--target", type=float, help="Stop each at this exploitability, in chips per hand.")
@click.option("--target-pot", type=float, help="The same in per cent of the pot [0.1].")
@click.option("--flops", help="Of a spot without a board: 25, 49, 95, 184 or all [25].")
@click.option("--out", metavar="FOLDER", help="Keep each board there when it is solved.")
@click.option("--continue", "go_on", is_flag=True, help="Solve what is missing in FOLDER.")
@plot_option("EV, equity and bets")
@execution_options()
@backend_option
@json_option
@color_option
def command(
    game: str,
    algorithm: str,
    iterations: int | None,
    target: float | None,
    target_pot: float | None,
    flops: str | None,
    out: str | None,
    go_on: bool,
    plot: Path | None,
    backend: str,
    as_json: bool,
    **where: Any,
) -> None:
    """Solve a spot on every card that may come next: EV, equity, and what the first one does.

    SPOT.toml has a flop or a turn; its pot and stack are those on the next street. Cards that
    differ in their suits alone are solved once. The means are over all cards, each as often as it
    comes.

    Without a board the spot is solved on flops that stand for all 22,100: in the order of suits,
    ranks and how often oop's hand is the better one there, the middle one of each of so many equal
    parts. The means weigh each by its suitings and the weights of the hands that it leaves.
    """
    from pokerbot.runs.boards import boards_named
    from pokerbot.runs.limits import in_chips
    from pokerbot.runs.report import report_of
    from pokerbot.runs.report_folder import SolvedBoards
    from pokerbot.strategy.library import spec_named

    if go_on and out is None:
        raise InputError("has no effect without --out FOLDER", parameter="continue")
    carrying = executor(**where)
    boards = boards_named(spec_named(game), flops)
    limits = iterations, in_chips(boards.game, target, target_pot)
    runs = boards.runs(algorithm, *limits, backend)
    outlook = boards.outlook(*limits, at_once(where["jobs"], where["on"]))
    folder = None if out is None else SolvedBoards(Path(out))
    if folder is not None:
        folder.check_new(go_on=go_on, word="continue")
        folder.check_all_of(runs, "report")
    click.echo(outlook, err=True)
    found: dict[int, Solved] = {}
    with interruptible() as interrupted:
        if folder is None:
            monitor = carry_out(runs, carrying, found.__setitem__, interrupted)
        else:
            monitor = carry_out_missing(runs, folder, carrying, interrupted)
            found = folder.solved(runs)
    if interrupted and not found:
        raise Stopped(128 + interrupted[0])
    with telling(interrupted), complete(monitor):
        report = report_of(boards, runs[0].label, found)
        if report.missing:
            what = "flops" if report.flops else "cards"
            click.echo(f"Without {report.missing} {what}, which were not solved.", err=True)
        if folder is not None:
            folder.keep(report)
        print_result(report, as_json, lambda out: _show(out, report, boards.game.rules.pot))
        draw_to(plot, report.figure)


def _show(out: Console, report: Report, pot: float) -> None:
    """A row for each card, and the means."""
    for told in _heading(report):
        out.print(told)
    width = max(len("all"), *(len(" ".join(each.cards)) for each in report.cards))
    heads = [*(f"EV {seat}" for seat in SEATS), f"equity {SEATS[0]}", *report.actions]
    heading = "".join(f"  {head:>{max(8, len(head))}}" for head in heads)
    out.print(f"{'':<{width}}  {'often':>6}{heading}", style="dim")
    for each in report.cards:
        out.print(_row(" ".join(each.cards), width, each.weight, each, heads))
    out.print(_row("all", width, 1.0, report, heads), style="bold")
    if report.flops:
        return
    out.print(f"\nEV of {SEATS[0]} by card, % of the pot")
    for line in _heat(report, pot):
        out.print(line)


def _heading(report: Report) -> Iterator[str]:
    """What the table is of."""
    if report.flops is None:
        cards = sum(len(each.cards) for each in report.cards)
        yield (
            f"{report.spot}, {report.board}: {cards} next cards by {report.algorithm}, what is"
            f" alike solved once; {report.player} acts first"
        )
        return
    yield (
        f"{report.spot}: {report.flops.count:,} of {report.flops.every:,} flops by"
        f" {report.algorithm}; {report.player} acts first"
    )
    if report.flops.chosen:
        yield f"chosen {report.flops.chosen}"
    told = [
        f"{name} {_per_cent(a)} ({_per_cent(b)})" for name, (a, b) in report.flops.alike.items()
    ]
    yield f"these flops (all): {', '.join(told)}"


def _per_cent(part: float | None) -> str:
    return "–" if part is None else f"{100 * part:.2f} %"


def _heat(report: Report, pot: float) -> Iterator[Text]:
    """The cards as a table of suits and ranks, red where the EV is the least, green the most."""
    from rich.text import Text

    from pokerbot.games.cards import RANKS, SUITS

    values = {card: each.ev[0] / pot for each in report.cards for card in each.cards}
    least, most = min(values.values()), max(values.values())
    yield Text("   " + " ".join(f"{rank:>3}" for rank in reversed(RANKS)), "dim")
    for suit in reversed(SUITS):
        line = Text(f"{suit}  ")
        for rank in reversed(RANKS):
            value = values.get(rank + suit)
            part = 0.0 if value is None else (value - least) / (most - least or 1.0)
            red, green = min(255, round(510 * (1 - part))), min(220, round(440 * part))
            style = "" if value is None else f"black on rgb({red},{green},60)"
            line.append("" if value is None else f"{100 * value:>3.0f}", style)
            line.append("    " if value is None else " ")
        line.rstrip()
        yield line


def _row(name: str, width: int, weight: float, of: NextCard | Report, heads: list[str]) -> str:
    """A line of the table: of a card, or the means."""
    cells = [*(f"{each:.2f}" for each in of.ev), f"{100 * of.equity[0]:.2f} %"]
    cells += [f"{100 * each:.1f} %" for each in of.frequencies]
    filled = (f"  {cell:>{max(8, len(head))}}" for cell, head in zip(cells, heads, strict=True))
    return f"{name:<{width}}  {100 * weight:>4.1f} %{''.join(filled)}"
