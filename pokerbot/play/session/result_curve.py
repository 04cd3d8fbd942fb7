"""How a session went: its result less the game's value, hand by hand, and what luck explains."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pokerbot.games.tally import Z95


@dataclass(frozen=True, slots=True)
class ResultCurve:
    """Chips won less chips expected after each hand, from 0 before the first.

    deviation: the standard deviation of one hand's result, None where it is not known
    luck_free: the same chips without luck, after each hand that is judged
    """

    after: Sequence[float]
    deviation: float | None
    luck_free: Sequence[float] = ()

    @property
    def hands(self) -> int:
        """How many hands there were."""
        return len(self.after)

    def at(self, hands: float) -> float:
        """The chips after that many hands; between two hands on the line that joins them."""
        return _along(self.after, hands)

    def band(self, hands: float) -> float | None:
        """How far from 0 luck alone takes one session in twenty, of players without a fault."""
        if self.deviation is None:
            return None
        return Z95 * self.deviation * math.sqrt(hands)

    def sample(self, count: int) -> tuple[list[float], list[float] | None]:
        """That many points of the course, and of the upper edge of the band, evenly over the hands.

        count: from 2 on.
        """
        places = [self.hands * place / (count - 1) for place in range(count)]
        points = [self.at(place) for place in places]
        edge = [self.band(place) for place in places]
        return points, None if self.deviation is None else [each or 0.0 for each in edge]

    def without_luck(self, count: int) -> list[float]:
        """As the points of `sample`, without luck; none before all hands are judged."""
        if len(self.luck_free) < self.hands:
            return []
        return [_along(self.luck_free, self.hands * place / (count - 1)) for place in range(count)]


def _along(after: Sequence[float], hands: float) -> float:
    """The value after that many hands, 0 before the first, on the line that joins two."""
    before, part = int(hands), hands % 1
    low = after[before - 1] if before else 0.0
    return low if not part else low + part * (after[before] - low)
