"""What a person has learned, as the history's lessons and puzzles tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.opponents.cast import CAST
from pokerbot.opponents.lessons import LESSONS
from pokerbot.opponents.puzzles import NAME, first_answers, name_of
from pokerbot.opponents.reviews import ReviewedHand, Reviewer
from pokerbot.play.hand import Observation
from pokerbot.play.history.file import hands
from pokerbot.play.history.record import HandRecord
from pokerbot.play.session.dice import read_roll
from pokerbot.play.session.drill import Drill, against_the_clock
from pokerbot.strategy.library import game_named

TRAINED = "train: "
"""What the names of sessions of training begin with."""
STEPS = (1, 3, 7)
"""After so many days what was missed comes back, each time that it is right (Leitner 1972)."""
DUE = "due"
MOST_DUE = 10


@dataclass(frozen=True, slots=True)
class Missed:
    """A decision that was missed in a drill, and has not been right on each of its days since.

    played: the last hand that began there; seen: what it began with
    step: how many of its days it was right; due: the next of them, by the local date
    """

    played: HandRecord
    seen: Observation
    step: int
    due: date


@dataclass(frozen=True)
class Learned:
    """What is done.

    hands: whether any hand was played at all
    best: by the name of a drill, its best score in one go
    done: the drills that reached their goal in some go
    missed: what is to come back
    trained: of how many hands of training the decisions were right, and how many there were
    wrong: what is wrong with what keeps the first answers to puzzles, in a line
    """

    hands: bool = False
    best: Mapping[str, int] = field(default_factory=dict)
    done: frozenset[str] = frozenset()
    missed: tuple[Missed, ...] = ()
    trained: tuple[int, int] = (0, 0)
    wrong: str = ""

    def due(self, today: date) -> list[tuple[HandRecord, Drill]]:
        """A drill of what is due against each opponent, with a hand that tells whom."""
        drills: dict[str, list[Missed]] = {}
        for each in sorted(self.missed, key=lambda each: each.due):
            if each.due <= today:
                drills.setdefault(each.played.who, []).append(each)
        return [(found[0].played, _drill_of(found[:MOST_DUE])) for found in drills.values()]

    def reached(self, drill: Drill) -> bool:
        """Whether a drill has reached its goal."""
        return drill.name in self.done

    @property
    def lessons(self) -> int:
        """How many of the lessons have reached their goal."""
        return sum(self.reached(lesson.drill) for lesson in LESSONS)

    def solved(self, day: date, *, river: bool = False) -> bool | None:
        """Whether a puzzle of a day was solved at the first try; None if it was not tried.

        river: whether it is the one on a river of hold'em
        """
        right = self.best.get(name_of(day, river=river))
        return None if right is None else bool(right)

    def streak(self, today: date) -> int:
        """Of how many days in a row the puzzles were solved, today's not counted if untried."""
        day = today if self.solved(today) is not None else today - timedelta(1)
        days = 0
        while self.solved(day):
            days, day = days + 1, day - timedelta(1)
        return days


def _drill_of(missed: Sequence[Missed]) -> Drill:
    """Each of these decisions once."""
    many = len(missed)
    told = "What you missed comes back after a day, then after three, then after seven."
    return Drill(
        name=DUE,
        title="What you missed",
        told=told,
        spots=tuple(each.seen for each in missed),
        hands=many,
        goal=many,
        row=many,
        after="What was wrong comes back tomorrow, what was right later or no more.",
    )


@cache
def drills() -> Mapping[str, Drill]:
    """The lessons' drills and those against the clock, by name."""
    games = dict.fromkeys(one.game for one in CAST)
    clock = [against_the_clock(game_named(game)) for game in games]
    return {drill.name: drill for drill in (*(each.drill for each in LESSONS), *clock)}


def _right(played: HandRecord, reviewer: Reviewer) -> bool:
    """Whether the decision at the spot was right, and mixed where the drill asks for that."""
    opponent, drill = reviewer.opponent(played), drills().get(played.drill)
    judged = ReviewedHand(played, reviewer.breakdown(played)).decisions
    if opponent is None or not judged or not judged[0].faultless:
        return False
    infosets = opponent.strategy.infosets
    often = infosets[judged[0].infoset]
    roll = read_roll(next(iter(played.rolled), None), often, judged[0].action)
    return drill is None or drill.is_mixed(often.values(), roll)


def progress(history: Path | None, reviewer: Reviewer) -> Learned:
    """What the history tells; a puzzle counts by its first answer, its hand over or not.

    Raises:
        InputError: it cannot be read.
    """
    right: dict[str, dict[object, list[bool]]] = {}
    missed: dict[tuple[str, str], Missed] = {}
    there = hands(history) if history is not None else []
    for played in (each for each in there if each.drill):
        tries = right.setdefault(played.drill, {})
        if played.drill.startswith(NAME) and tries:
            continue
        go, is_right = (played.seed, played.started), _right(played, reviewer)
        tries.setdefault(go, []).append(is_right)
        if played.decisions and reviewer.opponent(played) is not None:
            _come_back(missed, played, right=is_right)
    best = {
        name: max(map(drills()[name].score if name in drills() else sum, tries.values()))
        for name, tries in right.items()
    }
    done = {
        name
        for name, drill in drills().items()
        if any(map(drill.reached, right.get(name, {}).values()))
    }
    wrong = ""
    try:
        answers = first_answers(history) if history is not None else {}
    except InputError as error:
        answers, wrong = {}, str(error)
    for name, first in answers.items():
        best[name] = min(best.get(name, 1), int(first))
    goes = [go for name in right if name.startswith(TRAINED) for go in right[name].values()]
    trained = sum(map(sum, goes)), sum(map(len, goes))
    return Learned(bool(there), best, frozenset(done), tuple(missed.values()), trained, wrong)


def _come_back(missed: dict[tuple[str, str], Missed], played: HandRecord, *, right: bool) -> None:
    """Take down when a decision comes back, in place: from the first day on where it is wrong."""
    seen, day = played.decisions[0][0], played.time.astimezone().date()
    at = played.who, seen.key
    if not right:
        missed[at] = Missed(played, seen, 0, day + timedelta(STEPS[0]))
    elif at in missed and day >= missed[at].due:
        step = missed[at].step + 1
        if step == len(STEPS):
            del missed[at]
        else:
            missed[at] = Missed(played, seen, step, day + timedelta(STEPS[step]))
