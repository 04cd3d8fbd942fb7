"""`pokerbot rules`: the rules of a game, in a minute."""

from __future__ import annotations

import json

import click

from pokerbot.cli.completion import games
from pokerbot.cli.output import console, result_options


@click.command("rules")
@click.argument("game", required=False, shell_complete=games)
@result_options
def command(game: str | None, as_json: bool) -> None:
    """Tell the rules of GAME: cards, deal, betting, showdown. Without GAME, list the games.

    `holdem`, or `heads-up`, tells the rules of Texas hold'em, and which hand beats which.
    """
    from pokerbot.games import heads_up
    from pokerbot.games.catalogue import FAMILIES, HOLDEM
    from pokerbot.games.tree_catalogue import TREES
    from pokerbot.games.trees import TreeGame
    from pokerbot.play.view.rules import rules_in_words
    from pokerbot.strategy.library import game_named

    if game is None:
        summaries = {family.name: family.summary for family in (FAMILIES | TREES).values()}
        summaries[HOLDEM.name] = "Texas hold'em, and which hand beats which"
        names = max(map(len, summaries))
        lines = [f"{name:<{names}}  {summary}" for name, summary in summaries.items()]
        click.echo(json.dumps({"games": summaries}) if as_json else "\n".join(lines))
        return
    if game in (HOLDEM.name, heads_up.NAME):
        _holdem(as_json)
        return
    found = game_named(game)
    parts = (
        [("The game", found.told)]
        if isinstance(found, TreeGame)
        else [*rules_in_words(found.rules)]
    )
    if as_json:
        click.echo(json.dumps({"game": found.spec, "rules": dict(parts)}))
        return
    out = console()
    for heading, sentences in parts:
        out.print(heading, style="bold")
        out.print(sentences)


def _holdem(as_json: bool) -> None:
    """Print the rules of hold'em, for someone new to it."""
    from pokerbot.play.view.holdem import TOLD

    if as_json:
        click.echo(json.dumps({"game": "holdem", "rules": TOLD}))
        return
    from rich.markdown import Markdown

    console().print(Markdown(TOLD))
