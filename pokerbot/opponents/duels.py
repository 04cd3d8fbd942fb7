"""Challenges that are taken: their opponent found by its fingerprint, their table, their end."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from pokerbot.errors import InputError
from pokerbot.opponents.opponents import Opponent, OpponentRequest, choose
from pokerbot.play.session.challenge import Challenge
from pokerbot.play.table import Table
from pokerbot.strategy import library, storage


@dataclass(frozen=True, slots=True)
class Duel:
    """A challenge that was taken: against whom, and the table."""

    challenge: Challenge
    opponent: Opponent
    table: Table

    @property
    def verdict(self) -> str:
        """Who played better; before the end, or before all is judged, how far it has come."""
        split = self.table.session.breakdown
        if not self.table.ended or split is None:
            return f"{self.table.session.hands()} of the challenge's {self.challenge.hands} hands"
        return self.challenge.verdict(split[2] + split[3])


def challenged(challenge: Challenge, target: str | None = None) -> OpponentRequest:
    """Find the opponent of a challenge: in the file that is named, or else at hand.

    Raises:
        InputError: no such file has its fingerprint.
    """
    named = () if target is None else choose(target).paths
    for path in named or (*library.cast(), *library.files()):
        with suppress(InputError):
            if storage.fingerprint(path).startswith(challenge.fingerprint):
                return OpponentRequest(path.name, (path,), challenge=challenge)
    where = "what you name" if named else "the strategies at hand"
    told = f"is against an opponent that is not in {where}: its file's SHA-256 begins with"
    raise InputError(f"{told} {challenge.fingerprint}", parameter="challenge")
