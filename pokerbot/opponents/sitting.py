"""A session at a table: whom it is against, how they play by now, and what is kept of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from pokerbot.opponents.adapting import Adaptation
from pokerbot.opponents.opponents import Opponent, Seated
from pokerbot.opponents.rests import SolvedRest
from pokerbot.opponents.reviews import Reviewer
from pokerbot.opponents.session_report import session_report
from pokerbot.play.hand import Hand
from pokerbot.play.history.record import HandRecord, SessionKey
from pokerbot.play.match import MatchTable
from pokerbot.play.session.challenge import Challenge, challenge_of
from pokerbot.play.table import Table


@dataclass(eq=False)
class Sitting:
    """A session at a table.

    begins: whom it is against; one who adapts, as it began
    seed, started: the session's seed, and when it began
    challenge: the challenge that was taken in it, None where none was
    answer: how an opponent who adapts plays by now, and why; None while it plays as it began
    table: the table
    solved: the re-solved rests of the hand on the table
    earlier: those of hands before that are not judged yet, each with its hand
    unread: the hands of a session that was left whose re-solved rests are still to be read
    played: its hands that are in the history
    """

    begins: Seated
    seed: int
    started: datetime
    challenge: Challenge | None = None
    answer: Adaptation | None = None
    table: Table = field(init=False)
    solved: list[SolvedRest] = field(default_factory=list)
    earlier: list[tuple[Hand, SolvedRest]] = field(default_factory=list)
    unread: list[HandRecord] = field(default_factory=list)
    played: list[HandRecord] = field(default_factory=list)

    @property
    def opponent(self) -> Seated:
        """Whom it is against, as they play by now."""
        return self.answer.opponent if self.answer else self.begins

    @property
    def key(self) -> SessionKey:
        """What identifies the session in the history."""
        mode = MatchTable.mode if self.begins.match else Table.mode
        return SessionKey(self.seed, self.begins.who, mode, self.started)

    def read_solved(self, reviewer: Reviewer) -> None:
        """Read what was solved again in a session that was left, and prepare its judges."""
        while self.unread:
            played = self.unread.pop(0)
            found = [*reviewer.solved(played)]
            for each in found:
                _ = each.opponent.judges
            if played.hand.over:
                self.earlier.extend((played.hand, each) for each in found)
            else:
                self.solved.extend(found)

    def change(self, answer: Adaptation) -> None:
        """Have the opponent play by its answer from the next hand on."""
        self.answer = answer
        self.table.play_strategy(answer.opponent.strategy)

    def report(self) -> Iterator[str]:
        """The lines that sum up the session, as far as it is judged."""
        known = (self.opponent,) if isinstance(self.opponent, Opponent) else ()
        return session_report(self.table.score, self.played, Reviewer(*known))

    @property
    def offers(self) -> Challenge | None:
        """The challenge to a friend that the session amounts to, None where it says too little.

        If it is a challenge itself, that is the answer to send back, once all hands are played.
        """
        graded = isinstance(self.begins, Opponent)
        if self.begins.made or not graded:  # a friend has no such file, or no judge
            return None
        if self.challenge is not None and not self.table.ended:
            return None
        offered = challenge_of(self.table, self.seed, self.begins.sha256)
        if offered is None or self.challenge is None:
            return offered
        return replace(offered, tied=offered.lost == self.challenge.lost)

    @property
    def verdict(self) -> str:
        """Who played a challenge better, in words; before its end, how many hands were played."""
        assert self.challenge is not None
        score = self.table.score
        if not self.table.ended or score.loss is None:
            return f"{score.hands()} of the challenge's {self.challenge.hands} hands"
        return self.challenge.verdict(score.loss)
