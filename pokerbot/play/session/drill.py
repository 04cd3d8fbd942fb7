"""A drill: dealt decisions with a goal and an end. Leaks, lessons and puzzles are one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pokerbot.games.game import Game
from pokerbot.play.hand import Observation
from pokerbot.play.session.dice import Roll
from pokerbot.play.view import words

RARE = 0.01
"""What the bot does less often than this it does not mix in."""


@dataclass(frozen=True)
class Drill:
    """What to practise, and when one is done.

    name: as the history keeps it; title: as the screen says it
    told: what to know beforehand
    spots: where the hands begin, in turn
    hands: how many there are
    goal: in how many of them the decision at the spot has to be without a fault
    mix: whether the die has to be thrown for it and followed, where the bot itself mixes
    after: what to do next
    """

    name: str
    title: str
    told: str
    spots: tuple[Observation, ...]
    hands: int = 10
    goal: int = 8
    mix: bool = False
    after: str = ""

    def spot(self, number: int) -> Observation:
        """Where a hand begins, by its number from 1."""
        return self.spots[(number - 1) % len(self.spots)]

    def is_mixed(self, often: Iterable[float], roll: Roll | None) -> bool:
        """Whether a decision at its spot was left to the die as far as the drill asks for it.

        Args:
            often: how likely the bot takes each action there.
            roll: the die at the decision, if it was thrown.
        """
        asks = self.mix and max(often) < 1 - RARE
        return not asks or (roll is not None and roll.followed)


def spot_at(game: Game, key: str) -> Observation:
    """What the player to act sees at an information set, by its key.

    Raises:
        InputError: there is none.
    """
    return Observation(game, game.spot(key))


def drill_at(seen: Observation) -> Drill:
    """Exactly this decision, the other cards as likely as they are there."""
    after = "Again where you like, or back to where you were."
    return Drill("spot", "One decision", words.seen(seen), (seen,), after=after)
