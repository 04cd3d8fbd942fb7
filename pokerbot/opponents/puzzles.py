"""A puzzle a day: one decision by the date, the same for everyone, from a table that ships.

The table is made by `python -m tests.trials.puzzles`. In each puzzle the best action is so much
better than the next that no last bit of a computation decides.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import Path

from pokerbot.games.catalogue import parse_game
from pokerbot.opponents.cast import member
from pokerbot.play.session.drill import Drill, spot_at

TABLE = Path(__file__).with_name("puzzles.txt")
NAME = "puzzle "


@cache
def puzzles() -> tuple[tuple[str, str], ...]:
    """(one of the cast, information set) of each, in the order of the days."""
    lines = TABLE.read_text("utf-8").splitlines()
    return tuple((who, key) for who, key in (line.split() for line in lines))


def puzzle_of(day: date) -> tuple[str, Drill]:
    """Against whom the puzzle of a day is, and the puzzle."""
    there = puzzles()
    who, key = there[day.toordinal() % len(there)]
    one = member(who)
    told = f"{one.name.capitalize()}. {one.temper} What do you do?"
    spot = spot_at(parse_game(one.game), key)
    title = f"The puzzle of {day:%Y-%m-%d}"
    after = "There is another one tomorrow."
    return who, Drill(f"{NAME}{day:%Y-%m-%d}", title, told, (spot,), hands=1, goal=1, after=after)
