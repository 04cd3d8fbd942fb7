"""What is too little to be called a fault, and where a solution was never trained to answer.

At a spot a single hand is pinned only to about the exploitability over the hand's share of its
range, so that this is the tolerance there, between `LEAST` and `MOST` of the pot. In other games it
is the exploitability, at least a hundredth and at most a quarter of the game's unit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerbot.evaluation.action_values import MeasuredStrategy, SeatValues
from pokerbot.evaluation.soundness import ONE_IN
from pokerbot.games.actions import Betting
from pokerbot.games.spot import Spot
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.meeting import dealt_on
from pokerbot.strategy.posterior import came_to
from pokerbot.strategy.strategy import Strategy

LEAST, MOST = 0.002, 0.02
"""Of the pot at a spot: what is no fault in any solution, and in none however rough it is."""
UNITS = 0.01, 0.25
"""The same of the unit of another game."""
HARDLY = 0.001
"""Where a player's own choices lead more rarely than that a solution has no trained answer."""
SELDOM = 0.01
"""The same where all trembled: who comes there more rarely holds what trembles left."""
CLEAR = 2
"""So many times as much as is a fault, or as little, is clear in a solution with trembles."""


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
    return min(max(_given_away(losses, often), LEAST * pot), MOST * pot)


def clear(losses: Array, often: Array, pot: float) -> NDArray[np.bool_]:
    """[actions] whether a better solution would hardly judge each otherwise; as `own_fault`.

    What is given away is far from where a fault begins, or the solution does it itself. Of no
    action where that gives away more than is no fault in any solution.
    """
    least = own_fault(losses, often, pot)
    far = (losses < least / CLEAR) | (losses >= least * CLEAR)
    found: NDArray[np.bool_] = far | (often >= 1 / ONE_IN)
    return found & (_given_away(losses, often) <= MOST * pot)


def _given_away(losses: Array, often: Array) -> float:
    """The most by what the solution does one time in ten."""
    return float(losses[often >= 1 / ONE_IN].max(initial=0.0))


class Trained:
    """Knows how often the own choices of a strategy for a spot lead to a place, for both ranges."""

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy
        self._known: dict[tuple[object, int], float] = {}

    def reach(self, spot: Spot) -> float:
        """The smaller of how much of both ranges comes to a decision, as the strategy plays."""
        place = spot.betting, spot.board
        if place not in self._known:
            self._known[place] = min(self.come(seat, *place) for seat in (0, 1))
        return self._known[place]

    def come(self, seat: int, betting: Betting, board: int) -> float:
        """How much of a player's range does, of the hands that the board leaves."""
        game, infosets = self._strategy.game, self._strategy.infosets
        dealt = dealt_on(game.rules, seat, board, np.ones(game.hands[1 - seat]))
        return float(dealt @ came_to(game, infosets, betting, board, seat) / dealt.sum())
