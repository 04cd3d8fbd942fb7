"""What a person has won over the hands of a session, beside what the game is worth."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from pokerbot.games.tally import Tally
from pokerbot.play.session.dice import Roll


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judge's verdict on a hand, in chips.

    seat_value: what the person's seat was worth
    losses: what each decision gave away
    perfect: whether each decision was without a fault
    """

    seat_value: float
    losses: tuple[float, ...]
    perfect: tuple[bool, ...]


@dataclass(slots=True)
class Accuracy:
    """How well the person decided, in the hands without a hint.

    hands: those with a decision
    perfect_hands: those with faultless decisions only
    decisions: how many there were
    lost: the chips given away in them
    streak, best_streak: faultless decisions in a row, now and at best
    """

    hands: int = 0
    perfect_hands: int = 0
    decisions: int = 0
    lost: float = 0
    streak: int = 0
    best_streak: int = 0

    def add(self, verdict: Verdict) -> None:
        """Count a hand; one without a decision says nothing."""
        self.hands += bool(verdict.perfect)
        self.perfect_hands += bool(verdict.perfect) and all(verdict.perfect)
        self.decisions += len(verdict.perfect)
        self.lost += math.fsum(verdict.losses)
        for perfect in verdict.perfect:
            self.streak = self.streak + 1 if perfect else 0
            self.best_streak = max(self.best_streak, self.streak)


class Session:
    """The person's results, in chips, counted up hand by hand. Seat 0 acts first.

    value: player 1's expected net chips per hand
    course: chips won less chips expected, after each hand
    accuracy: how well the person decided
    assisted: hands with a hint
    thrown, followed: mixed decisions at which the die was thrown, and those that did as it asked
    """

    def __init__(self, value: float, results: Iterable[tuple[int, float]] = ()) -> None:
        """A session with the (seat, net chips) of hands that were played."""
        self.value = value
        self.course = array("d")
        self.accuracy = Accuracy()
        self.assisted = self.thrown = self.followed = 0
        self._seats = (Tally(), Tally())
        self._surplus, self._worth, self._lost = Tally(), Tally(), Tally()
        for seat, chips in results:
            self.add(seat, chips)

    def add(
        self, seat: int, chips: float, *, assisted: bool = False, rolls: Iterable[Roll | None] = ()
    ) -> None:
        """Count one more hand, with the rolls of the die in it."""
        self._seats[seat].add(chips)
        self._surplus.add(chips - (-self.value if seat else self.value))
        self.course.append(self._surplus.sum)
        self.assisted += assisted
        for roll in rolls:
            if roll is not None and roll.mixed:
                self.thrown += 1
                self.followed += roll.followed

    def judge(self, verdict: Verdict, *, assisted: bool = False) -> None:
        """Count a hand's verdict; each hand is judged once, in order."""
        self._worth.add(verdict.seat_value)
        self._lost.add(math.fsum(verdict.losses))
        if not assisted:
            self.accuracy.add(verdict)

    def hands(self, *seats: int) -> int:
        """How many hands were played in these seats; in both where none is named."""
        return sum(self._seats[seat].count for seat in seats or (0, 1))

    def won(self, *seats: int) -> float:
        """The chips won in these seats; in both where none is named."""
        return float(sum((self._seats[seat].total for seat in seats or (0, 1)), Fraction()))

    @property
    def judged(self) -> int:
        """How many hands have been judged."""
        return self._worth.count

    @property
    def expected(self) -> float:
        """What the game's value says for the seats played so far."""
        return self.value * (self.hands(0) - self.hands(1))

    @property
    def difference(self) -> float:
        """Chips won less chips expected."""
        return self.won() - self.expected

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the difference, normal; None with fewer than two hands."""
        margin = self._surplus.margin
        return None if margin is None else (self.difference - margin, self.difference + margin)

    @property
    def breakdown(self) -> tuple[float, float, float] | None:
        """(seats' value, luck, mistakes): chips won = value + luck − mistakes.

        None before all hands are judged.
        """
        if self.judged < self.hands():
            return None
        won = sum((seat.total for seat in self._seats), Fraction())
        luck = won - self._worth.total + self._lost.total
        return self._worth.sum, float(luck), self._lost.sum

    @property
    def deviation(self) -> float | None:
        """The standard deviation of a hand's result; None with fewer than two hands."""
        variance = self._surplus.variance
        return None if variance is None else math.sqrt(variance)

    @property
    def without_luck(self) -> tuple[float, float] | None:
        """The chips won less the luck in them, and the margin to either end of their 95 % interval.

        None with fewer than two hands, or before all are judged.
        """
        margin = self._lost.margin
        if margin is None or self.judged < self.hands():
            return None
        return float(self._worth.total - self._lost.total), margin
