"""`pokerbot tournament`: all pairs of several strategies and bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pokerbot.cli.completion import players
from pokerbot.cli.execution import execution_options, executor
from pokerbot.cli.monitor import complete, gather
from pokerbot.cli.output import color_option, json_option, print_result, seed_option

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.evaluation.match import Tournament


@click.command("tournament")
@click.argument("players", nargs=-1, required=True, shell_complete=players)
@click.option("-n", "--hands", type=int, default=100_000, show_default=True, help="Of each match.")
@seed_option
@click.option("--game", help="The game, where no player is a file.")
@execution_options()
@json_option
@color_option
def command(
    players: tuple[str, ...], hands: int, seed: int, game: str | None, as_json: bool, **where: Any
) -> None:
    """Let all pairs of PLAYERS play: strategy files and bots, as for match."""
    from pokerbot.evaluation.match import crosstable
    from pokerbot.runs.tournament import pairings

    about, runs = pairings(players, hands=hands, seed=seed, game=game)
    gathered = gather(runs, executor(**where))
    with complete(gathered):
        played = crosstable(about, hands, gathered.results)
        print_result(played, as_json, lambda out: _show(out, played))


def _show(out: Console, played: Tournament) -> None:
    """A crosstable: each row's chips per hand against each column."""
    from pokerbot.play.view.words import number_of

    names = [name for name, _ in played.standings]
    width = max(12, *(len(name) + 2 for name in names))
    won = {}
    for result in played.matches:
        for pair, chips in (
            ((result.a, result.b), result.mean),
            ((result.b, result.a), -result.mean),
        ):
            won[pair] = f"{chips + 0.0:+.4f}{'*' if result.significant else ' '}"
    out.print(
        f"{played.game}: chips per hand, {number_of(played.hands, 'hand')} a match, seats swapped"
    )
    out.print(
        f"{'':<{width}}{'mean':>{width}}{''.join(f'{name:>{width}}' for name in names)}",
        style="bold",
    )
    for name, mean in played.standings:
        cells = "".join(f"{won.get((name, column), '·'):>{width}}" for column in names)
        out.print(f"{name:<{width}}{f'{mean:+.4f} ':>{width}}{cells}")
    out.print("* more than chance explains (95 %)")
