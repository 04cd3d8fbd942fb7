"""The sessions of a history: which there are, and the hands of each, to go on with or to review.

Sessions have no file of their own. A session is all hands with the same seed, opponent's identity,
mode and starting time. Hands of version 1 have no starting time: among those with one seed and
fingerprint a new session starts where the hand numbers start again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pokerbot.games.game import Game
from pokerbot.play.history import file
from pokerbot.play.history.journal import Key
from pokerbot.play.history.record import HandRecord


@dataclass(slots=True)
class SessionSummary:
    """A session as the history has it; seed, who, mode and started identify it.

    who: the opponent's identity
    game, opponent, sha256, adapts: as in its last hand
    first, last: when its first and its last hand ended, UTC
    won: the chips that the person won, as `HandRecord.won`
    assisted: how many hands had a hint
    challenge: the code of the challenge that its last hand belongs to, else empty
    of_bots: whether it is a match of two bots, as `pokerbot match` adds them
    """

    seed: int
    who: str
    mode: str
    started: datetime
    game: Game
    opponent: str
    sha256: str
    adapts: bool
    first: datetime
    last: datetime
    hands: int = 0
    won: float = 0
    assisted: int = 0
    challenge: str = ""
    of_bots: bool = False

    @property
    def key(self) -> Key:
        """What identifies the session."""
        return self.seed, self.who, self.mode, self.started

    @property
    def counts(self) -> bool:
        """Whether its hands count for results, as `HandRecord.counts`."""
        return self.mode != "practise"

    def _count(self, played: HandRecord) -> None:
        self.game, self.opponent, self.last = played.hand.game, played.opponent, played.time
        self.sha256, self.challenge = played.sha256, played.challenge
        self.of_bots = played.mode == "match" and not played.match
        self.hands += 1
        self.won += played.won
        self.assisted += played.assisted


def summaries(history: Path) -> list[SessionSummary]:
    """The sessions of a history, in the order of their last hands; invalid lines are skipped.

    Raises:
        InputError: it is not a file, or cannot be read.
    """
    found: dict[Key, SessionSummary] = {}
    for key, played in _keyed(history):
        session = found.pop(key, None) or _new_summary(key, played)
        session._count(played)
        found[key] = session
    return list(found.values())


def latest(
    found: Sequence[SessionSummary],
    modes: Collection[str] = ("play",),
    who: str | None = None,
    in_play: Iterable[HandRecord] = (),
    challenge: str = "",
) -> SessionSummary | None:
    """The session that was played last, among those that are wanted; None where there is none.

    Args:
        found: the `summaries`.
        modes: the wanted modes.
        who: the wanted opponent's identity, None for any.
        in_play: hands in play, which may be the only ones of their session.
        challenge: the code of the wanted challenge, empty for any session.
    """

    def wanted(each: SessionSummary | HandRecord) -> bool:
        fits = each.mode in modes and who in (None, each.who)
        return fits and challenge in ("", each.challenge)

    there = {each.key: each for each in filter(wanted, found)}
    last = next(reversed(there.values()), None)
    for played in sorted(filter(wanted, in_play), key=lambda played: played.time):
        if last is None or played.time >= last.last:
            assert played.started is not None
            key = played.seed, played.who, played.mode, played.started
            last = there.get(key) or _new_summary(key, played)
    return last


def _new_summary(key: Key, played: HandRecord) -> SessionSummary:
    """The summary of a session before its first hand, `played`, is counted."""
    what = played.hand.game, played.opponent, played.sha256, played.adapts
    times = played.time, played.time
    return SessionSummary(*key, *what, *times, challenge=played.challenge)


def hands(history: Path, *sessions: SessionSummary) -> Iterator[HandRecord]:
    """The hands of these sessions, in the order of play; raises as `summaries`."""
    keys = {session.key for session in sessions}
    return (played for key, played in _keyed(history) if key in keys)


def _keyed(history: Path) -> Iterator[tuple[Key, HandRecord]]:
    """Every valid hand with the key of its session."""
    runs: dict[tuple[int, str], tuple[int, datetime]] = {}
    for played in file.hands(history):
        started = played.started or _start_of(played, runs)
        yield (played.seed, played.who, played.mode, started), played


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
