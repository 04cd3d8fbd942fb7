"""`pokerbot strength`: how good a blueprint is."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from pokerbot.cli.monitor import progress
from pokerbot.cli.output import color_option, json_option, print_result, seed_option

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.evaluation.heads_up.strength import Estimate, Strength

NAMES = {
    "river": "the river alone",
    "turn_river": "turn and river",
    "postflop": "all after the flop",
    "all": "everything, at least",
    "all_at_most": "everything, at most",
}


@click.command("strength")
@click.argument("who")
@click.option("--time", "seconds", type=float, help="About so many seconds [some 400].")
@click.option(
    "--resolve",
    type=click.Choice(["safe", "between", "unsafe"]),
    help="Measure turns and rivers solved again, too, for some minutes.",
)
@seed_option
@json_option
@color_option
def command(who: str, seconds: float | None, resolve: str | None, seed: int, as_json: bool) -> None:
    """Measure the blueprint WHO: a file, or heads-up for the one that ships.

    What a best response with real cards gains against it that may change the river alone, the turn
    and the river, all after the flop, everything; and what it wins from simple players, over all
    pairs of hands on boards that are dealt. In thousandths of a big blind a hand, the mean of both
    seats.

    With --resolve turns and rivers are solved again with every hand told apart: unsafe trusts that
    the other's range is the blueprint's, safe does not (a gadget), and between is between.
    """
    from pokerbot.runs.heads_up import check_compiler
    from pokerbot.strategy.blueprint import find, load

    check_compiler()
    blueprint = load(find(who))
    from pokerbot.evaluation.heads_up.strength import strength
    from pokerbot.runs.resolving import resolving_gains

    with progress() if not as_json else nullcontext() as show:
        watch = (lambda line: show(line, None)) if show else (lambda _: None)
        found = strength(blueprint, seconds=seconds, seed=seed, watch=watch)
        if resolve is not None:
            again = resolving_gains(blueprint, resolve, seed=seed, watch=watch)
            found = replace(found, resolved=again)
    print_result(found, as_json, lambda out: _show(out, found))


def _show(out: Console, found: Strength) -> None:
    """The figures for a person."""
    out.print(
        f"heads-up, {found.stack:g} big blinds, {found.iterations:,} iterations;"
        " thousandths of a big blind a hand, the mean of both seats"
    )
    out.print(_row("the small blind's value", found.value))
    out.print("\nA best response that may change … gains")
    for name, figure in found.gains.items():
        out.print(_row(NAMES[name], figure))
    for name, figures in found.resolved.items():
        for how, figure in figures.items():
            said = how if how == "blueprint" else f"solved again, {how}"
            out.print(_row(f"{NAMES[name]}: {said}", figure))
    out.print("\nThe blueprint wins from one who plays")
    for name, figure in found.baselines.items():
        out.print(_row(name, figure))
    out.print("\nAlways folding loses 750. Beating simple players proves little.", style="dim")


def _row(name: str, figure: Estimate) -> str:
    """A line of the table."""
    if figure.mbb is None:
        return f"  {name:<40}{'–':>9}           {figure.label}: too little time"
    error = "" if figure.stderr is None else f"± {figure.stderr:.1f}"
    return f"  {name:<40}{figure.mbb:>+9.1f} {error:<8}  {figure.label}; boards: {figure.samples}"
