"""`pokerbot history`: the hands that were played, the replay of one, and the person's leaks."""

from __future__ import annotations

import math
import os
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerbot.cli.output import hyphened, print_result, result_options, say
from pokerbot.errors import InputError
from pokerbot.games.actions import SEAT_NAMES
from pokerbot.io.files import printable
from pokerbot.io.own_files import history_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from rich.console import Console

    from pokerbot.evaluation.breakdown import Breakdown
    from pokerbot.play.history.record import HandRecord

    Numbered = list[tuple[int, HandRecord]]
    Faults = list[tuple[int, InputError]]

MOST_FAULTS = 5
MATCHES = "heads-up matches"
HEADINGS = ("hand", "time", "opponent", "seat", "cards", "won", "betting")
NUMBERS = ("hand", "won")
"""The columns of numbers."""


@click.command("history")
@click.argument("number", metavar="[N]", required=False, type=click.IntRange(min=1))
@click.option(
    "--game",
    help="Only hands of this game; a name alone stands for the game with any parameters.",
)
@click.option(
    "--opponent",
    help="Only hands against this opponent: a name, a path or a fingerprint.",
)
@click.option("--won", "outcome", flag_value="won", help="Only hands in which you won chips.")
@click.option("--lost", "outcome", flag_value="lost", help="Only hands in which you lost chips.")
@click.option(
    "--export",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the hands to a file in PHH format (TOML).",
)
@click.option(
    "--leaks",
    is_flag=True,
    help="Tell what your mistakes cost, and how often you take each action.",
)
@result_options
def command(
    number: int | None,
    game: str | None,
    opponent: str | None,
    outcome: str | None,
    export: Path | None,
    leaks: bool,
    as_json: bool,
) -> None:
    """List the hands that you have played, the newest last; N replays hand N.

    Where the betting is too long to be told in words, it is shown in letters: k check, b bet,
    r raise, c call, f fold.

    With --json `totals` has the hands and the chips won in each game, and `won` the chips if there
    is only one game. Hands of a spot have won half of the pot that they begin with, too.

    A replay splits the hand's result into the value of your seat, luck and mistakes, in chips, and
    grades your decisions, if the opponent's file is still at hand. `play` keeps the hands in
    history.jsonl in your data folder, or in the folder that POKERBOT_DATA names.

    --leaks tells what your mistakes cost in chips per 100 hands, and compares how often you take
    each action with sound play: which differences are more than chance, and what a best response
    to you would win. Hands with a hint are left out. As each opponent plays differently, choose one
    with --opponent if you have played several.

    --export writes the poker hand history (PHH) format; fields that PHH does not know begin with _.
    Hands of spots are written as PHH's no-limit hold'em: half the pot is each player's ante, and
    the streets before the spot are dealt and checked. PHH has no Kuhn or Leduc; their hands have
    its form only.
    """
    if leaks and (export is not None or outcome is not None):
        raise InputError("does not go with --export, --won or --lost", parameter="leaks")
    path = history_file()
    hands, faults = _read(path)
    kept, hands = len(hands), _select(hands, number, game, opponent, outcome)
    _warn(path, faults)
    if export is not None:
        _export(hands, export, as_json)
    elif leaks:
        from pokerbot.cli.leak_report import leaks_told, show_leaks
        from pokerbot.opponents.leaks import SeveralOpponentsError, leak_report
        from pokerbot.opponents.reviews import Reviewer

        if opponent is not None and not hands:
            of = "" if game is None else f" of {printable(game)}"
            raise InputError(f"no hands{of} against {printable(opponent)}")
        try:
            report = leak_report(Reviewer(), (played for _, played in hands))
        except SeveralOpponentsError as error:
            raise InputError(f"{error}; choose one with --opponent NAME or --game") from None
        print_result(leaks_told(report), as_json, lambda out: show_leaks(out, report))
    elif number is not None:
        from pokerbot.opponents.hand_report import hand_lines
        from pokerbot.opponents.reviews import Reviewer

        ((line, played),) = hands
        reviewed = Reviewer().reviewed(played)
        replayed = {**_plain(line, played), "split": _split(reviewed.breakdown)}
        print_result(replayed, as_json, lambda out: _show_hand(out, hand_lines(reviewed, line)))
    else:
        totals = _totals(hands)
        listed = {
            "file": str(path),
            "hands": [_plain(line, played) for line, played in hands],
            "won": None if len(totals) > 1 else math.fsum(each["won"] for each in totals),
            "totals": totals,
            "broken": len(faults),
            "faults": [{"line": at, "fault": str(why)} for at, why in faults[:MOST_FAULTS]],
        }
        print_result(listed, as_json, lambda out: _show_list(out, hands, totals, kept))


