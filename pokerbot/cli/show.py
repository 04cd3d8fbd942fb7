"""`pokerbot show`: a strategy as a table, a heading a betting history, a row an information set."""

from __future__ import annotations

import json
import re
from itertools import groupby
from typing import TYPE_CHECKING

import click

from pokerbot.cli.output import color_option, console, json_option

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.strategy import Strategy

WORDS = {"k": "check", "b": "bet", "f": "fold", "c": "call", "r": "raise"}


@click.command("show")
@click.argument("file")
@json_option
@color_option
def command(file: str, as_json: bool) -> None:
    """Print the strategy in FILE as a table, by player and betting history."""
    from pokerbot import shelf, storage

    strategy = storage.load(shelf.find(file))
    if as_json:
        click.echo(json.dumps({"infosets": strategy.infosets}))
    else:
        _show(console(), strategy)


def _show(out: Console, strategy: Strategy) -> None:
    """The table for a person."""
    game = strategy.game
    out.print(f"{game.spec} by {strategy.maker}, {strategy.iterations:,} iterations")
    for player in (0, 1):
        out.print(f"\nPlayer {player + 1}", style="bold")
        sets = [(key, actions) for who, key, actions in game.information_sets() if who == player]
        for history, group in groupby(sets, key=lambda found: found[0].partition(":")[2]):
            rows = list(group)
            actions = rows[0][1]
            width = max(6, *(len(action) for action in actions))
            names = "".join(f"  {action:>{width}}" for action in actions)
            out.print(f"  {spoken(history):<34}{names}", style="dim")
            for key, _ in rows:
                chances = strategy.infosets[key]
                cells = "".join(f"  {chances[action]:>{width}.2f}" for action in actions)
                out.print(f"    {key:<32}{cells}")


def spoken(history: str) -> str:
    """A betting history in words: `check, bet | check` for `kb/k`."""
    rounds = [
        ", ".join(f"{WORDS[letter]}{size and ' ' + size}" for letter, size in _steps(part))
        for part in history.split("/")
    ]
    return "to open" if rounds == [""] else " | ".join(rounds)


def _steps(part: str) -> list[tuple[str, str]]:
    return re.findall(r"([a-z])(\d*)", part)
