"""The open tables, the history that their hands are added to, and the files of hands in play."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.io.files import make_folder_of, resolved
from pokerbot.io.machine import lock
from pokerbot.opponents.opponents import Opponent, Seated
from pokerbot.opponents.rests import SolvedRest
from pokerbot.opponents.resuming import LeftSession
from pokerbot.opponents.sitting import Sitting
from pokerbot.play.history import journal
from pokerbot.play.history.beside import folder_for
from pokerbot.play.history.file import append
from pokerbot.play.history.record import Again, HandRecord, SessionKey
from pokerbot.play.history.sessions import keys
from pokerbot.play.match import MatchTable
from pokerbot.play.session.challenge import Challenge
from pokerbot.play.session.drill import Draw, Drill
from pokerbot.play.session.practise import Costs, Practice
from pokerbot.play.table import Table
from pokerbot.strategy.storage import PACKED, save

JUST = 5.0
"""A session that begins within so many seconds of the last one might have the same key."""
ELSEWHERE = "That session goes on in another pokerbot: here a new one begins."


class OpenTables:
    """One table for each opponent; a session that was left goes on there.

    by_opponent: the sessions by `Opponent.key`; a file with new content is another opponent
    duel: the session of the challenge that was taken last, None where none was
    unkept: the error for each hand that could not be added to the history so far
    """

    def __init__(self, seed: int, history: Path, tell: Callable[[str], object]) -> None:
        """Begin with no table open.

        Args:
            seed: the seed of sessions that begin here.
            history: the file that hands are added to.
            tell: called with a message if hands cannot be kept, once for each cause, or if a
                session cannot be resumed.
        """
        self.seed, self.history = seed, history
        self.by_opponent: dict[tuple[Path, str], Sitting] = {}
        self.duel: Sitting | None = None
        self.unkept: list[InputError] = []
        self._owed: list[tuple[Sitting, HandRecord, list[Seated]]] = []
        self._tell, self._told = tell, set[str]()

    def at(self, opponent: Seated, seat: str) -> Sitting:
        """The session that goes on with an opponent, or a new one.

        That is the challenge to play against them, until all its hands are played.

        seat: the person's seat from the next hand on, except in a challenge and in a match
        """
        if duel := self._duel_with(opponent):
            return duel
        if opponent.key not in self.by_opponent:
            begun = self._new(opponent)
            self._set_up(begun, seat)
            self.by_opponent[opponent.key] = begun
        sitting = self.by_opponent[opponent.key]
        sitting.table.seat = "alternate" if isinstance(sitting.table, MatchTable) else seat
        return sitting

    def _duel_with(self, opponent: Seated) -> Sitting | None:
        """The challenge to play against an opponent, if one was taken and is not at its end."""
        duel = self.duel
        same = duel is not None and duel.begins.key == opponent.key
        return duel if duel is not None and same and not duel.table.ended else None

    def resume(self, opponent: Seated, seat: str, left: LeftSession) -> bool:
        """Go on with a session that was left, unless the table with its opponent is in use.

        Args:
            opponent: whom it is against; one who adapts is given as it began.
            seat: the person's seat from now on.
            left: the session.

        Returns:
            False if another process plays the session; then nothing changed.
        """
        there = self.by_opponent.get(opponent.key)
        resumed, played = left.resumed, left.session.played
        answer = resumed.answer if resumed else None
        begun = Sitting(opponent, played.seed, left.session.started, answer=answer)
        in_use = there and (there.table.score.hands() or there.key == begun.key)
        if self._duel_with(opponent) or in_use:
            return True
        if not self._hold(begun):
            self._tell(ELSEWHERE)
            return False
        self._set_up(begun, seat, left)
        self.by_opponent[opponent.key] = begun
        if resumed is not None:
            verdicts = iter(resumed.verdicts)
            begun.table.judge(lambda *_: next(verdicts), len(resumed.verdicts))
        return True

    def take(
        self, opponent: Opponent, challenge: Challenge, left: LeftSession | None = None
    ) -> Sitting:
        """Sit down to a challenge: with its cards and dice, its seats and its number of hands.

        Args:
            opponent: whom it is against.
            challenge: the challenge.
            left: the session in which it was begun and left, None to begin anew.
        """
        begun = None
        if left is not None:
            begun = Sitting(opponent, left.session.played.seed, left.session.started, challenge)
            if self.duel and self.duel.key == begun.key:
                return self.duel
            if not self._hold(begun):
                self._tell(ELSEWHERE)
                begun = left = None
        begun = begun or self._new(opponent, challenge)
        self._set_up(begun, challenge.seat, left, challenge.hands)
        self.duel = begun
        return begun

    def practice(
        self,
        opponent: Opponent,
        seed: int,
        costs: Costs,
        drill: Drill | None = None,
        anything: Draw | None = None,
    ) -> Sitting:
        """A new session of practice; the arguments are as for `Practice`.

        Its hand in play is not kept: practised hands do not count, and are dealt anew.
        """
        begun = Sitting(opponent, seed, _now())
        draws, keep = opponent.draws(seed), partial(self._keep, begun)
        begun.table = Practice(
            opponent.strategy, opponent.values, draws, costs, keep, drill, anything
        )
        return begun

    def _new(self, opponent: Seated, challenge: Challenge | None = None) -> Sitting:
        """A session that begins now, or a little later if one with the same key exists."""
        begun = Sitting(opponent, challenge.seed if challenge else self.seed, _now(), challenge)
        there = self._just_played()
        while begun.key in there or not self._hold(begun):
            begun.started += timedelta(seconds=1)
        return begun

    def _just_played(self) -> set[SessionKey]:
        """The keys of all sessions, if the last hand is so recent that ours may be among them."""
        try:
            if time.time() - self.history.stat().st_mtime > JUST:
                return set()
            return keys(self.history)
        except (InputError, OSError):
            return set()

    def _hold(self, begun: Sitting) -> bool:
        """Lock a session for as long as this process lives; False if another process holds it."""
        try:
            return lock(*journal.lock_of(self.history, begun.key))
        except InputError as error:
            self._tell_once(error)
            return True

    def _set_up(
        self, begun: Sitting, seat: str, left: LeftSession | None = None, hands: int | None = None
    ) -> None:
        """Set up the table for a session.

        Args:
            begun: the session.
            seat: the person's seat.
            left: what was played of the session, None where it is new.
            hands: how many hands it has, None for no end.
        """
        opponent, plays = begun.begins, begun.opponent.strategy
        keep, note = partial(self._keep, begun), lambda _: self._note(begun)
        past, draws = left.past if left else (), opponent.draws(begun.seed)
        begun.played, begun.unread = [*past], [*past]
        if opponent.match:
            blinds = float(opponent.strategy.game.parameters["stack"])
            begun.table = MatchTable(plays, draws, blinds, keep, past, note)
        else:
            begun.table = Table(plays, opponent.values, draws, seat, keep, past, hands, note)
        if left and left.in_play:
            try:
                begun.table.resume_hand(left.in_play)
                begun.unread.append(left.in_play.played)
            except InputError as error:
                lost = journal.left_aside(journal.place(self.history, begun.key), error)
                self._tell(str(lost))

    def _keep(self, begun: Sitting, table: Table) -> None:
        """Add a finished hand to the history; if that fails, play goes on.

        The table is told here, too: a match may go on with a hand that is dealt all-in, and over
        before the table is set up.
        """
        begun.table = table
        self._owed.append((begun, _record(self.history, begun), _opponents(begun)))
        self.keep_owed()
        if not self._owes(begun):
            journal.drop(journal.place(self.history, begun.key))

    def _owes(self, begun: Sitting) -> bool:
        """Whether a hand of a session is over and not in the history."""
        return any(each is begun for each, *_ in self._owed)

    def keep_owed(self) -> None:
        """Add to the history the hands that are over and not in it, each session's in order.

        The hand in play that comes after them, whose file held the first of them, is kept then.
        """
        owed, failed = self._owed, dict[SessionKey, InputError]()
        self._owed = []
        for begun, record, opponents in owed:
            try:
                if begun.key not in failed:
                    _write_files(self.history, opponents)
                    append(self.history, record)
                    begun.played.append(record)
                    continue
            except InputError as error:
                self._tell_once(error)
                failed[begun.key] = error
            self._owed.append((begun, record, opponents))
        self.unkept = [failed[begun.key] for begun, *_ in self._owed]
        paid = {begun.key: begun for begun, record, _ in owed if record.mode != "practise"}
        for begun in paid.values():
            if not begun.table.hand.over and not self._owes(begun):
                self._note(begun)

    def _note(self, begun: Sitting) -> None:
        """Keep the hand in play, once the person has had a part in the session.

        While a hand before it is not in the history, its own file is all that is kept of that one.
        """
        table = begun.table
        own = any(step.player == table.person for step in table.hand.steps)
        part = own or table.score.hands() or table.assisted or table.die is not None
        if not part:
            return
        self.keep_owed()
        if self._owes(begun):
            return
        try:
            _write_files(self.history, _opponents(begun))
            hand = journal.HandInPlay(_record(self.history, begun), table.die, table.hinted)
            journal.write(journal.place(self.history, begun.key), hand)
        except InputError as error:
            self._tell_once(error)

    def _tell_once(self, error: InputError) -> None:
        """Tell an error, unless one with the same cause was told already."""
        if error.cause not in self._told:
            self._told.add(error.cause)
            self._tell(str(error))


def _solved(begun: Sitting) -> list[SolvedRest]:
    """The re-solved rests of the hand on the table."""
    return [each for each in begun.solved if each.covers(begun.table.hand)]


def _opponents(begun: Sitting) -> list[Seated]:
    """All who played the hand on the table: the opponent, and what was solved again."""
    return [begun.opponent, *(each.opponent for each in _solved(begun))]


def _record(history: Path, begun: Sitting) -> HandRecord:
    """The record of the hand on the table."""
    opponent, table = begun.opponent, begun.table
    again = (
        Again(each.steps, str(_path_of(history, each.opponent)), each.opponent.sha256)
        for each in _solved(begun)
    )
    return HandRecord(
        hand=table.hand,
        person=table.person,
        opponent=str(_path_of(history, opponent)),
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
        drill=table.drill.name if isinstance(table, Practice) else "",
        challenge=begun.challenge.code if begun.challenge else "",
        again=tuple(again),
        match=table.before,
    )


def _path_of(history: Path, opponent: Seated) -> Path:
    """The path of an opponent's file; for one that has none, where it is to be written."""
    if not opponent.made:
        return resolved(opponent.path)
    packs = opponent.path.suffix == ".json"
    name = opponent.path.with_suffix(PACKED) if packs else opponent.path
    return folder_for(history.parent, opponent.sha256) / name


def _write_files(history: Path, opponents: Iterable[Seated]) -> None:
    """Write those of the opponents that are in no file to one.

    Raises:
        InputError: it cannot be written.
    """
    for each in opponents:
        path = _path_of(history, each)
        if each.made and not path.exists():
            make_folder_of(path)
            save(each.strategy, path)


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)
