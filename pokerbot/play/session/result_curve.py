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

    def sample(self, count: int) -> tuple[list[float], list[float], list[float]]:
        """The lines of a chart, each by `count` values evenly over the hands; at least 2.

        Returns:
            (the sum, the upper edge of the band, the sum without luck). The band, around 0, is that
            which luck alone leaves in one session in twenty, between players without a fault. Its
            edge is empty without a deviation, and the sum without luck until all hands are judged.
        """
        places = [self.hands * place / (count - 1) for place in range(count)]
        points = [_along(self.after, place) for place in places]
        edge, sure = list[float](), list[float]()
        if self.deviation is not None:
            edge = [Z95 * self.deviation * math.sqrt(place) for place in places]
        if len(self.luck_free) >= self.hands:
            sure = [_along(self.luck_free, place) for place in places]
        return points, edge, sure


def _along(after: Sequence[float], hands: float) -> float:
    """The value after that many hands, by linear interpolation; 0 before the first."""
    before, part = int(hands), hands % 1
    low = after[before - 1] if before else 0.0
    return low if not part else low + part * (after[before] - low)
