"""What a person has learned, as the history's lessons and puzzles tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from pathlib import Path

from pokerbot.opponents.lessons import LESSONS
from pokerbot.opponents.puzzles import NAME, first_answers
from pokerbot.opponents.reviews import ReviewedHand, Reviewer
from pokerbot.play.history.file import hands
from pokerbot.play.history.record import HandRecord
from pokerbot.play.session.dice import rolls
from pokerbot.play.session.drill import Drill


@dataclass(frozen=True)
class Learned:
    """What is done.

    hands: whether any hand was played at all
    best: by the name of a drill, the most hands that began right in one go at it
    done: the drills that reached their goal in some go
    """

    hands: bool = False
    best: Mapping[str, int] = field(default_factory=dict)
    done: frozenset[str] = frozenset()

    def reached(self, drill: Drill) -> bool:
        """Whether a drill has reached its goal."""
        return drill.name in self.done

    @property
    def lessons(self) -> int:
        """How many of the lessons have reached their goal."""
        return sum(self.reached(lesson.drill) for lesson in LESSONS)

    def solved(self, day: date) -> bool | None:
        """Whether the puzzle of a day was solved at the first try; None if it was not tried."""
        right = self.best.get(f"{NAME}{day:%Y-%m-%d}")
        return None if right is None else bool(right)

    def streak(self, today: date) -> int:
        """Of how many days in a row the puzzles were solved, today's not counted if untried."""
        day = today if self.solved(today) is not None else today - timedelta(1)
        days = 0
        while self.solved(day):
            days, day = days + 1, day - timedelta(1)
        return days


@cache
def _drills() -> Mapping[str, Drill]:
    """The lessons' drills, by name."""
    return {lesson.drill.name: lesson.drill for lesson in LESSONS}


def _right(played: HandRecord, reviewer: Reviewer) -> bool:
    """Whether the decision at the spot was right, and mixed where the drill asks for that."""
    opponent, drill = reviewer.opponent(played), _drills().get(played.drill)
    judged = ReviewedHand(played, reviewer.breakdown(played)).decisions
    if opponent is None or not judged or not judged[0].faultless:
        return False
    infosets = opponent.strategy.infosets
    thrown = rolls(played.hand, played.person, played.rolled, infosets, played.given)
    return drill is None or drill.is_mixed(infosets[judged[0].infoset].values(), thrown[0])


def progress(history: Path | None, reviewer: Reviewer) -> Learned:
    """What the history tells; a puzzle counts by its first answer, its hand over or not.

    Raises:
        InputError: it cannot be read.
    """
    right: dict[str, dict[object, list[bool]]] = {}
    there = hands(history) if history is not None else []
    for played in (each for each in there if each.drill):
        tries = right.setdefault(played.drill, {})
        if played.drill.startswith(NAME) and tries:
            continue
        go = played.seed, played.started
        tries.setdefault(go, []).append(_right(played, reviewer))
    best = {name: max(map(sum, tries.values())) for name, tries in right.items()}
    done = {
        name
        for name, drill in _drills().items()
        if any(map(drill.reached, right.get(name, {}).values()))
    }
    for name, first in first_answers(history).items() if history is not None else ():
        best[name] = min(best.get(name, 1), int(first))
    return Learned(bool(there), best, frozenset(done))
