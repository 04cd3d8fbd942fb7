"""A person's career: the results of all hands in the history, opponent by opponent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from copy import copy, deepcopy
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from threading import Lock

from pokerbot.games.game import Game
from pokerbot.games.tally import Tally
from pokerbot.opponents.ladder import Ladder, Rating
from pokerbot.opponents.opponents import Opponent
from pokerbot.opponents.reviews import ReviewedHand, Reviewer, gone, verdict
from pokerbot.play.history.file import NewHands
from pokerbot.play.history.record import HandRecord
from pokerbot.play.history.sessions import summaries
from pokerbot.play.session.score import Score

MOST_PERIODS, LEAST_DECISIONS = 8, 20
"""The decisions are divided into at most so many periods, with at least so many in each."""


@dataclass(frozen=True, slots=True)
class Period:
    """Consecutive decisions without a hint.

    first, last: the times of the first and the last one
    decisions: how many there are
    lost: the chips that one of them gave away on average
    margin: the half-width of the 95 % interval of that, by `Tally.cautious` with the game's unit
    """

    first: datetime
    last: datetime
    decisions: int
    lost: float
    margin: float


class Chapter:
    """All hands at the table against one opponent, as one long session.

    game: the game
    opponent: the path of the opponent's file
    who: the opponent's identity
    adapts: whether the opponent adapts
    match: whether the hands are those of matches
    matches: how many matches the person won (True) and lost (False)
    hands, won: the number of hands, and the chips that the person won in them
    ungraded: how many of the hands cannot be judged
    why_ungraded: why they cannot
    known: whether the opponent's file was found
    score: of the hands that can be judged; all hands where none can
    """

    def __init__(self, played: HandRecord, opponent: Opponent | None) -> None:
        """Begin the chapter that a hand belongs to, without counting the hand.

        opponent: None where its file is gone
        """
        self.game: Game = played.hand.game
        self.opponent = played.opponent
        self.who, self.adapts = played.who, played.adapts
        self.match, self.matches = bool(played.match), Counter[bool]()
        self.known, self.why_ungraded = opponent is not None, gone(played)
        self.hands = self.ungraded = 0
        self.won = 0.0
        values = opponent.game_values if opponent else (0.0, 0.0)
        deviation = opponent.deviation if opponent and not played.adapts else None
        rules = self.game.rules
        self.score = Score(
            values, deviation=deviation, starting_share=rules.starting_share, unit=rules.unit
        )
        self._decided: list[tuple[datetime, float]] = []

    def add(self, reviewed: ReviewedHand) -> None:
        """Count a hand; hands come in the order of play."""
        played, split = reviewed.played, reviewed.breakdown
        self.hands += 1
        self.won += played.won
        if played.decides is not None:
            self.matches[played.decides] += 1
        if split is None:
            self.ungraded += 1
        if split is not None or not self.known:
            self.score.add(played.person, played.won, assisted=played.assisted)
        if split is None:
            return
        self.score.judge(verdict(split), assisted=played.assisted)
        if not played.assisted:
            self._decided += [(played.time, each.fault) for each in split.decisions]

    def copy(self) -> Chapter:
        """The same so far; hands that are added to one do not count in the other."""
        found = copy(self)
        found.matches, found.score = self.matches.copy(), deepcopy(self.score)
        found._decided = self._decided.copy()
        return found

    @property
    def result(self) -> float:
        """The chips won; at a spot minus the game's value, if that is known."""
        return self.score.difference if self.score.starting_share and self.known else self.won

    @property
    def overall(self) -> Period | None:
        """All its decisions as one period, None if there are none."""
        return _period(self._decided, self.game.rules.unit) if self._decided else None

    @property
    def periods(self) -> tuple[Period, ...]:
        """The decisions over time, in nearly equal parts; empty while there are too few."""
        count = len(self._decided)
        parts = min(MOST_PERIODS, count // LEAST_DECISIONS)
        ends = [count * part // parts for part in range(parts + 1)] if parts else []
        cut = (self._decided[start:end] for start, end in pairwise(ends))
        return tuple(_period(part, self.game.rules.unit) for part in cut)


@dataclass(frozen=True)
class Career:
    """The results of all hands in the history.

    chapters: one for each opponent, the one played last first
    sessions: the number of sessions at the table
    ratings: the rating in each game that has enough hands
    """

    chapters: tuple[Chapter, ...]
    sessions: int
    ratings: Mapping[Game, Rating]

    @property
    def hands(self) -> int:
        """How many hands were played."""
        return sum(each.hands for each in self.chapters)

    def against(self, opponent: Opponent) -> Chapter | None:
        """The chapter against an opponent, None before the first hand."""
        return next(
            (each for each in self.chapters if each.who == opponent.who and not each.match), None
        )

    @property
    def best_streak(self) -> int:
        """The most decisions in a row without a fault against any one opponent."""
        return max((each.score.accuracy.best_streak for each in self.chapters), default=0)


class CareerCount:
    """Counts the hands of a history for the career; a further look counts only what is new.

    reviewer: judges the hands
    counted: how many hands of the career are counted by now
    """

    def __init__(self, reviewer: Reviewer) -> None:
        self.reviewer = reviewer
        self._looking, self._new = Lock(), NewHands(self._begin)
        self._begin()

    def _begin(self) -> None:
        """Begin to count, without the history's hands."""
        self.counted = 0
        self._chapters: dict[tuple[str, str], Chapter] = {}
        self._ladder = Ladder()

    def look(self, history: Path, wanted: Callable[[], bool] = lambda: True) -> Career:
        """The career that a history tells of; later looks do not change it.

        wanted: asked before each hand; where it says no, the rest is left out

        Raises:
            InputError: the history cannot be read.
        """
        with self._looking:  # two threads may look at once
            own: set[Chapter] = set()
            for played in self._new.look(history, wanted):
                if played.counts:
                    self._add(played, own)
            sessions = sum(each.played.counts for each in summaries(history))
            chapters = tuple(reversed(self._chapters.values()))
            return Career(chapters, sessions, self._ladder.ratings)

    def _add(self, played: HandRecord, own: set[Chapter]) -> None:
        """Count a hand, or change nothing where it cannot be judged.

        own: the chapters of this look; others were told by looks before, and stay as they are
        """
        reviewed, opponent = self.reviewer.reviewed(played), self.reviewer.opponent(played)
        key = played.who, played.mode
        chapter = self._chapters.get(key)
        if chapter not in own:
            chapter = chapter.copy() if chapter else Chapter(played, opponent)
            own.add(chapter)
        if opponent:
            self._ladder.add(reviewed, opponent)
        chapter.add(reviewed)
        self._chapters.pop(key, None)  # the one played last is the last
        self._chapters[key] = chapter
        self.counted += 1


def _period(decided: list[tuple[datetime, float]], unit: float) -> Period:
    """The period of these decisions, each (time, chips given away).

    unit: as in `Tally.cautious`
    """
    sample = Tally()
    for lost, times in Counter(lost for _, lost in decided).items():
        sample.add_sums(times, times * Fraction(lost), times * Fraction(lost) ** 2)
    margin = sample.cautious(unit)
    assert margin is not None
    return Period(decided[0][0], decided[-1][0], sample.count, sample.mean, margin)
