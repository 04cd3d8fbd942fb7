"""`pokerbot play`: the app in the terminal, with the table, the lobby and all other screens."""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from pokerbot.cli.completion import tables
from pokerbot.cli.interrupts import StoppedBySignal
from pokerbot.cli.output import color_option, player_argument, say
from pokerbot.cli.web import OWN, serve, web_options
from pokerbot.errors import InputError
from pokerbot.io.files import named_in_errors, printable
from pokerbot.io.machine import ENDING, takes
from pokerbot.io.own_files import history_file, settings_file
from pokerbot.play.table import SEAT_CHOICES
from pokerbot.play.view.words import summary
from pokerbot.runs.interrupts import handled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from textual.app import App

    from pokerbot.opponents.finding import OpponentRequest
    from pokerbot.opponents.open_tables import OpenTables

LONGEST_SAVE = 20.0
"""For how many seconds to wait, after a fault, until a file is saved."""


@click.command("play")
@player_argument("target", metavar="[WHO]", required=False)
@click.option("--game", shell_complete=tables, help="The game, if WHO does not name one.")
@click.option(
    "--seat",
    type=click.Choice(SEAT_CHOICES),
    default="alternate",
    show_default=True,
    help="Your seat; player 1 acts first.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), help="The seed of the cards and the bot's dice."
)
@click.option(
    "--stack", type=float, help="With heads-up: the stacks, in big blinds.  [default: 20]"
)
@click.option("--match", is_flag=True, help="With heads-up: play until one has all the chips.")
@click.option(
    "--challenge",
    metavar="CODE",
    help="Play the same cards and dice as a friend, to see who plays better.",
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")
@web_options
@color_option
def command(
    target: str | None,
    game: str | None,
    seat: str,
    seed: int | None,
    stack: float | None,
    match: bool,
    challenge: str | None,
    ascii_only: bool,
    web: int | None,
    host: str | None,
    trust_network: bool,
) -> int:
    """Play against a strategy or a bot at the table.

    WHO is a strategy file or the name of one at hand; a named opponent (see pokerbot opponents);
    with --game a built-in bot (random, call, fold, raise, honest) or echo, which adapts to you; a
    game, for its least exploitable strategy at hand; or heads-up, the whole game of hold'em.
    Without WHO, play opens the tutor the first time, the day's plan once a day, and otherwise the
    lobby, where you choose.

    When you leave after ten hands or more, none of them with a hint, play prints a code. Whoever
    plays with --challenge CODE gets the same cards and dice, and learns at the end which of you
    played better, luck apart. A challenge also ends with a code: if your friend sends it back to
    you, --challenge tells you the same result without another hand.
    """
    served = "WebDriver" in os.environ.get("TEXTUAL_DRIVER", "")
    there = served or all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    opponent, asks = _whom(target, game, challenge, stack, match=match, there=there)
    if opponent is not None and (told := _answer(opponent)):
        click.echo(told)
        return 0
    if web is not None:
        serve(web, host or OWN, trust_network=trust_network)
        return 0
    if host or trust_network:
        raise InputError("only goes with --web", parameter="host" if host else "trust_network")
    if not there:
        raise InputError("play needs a terminal: run it in one, with nothing piped or redirected")
    import asyncio

    from pokerbot.tui import settings
    from pokerbot.tui.app import PokerApp

    _settle_color()
    opponent = opponent and replace(opponent, anew=seed is not None)
    seed = secrets.randbits(63) if seed is None else seed
    history = history_file()
    app = PokerApp(seed, opponent, seat, history=history, ascii_only=ascii_only)
    app.asks = asks
    kept = settings.load(place := settings_file())
    with named_in_errors(place):
        app.settle(kept)
    app.opens, wrong = ("lobby", None) if opponent or asks else _opening(history)
    before = app.choices
    asyncio.run(_run(app, app.fail, app.hurry))
    app.tables.keep_owed()
    if (app.return_code or 0) > 128 and not takes(sys.stderr):
        raise StoppedBySignal(app.return_code)
    if not served:  # in a browser nobody reads it
        with contextlib.suppress(OSError):  # the terminal may be gone, after SIGHUP
            _tell_how_it_went(app.tables, ascii_only=ascii_only)
            _tell_what_is_lost(app.rescued, app.unsaved, app.tables.unkept, wrong)
    if app.fault:
        raise app.fault
    if changed := dict(app.choices.items() - before.items()):
        settings.keep(place, changed)
    return app.return_code or 0


def _opening(history: Path) -> tuple[str, InputError | None]:
    """The screen on which play opens if nobody is named, and what went wrong in finding it out."""
    from datetime import date

    from pokerbot.opponents.today import note_shown, opening

    place, wrong, day = "today", None, date.today()
    try:
        place = opening(history, day)
    except InputError as error:
        wrong = error
    try:
        if place == "today":
            note_shown(history, day)
    except InputError as error:
        wrong = error
    return place, wrong


def _whom(
    target: str | None,
    game: str | None,
    challenge: str | None,
    stack: float | None,
    *,
    match: bool,
    there: bool,
) -> tuple[OpponentRequest | None, str]:
    """The opponent asked for; or the name of one of whom the app is still to ask the game.

    there: whether there is a terminal, on which to ask

    Raises:
        InputError: as `_wanted`.
    """
    try:
        return _wanted(target, game, challenge, stack, match=match), ""
    except InputError as error:
        if error.parameter != "game" or not (there and target):
            raise
        return None, target


def _answer(opponent: OpponentRequest) -> str | None:
    """The verdict of a code that answers the person's own challenge; None for any other code."""
    from pokerbot.opponents.challenges import answered

    return answered(history_file(), opponent.challenge) if opponent.challenge else None


def _wanted(
    target: str | None,
    game: str | None,
    challenge: str | None,
    stack: float | None,
    *,
    match: bool,
) -> OpponentRequest | None:
    """The opponent asked for, None if nobody is named.

    Raises:
        InputError: there is no such opponent, the challenge is no valid code, or an option is given
            that the challenge settles.
    """
    from pokerbot.games.catalogue import names_game
    from pokerbot.opponents.finding import challenged, choose, whole_game
    from pokerbot.strategy.library import game_named

    if challenge is None:
        if target or stack is not None or match:
            whole = whole_game(target or "", stack, match=match)
            if whole is not None:
                _check_whole(game, match=match)
                return whole
        if target is None:
            target, game = game, None
        if target is None:
            return None
        if names_game(target):
            _ = game_named(target).rules  # refuses a game that has no table
        return choose(target, game)
    from pokerbot.play.session.challenge import parse

    if stack is not None or match:
        raise InputError("does not go with --challenge", parameter="match" if match else "stack")
    given = map(click.get_current_context().get_parameter_source, ("game", "seat", "seed"))
    if ParameterSource.COMMANDLINE in given:
        raise InputError(
            "settles game, seat and seed, and does not go with --game, --seat or --seed",
            parameter="challenge",
        )
    return challenged(parse(challenge), target)


def _check_whole(game: str | None, *, match: bool) -> None:
    """Raise InputError if an option is given that the whole game of hold'em settles."""
    from pokerbot.games.heads_up import NAME

    if game not in (None, NAME):
        raise InputError(f"--game has no effect on {NAME}")  # the app would ask for another
    given = click.get_current_context().get_parameter_source("seat")
    if match and given is ParameterSource.COMMANDLINE:
        raise InputError("has no effect on a match: the button moves each hand", parameter="seat")


def _tell_how_it_went(tables: OpenTables, *, ascii_only: bool) -> None:
    """Print each session's result, codes to challenge a friend, and a challenge's result."""
    from pokerbot.io.ascii import plain

    for line in _how_it_went(tables):
        click.echo(plain(line) if ascii_only else line)


def _how_it_went(tables: OpenTables) -> Iterator[str]:
    """The lines to print about the sessions and the challenge."""
    played = (at for at in tables.by_opponent.values() if at.table.score.hands())
    for sitting in played:
        of = ", match" if sitting.begins.match else ""
        yield f"{printable(sitting.begins.name)}{of}: {summary(sitting.table.score)}"
        yield from (f"  {line}" for line in sitting.report())
        if offered := sitting.offers:
            yield f"challenge a friend: pokerbot play --challenge {offered.code}"
    if tables.duel:
        yield tables.duel.verdict
        if answer := tables.duel.offers:
            yield f"your answer, to send back: pokerbot play --challenge {answer.code}"


def _tell_what_is_lost(
    rescued: Path | None, unsaved: str, unkept: Sequence[InputError], wrong: InputError | None
) -> None:
    """Print on stderr what could not be kept.

    Args:
        rescued: the file to which a solver's work was saved, if it was.
        unsaved: why a solver's work was not saved, or "".
        unkept: why hands were not added to the history, an error for each hand.
        wrong: what is wrong with the history or the day's plan, if anything.
    """
    if wrong is not None and not (unkept and unkept[0].cause == wrong.cause):
        say(str(wrong))
    if rescued and _is_there(rescued):
        say(f"The solver's work is saved to {printable(str(rescued))}")
    elif unsaved:
        say(f"Not saved: {unsaved}")
    if unkept:
        say(f"{len(unkept)} of these hands not kept: {unkept[0]}")


def _is_there(path: Path) -> bool:
    """Whether a file that is being written is there, after some time of waiting."""
    ended = time.monotonic() + LONGEST_SAVE
    while not path.exists() and time.monotonic() < ended:
        time.sleep(0.05)
    return path.exists()


def _settle_color() -> None:
    """Pass --color on to Textual, for which even an empty NO_COLOR counts as set."""
    wanted = click.get_current_context().meta["pokerbot.color"]
    if wanted == "never":
        os.environ["NO_COLOR"] = "1"
    elif wanted == "always" or not os.environ.get("NO_COLOR"):
        os.environ.pop("NO_COLOR", None)


async def _run(
    app: App[None], fail: Callable[[BaseException | None], None], hurry: Callable[[], None]
) -> None:
    """Run the app so that it restores the terminal after a signal or a fault in a thread.

    fail: called in the event loop with the exception that ended a thread
    hurry: called in the signal handler, so that a signal ends the app even while the event loop
        waits for a terminal that takes no output
    """
    import asyncio
    import threading

    loop = asyncio.get_running_loop()

    def leave(number: int, _: object) -> None:
        hurry()
        with contextlib.suppress(RuntimeError):  # the app is gone
            loop.call_soon_threadsafe(partial(app.exit, return_code=128 + number))

    def tell(thrown: threading.ExceptHookArgs) -> None:
        with contextlib.suppress(RuntimeError):  # the app is gone
            loop.call_soon_threadsafe(fail, thrown.exc_value)

    threading.excepthook = tell
    try:
        with handled(leave, ENDING):
            await app.run_async()
    finally:
        threading.excepthook = threading.__excepthook__