def _split(breakdown: Breakdown | None) -> dict[str, Any] | None:
    """The breakdown as JSON, with a reason in words for each decision."""
    from pokerbot.opponents.reasons import why

    if breakdown is None:
        return None
    judged = [
        {key: part for key, part in asdict(each).items() if key not in ("outcomes", "told")}
        | {"why": why(each)}
        for each in breakdown.decisions
    ]
    return {**asdict(breakdown), "decisions": judged}


def _select(
    hands: Numbered, number: int | None, game: str | None, opponent: str | None, outcome: str | None
) -> Numbered:
    """The hands asked for, each with its line in the file.

    Raises:
        InputError: N is given with a filter, or there is no such hand.
    """
    wanted = hand_filter(game, opponent, outcome)
    if number is None:
        return [(line, played) for line, played in hands if wanted(played)]
    if (game, opponent, outcome) != (None, None, None):
        raise InputError("N does not go with --game, --opponent, --won or --lost")
    found = [(line, played) for line, played in hands if line == number]
    if not found:
        raise InputError(f"there is no hand {number} in the history")
    return found


def _warn(path: Path, faults: Faults) -> None:
    """Report the first lines that are not valid hands, and how many more there are."""
    for line, fault in faults[:MOST_FAULTS]:
        say(f"Skipped line {line} of {printable(str(path))}: {fault}")
    if len(faults) > MOST_FAULTS:
        say(f"Skipped {len(faults) - MOST_FAULTS:,} more.")


def _read(path: Path) -> tuple[Numbered, Faults]:
    """The valid hands, and what is wrong with the other lines, each with its line number."""
    from pokerbot.play.history.file import read

    hands: Numbered = []
    faults: Faults = []
    for line, found in read(path):
        if isinstance(found, InputError):
            faults.append((line, found))
        else:
            hands.append((line, found))
    if faults and not hands:
        line, fault = faults[0]
        raise InputError(f"no hand can be read in {printable(str(path))}: line {line}: {fault}")
    return hands, faults


def hand_filter(
    game: str | None = None, opponent: str | None = None, outcome: str | None = None
) -> Callable[[HandRecord], bool]:
    """A function that says whether a hand is asked for.

    Raises:
        InputError: there is no such game.
    """
    from pokerbot.games.heads_up import unsolved
    from pokerbot.play.rest import same_deal
    from pokerbot.strategy.library import game_named

    asked = None if game is None else unsolved(game) or game_named(game)
    named = _path(opponent) if opponent else None
    sign = {"won": 1, "lost": -1, None: 0}[outcome]

    def wanted(played: HandRecord) -> bool:
        its = played.hand.game
        file = Path(played.opponent)
        return (
            (asked is None or same_deal(its, asked) or its.name == game or its.spec == asked.spec)
            and (opponent in (None, file.stem, file.name, played.sha256[:12]) or file == named)
            and (not sign or played.won * sign > 0)
        )

    return wanted


def _path(name: str) -> Path | None:
    """The real path of a name; None if the current folder no longer exists."""
    with suppress(OSError):
        return Path(os.path.realpath(name))
    return None


