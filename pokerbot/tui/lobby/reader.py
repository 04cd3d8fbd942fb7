"""Reads the files for the lobby in a thread: reading and measuring a large one takes seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.opponents.adapting import by_now
from pokerbot.opponents.cast import report
from pokerbot.opponents.finding import OpponentRequest
from pokerbot.opponents.opponents import Opponent, locate
from pokerbot.opponents.reviews import Reviewer
from pokerbot.opponents.win_share import WinShare
from pokerbot.play.history import journal
from pokerbot.play.history.file import hands
from pokerbot.play.history.record import HandRecord
from pokerbot.play.history.sessions import SessionSummary, latest_first, summaries
from pokerbot.tui.lobby.rows import Entry, entry_of

News = Entry | OpponentRequest | tuple[Path, InputError]
"""A line; a session to go on with; or the file of a hand in play that is damaged, and why."""


class Reader:
    """Reads each file that is new or has changed, and the history."""

    def __init__(self, history: Path, reviewer: Callable[[], Reviewer]) -> None:
        """Begin with nothing read; `reviewer` gives what judges the hands by now."""
        self._history, self._reviewer = history, reviewer
        self._hands: list[HandRecord] = []
        self._sessions: list[SessionSummary] = []

    def look(self, entries: Sequence[Entry]) -> Iterator[News]:
        """Go through the files from the smallest on, and yield what is new.

        entries: the files with what is known of them so far
        """
        known: list[Entry] = []
        files: list[Path | Entry] = [self._history, *entries]
        for each in sorted(files, key=_size):
            if isinstance(each, Path):
                yield from self._resumable(each)
                continue
            if each.waits and each.found is None:
                continue
            entry = self._by_now(entry_of(each, known))
            known.append(entry)
            if entry is not each:
                yield entry
        yield from self._cast(known)

    def _cast(self, known: Sequence[Entry]) -> Iterator[Entry]:
        """For each of the cast what there is to win, and then what the person takes of it."""
        cast = [
            (entry, entry.member, entry.found)
            for entry in known
            if entry.member is not None and isinstance(entry.found, Opponent)
        ]
        sound = {
            one.game: found.strategy for entry, one, found in cast if one.sound and not entry.adapts
        }
        stand = []
        for entry, one, found in cast:
            free, win_share, told = sound.get(one.game), entry.win_share, entry
            if win_share is None and free is not None and found.strategy.game == free.game:
                stands = report(one, found.strategy, found.evaluation, free)
                win_share = WinShare(stands, found, self._reviewer())
                yield (told := replace(entry, win_share=win_share))
            if win_share is not None:
                stand.append((told, win_share))
        stand.sort(key=lambda each: each[0].adapts)  # whose many strategies take long to read
        with suppress(InputError):
            for entry, win_share in stand:
                win_share.look(self._history)
                if win_share.taken != entry.taken:
                    yield replace(entry, taken=win_share.taken)

    def _played(self) -> list[SessionSummary]:
        """The sessions in the history; as known before if that cannot be read."""
        with suppress(InputError):
            if (there := hands(self._history)) != self._hands:
                self._hands, self._sessions = there, summaries(self._history)
        return self._sessions

    def _by_now(self, entry: Entry) -> Entry:
        """The entry of one who adapts, with the strategy that it plays by now."""
        if not entry.adapts or not isinstance(entry.found, Opponent):
            return entry
        found = by_now(entry.found, self._played())
        return entry if found is entry.found else replace(entry, found=found, win_share=None)

    def _resumable(self, history: Path) -> Iterator[News]:
        """Damaged hands in play, and the last session that no other process plays.

        The session is told only if its opponent's file is there. One with a hand in play is passed
        over without that file, and is told again once the file is back.
        """
        in_play = []
        for path, hand in journal.found(history):
            if isinstance(hand, InputError):
                yield path, hand
            else:
                in_play.append(hand.played)
        waiting = {each.session(each.started) for each in in_play if each.started}
        for session in latest_first(self._played(), ("play", "match"), in_play=in_play):
            if not journal.is_elsewhere(history, session.key):
                if found := locate(Path(session.played.opponent), session.played.sha256):
                    yield OpponentRequest(found.stem, (found,), session=session)
                if found or session.key not in waiting:
                    return


def _size(of: Path | Entry) -> int:
    try:
        return (of if isinstance(of, Path) else of.path).stat().st_size
    except OSError:
        return 0
