"""Two puzzles a day: decisions by the date, the same for everyone, from tables in the package.

One is against one of the cast, the other on a solved river of hold'em. The tables are made by
`python -m tests.trials.puzzles`. In each puzzle the best action is so much better than the next
best that rounding cannot change which one it is.

Only the first answer counts, and it is graded at once. It is kept before the hand is over, in a
file beside the history: `{"format": "pokerbot-puzzles", "first": {the drill's name: whether it was
right}}`.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.io.files import is_there, printable, read_json, set_aside
from pokerbot.io.own_files import changing, write_json
from pokerbot.opponents.cast import MEMBERS, game_against
from pokerbot.play.history.file import hands
from pokerbot.play.session.drill import Drill, spot_at
from pokerbot.play.view import amounts, words

NAME = "puzzle "
"""How the names of the drills of all puzzles begin."""
FORMAT = "pokerbot-puzzles"
AFTER = "The first answer counts. There is another one tomorrow."


@dataclass(frozen=True)
class Puzzle:
    """One of the two puzzles of each day.

    table: the name of the file with its decisions
    called: how the names of its drills begin, by which its answers are kept
    heading: how its titles begin
    """

    table: str
    called: str
    heading: str

    @cached_property
    def decisions(self) -> tuple[tuple[str, str], ...]:
        """(whom or which solution it is against, information set's key) day by day."""
        lines = Path(__file__).with_name(self.table).read_text("utf-8").splitlines()
        return tuple((who, key) for who, key in (line.split() for line in lines))

    def name(self, day: date) -> str:
        """The name of a day's drill."""
        return f"{self.called}{day:%Y-%m-%d}"

    def title(self, day: date) -> str:
        """The title of a day's drill."""
        return f"{self.heading} {day:%Y-%m-%d}"

    def drill(self, day: date) -> tuple[str, Drill]:
        """The puzzle of a day: the name of the opponent or of the solution, and the drill.

        Raises:
            InputError: the solution is not at hand.
        """
        who, key = self.decisions[day.toordinal() % len(self.decisions)]
        seen = spot_at(game_against(who), key)
        if one := MEMBERS.get(who):
            told = f"{one.name.capitalize()}. {one.temper} What do you do?"
        else:
            pot = amounts.chips(seen.game.rules.pot)
            told = f"{words.seen(seen)} The pot began with {pot}."
        name, title = self.name(day), self.title(day)
        return who, Drill(name, title, told, (seen,), hands=1, goal=1, after=AFTER)


AGAINST_ONE = Puzzle("puzzles.txt", NAME, "The puzzle of")
RIVER = Puzzle("river-puzzles.txt", f"{NAME}river ", "Hold'em: the river of")


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
    with changing(place):
        try:
            first = first_answers(history)
        except InputError:
            set_aside(place)
            first = {}
        if name not in first:
            write_json(place, {"format": FORMAT, "first": first | {name: right}})


def _place(history: Path) -> Path:
    return history.with_name("puzzles.json")
