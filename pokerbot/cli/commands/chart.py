"""`pokerbot chart`: up to which stack each hand jams or calls, in a square of hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pokerbot.cli.interrupts import interruptible, telling
from pokerbot.cli.monitor import Show, progress
from pokerbot.cli.node_report import show_square
from pokerbot.cli.output import draw_to, plot_option, print_result, result_options, rounded_up, say

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.runs.chart import Chart, StackLimit

GAME = "jam-or-fold"
"""The only game with a chart."""
COLOURS = ((1.0, "reverse green"), (0.4, "green"), (0.2, "yellow"), (0.0, "dim"))
"""Colours of classes, each with the least part of the chart's last stack up to which they play.

The first is for classes that still play at the last stack.
"""
ROUNDED = 1e-15
"""What is measured as less is 0 up to rounding: no bound below this is told."""


@click.command("chart")
@click.argument("game", metavar=GAME, shell_complete=lambda *_: [GAME])
@click.option(
    "--to", type=float, default=25, show_default=True, help="The largest stack, in big blinds."
)
@plot_option("both squares")
@result_options
def command(game: str, to: float, plot: Path | None, as_json: bool) -> None:
    """Chart up to which stack each hand jams, and calls a jam, heads-up.

    The game is solved for every stack from 1.1 big blinds on, in steps of a tenth. A hand counts
    as played at a stack if it is played at least half the time. Stacks below a hand's highest one
    at which it is not played are listed as its gaps.

    Ctrl-C stops, and shows the chart up to the stacks solved by then.
    """
    from pokerbot.runs.chart import chart

    with interruptible() as interrupted, progress() as show:
        found = chart(game, to, show and _watch(show, to), interrupted)
    with telling(interrupted):
        if interrupted:
            say(f"Stopped; the chart ends at {found.to:g} big blinds, the last stack solved.")
        print_result(found, as_json, lambda out: _show(out, found))
        draw_to(plot, found.figure)


def _watch(show: Show, to: float) -> Callable[[float], None]:
    """A function that shows up to which stack is solved, given the part done."""
    return lambda part: show(f"solved up to {1 + part * (to - 1):.1f} blinds", part)


def _show(out: Console, found: Chart) -> None:
    """Print a square for each player, and the gaps."""
    sides = {"The small blind jams": found.jam, "The big blind calls a jam": found.call}
    for does, side in sides.items():
        out.print(f"{does} up to so many big blinds", style="bold")
        show_square(
            out, {name: (str(each), _colour(each, found.to)) for name, each in side.items()}
        )
        _show_gaps(out, side)
        out.print()
    most = rounded_up(max(found.nash_conv, ROUNDED), 1)
    out.print(f"{found.algorithm}, stacks from 1.1 by {found.step:g}; NashConv ≤ {most:.0e}")


def _show_gaps(out: Console, side: Mapping[str, StackLimit]) -> None:
    gaps = {name: each.gaps for name, each in side.items() if each.gaps}
    if not gaps:
        return
    out.print("but not at (in brackets: to play there would lose less than 0.001 big blinds):")
    for name, there in gaps.items():
        told = ", ".join(_span(gap.start, gap.end, near=gap.near) for gap in there)
        out.print(f"  {name:<4} {told}")


def _span(start: float, end: float, *, near: bool) -> str:
    told = f"{start:g}" if start == end else f"{start:g} to {end:g}"
    return f"({told})" if near else told


def _colour(limit: StackLimit, to: float) -> str:
    share = 1.0 if limit.more else 0.99 * (limit.up_to or 0) / to  # never the first colour
    return next(colour for least, colour in COLOURS if share >= least)
