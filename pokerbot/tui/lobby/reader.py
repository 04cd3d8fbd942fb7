"""Looks at the files at hand beside the lobby: to read and measure a large one takes seconds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.opponents.opponents import locate
from pokerbot.play.history.sessions import SessionSummary, latest
from pokerbot.tui.lobby.rows import Entry, entry_of


@dataclass
class Resumable:
    """There is a session to go on with, against what is in this file."""

    session: SessionSummary
    path: Path


class Reader:
    """Finds each file that is new or written anew, and the last session of a history."""

    def __init__(self, history: Path | None) -> None:
        self._history = history
        self._latest: tuple[tuple[int, int], SessionSummary | None] | None = None

    def look(self, entries: Sequence[Entry]) -> Iterator[Entry | Resumable]:
        """Go through the files from the smallest on, with what is known of them so far."""
        known = {entry.path: entry for entry in entries}
        history = [self._history] if self._history is not None else []
        for path in sorted([*history, *known], key=_size):
            found = entry_of(path, known[path]) if path in known else self._resumable(path)
            if found is not None and found is not known.get(path):
                yield found

    def _resumable(self, history: Path) -> Resumable | None:
        """The last session; a history that is as it was is not read again."""
        try:
            stat = history.stat()
            written = stat.st_size, stat.st_mtime_ns
            if self._latest is None or self._latest[0] != written:
                self._latest = written, latest(history)
        except (InputError, OSError):
            return None
        session = self._latest[1]
        path = locate(Path(session.opponent), session.sha256) if session is not None else None
        return Resumable(session, path) if session is not None and path is not None else None


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
