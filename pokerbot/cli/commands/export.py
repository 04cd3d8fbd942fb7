"""`pokerbot export`: a strategy or a game in the format of another program."""

from __future__ import annotations

import json
from pathlib import Path

import click

from pokerbot.cli.completion import files
from pokerbot.cli.output import force_option, game_option, player_argument, say
from pokerbot.errors import InputError
from pokerbot.io.files import check_writable, printable, write_whole

FORMATS = ("openspiel", "efg", "liteefg")


@click.command("export")
@player_argument("who")
@click.option("--to", "form", type=click.Choice(FORMATS), required=True, help="The format.")
@game_option
@click.option("-o", "--output", shell_complete=files, help="The file [standard output].")
@force_option
def command(who: str, form: str, game: str | None, output: str | None, force: bool) -> None:
    """Write the strategy of WHO, or its game, in the format of another program.

    WHO is a file, a named opponent, a built-in bot, or a game (its least exploitable strategy at
    hand).

    openspiel: a JSON object from OpenSpiel's information states to the probabilities of their
    actions. liteefg: a JSON list of rows for each player, like the tables of LiteEFG. efg: the game
    named by WHO, or played by WHO, for Gambit.
    """
    if output == "-":
        output = None
    if output is None and force:
        raise InputError("has no effect on standard output", parameter="force")
    if output is not None:
        check_writable(Path(output), force=force)
        if Path(output).exists() and not force:
            raise InputError(f"is needed to overwrite {printable(output)}", parameter="force")
    text = _text(who, form, game)
    if output is None:
        click.echo(text, nl=False)
    else:
        write_whole(Path(output), [text.encode()])
        say(f"written to {printable(output)}")


def _text(who: str, form: str, game: str | None) -> str:
    """The file's content; to write a game as efg, no strategy of it need be at hand."""
    from pokerbot.bridges.efg import to_efg
    from pokerbot.bridges.openspiel import to_liteefg, to_openspiel_policy
    from pokerbot.evaluation.bots import RESPONSE, resolve
    from pokerbot.games.game import Game
    from pokerbot.opponents.finding import strategy_of
    from pokerbot.strategy.library import game_named

    if form == "efg" and game is None and not who.startswith(RESPONSE):
        meant = game_named(who) if who.endswith(".toml") else resolve(who)
        if isinstance(meant, Game):
            return to_efg(meant)
    strategy = strategy_of(who, game)
    if form == "efg":
        return to_efg(strategy)
    if form == "liteefg":
        return json.dumps(to_liteefg(strategy), ensure_ascii=False) + "\n"
    table = to_openspiel_policy(strategy).policy_table()
    return json.dumps({state: dict(chances) for state, chances in table.items()}) + "\n"
