"""`pokerbot strength`: how good a blueprint is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from pokerbot.cli.completion import blueprints
from pokerbot.cli.interrupts import StoppedBySignal, interruptible, telling
from pokerbot.cli.monitor import progress
from pokerbot.cli.output import print_result, result_options, say, seed_option
from pokerbot.play.view.amounts import number_of

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.evaluation.heads_up.strength import Estimate, Strength

NAMES = {
    "river": "the river alone",
    "turn_river": "turn and river",
    "postflop": "all after the flop",
    "all": "everything (errs downward)",
    "all_at_most": "everything (errs upward)",
}


@click.command("strength")
@click.argument("who", shell_complete=blueprints)
@click.option(
    "--time", "seconds", type=float, help="Measure for about this many seconds [about 400]."
)
@click.option(
    "--resolve",
    type=click.Choice(["safe", "between", "unsafe"]),
    help="Also measure, for some minutes, turns and rivers that are solved again.",
)
@seed_option
@result_options
def command(who: str, seconds: float | None, resolve: str | None, seed: int, as_json: bool) -> None:
    """Measure the blueprint WHO: a file, or heads-up for the one that comes with pokerbot.

    Measured are what a best response gains against the blueprint if it may change play on the
    river alone, on turn and river, after the flop, or everywhere, and what the blueprint wins from
    simple players, over all pairs of hands on random boards. All figures are thousandths of a big
    blind per hand, and but for the small blind's value they are the mean of both seats.

    Ctrl-C stops, and shows what was measured by then.

    With --resolve turns and rivers are solved again with every hand told apart: unsafe assumes the
    opponent's range to be the blueprint's, safe does not (it adds a gadget game), and between lies
    between the two.
    """
    from pokerbot.runs.heads_up import check_compiler
    from pokerbot.strategy.blueprint import find, load

    check_compiler()
    blueprint = load(find(who))
    from pokerbot.evaluation.heads_up.strength import strength
    from pokerbot.runs.resolving import resolving_gains

    with interruptible() as interrupted, progress() as show:
        watch = (lambda line: show(line, None)) if show else (lambda _: None)
        found = strength(blueprint, seconds=seconds, seed=seed, watch=watch, stopped=interrupted)
        if resolve is not None and not interrupted:
            again = resolving_gains(blueprint, resolve, seed=seed, watch=watch, stopped=interrupted)
            found = replace(found, resolved=again)
    if interrupted and found.value.mbb is None:
        raise StoppedBySignal(interrupted.status)
    with telling(interrupted):
        if interrupted:
            say("Stopped; what was measured by then is shown.")
        lacking = "stopped before" if interrupted else "too little time"
        print_result(found, as_json, lambda out: _show(out, found, lacking))


def _show(out: Console, found: Strength, lacking: str) -> None:
    """Print the figures for a person; `lacking` is why some were not measured."""

    def row(name: str, figure: Estimate) -> None:
        out.print(_row(name, figure, lacking))

    out.print(
        f"heads-up, {found.stack:g} big blinds, {number_of(found.iterations, 'iteration')};"
        " thousandths of a big blind a hand"
    )
    row("the small blind's value", found.value)
    out.print("\nMeans of both seats: a best response that may change … gains")
    for name, figure in found.gains.items():
        row(NAMES[name], figure)
    for name, figures in found.resolved.items():
        for how, figure in figures.items():
            said = how if how == "blueprint" else f"solved again, {how}"
            row(f"{NAMES[name]}: {said}", figure)
    out.print("\nMeans of both seats: the blueprint wins from one who plays")
    for name, figure in found.baselines.items():
        row(name, figure)
    out.print("\nAlways folding loses 750. Beating simple players proves little.", style="dim")


def _row(name: str, figure: Estimate, lacking: str) -> str:
    """A line of the table: what is measured, the estimate and its standard error."""
    if figure.mbb is None:
        return f"  {name:<40}{'–':>9}           {figure.label}: {lacking}"
    error = "" if figure.stderr is None else f"± {figure.stderr:.1f}"
    return f"  {name:<40}{figure.mbb:>+9.1f} {error:<8}  {figure.label}; boards: {figure.samples}"
