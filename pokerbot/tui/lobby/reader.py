"""Looks at the files at hand beside the lobby: to read and measure a large one takes seconds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.opponents.adapting import by_now
from pokerbot.opponents.cast import Standing, standing
from pokerbot.opponents.opponents import Opponent, locate
from pokerbot.opponents.reviews import Reviewer
from pokerbot.opponents.takings import Taken, takings
from pokerbot.play.history import journal
from pokerbot.play.history.record import HandRecord
from pokerbot.play.history.sessions import SessionSummary, latest, summaries
from pokerbot.tui.lobby.rows import Entry, entry_of


@dataclass
class Resumable:
    """There is a session to go on with, against what is in this file."""

    session: SessionSummary
    path: Path


@dataclass
class Shares:
    """How much of what there is to win from each of the cast the person takes, by identity."""

    taken: Mapping[str, Taken]


@dataclass
class Damaged:
    """A hand in play cannot be read."""

    path: Path
    why: InputError


Written = tuple[int, int]
"""How large a file is, and when it was written."""


class Reader:
    """Finds each file that is new or written anew, and what a history tells."""

    def __init__(self, history: Path | None) -> None:
        self._history = history
        self._sessions: tuple[Written, list[SessionSummary]] | None = None
        self._in_play: tuple[Written, list[HandRecord]] | None = None
        self._reviewer = Reviewer()
        self._told: tuple[Written, list[str]] | None = None

    def look(self, entries: Sequence[Entry]) -> Iterator[Entry | Resumable | Damaged | Shares]:
        """Go through the files from the smallest on, with what is known of them so far."""
        found: list[Entry] = []
        history = [self._history] if self._history is not None else []
        files: list[Path | Entry] = [*history, *entries]
        for each in sorted(files, key=_size):
            if isinstance(each, Path):
                yield from self._resumable(each)
                continue
            entry = self._by_now(entry_of(each))
            found.append(entry)
            if entry is not each:
                yield entry
        yield from self._cast(found)

    def _cast(self, known: Iterable[Entry]) -> Iterator[Entry | Shares]:
        """How each of the cast stands, and what the person takes from it."""
        cast = [entry for entry in known if entry.member is not None]
        free = {
            each.member.game: each.found
            for each in cast
            if each.member and each.member.sound and not each.adapts
        }
        stand: list[tuple[Standing, Opponent]] = []
        for entry in cast:
            found, least = entry.found, entry.member and free.get(entry.member.game)
            if isinstance(found, Opponent) and isinstance(least, Opponent):
                stands = entry.standing
                if stands is None and found.strategy.game == least.strategy.game:
                    assert entry.member is not None
                    stands = standing(entry.member, found.strategy, least.strategy)
                    yield replace(entry, standing=stands)
                if stands is not None:
                    stand.append((stands, found))
        yield from self._shares(stand)

    def _shares(self, stand: Sequence[tuple[Standing, Opponent]]) -> Iterator[Shares]:
        """What the person takes, where there are other hands or opponents than before."""
        try:
            if self._history is not None:
                told = written(self._history), [opponent.sha256 for _, opponent in stand]
                if told != self._told:
                    for adapts in (False, True):  # these have many strategies to be read
                        some = [each for each in stand if each[1].adapts == adapts]
                        yield Shares(takings(self._history, some, self._reviewer))
                self._told = told
        except (InputError, OSError):
            return

    def _played(self) -> list[SessionSummary]:
        """The sessions so far; a history that is as it was is not read again."""
        try:
            if self._history is None:
                return []
            now = written(self._history)
            if self._sessions is None or self._sessions[0] != now:
                self._sessions = now, summaries(self._history)
        except (InputError, OSError):
            return []
        return self._sessions[1]

    def _by_now(self, entry: Entry) -> Entry:
        """One who adapts as it plays by now."""
        if not entry.adapts or not isinstance(entry.found, Opponent):
            return entry
        found = by_now(entry.found, self._played())
        return entry if found is entry.found else replace(entry, found=found, standing=None)

    def _resumable(self, history: Path) -> Iterator[Resumable | Damaged]:
        """The last session."""
        folder = history.parent / journal.FOLDER
        now = written(folder) if folder.exists() else (0, 0)
        if self._in_play is None or self._in_play[0] != now:
            self._in_play = now, []
            for path, hand in journal.found(history):
                if isinstance(hand, InputError):
                    yield Damaged(path, hand)
                else:
                    self._in_play[1].append(hand.played)
        session = latest(self._played(), in_play=self._in_play[1])
        found = locate(Path(session.opponent), session.sha256) if session is not None else None
        if session is not None and found is not None:
            yield Resumable(session, found)


def written(path: Path) -> Written:
    """How a file is now; raises OSError where there is none."""
    stat = path.stat()
    return stat.st_size, stat.st_mtime_ns


def _size(of: Path | Entry) -> int:
    try:
        return (of if isinstance(of, Path) else of.path).stat().st_size
    except OSError:
        return 0
