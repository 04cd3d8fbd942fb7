"""The tables that are open, and the history that their hands are added to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.io.files import printable, resolved
from pokerbot.opponents.adapting import Again, Answer
from pokerbot.opponents.duels import Duel
from pokerbot.opponents.opponents import Opponent
from pokerbot.play.history.file import append
from pokerbot.play.history.record import HandRecord
from pokerbot.play.history.sessions import SessionSummary
from pokerbot.play.session.challenge import Challenge, challenge_of
from pokerbot.play.session.practise import Practice
from pokerbot.play.table import Table
from pokerbot.strategy.storage import PACKED, save

OPPONENTS = "opponents"
"""The folder beside the history with what was played by those who are in no file of their own.

Every file there is named by a hand, which is graded by it: none is ever useless, so all are packed.
"""


class OpenTables:
    """One table for each opponent; a session that was left goes on there.

    by_opponent: the tables by `Opponent.key`; a file with new content is another opponent
    answers: what the opponents who adapt play by now, and why
    duel: the challenge that was taken, with its opponent and its table
    unkept: the error for each hand that could not be added to the history
    """

    def __init__(self, seed: int, history: Path | None, tell: Callable[[str], object]) -> None:
        """Begin with no table open.

        Args:
            seed: of the sessions that begin.
            history: the file that hands are added to, if any.
            tell: called with a message, once, when hands cannot be added.
        """
        self.seed, self.history = seed, history
        self.by_opponent: dict[tuple[Path, str], Table] = {}
        self.answers: dict[Table, Answer] = {}
        self.duel: Duel | None = None
        self._seeds: dict[tuple[Path, str], int] = {}
        self.unkept: list[InputError] = []
        self._tell = tell

    def at(self, opponent: Opponent, seat: str) -> Table:
        """The table with an opponent; a new session unless one is open."""
        if opponent.key not in self.by_opponent:
            self.by_opponent[opponent.key] = self._set_up(opponent, seat, self.seed, _now())
        table = self.by_opponent[opponent.key]
        table.seat = seat
        return table

    def playing(self, opponent: Opponent, table: Table) -> Opponent:
        """Who plays at a table: for one who adapts, as it plays by now."""
        return self.answers[table].opponent if table in self.answers else opponent

    def change(self, table: Table, answer: Answer) -> None:
        """Have the opponent play by its answer from the next hand on."""
        self.answers[table] = answer
        table.face(answer.opponent.strategy)

    def resume(
        self,
        opponent: Opponent,
        seat: str,
        saved: SessionSummary,
        past: Iterable[HandRecord],
        again: Again | None = None,
    ) -> None:
        """Resume a session after its past hands, unless that table is in use.

        Args:
            opponent: whom it is against; one who adapts, as it began.
            seat: the person's from now on.
            saved: the session.
            past: its hands.
            again: what else there is to know where the opponent adapts.
        """
        there = self.by_opponent.get(opponent.key)
        duel = self.duel
        at_it = duel is not None and duel.opponent.key == opponent.key and not duel.table.ended
        if at_it or (there is not None and there.session.hands()):
            return
        table = self._set_up(opponent, seat, saved.seed, saved.started, past, again)
        self.by_opponent[opponent.key] = table
        if again is not None:
            verdicts = iter(again.verdicts)
            table.judge(lambda *_: next(verdicts), len(again.verdicts))
            if again.answer is not None:
                self.answers[table] = again.answer

    def take(self, opponent: Opponent, challenge: Challenge) -> Duel:
        """Sit down to a challenge: its cards and dice, its seats, as many hands."""
        keep = self.keeper(opponent, challenge.seed)
        draws, value = opponent.draws(challenge.seed), opponent.evaluation.value
        seat, hands = challenge.seat, challenge.hands
        table = Table(opponent.strategy, value, draws, seat, keep, hands=hands)
        self.duel = Duel(challenge, opponent, table)
        return self.duel

    def challenge(self, key: tuple[Path, str]) -> Challenge | None:
        """What a friend can be challenged to after the session at a table, if it says enough."""
        seed = self._seeds.get(key)
        return None if seed is None else challenge_of(self.by_opponent[key], seed, key[1])

    def _set_up(
        self,
        opponent: Opponent,
        seat: str,
        seed: int,
        started: datetime,
        past: Iterable[HandRecord] = (),
        again: Again | None = None,
    ) -> Table:
        """A table with the next hand of a session."""
        if not opponent.made:  # a friend has no such file
            self._seeds[opponent.key] = seed
        draws, value = opponent.draws(seed), opponent.evaluation.value
        keep = partial(self._keep, opponent, seed, started)
        if again is None:
            return Table(opponent.strategy, value, draws, seat, keep, past)
        return Table(again.plays, value, draws, seat, keep, past, faced=again.faced)

    def keeper(self, opponent: Opponent, seed: int) -> Callable[[Table], None]:
        """A callback that records the hands of a session that begins now at another table."""
        return partial(self._keep, opponent, seed, _now())

    def _keep(self, opponent: Opponent, seed: int, started: datetime, table: Table) -> None:
        """Add a finished hand to the history; if that fails, play goes on."""
        if self.history is None:
            return
        opponent = self.playing(opponent, table)
        path = resolved(opponent.path)
        if opponent.made:
            folder = resolved(self.history.parent) / OPPONENTS / opponent.sha256[:12]
            path = folder / opponent.path.with_suffix(PACKED)
        played = HandRecord(
            hand=table.hand,
            person=table.person,
            opponent=str(path),
            sha256=opponent.sha256,
            seed=seed,
            number=table.number,
            time=_now(),
            started=started,
            mode=table.mode,
            given=table.given,
            assisted=table.assisted,
            rolled=table.rolled if any(die is not None for die in table.rolled) else (),
            adapts=opponent.adapts,
            drill=table.drill.name if isinstance(table, Practice) and table.drill else "",
        )
        try:
            if opponent.made and not path.exists():
                _file(opponent, path)
            append(self.history, played)
        except InputError as error:
            if not self.unkept:
                self._tell(str(error))
            self.unkept.append(error)


def _file(opponent: Opponent, path: Path) -> None:
    """Give an opponent a file; raises InputError where it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot write {printable(str(path))}: {error.strerror}") from None
    save(opponent.strategy, path)


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)
