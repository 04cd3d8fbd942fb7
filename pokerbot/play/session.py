"""What a person has won over the hands of a session, beside what the game is worth."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from statistics import NormalDist, stdev

QUANTILE = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Session:
    """The person's results, in chips. Seat 0 acts first.

    value: player 1's expected net chips per hand; results: (seat, net chips) of each hand;
    splits: (seat's value, mistakes) of each hand that has been judged, in the same order.
    """

    value: float
    results: tuple[tuple[int, float], ...] = ()
    splits: tuple[tuple[float, float], ...] = ()

    def add(self, seat: int, chips: float) -> Session:
        """The session with one hand more."""
        return replace(self, results=(*self.results, (seat, chips)))

    def judge(self, seat_value: float, mistakes: float) -> Session:
        """The session with the first hand that was not judged yet taken apart."""
        return replace(self, splits=(*self.splits, (seat_value, mistakes)))

    def hands(self, *seats: int) -> int:
        """How many hands were played in these seats; in both where none is named."""
        return len(self._chips(seats))

    def won(self, *seats: int) -> float:
        """The chips won in these seats; in both where none is named."""
        return math.fsum(self._chips(seats))

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
        if self.hands() < 2:
            return None
        surplus = [won - (-self.value if seat else self.value) for seat, won in self.results]
        margin = QUANTILE * stdev(surplus) * math.sqrt(len(surplus))
        return self.difference - margin, self.difference + margin

    @property
    def without_luck(self) -> tuple[float, float] | None:
        """The chips won less the luck in them, and the margin to either end of their 95 % interval.

        None with fewer than two hands, or before all are judged.
        """
        if self.hands() < 2 or len(self.splits) < self.hands():
            return None
        margin = QUANTILE * stdev(lost for _, lost in self.splits) * math.sqrt(self.hands())
        return math.fsum(worth - lost for worth, lost in self.splits), margin

    def _chips(self, seats: tuple[int, ...]) -> list[float]:
        return [won for seat, won in self.results if not seats or seat in seats]
