"""`pokerbot tournament`: a match between each pair of several strategies and bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pokerbot.cli.completion import games
from pokerbot.cli.execution import execution_options, executor
from pokerbot.cli.monitor import reporting
from pokerbot.cli.output import player_argument, print_result, result_options, say, seed_option
from pokerbot.io.files import printable

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.runs.tournament import Tournament

LONGEST = 20
"""Longer names are shortened to this many letters in the crosstable."""


@click.command("tournament")
@player_argument("players", nargs=-1, required=True)
@click.option("-n", "--hands", type=int, help="How many hands each match has [100000].")
@seed_option
@click.option("--game", shell_complete=games, help="The game, if no player names one.")
@execution_options()
@result_options
def command(
    players: tuple[str, ...],
    hands: int | None,
    seed: int,
    game: str | None,
    as_json: bool,
    **where: Any,
) -> None:
    """Let each pair of PLAYERS play a match: strategy files and bots, as in pokerbot match.

    Ctrl-C stops, and shows the matches played by then.
    """
    from pokerbot.runs.tournament import crosstable, pairings

    runs = pairings(players, hands=hands, seed=seed, game=game)
    with reporting(runs, executor(**where)) as (matches, interrupted):
        if interrupted:
            say(f"Stopped; {len(matches):,} of {len(runs):,} matches are shown.")
        played = crosstable([*matches.values()])
        print_result(played, as_json, lambda out: _show(out, played))


def _show(out: Console, played: Tournament) -> None:
    """Print a crosstable: each row's chips per hand against the player with the column's number."""
    from pokerbot.play.view.amounts import number_of

    how = f"{number_of(played.hands, 'hand')} a match" if played.hands else "exactly"
    out.print(f"{played.game}: chips per hand, {how}, seats swapped")
    for places in (4, 3, 2):
        columns = _columns(played, places)
        if sum(map(len, (column[0] for column in columns))) <= out.width:
            break
    fixed, against = columns[:2], columns[2:]
    room = out.width - sum(len(column[0]) for column in fixed)
    at_once = max(1, room // len(against[0][0]))
    for start in range(0, len(against), at_once):
        shown = [*fixed, *against[start : start + at_once]]
        heading, *lines = ("".join(row).rstrip() for row in zip(*shown, strict=True))
        out.print(heading, style="bold")
        out.print("\n".join(lines))
    if played.hands:
        out.print("* more than chance explains (95 % for all pairs together, by Holm's method)")


def _columns(played: Tournament, places: int) -> list[list[str]]:
    """The table by columns: names, means, one against each player; cells of a column are as wide.

    places: how many decimals the figures have
    """
    won = {}
    for result, stands in zip(played.matches, played.significant, strict=True):
        for pair, chips in (
            ((result.a, result.b), result.mean),
            ((result.b, result.a), -result.mean),
        ):
            won[pair] = f" {chips:+z.{places}f}{'*' if stands else ' '}"
    names = [name for name, _ in played.standings]
    wide = max(map(len, won.values()))
    rows = [f"{row:>2} {_short(printable(name))}" for row, name in enumerate(names, 1)]
    means = [f" {mean:+z.{places}f} " for _, mean in played.standings]
    columns = [["", *rows], ["mean ", *means]]
    for place, column in enumerate(names, 1):
        columns.append([f"{place} ", *(won.get((name, column), "· ") for name in names)])
    widths = [max(map(len, rows)), max(map(len, means)), *(wide for _ in names)]
    return [
        [cell.rjust(width) if place else cell.ljust(width) for cell in column]
        for place, (column, width) in enumerate(zip(columns, widths, strict=True))
    ]


def _short(name: str) -> str:
    """A name, without its middle if it is too long."""
    cut = LONGEST // 2
    return name if len(name) <= LONGEST else f"{name[: cut - 1]}…{name[-cut:]}"
