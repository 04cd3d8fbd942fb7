"""`pokerbot opponents`: the cast, and what there is to win from each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pokerbot.cli.output import print_result, result_options

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.opponents.cast import MemberReport


@click.command("opponents")
@result_options
def command(as_json: bool) -> None:
    """List the opponents that have a name, and what can be won from them.

    Each has one leak, or none, and plays soundly otherwise. `most` is what a best response wins
    per hand, `equilibrium` what an equilibrium strategy wins.
    """
    from pokerbot.opponents.cast import reports

    found = reports()
    print_result({"opponents": found}, as_json, lambda out: _show(out, found))


def _show(out: Console, found: list[MemberReport]) -> None:
    """Print a line for each opponent, game by game."""
    from pokerbot.opponents.cast import member

    game = None
    for each in found:
        if each.game != game:
            game = each.game
            head = f"{game:<32}{'':<24}{'most':>9}{'equilibrium':>13}"
            out.print(head, style="bold")
        equilibrium = sum(each.equilibrium_wins) / 2
        line = f"  {each.name:<10}{each.leak:<20}{member(each.name).temper:<41}"[:73]
        out.print(f"{line:<56}{sum(each.most) / 2:>+9.3f}{equilibrium:>+13.3f}")
    out.print("chips per hand, mean of both seats; to play against one: pokerbot play betty")
