"""The sessions of a history: which there are, and the hands of each, to go on with or to review.

A session is the hands that carry its seed, its strategy's fingerprint and the time it started; no
file holds anything else. Where the opponent adapts, its game stands for the fingerprint. In hands
of version 1, which have no such time, a session starts where the numbers of its seed and
fingerprint start again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.games.catalogue import Game
from pokerbot.play.history.file import read
from pokerbot.play.history.record import HandRecord

Key = tuple[int, str, str, datetime]


@dataclass(slots=True)
class SessionSummary:
    """A session as the history has it; seed, table, mode and started identify it.

    table: the strategy's fingerprint, or the game of an opponent who adapts
    game, opponent, sha256, adapts: those of its last hand
    first, last: when its first and its last hand ended, UTC
    won: the person's net chips
    assisted: how many hands had a hint
    """

    seed: int
    table: str
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

    @property
    def key(self) -> Key:
        """What identifies it."""
        return self.seed, self.table, self.mode, self.started

    def _count(self, played: HandRecord) -> None:
        self.game, self.opponent, self.last = played.hand.game, played.opponent, played.time
        self.sha256 = played.sha256
        self.hands += 1
        self.won += played.result
        self.assisted += played.assisted


def summaries(history: Path) -> list[SessionSummary]:
    """The sessions of a history, the one played last at the end; broken lines are skipped.

    Raises:
        InputError: it is not a file, or cannot be read.
    """
    found: dict[Key, SessionSummary] = {}
    for key, played in _keyed(history):
        session = found.pop(key, None) or SessionSummary(
            *key,
            played.hand.game,
            played.opponent,
            played.sha256,
            played.adapts,
            played.time,
            played.time,
        )
        session._count(played)
        found[key] = session
    return list(found.values())


def latest(history: Path, mode: str = "play") -> SessionSummary | None:
    """The session of that mode played last, None where there is none; raises as `summaries`."""
    return next((each for each in reversed(summaries(history)) if each.mode == mode), None)


def hands(history: Path, *sessions: SessionSummary) -> Iterator[HandRecord]:
    """The hands of these sessions, in the order of play; raises as `summaries`."""
    keys = {session.key for session in sessions}
    return (played for key, played in _keyed(history) if key in keys)


def _keyed(history: Path) -> Iterator[tuple[Key, HandRecord]]:
    """Every hand that can be read, with the session that it belongs to."""
    begun: dict[tuple[int, str], tuple[int, datetime]] = {}
    for _, played in read(history):
        if not isinstance(played, InputError):
            started = played.started or _began(played, begun)
            table = played.hand.game.spec if played.adapts else played.sha256
            yield (played.seed, table, played.mode, started), played


def _began(played: HandRecord, begun: dict[tuple[int, str], tuple[int, datetime]]) -> datetime:
    """When the session of a hand of version 1 began; `begun` has the last number and that time."""
    run = played.seed, played.sha256
    last, since = begun.get(run, (0, played.time))
    if played.number <= last:
        since = played.time
    begun[run] = played.number, since
    return since
