"""`pokerbot report`: a spot solved on every card that may come next, or on many flops."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerbot.cli.completion import files, spots
from pokerbot.cli.execution import at_once, execution_options, executor
from pokerbot.cli.monitor import reporting
from pokerbot.cli.output import (
    algorithm_option,
    backend_option,
    draw_to,
    plot_option,
    print_result,
    result_options,
    rounded_up,
    say,
)
from pokerbot.errors import InputError
from pokerbot.games.holdem import SEATS
from pokerbot.play.view.amounts import number_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console
    from rich.text import Text

    from pokerbot.runs.report import NextCard, Report


@click.command("report")
@click.argument("game", metavar="SPOT.toml", shell_complete=spots)
@algorithm_option("dcfr")
@click.option("-n", "--iterations", type=int, help="Stop each board after this many iterations.")
@click.option(
    "--target", type=float, help="Stop each board at this exploitability, in chips per hand."
)
@click.option("--target-pot", type=float, help="The same in per cent of the pot [0.1].")
@click.option(
    "--flops", help="If the spot has no board, how many flops: 25, 49, 95, 184 or all [25]."
)
@click.option(
    "--out",
    metavar="FOLDER",
    shell_complete=files,
    help="Keep each board's result there once it is solved.",
)
@click.option("--continue", "go_on", is_flag=True, help="Solve the boards missing in FOLDER.")
@plot_option("EV, equity and bets")
@execution_options()
@backend_option
@result_options
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
    """Solve a spot on every card that may come next; tell EV, equity and the first player's play.

    SPOT.toml has a flop or a turn; its pot and stack are those on the next street. Cards that
    differ only in their suit are solved once. The means weigh each card by how often it comes.

    If the spot has no board, it is solved on a sample of flops that stands for all 22,100. The
    flops are sorted by their number of suits, by their number of ranks and by how often oop has the
    better hand; they are cut into as many equal parts as there are to be flops, and the middle one
    of each part is taken. The means weigh each flop by the number of flops that differ from it only
    in suits, and by the weights of the hands that it leaves.
    """
    from pokerbot.runs.boards import boards_named
    from pokerbot.runs.limits import Limits, in_chips
    from pokerbot.runs.report import SolvedBoards, report_of
    from pokerbot.strategy.library import spec_named

    if go_on and out is None:
        raise InputError("has no effect without --out FOLDER", parameter="continue")
    carrying = executor(**where)
    boards = boards_named(spec_named(game), flops)
    limits = Limits(iterations, in_chips(boards.game, target, target_pot))
    runs = boards.runs(algorithm, limits, backend)
    workers = at_once(where["jobs"], where["on"])
    outlook = boards.outlook(limits, workers)
    folder = None if out is None else SolvedBoards(Path(out))
    if folder is not None:
        folder.check_new(go_on=go_on, word="continue")
        folder.check_all_of(runs, "report")
        left = [place for place, run in enumerate(runs) if run not in folder]
        outlook = boards.outlook(limits, workers, left) if left else ""
    if outlook:
        say(outlook)
    with reporting(runs, carrying, folder) as (found, _):
        report = report_of(boards, runs[0].label, found)
        if report.missing:
            what = "flop" if report.flops else "card"
            say(f"Not solved, and left out: {number_of(report.missing, what)}.")
        try:
            if folder is not None:
                folder.keep(report)
        finally:  # a full disk does not keep what took long from being told
            print_result(report, as_json, lambda out: _show(out, report, boards.game.rules.pot))
        draw_to(plot, report.figure)


def _show(out: Console, report: Report, pot: float) -> None:
    """Print a row for each card or flop, and the means."""
    for told in _heading(report):
        out.print(told)
    width = max(len("all"), *(len(" ".join(each.cards)) for each in report.cards))
    heads = [*(f"EV {seat}" for seat in SEATS), f"equity {SEATS[0]}", *report.actions]
    heading = "".join(f"  {head:>{max(8, len(head))}}" for head in heads)
    out.print(f"{'':<{width}}  {'often':>6}{heading}", style="dim")
    for each in report.cards:
        out.print(_row(" ".join(each.cards), width, each.weight, each, heads))
    out.print(_row("all", width, 1.0, report, heads), style="bold")
    worst = max(each.exploitability_pot for each in report.cards)
    out.print(f"exploitability: at most {rounded_up(worst, 2):g} % of the pot on any of them")
    if report.flops:
        return
    out.print(f"\nEV of {SEATS[0]} by card, % of the pot")
    for line in _heat(report, pot):
        out.print(line)


def _heading(report: Report) -> Iterator[str]:
    """The lines above the table."""
    if report.flops is None:
        cards = sum(len(each.cards) for each in report.cards)
        yield (
            f"{report.spot}, {report.board}: {cards} next cards by {report.algorithm}, equivalent"
            f" ones solved once; {report.player} acts first"
        )
        return
    left = f", without {report.missing:,} that were chosen," if report.missing else ""
    yield (
        f"{report.spot}: {report.flops.count:,} of {report.flops.every:,} flops{left} by"
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
    """The EV by card, a line for each suit: red where it is the lowest, green the highest."""
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
            line.append("" if value is None else f"{100 * value:>z3.0f}", style)
            line.append("    " if value is None else " ")
        line.rstrip()
        yield line


def _row(name: str, width: int, weight: float, of: NextCard | Report, heads: list[str]) -> str:
    """A line of the table, for a card or for the means."""
    cells = [*(f"{each:z.2f}" for each in of.ev), f"{100 * of.equity[0]:.2f} %"]
    cells += [f"{100 * each:.1f} %" for each in of.frequencies]
    filled = (f"  {cell:>{max(8, len(head))}}" for cell, head in zip(cells, heads, strict=True))
    return f"{name:<{width}}  {100 * weight:>4.1f} %{''.join(filled)}"
