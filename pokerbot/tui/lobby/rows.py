"""The lobby's lines: what is at hand, in which order, in which columns, under which words."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path

from rich.text import Text

from pokerbot.errors import InputError
from pokerbot.games.catalogue import FAMILIES, Game
from pokerbot.io.files import printable
from pokerbot.opponents.opponents import Opponent, announced, read
from pokerbot.play.history.sessions import SessionSummary
from pokerbot.play.table import Table
from pokerbot.play.view.words import fixed, summary, summed

NOTHING = "–"


@dataclass(frozen=True)
class Entry:
    """A file, when it was last written in nanoseconds, and what it holds, once it is read."""

    path: Path
    written: int
    found: Opponent | InputError | None = None

    @property
    def name(self) -> str:
        """What the file is called."""
        return printable(self.path.stem)

    @cached_property
    def game(self) -> Game | None:
        """What it is for, by its first lines before it is read; None where it is of no use."""
        if isinstance(self.found, Opponent):
            return self.found.strategy.game
        try:
            return announced(self.path) if self.found is None else None
        except (OSError, ValueError):
            return None

    def matches(self, words: Iterable[str]) -> bool:
        """Whether each word is a part of its game, algorithm or file name."""
        said = self.name
        if self.game is not None:
            said += f" {self.game.spec}"
        if isinstance(self.found, Opponent):
            said += f" {self.found.evaluation.algorithm}"
        return all(word in said.lower() for word in words)

    @property
    def order(self) -> tuple[int, str, float, str]:
        """The games as the catalogue has them, the least exploitable first, then what is none."""
        if self.game is None:
            return len(FAMILIES), "", 0.0, self.name
        found = self.found
        worth = found.evaluation.exploitability if isinstance(found, Opponent) else math.inf
        return list(FAMILIES).index(self.game.name), self.game.spec, worth, self.name


def entry_of(path: Path, known: Entry | None) -> Entry:
    """What is in a file, read anew only if it has been written to since."""
    try:
        written = path.stat().st_mtime_ns
        if known is not None and known.found is not None and known.written == written:
            return known
        return Entry(path, written, read(path))
    except InputError as error:
        return Entry(path, written, error)
    except OSError as error:
        return Entry(path, 0, InputError(f"{printable(str(path))}: {error.strerror}"))


Cell = Callable[[Entry, Opponent], str]
CELLS: dict[str, Cell] = {
    "Game": lambda entry, opponent: opponent.strategy.game.spec,
    "Algorithm": lambda entry, opponent: printable(opponent.evaluation.algorithm),
    "Iterations": lambda entry, opponent: f"{opponent.evaluation.iterations:,}",
    "Exploitability": lambda entry, opponent: opponent.exploitability,
    "Expl.": lambda entry, opponent: f"{opponent.evaluation.exploitability:.0e}",
    "Value": lambda entry, opponent: fixed(opponent.evaluation.value, 4),
    "Date": lambda entry, opponent: date(entry.written),
    "File": lambda entry, opponent: entry.name,
}
LEFT = ("Game", "Algorithm", "Date", "File")
BY_WIDTH = {
    "-tiny": ("Game", "Algorithm", "Expl."),
    "-narrow": ("Game", "Algorithm", "Exploitability", "Value"),
    "-normal": ("Game", "Algorithm", "Iterations", "Exploitability", "Value", "Date"),
    "-wide": tuple(name for name in CELLS if name != "Expl."),
}


def line(entry: Entry, columns: Iterable[str]) -> list[Text]:
    """The cells of a line; of a file that is not read yet its game, of none of ours its name."""
    if isinstance(entry.found, Opponent):
        return [
            Text(CELLS[name](entry, entry.found), justify="left" if name in LEFT else "right")
            for name in columns
        ]
    game = entry.name if entry.game is None else entry.game.spec
    name, what = (Text(game, "dim"), "…") if entry.found is None else _unusable(entry)
    rest = [Text(NOTHING, justify="left" if c in LEFT else "right") for c in list(columns)[2:]]
    return [name, Text(what), *rest]


def _unusable(entry: Entry) -> tuple[Text, str]:
    return Text(entry.name, "strike"), "not usable"


def about(opponent: Opponent, table: Table | None) -> list[str]:
    """What an opponent is, how the session with it stands, and its file."""
    game = FAMILIES[opponent.strategy.game.name].summary
    lines = [f"{game[0].upper()}{game[1:]}."]
    so_far = []
    if table is not None and table.session.hands():
        so_far.append(f"So far: {summary(table.session)}.")
    if table is not None and not table.hand.over:
        so_far.append("A hand is waiting for you.")
    if so_far:
        lines.append(" ".join(so_far))
    lines.append(f"From {printable(str(Path(*opponent.path.parts[-2:])))}.")
    return lines


def resuming(session: SessionSummary, *, short: bool) -> str:
    """What the last session was."""
    against = "" if short else f" against {printable(Path(session.opponent).stem)}"
    return f"resume: {session.game.spec}{against}, {summed(session.hands, session.won)}"


def date(nanoseconds: int, today: datetime | None = None) -> str:
    """When a file was written, in local time: the hour today, the day this year, else the month.

    Some file systems hold times that no calendar here reaches.
    """
    try:
        when, now = datetime.fromtimestamp(nanoseconds / 1e9), today or datetime.now()
    except (ValueError, OverflowError, OSError):
        return NOTHING
    if when.date() == now.date():
        return f"{when:%H:%M}"
    return f"{when:%d %b}".lstrip("0") if when.year == now.year else f"{when:%b %Y}"
