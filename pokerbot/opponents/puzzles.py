"""Two puzzles a day: a decision by the date, the same for everyone, from tables that ship.

One is against one of the cast, the other on a river of hold'em that comes solved. The tables are
made by `python -m tests.trials.puzzles`. In each puzzle the best action is so much better than the
next that no last bit of a computation decides.

The first answer counts, and is graded at once: it is kept before the hand is over, in a file beside
the history, `{"format": "pokerbot-puzzles", "first": {the drill's name: whether it was right}}`.
"""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.io.files import decode_json, make_folder_of, printable, read_text, write_whole
from pokerbot.opponents.cast import member
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
    """(one of the cast or a solution's name, information set) of each, in the order of the days."""
    lines = table.read_text("utf-8").splitlines()
    return tuple((who, key) for who, key in (line.split() for line in lines))


def name_of(day: date, *, river: bool = False) -> str:
    """What the puzzle of a day, or the one on a river, is called where its answer is kept."""
    return f"{NAME}{'river ' if river else ''}{day:%Y-%m-%d}"


def puzzle_of(day: date) -> tuple[str, Drill]:
    """Against whom the puzzle of a day is, and the puzzle."""
    there = puzzles()
    who, key = there[day.toordinal() % len(there)]
    one = member(who)
    told = f"{one.name.capitalize()}. {one.temper} What do you do?"
    spot = spot_at(parse_game(one.game), key)
    title = f"The puzzle of {day:%Y-%m-%d}"
    return who, Drill(name_of(day), title, told, (spot,), hands=1, goal=1, after=AFTER)


def river_of(day: date) -> tuple[str, Drill]:
    """On which solution the hold'em puzzle of a day is, and the puzzle.

    Raises:
        InputError: the solution is not at hand.
    """
    there = puzzles(RIVERS)
    name, key = there[day.toordinal() % len(there)]
    game = library.announced(library.find(name))
    assert game is not None
    told = f"{words.seen(spot := spot_at(game, key))} The pot was {amounts.chips(game.rules.pot)}."
    named = name_of(day, river=True)
    return name, Drill(named, river_title(day), told, (spot,), hands=1, goal=1, after=AFTER)


def river_title(day: date) -> str:
    """What the hold'em puzzle of a day is called."""
    return f"Hold'em: the river of {day:%Y-%m-%d}"


def first_answers(history: Path) -> dict[str, bool]:
    """Whether the first answer to each puzzle was right, by its drill's name.

    Raises:
        InputError: what keeps them is damaged.
    """
    place = _place(history)
    if not place.exists():
        return {}
    try:
        content = decode_json(read_text(place))
        first = content.get("first") if isinstance(content, dict) else None
        if not isinstance(first, dict) or not all(
            isinstance(each, bool) for each in first.values()
        ):
            raise InputError("no answers by their puzzles' names")
    except InputError as error:
        named = printable(str(place))
        raise InputError(
            f"{named} is damaged: the first answers to puzzles are not known ({error})"
        ) from None
    return first


def note_answer(history: Path, name: str, *, right: bool) -> None:
    """Keep an answer, unless there was one to this puzzle.

    Raises:
        InputError: it cannot be kept, or what keeps them is damaged, which stays as it is.
    """
    first, place = first_answers(history), _place(history)
    if name in first:
        return
    make_folder_of(place)
    content = {"format": FORMAT, "first": first | {name: right}}
    write_whole(place, [json.dumps(content).encode()])


def _place(history: Path) -> Path:
    return history.with_name("puzzles.json")
