"""Sessions that were left: what is needed to go on with one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.io.files import is_there
from pokerbot.opponents.adapting import ResumedSession, resume
from pokerbot.play.history import journal
from pokerbot.play.history.record import HandRecord
from pokerbot.play.history.sessions import SessionSummary, hands, latest_first, summaries
from pokerbot.play.session.challenge import Challenge, parse


@dataclass(frozen=True)
class LeftSession:
    """A session that was left.

    session: its summary
    past: its hands that are over
    in_play: its hand in play, if there is one
    resumed: how the opponent goes on, if it adapts
    lost: the message if the hand in play cannot be read, else empty
    """

    session: SessionSummary
    past: tuple[HandRecord, ...]
    in_play: journal.HandInPlay | None = None
    resumed: ResumedSession | None = None
    lost: str = ""

    @property
    def challenge(self) -> Challenge | None:
        """The challenge that the session is, unless that is at its end; else None."""
        with suppress(InputError):
            challenge = parse(self.session.played.challenge)
            return challenge if len(self.past) < challenge.hands else None
        return None


def left(history: Path, session: SessionSummary) -> LeftSession:
    """Read a session that was left.

    Raises:
        InputError: the history cannot be read, or a file of an opponent who adapts is gone.
    """
    past = tuple(hands(history, session))
    path, hand, lost = journal.place(history, session.key), None, ""
    if is_there(path):
        try:
            hand = journal.read(path)
        except InputError as error:
            lost = str(journal.left_aside(path, error))
    if hand is not None and past and hand.played.number <= past[-1].number:
        hand = None  # it is over: the app ended before it could remove the file
    known = (*past, hand.played) if hand else past
    found = resume(history, known) if session.played.adapts and known else None
    return LeftSession(session, past, hand, found, lost)


def taken(history: Path, challenge: Challenge) -> LeftSession | None:
    """The session in which a challenge was begun and not played to its end, if there is one.

    Raises:
        InputError: the history cannot be read.
    """
    found = _latest(history, "play", challenge=challenge.code)
    return found if found and found.challenge else None


def match_left(history: Path, who: str) -> LeftSession | None:
    """The last match against an opponent with that identity, if it was not played to its end.

    Raises:
        InputError: the history cannot be read.
    """
    found = _latest(history, "match", who)
    return found if found and (found.in_play or found.session.played.decides is None) else None


def _latest(
    history: Path, mode: str, who: str | None = None, challenge: str = ""
) -> LeftSession | None:
    """The latest session as read; one that another process plays only if all others are, too.

    Raises:
        InputError: the history cannot be read.
    """
    last = None
    for session in latest_first(summaries(history), (mode,), who, _in_play(history), challenge):
        if not journal.is_elsewhere(history, session.key):
            return left(history, session)
        last = last or session
    return left(history, last) if last else None


def _in_play(history: Path) -> Iterator[HandRecord]:
    """The hands in play that can be read."""
    for _, hand in journal.found(history):
        if not isinstance(hand, InputError):
            yield hand.played
