"""The sessions of a history: which there are, and the hands of each, to go on with or to review.

A session is the hands that carry its seed, its opponent's identity and the time it started; no
file holds anything else. In hands of version 1, which have no such time, a session starts where the
numbers of its seed and fingerprint start again.
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
    game, opponent, sha256, adapts: those of its last hand
    first, last: when its first and its last hand ended, UTC
    won: the person's net chips
    assisted: how many hands had a hint
    challenge: the code of the challenge that its last hand is of, empty where it is of none
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

    @property
    def key(self) -> Key:
        """What identifies it."""
        return self.seed, self.who, self.mode, self.started

    @property
    def counts(self) -> bool:
        """Whether its hands count for results, as a hand's own does."""
        return self.mode != "practise"

    def _count(self, played: HandRecord) -> None:
        self.game, self.opponent, self.last = played.hand.game, played.opponent, played.time
        self.sha256, self.challenge = played.sha256, played.challenge
        self.hands += 1
        self.won += played.won
        self.assisted += played.assisted


def summaries(history: Path) -> list[SessionSummary]:
    """The sessions of a history, the one played last at the end; broken lines are skipped.

    Raises:
        InputError: it is not a file, or cannot be read.
    """
    found: dict[Key, SessionSummary] = {}
    for key, played in _keyed(history):
        session = found.pop(key, None) or _begun(key, played)
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
    """The session played last, None where there is none.

    Args:
        found: the `summaries`.
        modes: of which of these the session is.
        who: whom it is against, where that matters.
        in_play: hands that are not over, which may be the only ones of their session.
        challenge: the code of the challenge that it is of, where it has to be of one.
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
            last = there.get(key) or _begun(key, played)
    return last


def _begun(key: Key, played: HandRecord) -> SessionSummary:
    """A session with no hand yet that is over, of which this is the first."""
    what = played.hand.game, played.opponent, played.sha256, played.adapts
    times = played.time, played.time
    return SessionSummary(*key, *what, *times, challenge=played.challenge)


def hands(history: Path, *sessions: SessionSummary) -> Iterator[HandRecord]:
    """The hands of these sessions, in the order of play; raises as `summaries`."""
    keys = {session.key for session in sessions}
    return (played for key, played in _keyed(history) if key in keys)


def _keyed(history: Path) -> Iterator[tuple[Key, HandRecord]]:
    """Every hand that can be read, with the session that it belongs to."""
    begun: dict[tuple[int, str], tuple[int, datetime]] = {}
    for played in file.hands(history):
        started = played.started or _began(played, begun)
        yield (played.seed, played.who, played.mode, started), played


def _began(played: HandRecord, begun: dict[tuple[int, str], tuple[int, datetime]]) -> datetime:
    """When the session of a hand of version 1 began; `begun` has the last number and that time."""
    run = played.seed, played.sha256
    last, since = begun.get(run, (0, played.time))
    if played.number <= last:
        since = played.time
    begun[run] = played.number, since
    return since