def _plain(line: int, played: HandRecord) -> dict[str, Any]:
    return {"line": line, **played.content()}


def _export(hands: Numbered, target: Path, as_json: bool) -> None:
    """Write the hands to a new file."""
    from pokerbot.io.files import write_whole
    from pokerbot.play.history.phh import dump
    from pokerbot.play.view.amounts import number_of

    name = printable(str(target))
    if os.path.lexists(target):
        raise InputError(f"{name} is there already")
    write_whole(target, (piece.encode() for piece in dump(hands)))
    result = {"hands": len(hands), "output": str(target)}
    print_result(
        result, as_json, lambda out: out.print(f"{number_of(len(hands), 'hand')} written to {name}")
    )


def _show_hand(out: Console, told: Iterable[str]) -> None:
    for line in told:
        out.print(hyphened(line), soft_wrap=True)


def _totals(hands: Numbered) -> list[dict[str, Any]]:
    """For each game its hands that count and the chips won in them: chips of games differ.

    The hands of matches, whose stacks change, are of one.
    """
    won: dict[str, list[float]] = {}
    for _, played in hands:
        if played.counts:
            game = MATCHES if played.match else played.hand.game.spec
            won.setdefault(game, []).append(played.won)
    return [
        {"game": game, "hands": len(each), "won": math.fsum(each)} for game, each in won.items()
    ]


def _show_list(out: Console, hands: Numbered, totals: Sequence[dict[str, Any]], kept: int) -> None:
    """Print a line for each hand, and the total of each game; `kept` is how many there are."""
    from pokerbot.play.view.words import summed

    if kept and not hands:
        out.print(f"None of the hands that are kept, {kept:,} in all, is one of these.")
        return
    if not hands:
        out.print("No hands to list. They are kept when you play: pokerbot play")
        return
    rows = [_row(line, played) for line, played in hands]
    widths = [max(map(len, column)) for column in zip(HEADINGS[:-1], *rows, strict=True)]
    room = out.width - sum(widths) - 2 * len(widths)
    bettings = [_betting(played, room) for _, played in hands]
    out.print(_aligned(HEADINGS, widths), style="dim", soft_wrap=True)
    lines = [_aligned((*row, told), widths) for row, told in zip(rows, bettings, strict=True)]
    out.print("\n".join(lines), soft_wrap=True)
    for each in totals:
        total = hyphened(summed(each["hands"], each["won"]))
        out.print(f"{each['game']}: {total}" if len(totals) > 1 else total)
    practised = sum(not played.counts for _, played in hands)
    if practised:
        out.print(f"{practised:,} practised, which do not count")


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    """A line of the list: numbers aligned to the right, other cells to the left.

    cells: a cell for each of `HEADINGS`
    widths: the width of each column but the last
    """
    *columns, last = cells
    aligned = [
        cell.rjust(width) if name in NUMBERS else cell.ljust(width)
        for name, cell, width in zip(HEADINGS[:-1], columns, widths, strict=True)
    ]
    return "  ".join([*aligned, last])


def _betting(played: HandRecord, room: int) -> str:
    """The betting in words if they fit into this many columns, else in letters."""
    from pokerbot.play.view.words import whole_betting

    told = whole_betting(played.hand)
    return told if len(told) <= room else played.hand.betting.history or told


def _row(line: int, played: HandRecord) -> tuple[str, ...]:
    """The cells of a hand but the betting; the game is added if the opponent's name lacks it."""
    from pokerbot.play.view.amounts import signed
    from pokerbot.play.view.words import cards

    game, name = played.hand.game, printable(Path(played.opponent).stem)
    return (
        str(line),
        f"{played.time.astimezone():%Y-%m-%d %H:%M}",
        name if name.startswith(game.slug) else f"{name} ({game.spec})",
        SEAT_NAMES[played.person],
        cards(played.hand, played.person),
        hyphened(signed(played.won)),
    )
