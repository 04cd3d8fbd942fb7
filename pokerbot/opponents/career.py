"""A person's career: what all hands of the history say, opponent by opponent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from pathlib import Path

from pokerbot.games.game import Game
from pokerbot.games.tally import Tally
from pokerbot.opponents.ladder import Ladder, Rating
from pokerbot.opponents.opponents import Opponent
from pokerbot.opponents.reviews import ReviewedHand, Reviewer, gone, verdict
from pokerbot.play.history.file import hands
from pokerbot.play.history.record import HandRecord
from pokerbot.play.session.session import Session

MOST_PERIODS, LEAST_DECISIONS = 8, 20
"""Into how many parts the decisions are divided, and how many there are in each at least."""


@dataclass(frozen=True, slots=True)
class Period:
    """Consecutive decisions without a hint, and the chips that one gave away on average.

    margin: from there to either end of the 95 % interval, in which one decision more is counted
        that gives an ante away: a few without a fault are no certainty
    """

    first: datetime
    last: datetime
    decisions: int
    lost: float
    margin: float


class Chapter:
    """All hands at the table against one opponent, as one long session.

    game, opponent: which, and the path of its file
    who: the opponent's identity, which all its hands have; adapts: whether it is one who adapts
    hands, won: how many there are, and the person's net chips in them
    ungraded: how many of them are not judged, and why
    match: whether stacks are played down; matches: how many were won, and lost
    session: the others, with their course and what is left of it without luck; all where none can
        be judged
    """

    def __init__(self, played: HandRecord, opponent: Opponent | None) -> None:
        """A chapter before its first hand; its opponent, if that is at hand."""
        self.game: Game = played.hand.game
        self.opponent = played.opponent
        self.who, self.adapts = played.who, played.adapts
        self.match, self.matches = bool(played.match), Counter[bool]()
        self.known, self.why_ungraded = opponent is not None, gone(played)
        self.hands = self.ungraded = 0
        self.won = 0.0
        value = opponent.judges[0].game_value if opponent else 0.0
        deviation = opponent.deviation if opponent and not played.adapts else None
        self.session = Session(value, deviation=deviation, found=self.game.rules.found)
        self._decided: list[tuple[datetime, float]] = []

    def add(self, reviewed: ReviewedHand) -> None:
        """Count a hand, later ones after earlier ones."""
        played, split = reviewed.played, reviewed.breakdown
        self.hands += 1
        self.won += played.won
        if played.decides is not None:
            self.matches[played.decides] += 1
        if split is None:
            self.ungraded += 1
        if split is not None or not self.known:
            self.session.add(played.person, played.won, assisted=played.assisted)
        if split is None:
            return
        self.session.judge(verdict(split), assisted=played.assisted)
        if not played.assisted:
            self._decided += [(played.time, each.fault) for each in split.decisions]

    @property
    def result(self) -> float:
        """The chips won; where a pot was found, beside the game's value if that is known."""
        return self.session.difference if self.session.found and self.known else self.won

    @property
    def overall(self) -> Period | None:
        """All its decisions as one period, None without any."""
        return _period(self._decided, self.game.rules.unit) if self._decided else None

    @property
    def periods(self) -> tuple[Period, ...]:
        """The decisions over time, in parts as equal as can be; none while they are too few."""
        count = len(self._decided)
        parts = min(MOST_PERIODS, count // LEAST_DECISIONS)
        ends = [count * part // parts for part in range(parts + 1)] if parts else []
        cut = (self._decided[start:end] for start, end in pairwise(ends))
        return tuple(_period(part, self.game.rules.unit) for part in cut)


@dataclass(frozen=True)
class Career:
    """What lasts; the chapter that was written last comes first.

    sessions: how many there were at the table
    ratings: in each game with hands enough
    """

    chapters: tuple[Chapter, ...]
    sessions: int
    ratings: Mapping[Game, Rating]

    @property
    def hands(self) -> int:
        """How many were played."""
        return sum(each.hands for each in self.chapters)

    def against(self, opponent: Opponent) -> Chapter | None:
        """The chapter of an opponent, None before the first hand."""
        return next(
            (each for each in self.chapters if each.who == opponent.who and not each.match), None
        )

    @property
    def best_streak(self) -> int:
        """The most decisions in a row without a fault, against one opponent."""
        return max((each.session.accuracy.best_streak for each in self.chapters), default=0)


def career(history: Path, reviewer: Reviewer, wanted: Callable[[], bool] = lambda: True) -> Career:
    """What the hands of a history say; stops early where it is not `wanted` any more.

    Raises:
        InputError: the history cannot be read.
    """
    chapters: dict[tuple[str, str], Chapter] = {}
    sessions, ladder = set(), Ladder()
    for played in (each for each in hands(history) if each.counts):
        if not wanted():
            break
        reviewed = ReviewedHand(played, reviewer.breakdown(played))
        key = played.who, played.mode
        chapter = chapters.pop(key, None) or Chapter(played, reviewer.opponent(played))
        chapter.add(reviewed)
        if opponent := reviewer.opponent(played):
            ladder.add(reviewed, opponent)
        chapters[key] = chapter
        sessions.add((*key, played.seed, played.started))
    return Career(tuple(reversed(chapters.values())), len(sessions), ladder.ratings)


def _period(decided: list[tuple[datetime, float]], unit: float) -> Period:
    """What these decisions gave away."""
    sample = Tally()
    for _, lost in decided:
        sample.add(lost)
    mean, count = sample.mean, sample.count
    sample.add(unit)
    assert sample.margin is not None
    return Period(decided[0][0], decided[-1][0], count, mean, sample.margin / sample.count)
