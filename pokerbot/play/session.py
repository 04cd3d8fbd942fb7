"""What a person has won over the hands of a session, beside what the game is worth."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from statistics import NormalDist, stdev

QUANTILE = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Session:
    """The person's results, in chips. Seat 0 acts first.

    value: player 1's expected net chips per hand; results: (seat, net chips) of each hand.
    """

    value: float
    results: tuple[tuple[int, float], ...] = ()

    def add(self, seat: int, chips: float) -> Session:
        """The session with one hand more."""
        return replace(self, results=(*self.results, (seat, chips)))

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

    def _chips(self, seats: tuple[int, ...]) -> list[float]:
        return [won for seat, won in self.results if not seats or seat in seats]
