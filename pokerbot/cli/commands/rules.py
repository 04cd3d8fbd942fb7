"""`pokerbot rules`: how a game goes, in a minute."""

from __future__ import annotations

import json

import click

from pokerbot.cli.completion import games
from pokerbot.cli.output import color_option, console, json_option


@click.command("rules")
@click.argument("game", shell_complete=games)
@json_option
@color_option
def command(game: str, as_json: bool) -> None:
    """Tell the rules of GAME: cards, deal, betting, showdown."""
    from pokerbot.games.catalogue import parse_game
    from pokerbot.play.view.rules import told

    found = parse_game(game)
    parts = list(told(found.rules))
    if as_json:
        click.echo(json.dumps({"game": found.spec, "rules": dict(parts)}))
        return
    out = console()
    for heading, sentences in parts:
        out.print(heading, style="bold")
        out.print(sentences)
