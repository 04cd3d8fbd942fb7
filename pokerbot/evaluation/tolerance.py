"""What is too little to be called a fault, and where a solution was never trained to answer.

At a spot a single hand is pinned only to about the exploitability over the hand's share of its
range, so that this is the tolerance there, between `LEAST` and `MOST` of the pot. In other games it
is the exploitability, at least a hundredth and at most a quarter of the game's unit.
"""

from __future__ import annotations

import numpy as np

from pokerbot.evaluation.action_values import MeasuredStrategy, SeatValues
from pokerbot.evaluation.soundness import ONE_IN
from pokerbot.games.spot import Spot
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.reach import met_at, rows_before

LEAST, MOST = 0.002, 0.02
"""Of the pot at a spot: what is no fault in any solution, and in none however rough it is."""
UNITS = 0.01, 0.25
"""The same of the unit of another game."""
HARDLY = 0.001
"""Where a player's own choices lead more rarely than that a solution has no trained answer."""


def tolerance(reference: MeasuredStrategy, worth: SeatValues) -> Array:
    """[hands] of a seat: the chips that a decision gives away at least to be a fault.

    Args:
        reference: what says what is sound.
        worth: what the seat is worth against it.
    """
    rules, off = reference.strategy.game.rules, reference.exploitability
    dealt = worth.reach[0]
    if rules.public:
        shares = np.where(np.isfinite(dealt) & (dealt > 0), dealt, 1.0)
        found: Array = np.clip(off / shares, LEAST * rules.pot, MOST * rules.pot)
        return found
    least, most = (part * rules.unit for part in UNITS)
    return np.full(len(dealt), max(least, min(off, most)))


def own_fault(losses: Array, often: Array, pot: float) -> float:
    """The chips that a decision of a hand solved again gives away at least to be a fault.

    What the solution itself gives away there, by what it does one time in ten: how good it is where
    only trembles lead, its exploitability does not tell.

    losses, often: [actions] what each gives away, and how often the solution takes it
    """
    given_away = float(losses[often >= 1 / ONE_IN].max(initial=0.0))
    return min(max(given_away, LEAST * pot), MOST * pot)


class Trained:
    """Knows how often a strategy's own choices lead to a place, for either player's whole range."""

    def __init__(self, measured: MeasuredStrategy) -> None:
        self._measured = measured
        self._known: dict[tuple[object, int], float] = {}
        self._ranges: list[Array] | None = None

    def reach(self, spot: Spot) -> float:
        """The smaller of how much of both ranges comes to a decision, as the strategy plays."""
        place = spot.betting, spot.board
        if place not in self._known:
            form, plans = self._measured.form, self._measured.plans
            rows = rows_before(form, spot.betting, spot.board)
            self._known[place] = min(
                float(dealt @ plan[row] / dealt.sum())
                for dealt, plan, row in zip(self._dealt(), plans, rows, strict=True)
            )
        return self._known[place]

    def _dealt(self) -> list[Array]:
        """[hands] of either player: how likely each is dealt, but for a factor."""
        if self._ranges is None:
            form = self._measured.form
            others = (np.ones(form.trees[1 - seat].hands) for seat in (0, 1))
            self._ranges = [met_at(form, 0, seat, other)[0] for seat, other in enumerate(others)]
        return self._ranges
