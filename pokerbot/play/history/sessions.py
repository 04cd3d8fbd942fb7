"""The sessions of a history: which there are, and the hands of each, to go on with or to review.

Sessions have no file of their own. A session is all hands with the same seed, opponent's identity,
mode and starting time. Hands of version 1 have no starting time: among those with one seed and
fingerprint a new session starts where the hand numbers start again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pokerbot.play.history import file
from pokerbot.play.history.record import HandRecord, SessionKey


@dataclass(slots=True)
class SessionSummary:
    """A session as the history has it.

    started: when it began, UTC
    played: its last hand
    hands: how many of its hands are over
    won: the chips that the person won in them, as `HandRecord.won`
    """

    started: datetime
    played: HandRecord
    hands: int = 0
    won: float = 0

    @property
    def key(self) -> SessionKey:
        """What identifies the session."""
        return self.played.session(self.started)

    @property
    def of_bots(self) -> bool:
        """Whether it is a match of two bots, as `pokerbot match` adds them."""
        return self.played.mode == "match" and not self.played.match


def summaries(history: Path) -> list[SessionSummary]:
    """The sessions of a history, in the order of their last hands; invalid lines are skipped.

    Raises:
        InputError: it is not a file, or cannot be read.
    """
    found: dict[SessionKey, SessionSummary] = {}
    for key, played in _keyed(history):
        session = found.pop(key, None) or SessionSummary(key.started, played)
        session.played = played
        session.hands += 1
        session.won += played.won
        found[key] = session
    return list(found.values())


def keys(history: Path) -> set[SessionKey]:
    """The keys of the sessions of a history; raises as `summaries`."""
    return {key for key, _ in _keyed(history)}


def latest_first(
    found: Iterable[SessionSummary],
    modes: Collection[str] = ("play",),
    who: str | None = None,
    in_play: Iterable[HandRecord] = (),
    challenge: str = "",
) -> Iterator[SessionSummary]:
    """The wanted sessions of persons: those with a hand in play, then the others; the latest first.

    So a hand that was left comes before sessions that were begun after it, until it is over.

    Args:
        found: the `summaries`.
        modes: the wanted modes.
        who: the wanted opponent's identity, None for any.
        in_play: hands in play, which may be the only ones of their session.
        challenge: the code of the wanted challenge, empty for any session.
    """

    def wanted(played: HandRecord) -> bool:
        fits = played.mode in modes and who in (None, played.who)
        return fits and challenge in ("", played.challenge)

    there = {each.key: each for each in found if wanted(each.played) and not each.of_bots}
    waiting: dict[SessionKey, SessionSummary] = {}
    for played in sorted(filter(wanted, in_play), key=lambda each: each.time):
        assert played.started is not None
        begun = SessionSummary(played.started, played)
        session = there.get(begun.key, begun)
        if session is begun or played.number > session.played.number:
            waiting[begun.key] = session
    others = [session for key, session in there.items() if key not in waiting]
    yield from reversed([*others, *waiting.values()])


def session_of(played: HandRecord, found: Iterable[SessionSummary]) -> SessionSummary | None:
    """The one of the `summaries` that a hand belongs to, None if it is not among them."""

    def holds(session: SessionSummary) -> bool:
        started = played.started or min(session.started, played.time)
        return session.key == played.session(started)

    return max(filter(holds, found), key=lambda session: session.started, default=None)


def hands(history: Path, *sessions: SessionSummary) -> Iterator[HandRecord]:
    """The hands of these sessions, in the order of play; raises as `summaries`."""
    keys = {session.key for session in sessions}
    return (played for key, played in _keyed(history) if key in keys)


def _keyed(history: Path) -> Iterator[tuple[SessionKey, HandRecord]]:
    """Every valid hand with the key of its session."""
    runs: dict[tuple[int, str], tuple[int, datetime]] = {}
    for played in file.hands(history):
        yield played.session(played.started or _start_of(played, runs)), played


def _start_of(played: HandRecord, runs: dict[tuple[int, str], tuple[int, datetime]]) -> datetime:
    """When the session of a hand of version 1 began.

    runs: for each (seed, fingerprint) the last hand's number and its session's start; updated
    """
    run = played.seed, played.sha256
    last, since = runs.get(run, (0, played.time))
    if played.number <= last:
        since = played.time
    runs[run] = played.number, since
    return since
