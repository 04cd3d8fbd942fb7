"""How a session went: its result minus the game's value, hand by hand, and what luck explains."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pokerbot.games.tally import Z95


@dataclass(frozen=True, slots=True)
class ResultCurve:
    """Chips won minus chips expected, summed up hand by hand.

    after: that sum after each hand
    deviation: the standard deviation of one hand's result, None where it is not known
    luck_free: the same sum without luck, after each hand that is judged
    """

    after: Sequence[float]
    deviation: float | None
    luck_free: Sequence[float] = ()

    @property
    def hands(self) -> int:
        """How many hands there were."""
        return len(self.after)

    def at(self, hands: float) -> float:
        """The sum after that many hands, by linear interpolation."""
        return _along(self.after, hands)

    def band(self, hands: float) -> float | None:
        """The half-width of the 95 % band around 0 after that many hands; None where unknown.

        Luck alone takes one session in twenty out of the band, between players without a fault.
        """
        if self.deviation is None:
            return None
        return Z95 * self.deviation * math.sqrt(hands)

    def sample(self, count: int) -> tuple[list[float], list[float] | None]:
        """`count` points of the curve, and of the band's upper edge, evenly over the hands.

        count: at least 2
        """
        places = [self.hands * place / (count - 1) for place in range(count)]
        points = [self.at(place) for place in places]
        edge = [self.band(place) for place in places]
        return points, None if self.deviation is None else [each or 0.0 for each in edge]

    def without_luck(self, count: int) -> list[float]:
        """As the points of `sample`, without luck; empty before all hands are judged."""
        if len(self.luck_free) < self.hands:
            return []
        return [_along(self.luck_free, self.hands * place / (count - 1)) for place in range(count)]


def _along(after: Sequence[float], hands: float) -> float:
    """The value after that many hands, by linear interpolation; 0 before the first."""
    before, part = int(hands), hands % 1
    low = after[before - 1] if before else 0.0
    return low if not part else low + part * (after[before] - low)
