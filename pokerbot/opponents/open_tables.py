"""The open tables, the history that their hands are added to, and the files of hands in play."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from weakref import WeakKeyDictionary

from pokerbot.errors import InputError
from pokerbot.io.files import make_folder_of, resolved
from pokerbot.io.machine import LOCKS, lock
from pokerbot.opponents.adapting import Adaptation
from pokerbot.opponents.opponents import BlueprintOpponent, Opponent, Seated
from pokerbot.opponents.rests import Solved
from pokerbot.opponents.resuming import LeftSession
from pokerbot.opponents.reviews import Reviewer
from pokerbot.opponents.session_report import session_report
from pokerbot.play.history import journal
from pokerbot.play.history.file import append
from pokerbot.play.history.record import Again, HandRecord
from pokerbot.play.history.sessions import summaries
from pokerbot.play.match import MatchTable
from pokerbot.play.session.challenge import Challenge, challenge_of
from pokerbot.play.session.practise import Practice
from pokerbot.play.table import Table
from pokerbot.strategy.storage import PACKED, save

OPPONENTS = "opponents"
"""The folder beside the history with the strategies of opponents that had no file of their own.

Every file there is referred to by a hand, which is graded by it. So all are kept, packed.
"""
JUST = 5.0
"""A session that begins within so many seconds of the last one might have the same key."""
ELSEWHERE = "That session goes on in another pokerbot: here a new one begins."


@dataclass(frozen=True, slots=True)
class Sitting:
    """A session that was begun.

    opponent: whom it is against; one who adapts is given as it began
    seed, started: the session's seed, and when it began
    challenge: the code of the challenge that it is, else empty
    """

    opponent: Seated
    seed: int
    started: datetime
    challenge: str = ""

    @property
    def key(self) -> journal.Key:
        """What identifies the session in the history."""
        match = isinstance(self.opponent, BlueprintOpponent) and self.opponent.match
        mode = MatchTable.mode if match else Table.mode
        return self.seed, self.opponent.who, mode, self.started


@dataclass(frozen=True, slots=True)
class Duel:
    """A challenge that was taken, with its opponent and its table."""

    challenge: Challenge
    opponent: Opponent
    table: Table

    @property
    def verdict(self) -> str:
        """Who played better, in words; before all hands are judged, how many were played."""
        split = self.table.session.breakdown
        if not self.table.ended or split is None:
            return f"{self.table.session.hands()} of the challenge's {self.challenge.hands} hands"
        return self.challenge.verdict(split[2] + split[3])


class OpenTables:
    """One table for each opponent; a session that was left goes on there.

    by_opponent: the tables by `Opponent.key`; a file with new content is another opponent
    answers: for each table whose opponent adapts, how it plays by now, and why
    solved: for each table the re-solved rests of the hand on it
    duel: the challenge that was taken, None where none was
    played: for each table the hands of its session that are in the history
    unkept: the error for each hand that could not be added to the history

    The dictionaries by table are weak: their items vanish with the table.
    """

    def __init__(self, seed: int, history: Path | None, tell: Callable[[str], object]) -> None:
        """Begin with no table open.

        Args:
            seed: the seed of sessions that begin here.
            history: the file that hands are added to, None to keep none.
            tell: called with a message if hands cannot be kept, once for each cause, or if a
                session cannot be resumed.
        """
        self.seed, self.history = seed, history
        self.by_opponent: dict[tuple[Path, str], Table] = {}
        self.answers = WeakKeyDictionary[Table, Adaptation]()
        self.solved = WeakKeyDictionary[Table, list[Solved]]()
        self.duel: Duel | None = None
        self._plays = WeakKeyDictionary[Table, Seated]()
        self._begun = WeakKeyDictionary[Table, Sitting]()
        self.played = WeakKeyDictionary[Table, list[HandRecord]]()
        self.unkept: list[InputError] = []
        self._tell, self._told = tell, set[str]()

    def at(self, opponent: Seated, seat: str) -> Table:
        """The open table with an opponent, or a new one with a new session.

        seat: the person's seat from the next hand on
        """
        if opponent.key not in self.by_opponent:
            self.by_opponent[opponent.key] = self._set_up(self._new(opponent), seat)
        table = self.by_opponent[opponent.key]
        table.seat = "alternate" if isinstance(table, MatchTable) else seat
        return table

    def playing(self, opponent: Seated, table: Table) -> Seated:
        """The opponent at a table; one who adapts is given as it plays there by now."""
        return self._plays.get(table, opponent)

    def change(self, table: Table, answer: Adaptation) -> None:
        """Have the opponent at a table play by its answer from the next hand on."""
        self.answers[table], self._plays[table] = answer, answer.opponent
        table.face(answer.opponent.strategy)

    def resume(self, opponent: Seated, seat: str, left: LeftSession) -> bool:
        """Go on with a session that was left, unless the table with its opponent is in use.

        Args:
            opponent: whom it is against; one who adapts is given as it began.
            seat: the person's seat from now on.
            left: the session.

        Returns:
            False if another process plays the session; then nothing changed.
        """
        there, duel = self.by_opponent.get(opponent.key), self.duel
        begun = Sitting(opponent, left.session.seed, left.session.started)
        at_it = duel is not None and duel.opponent.key == opponent.key and not duel.table.ended
        if at_it or (there and (there.session.hands() or self._begun[there].key == begun.key)):
            return True
        if not self._hold(begun):
            self._tell(ELSEWHERE)
            return False
        table = self._set_up(begun, seat, left)
        self.by_opponent[opponent.key] = table
        if left.again is not None:
            verdicts = iter(left.again.verdicts)
            table.judge(lambda *_: next(verdicts), len(left.again.verdicts))
            if left.again.answer is not None:
                answer = left.again.answer
                self.answers[table], self._plays[table] = answer, answer.opponent
        return True

    def take(
        self, opponent: Opponent, challenge: Challenge, left: LeftSession | None = None
    ) -> Duel:
        """Sit down to a challenge: with its cards and dice, its seats and its number of hands.

        Args:
            opponent: whom it is against.
            challenge: the challenge.
            left: the session in which it was begun and left, None to begin anew.
        """
        begun = None
        if left is not None:
            begun = Sitting(opponent, left.session.seed, left.session.started, challenge.code)
            if self.duel and self._begun[self.duel.table].key == begun.key:
                return self.duel
            if not self._hold(begun):
                self._tell(ELSEWHERE)
                begun = left = None
        begun = begun or self._new(opponent, challenge)
        table = self._set_up(begun, challenge.seat, left, challenge.hands)
        self.duel = Duel(challenge, opponent, table)
        return self.duel

    def report(self, table: Table) -> Iterator[str]:
        """The lines that sum up the session at a table, as far as it is judged."""
        opponent = self._plays[table]
        known = (opponent,) if isinstance(opponent, Opponent) else ()
        return session_report(table.session, self.played[table], Reviewer(*known))

    def challenge(self, key: tuple[Path, str]) -> Challenge | None:
        """The challenge to a friend that the session at a table amounts to, if it says enough.

        key: the opponent's `key`
        """
        table = self.by_opponent[key]
        begun = self._begun[table]
        graded = isinstance(begun.opponent, Opponent)
        if begun.opponent.made or not graded:  # a friend has no such file, or no judge
            return None
        return challenge_of(table, begun.seed, key[1])

    def _new(self, opponent: Seated, challenge: Challenge | None = None) -> Sitting:
        """A session that begins now, or a little later if one with the same key exists."""
        seed, code = (challenge.seed, challenge.code) if challenge else (self.seed, "")
        begun = Sitting(opponent, seed, _now(), code)
        there = self._just_played()
        while begun.key in there or not self._hold(begun):
            begun = replace(begun, started=begun.started + timedelta(seconds=1))
        return begun

    def _just_played(self) -> set[journal.Key]:
        """The keys of all sessions, if the last hand is so recent that ours may be among them."""
        try:
            if self.history is None or time.time() - self.history.stat().st_mtime > JUST:
                return set()
            return {session.key for session in summaries(self.history)}
        except (InputError, OSError):
            return set()

    def _hold(self, begun: Sitting) -> bool:
        """Lock a session for as long as this process lives; False if another process holds it."""
        if self.history is None:
            return True
        number = journal.number_of(begun.key) % LOCKS
        try:
            return lock(self.history.with_suffix(".lock"), number)
        except InputError as error:
            self._tell_once(error)
            return True

    def _set_up(
        self, begun: Sitting, seat: str, left: LeftSession | None = None, hands: int | None = None
    ) -> Table:
        """Set up the table for a session.

        Args:
            begun: the session.
            seat: the person's seat.
            left: what was played of the session, None where it is new.
            hands: how many hands it has, None for no end.
        """
        opponent, again = begun.opponent, left.again if left else None
        keep, note = partial(self._keep, begun), partial(self._note, begun)
        past, draws = left.past if left else (), opponent.draws(begun.seed)
        if isinstance(opponent, BlueprintOpponent) and opponent.match:
            blinds = float(opponent.strategy.game.parameters["stack"])
            table: Table = MatchTable(opponent.strategy, draws, blinds, keep, past, note)
        else:
            plays = again.plays if again else opponent.strategy
            table = Table(plays, opponent.value, draws, seat, keep, past, hands, note)
        self._begun[table], self._plays[table] = begun, opponent
        self.played[table] = [*past, *self.played.get(table, ())]
        if left and left.in_play and self.history is not None:
            try:
                table.go_on(left.in_play)
            except InputError as error:
                lost = journal.dropped(journal.place(self.history, begun.key), error)
                self._tell(str(lost))
        return table

    def keeper(self, opponent: Opponent, seed: int) -> Callable[[Table], None]:
        """A callback that records the hands of a practice session, which begins now.

        Its hand in play is not kept: practised hands do not count, and are dealt anew.
        """
        return partial(self._keep, Sitting(opponent, seed, _now()))

    def _keep(self, begun: Sitting, table: Table) -> None:
        """Add a finished hand to the history; if that fails, play goes on."""
        if self.history is None:
            return
        try:
            record = self._record(self.history, begun, table)
            append(self.history, record)
            self.played.setdefault(table, []).append(record)
            journal.drop(journal.place(self.history, begun.key))
        except InputError as error:
            self._tell_once(error)
            self.unkept.append(error)

    def _note(self, begun: Sitting, table: Table) -> None:
        """Keep the hand in play, once the person has had a part in the session."""
        own = any(step.player == table.person for step in table.hand.steps)
        part = own or table.session.hands() or table.assisted or table.die is not None
        if self.history is None or not part:
            return
        try:
            played = self._record(self.history, begun, table)
            hand = journal.HandInPlay(played, table.die, table.hinted)
            journal.write(journal.place(self.history, begun.key), hand)
        except InputError as error:
            self._tell_once(error)

    def _tell_once(self, error: InputError) -> None:
        """Tell an error, unless one with the same cause was told already."""
        if error.cause not in self._told:
            self._told.add(error.cause)
            self._tell(str(error))

    def _record(self, history: Path, begun: Sitting, table: Table) -> HandRecord:
        """The record of the hand on the table.

        Raises:
            InputError: its opponent is in no file, and cannot be written to one.
        """
        opponent = self.playing(begun.opponent, table)
        solved = [each for each in self.solved.get(table, ()) if each.rest.covers(table.hand)]
        again = (
            Again(each.rest.steps, str(_filed(history, each.opponent)), each.opponent.sha256)
            for each in solved
        )
        return HandRecord(
            hand=table.hand,
            person=table.person,
            opponent=str(_filed(history, opponent)),
            sha256=opponent.sha256,
            seed=begun.seed,
            number=table.number,
            time=_now(),
            started=begun.started,
            mode=table.mode,
            given=table.given,
            assisted=table.assisted,
            rolled=table.rolled if any(die is not None for die in table.rolled) else (),
            adapts=opponent.adapts,
            drill=table.drill.name if isinstance(table, Practice) and table.drill else "",
            challenge=begun.challenge,
            again=tuple(again),
            match=table.before if isinstance(table, MatchTable) else (),
        )


def _filed(history: Path, opponent: Seated) -> Path:
    """The path of an opponent's file; one that has none is written to one.

    Raises:
        InputError: it cannot be written.
    """
    path = resolved(opponent.path)
    if opponent.made:
        folder = resolved(history.parent) / OPPONENTS / opponent.sha256[:12]
        packs = opponent.path.suffix == ".json"
        path = folder / (opponent.path.with_suffix(PACKED) if packs else opponent.path)
        if not path.exists():
            make_folder_of(path)
            save(opponent.strategy, path)
    return path


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)
