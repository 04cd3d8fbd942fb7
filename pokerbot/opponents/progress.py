"""What a person has learned, according to the drills in the history."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.opponents.cast import FIRSTS
from pokerbot.opponents.decisions import place_of
from pokerbot.opponents.lessons import LESSONS
from pokerbot.opponents.marking import TRAINED, counted
from pokerbot.opponents.opponents import Opponent
from pokerbot.opponents.puzzles import AGAINST_ONE, NAME, Puzzle, first_answers
from pokerbot.opponents.reviews import Reviewer
from pokerbot.play.hand import Observation
from pokerbot.play.history.file import hands
from pokerbot.play.history.record import HandRecord
from pokerbot.play.session.dice import read_roll
from pokerbot.play.session.drill import Drill, against_the_clock

STEPS = (1, 3, 7)
"""A missed decision comes back after the first of these many days, and each time that it is then
right, after the next; at last it is learned (spaced repetition, Leitner 1972)."""
DUE = "due"
MOST_DUE = 10
"""How many decisions come back in one drill at most."""


@dataclass(frozen=True, slots=True)
class Missed:
    """A decision that was missed in a drill, and is not learned yet.

    played: the last hand in which the decision was missed, or right when it was due
    seen: what the person saw there
    step: how many times it was right when it was due
    due: when it comes back, by the local date
    """

    played: HandRecord
    seen: Observation
    step: int
    due: date


@dataclass(frozen=True)
class Learned:
    """What the person has learned so far.

    hands: whether any hand was played at all
    best: the best score in each drill, by the drill's name
    done: the names of the drills whose goal was reached
    missed: the decisions that are to come back
    trained: (how many hands of training were right, how many there were)
    wrong: the error if the file with the first answers to puzzles is damaged, else empty
    """

    hands: bool = False
    best: Mapping[str, int] = field(default_factory=dict)
    done: frozenset[str] = frozenset()
    missed: tuple[Missed, ...] = ()
    trained: tuple[int, int] = (0, 0)
    wrong: str = ""

    def due(self, today: date) -> list[tuple[HandRecord, Drill]]:
        """For each opponent with decisions that are due, one of its hands and a drill of them."""
        drills: dict[str, list[Missed]] = {}
        for each in sorted(self.missed, key=lambda each: each.due):
            if _has_come(each.due, today):
                drills.setdefault(each.played.who, []).append(each)
        return [(found[0].played, _drill_of(found[:MOST_DUE])) for found in drills.values()]

    def reached(self, drill: Drill) -> bool:
        """Whether a drill has reached its goal."""
        return drill.name in self.done

    @property
    def lessons(self) -> int:
        """How many lessons have reached their goal."""
        return sum(self.reached(lesson.drill) for lesson in LESSONS)

    def solved(self, day: date, puzzle: Puzzle = AGAINST_ONE) -> bool | None:
        """Whether a day's puzzle was solved at the first try; None if it was not tried."""
        right = self.best.get(puzzle.name(day))
        return None if right is None else bool(right)

    def streak(self, today: date) -> int:
        """On how many days in a row the puzzle was solved; today does not break it if untried."""
        return 0 if self.solved(today) is False else in_a_row(self.solved, today)


def in_a_row(counts: Callable[[date], bool | None], today: date) -> int:
    """How many days in a row count, up to today or up to yesterday."""
    day = today if counts(today) else today - timedelta(1)
    days = 0
    while counts(day):
        days, day = days + 1, day - timedelta(1)
    return days


def _has_come(due: date, today: date) -> bool:
    """Whether it is time for a decision; also if it is due so late that the clock was wrong."""
    return not timedelta(0) < due - today <= timedelta(STEPS[-1])


def _drill_of(missed: Sequence[Missed]) -> Drill:
    """A drill of these decisions, each once."""
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
        after="What was wrong comes back tomorrow; what was right comes back later, or is learned.",
    )


@cache
def drills() -> Mapping[str, Drill]:
    """The lessons' drills and those against the clock, by name."""
    clock = map(against_the_clock, (one.game for one in FIRSTS))
    return {drill.name: drill for drill in (*(each.drill for each in LESSONS), *clock)}


def _judged(played: HandRecord, reviewer: Reviewer) -> list[tuple[int, Observation, bool, bool]]:
    """Each decision that counts: its place, what the person saw, and whether it was right.

    That is told twice: whether its action was, and whether it was mixed by the die, too, where the
    drill asks for that.
    """
    drill = drills().get(played.drill)
    graded = reviewer.reviewed(played).graded
    judged = []
    for place, decision in counted(played.drill, [each for _, each in graded]):
        often, die = decision.frequencies, played.rolled[place] if played.rolled else None
        roll = read_roll(die, often, decision.action)
        mixed = drill is None or drill.is_mixed(often.values(), roll)
        right = bool(decision.faultless)
        judged.append((place, graded[place][0], right, right and mixed))
    return judged


def progress(history: Path, reviewer: Reviewer) -> Learned:
    """What the person has learned, according to the history.

    For a puzzle only the first answer counts, even if its hand was not played to the end. Hands in
    which no decision counts are neither right nor wrong. A decision comes back because of its
    action alone, as no die is asked for then. Where an opponent's file was solved again, what it
    holds now judges its hands, and plays what comes back.

    Raises:
        InputError: the history cannot be read.
    """
    right: dict[str, dict[object, list[bool]]] = {}
    missed: dict[tuple[str, str], Missed] = {}
    there = hands(history)
    for played in (reviewer.as_of_now(each) for each in there if each.drill):
        if played.drill.startswith(NAME) and played.drill in right:
            continue
        judged = _judged(played, reviewer)
        if not judged:
            continue
        go = played.seed, played.started
        hand_right = all(is_right for *_, is_right in judged)
        right.setdefault(played.drill, {}).setdefault(go, []).append(hand_right)
        for place, seen, right_action, _ in judged:
            if right_action or not place or _can_come_back(seen, reviewer.opponent(played)):
                _come_back(missed, played, seen, right=right_action)
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
        answers = first_answers(history)
    except InputError as error:
        answers, wrong = {}, str(error)
    best |= {name: int(first) for name, first in answers.items()}
    goes = [go for name in right if name.startswith(TRAINED) for go in right[name].values()]
    trained = sum(map(sum, goes)), sum(map(len, goes))
    return Learned(bool(there), best, frozenset(done), tuple(missed.values()), trained, wrong)


def _can_come_back(seen: Observation, opponent: Opponent | None) -> bool:
    """Whether a hand that practises a decision can begin there."""
    return opponent is not None and place_of(opponent)(seen) == seen


def _come_back(
    missed: dict[tuple[str, str], Missed], played: HandRecord, seen: Observation, *, right: bool
) -> None:
    """Update `missed` with a decision of a hand: when it comes back, or that it is learned."""
    at, day = (played.who, seen.key), played.time.astimezone().date()
    if not right:
        missed[at] = Missed(played, seen, 0, day + timedelta(STEPS[0]))
    elif at in missed and _has_come(missed[at].due, day):
        step = missed[at].step + 1
        if step == len(STEPS):
            del missed[at]
        else:
            missed[at] = Missed(played, seen, step, day + timedelta(STEPS[step]))
