"""Looks at the files at hand beside the lobby: to read and measure a large one takes seconds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.opponents.cast import Standing, standing
from pokerbot.opponents.opponents import Opponent, locate
from pokerbot.opponents.takings import Taken, takings
from pokerbot.play.history.sessions import SessionSummary, latest
from pokerbot.tui.lobby.rows import Entry, entry_of


@dataclass
class Resumable:
    """There is a session to go on with, against what is in this file."""

    session: SessionSummary
    path: Path


@dataclass
class Shares:
    """How much of what there is to win from each of the cast the person takes, by name."""

    taken: Mapping[str, Taken]


Written = tuple[int, int]
"""How large a file is, and when it was written."""


class Reader:
    """Finds each file that is new or written anew, and what a history tells."""

    def __init__(self, history: Path | None) -> None:
        self._history = history
        self._latest: tuple[Written, SessionSummary | None] | None = None
        self._told: tuple[Written, list[str]] | None = None

    def look(self, entries: Sequence[Entry]) -> Iterator[Entry | Resumable | Shares]:
        """Go through the files from the smallest on, with what is known of them so far."""
        found: list[Entry] = []
        history = [self._history] if self._history is not None else []
        files: list[Path | Entry] = [*history, *entries]
        for each in sorted(files, key=_size):
            if isinstance(each, Path):
                if (last := self._resumable(each)) is not None:
                    yield last
                continue
            entry = entry_of(each)
            found.append(entry)
            if entry is not each:
                yield entry
        yield from self._cast([entry for entry in found if not entry.adapts])

    def _cast(self, known: Iterable[Entry]) -> Iterator[Entry | Shares]:
        """How each of the cast stands, and what the person takes from it."""
        cast = [entry for entry in known if entry.member is not None]
        free = {each.member.game: each.found for each in cast if each.member and each.member.sound}
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
                    yield Shares(takings(self._history, stand))
                self._told = told
        except (InputError, OSError):
            return

    def _resumable(self, history: Path) -> Resumable | None:
        """The last session; a history that is as it was is not read again."""
        try:
            now = written(history)
            if self._latest is None or self._latest[0] != now:
                self._latest = now, latest(history)
        except (InputError, OSError):
            return None
        session = self._latest[1]
        path = locate(Path(session.opponent), session.sha256) if session is not None else None
        return Resumable(session, path) if session is not None and path is not None else None


def written(path: Path) -> Written:
    """How a file is now; raises OSError where there is none."""
    stat = path.stat()
    return stat.st_size, stat.st_mtime_ns


def _size(of: Path | Entry) -> int:
    try:
        return (of if isinstance(of, Path) else of.path).stat().st_size
    except OSError:
        return 0
