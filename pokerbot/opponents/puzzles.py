"""Two puzzles a day: decisions by the date, the same for everyone, from tables in the package.

One is against one of the cast, the other on a solved river of hold'em. The tables are made by
`python -m tests.trials.puzzles`. In each puzzle the best action is so much better than the next
best that rounding cannot change which one it is.

Only the first answer counts, and it is graded at once. It is kept before the hand is over, in a
file beside the history: `{"format": "pokerbot-puzzles", "first": {the drill's name: whether it was
right}}`.
"""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import date
from functools import cache
from pathlib import Path

from pokerbot.errors import InputError, os_errors_as
from pokerbot.games.catalogue import parse_game
from pokerbot.io.files import is_there, make_folder_of, printable, read_json, set_aside, write_whole
from pokerbot.io.machine import alone
from pokerbot.opponents.cast import member
from pokerbot.play.history.file import hands
from pokerbot.play.session.drill import Drill, spot_at
from pokerbot.play.view import amounts, words
from pokerbot.strategy import library

TABLE = Path(__file__).with_name("puzzles.txt")
RIVERS = Path(__file__).with_name("river-puzzles.txt")
NAME = "puzzle "
FORMAT = "pokerbot-puzzles"
AFTER = "The first answer counts. There is another one tomorrow."


@cache
def puzzles(table: Path = TABLE) -> tuple[tuple[str, str], ...]:
    """(the name of the opponent or solution, information set's key) of each puzzle, day by day."""
    lines = table.read_text("utf-8").splitlines()
    return tuple((who, key) for who, key in (line.split() for line in lines))


def name_of(day: date, *, river: bool = False) -> str:
    """The name of the drill of a day's puzzle, by which its answer is kept.

    river: whether it is the puzzle on a river
    """
    return f"{NAME}{'river ' if river else ''}{day:%Y-%m-%d}"


def puzzle_of(day: date) -> tuple[str, Drill]:
    """The puzzle of a day: the name of the opponent, and the drill."""
    there = puzzles()
    who, key = there[day.toordinal() % len(there)]
    one = member(who)
    told = f"{one.name.capitalize()}. {one.temper} What do you do?"
    spot = spot_at(parse_game(one.game), key)
    title = f"The puzzle of {day:%Y-%m-%d}"
    return who, Drill(name_of(day), title, told, (spot,), hands=1, goal=1, after=AFTER)


def river_of(day: date) -> tuple[str, Drill]:
    """The hold'em puzzle of a day: the name of the solution, and the drill.

    Raises:
        InputError: the solution is not at hand.
    """
    there = puzzles(RIVERS)
    name, key = there[day.toordinal() % len(there)]
    game = library.announced(library.drill_file(name))
    assert game is not None
    begun = f"The pot began with {amounts.chips(game.rules.pot)}."
    told = f"{words.seen(spot := spot_at(game, key))} {begun}"
    named = name_of(day, river=True)
    return name, Drill(named, river_title(day), told, (spot,), hands=1, goal=1, after=AFTER)


def river_title(day: date) -> str:
    """The title of a day's hold'em puzzle."""
    return f"Hold'em: the river of {day:%Y-%m-%d}"


def first_answers(history: Path) -> dict[str, bool]:
    """Whether the first answer to each puzzle was right, by the drill's name.

    Raises:
        InputError: the file that keeps them is damaged.
    """
    place = _place(history)
    if not is_there(place):
        return {}
    try:
        content = read_json(place)
        first = content.get("first") if isinstance(content, dict) else None
        if not isinstance(first, dict) or not all(
            isinstance(each, bool) for each in first.values()
        ):
            raise InputError("it holds no answers by puzzle")
    except InputError as error:
        named = printable(str(place))
        raise InputError(
            f"{named} is damaged: the first answers to puzzles are unknown ({error})"
        ) from None
    return first


def answered(history: Path, name: str) -> bool:
    """Whether the history has a hand of a puzzle; not if it cannot be read."""
    with suppress(InputError):
        return any(played.drill == name for played in hands(history))
    return False


def note_answer(history: Path, name: str, *, right: bool) -> None:
    """Keep the answer to a puzzle, unless there was one before; other processes may do so as well.

    A file of answers that is damaged is set aside.

    Raises:
        InputError: the file that keeps answers cannot be written.
    """
    place = _place(history)
    make_folder_of(place)
    with os_errors_as(f"cannot write {str(place)!r}"), alone(place.with_suffix(".lock")):
        _add_answer(history, place, name, right=right)


def _add_answer(history: Path, place: Path, name: str, *, right: bool) -> None:
    try:
        first = first_answers(history)
    except InputError:
        set_aside(place)
        first = {}
    if name in first:
        return
    content = {"format": FORMAT, "first": first | {name: right}}
    write_whole(place, [json.dumps(content).encode()])


def _place(history: Path) -> Path:
    return history.with_name("puzzles.json")
