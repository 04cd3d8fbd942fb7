"""`pokerbot trace`: an algorithm's first iterations as a worked example, value by value."""

from __future__ import annotations

import math
from itertools import chain
from typing import TYPE_CHECKING

import click

from pokerbot.cli.completion import games
from pokerbot.cli.output import algorithm_option, print_result, result_options

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.runs.tracing import Trace, Visit


@click.command("trace")
@click.argument("game", shell_complete=games)
@algorithm_option("cfr")
@click.option(
    "--deal", help="The players' cards, then the public card if there is one: 'Q K' or 'Q K J'."
)
@click.option(
    "-n",
    "--iterations",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    help="How many iterations to work through.",
)
@click.option(
    "--updates", help="simultaneous (the default, where there is a choice) or alternating."
)
@result_options
def command(
    game: str, algorithm: str, deal: str | None, iterations: int, updates: str | None, as_json: bool
) -> None:
    """Work through the first iterations on GAME, one information set at a time.

    With --deal only this deal is considered, without it all deals. By default it shows what
    textbooks show: vanilla CFR with simultaneous updates. pokerbot solve has other defaults.
    Algorithms that sample show what they draw: their estimates, not the expected chips.
    """
    from pokerbot.runs.own import algorithm_named
    from pokerbot.runs.tracing import trace
    from pokerbot.solvers.options import Options
    from pokerbot.strategy.library import game_named

    chosen = algorithm_named(algorithm)
    if updates is None and "updates" not in chosen.refuses:
        updates = "simultaneous"
    options = Options(updates=updates)
    found = trace(game_named(game), chosen, deal=deal, iterations=iterations, options=options)
    print_result(found, as_json, lambda out: _show(out, found, estimated=chosen.draws))


def _show(out: Console, found: Trace, *, estimated: bool) -> None:
    """Print every visit of every iteration for a person.

    estimated: whether the algorithm samples, so that its numbers are estimates
    """
    dealt = f", deal {found.deal}" if found.deal else ", all deals"
    out.print(f"{found.game} by {found.algorithm}{dealt}")
    chips = "the algorithm's estimate of the chips" if estimated else "expected chips"
    out.print(f"utility: {chips} after the action; regret: (utility − value) × reach")
    decimals = _decimals(found)
    for place, visits in enumerate(found.iterations, 1):
        out.print(f"\nIteration {place}", style="bold")
        for visit in visits:
            _show_visit(out, visit, decimals)


def _decimals(found: Trace) -> int:
    """How many decimals to show numbers with: four, more where chips are parts of a tenth."""
    visits = chain.from_iterable(found.iterations)
    largest = max((abs(chips) for visit in visits for chips in visit.utilities), default=0.0)
    return 4 + max(math.floor(-math.log10(largest or 1.0)), 0)


def _show_visit(out: Console, visit: Visit, decimals: int) -> None:
    """Print a visit of an information set: a line for each quantity, a column for each action."""
    lines = [("strategy", visit.strategy), ("utility", visit.utilities), ("regret", visit.regrets)]
    for name, before in visit.before.items():
        lines.append((f"{name.replace('_', ' ')} before", before))
        lines.append((f"{name.replace('_', ' ')} after", visit.after[name]))
    told = [(name, [f"{each:z.{decimals}f}" for each in numbers]) for name, numbers in lines]
    cells = chain(visit.actions, *(numbers for _, numbers in told))
    width = max(10, *(len(cell) + 2 for cell in cells))
    head = f"  player {visit.player}  {visit.infoset}"
    out.print(f"{head:<26}{''.join(f'{action:>{width}}' for action in visit.actions)}")
    value = f"   value {visit.value:z.{decimals}f}, reach {visit.reach:.4f}"
    for name, numbers in told:
        row = "".join(f"{number:>{width}}" for number in numbers)
        note = value if name == "utility" else ""
        out.print(f"    {name:<22}{row}{note}", style="dim" if name.endswith("before") else None)
