"""What a person has won over the hands of a session, beside what the game is worth."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

QUANTILE = NormalDist().inv_cdf(0.975)


class Tally:
    """How many numbers there were, their exact sum and that of their squares."""

    def __init__(self) -> None:
        self.count, self.total, self.squares = 0, Fraction(), Fraction()

    def add(self, number: float) -> None:
        """Count one more."""
        exact = Fraction(number)
        self.count += 1
        self.total += exact
        self.squares += exact * exact

    @property
    def sum(self) -> float:
        """The sum, rounded once."""
        return float(self.total)

    @property
    def margin(self) -> float | None:
        """The sum's to either end of its 95 % interval, normal; None with fewer than two numbers.

        It is QUANTILE · √(n · s²), with s² the numbers' sample variance.
        """
        if self.count < 2:
            return None
        spread = (self.count * self.squares - self.total**2) / (self.count - 1)
        return QUANTILE * math.sqrt(spread)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a hand's judge says of it, in chips.

    seat_value: what the person's seat was worth; losses: what each decision gave away; perfect:
    whether none of them was a fault.
    """

    seat_value: float
    losses: tuple[float, ...]
    perfect: tuple[bool, ...]


class Session:
    """The person's results, in chips, counted up hand by hand. Seat 0 acts first.

    value: player 1's expected net chips per hand; course: chips won less chips expected, after each
    hand.
    """

    def __init__(self, value: float, results: Iterable[tuple[int, float]] = ()) -> None:
        """A session with the (seat, net chips) of hands that were played."""
        self.value = value
        self.course = array("d")
        self._seats = (Tally(), Tally())
        self._surplus, self._worth, self._lost = Tally(), Tally(), Tally()
        for seat, chips in results:
            self.add(seat, chips)

    def add(self, seat: int, chips: float) -> None:
        """Count one hand more."""
        self._seats[seat].add(chips)
        self._surplus.add(chips - (-self.value if seat else self.value))
        self.course.append(self._surplus.sum)

    def judge(self, verdict: Verdict) -> None:
        """Count what became of one hand more; each is judged once, in any order."""
        self._worth.add(verdict.seat_value)
        self._lost.add(math.fsum(verdict.losses))

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
    def without_luck(self) -> tuple[float, float] | None:
        """The chips won less the luck in them, and the margin to either end of their 95 % interval.

        None with fewer than two hands, or before all are judged.
        """
        margin = self._lost.margin
        if margin is None or self.judged < self.hands():
            return None
        return float(self._worth.total - self._lost.total), margin
