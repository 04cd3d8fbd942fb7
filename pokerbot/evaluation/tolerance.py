"""How small a loss is no fault, and where a solution has no trained answer.

A solution that is not exact is wrong about small losses. At a spot the error of a single hand can
be about the exploitability divided by the hand's share of the range. Losses below that are no
faults there, within `LEAST` and `MOST` of the pot. In other games the limit is the exploitability,
within a hundredth and a quarter of the game's unit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerbot.evaluation.action_values import MeasuredStrategy, SeatValues
from pokerbot.evaluation.soundness import ONE_IN
from pokerbot.games.actions import Betting
from pokerbot.games.locks import left_by_locks
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.meeting import dealt_on
from pokerbot.strategy.posterior import came_to
from pokerbot.strategy.strategy import Strategy

LEAST, MOST = 0.002, 0.02
"""The least and the largest limit for a fault at a spot, as parts of the pot."""
UNITS = 0.01, 0.25
"""The same for other games, as parts of the game's unit."""
HARDLY = 0.001
"""A solution has no trained answer where a player's own choices lead more rarely than this."""
SELDOM = 0.01
"""The same for a solution with trembles: a rarer range consists of what trembles left of it."""
CLEAR = 2
"""In a solution with trembles a loss is clear if it is this many times above or below the limit."""


def tolerance(reference: MeasuredStrategy, worth: SeatValues) -> Array:
    """[hands] for each hand of a seat, the least loss that is a fault, in chips.

    Args:
        reference: the solution by which decisions are judged.
        worth: the seat's values against it.
    """
    rules, off = reference.strategy.game.rules, reference.exploitability
    dealt = worth.reach[0]
    if rules.public:
        shares = np.where(np.isfinite(dealt) & (dealt > 0), dealt, 1.0)
        pot = 10 * rules.unit
        found: Array = np.clip(off / shares, LEAST * pot, MOST * pot)
        return found
    least, most = (part * rules.unit for part in UNITS)
    return np.full(len(dealt), max(least, min(off, most)))


def own_fault(losses: Array, often: Array, pot: float) -> float:
    """The least loss that is a fault, by the solution's own losses at the decision, in chips.

    It is more than the solution itself gives away there by actions that it takes one time in ten
    or more. Its exploitability does not tell how good it is where only trembles lead.

    losses, often: [actions] what each action gives away, and how often the solution takes it
    """
    more = np.nextafter(_given_away(losses, often), np.inf)
    return float(np.clip(more, LEAST * pot, MOST * pot))


def clear(losses: Array, often: Array, pot: float) -> NDArray[np.bool_]:
    """[actions] whether a better solution can be expected to judge each action alike.

    That is so if the loss is far from the limit of `own_fault`, or the solution takes the action
    itself; but for no action if the solution itself gives away more than `MOST` of the pot there.

    losses, often: as in `own_fault`
    """
    least = own_fault(losses, often, pot)
    far = (losses < least / CLEAR) | (losses >= least * CLEAR)
    found: NDArray[np.bool_] = far | (often >= 1 / ONE_IN)
    return found & (_given_away(losses, often) <= MOST * pot)


def _given_away(losses: Array, often: Array) -> float:
    """The largest loss of an action that the solution takes one time in ten or more."""
    return float(losses[often >= 1 / ONE_IN].max(initial=0.0))


class Trained:
    """Knows how much of each range comes to a decision of a spot by the strategy's own choices.

    trembles: whether it is of a spot and was solved with trembles, which train every decision but
        those to which locks let nobody come
    """

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy
        self.trembles = strategy.game.is_spot and bool(strategy.algorithm.get("epsilon"))
        self._known: dict[tuple[Betting, int], bool] = {}

    def at(self, betting: Betting, board: int) -> bool:
        """Whether the answer at a decision is trained; trembles train all that locks leave.

        In games that are no spots it always is.
        """
        enough = self._left if self.trembles else self.enough
        return not self._strategy.game.rules.public or enough(betting, board)

    def enough(self, betting: Betting, board: int) -> bool:
        """Whether so much of both ranges comes to a decision that the answer there is trained."""
        place = betting, board
        if place not in self._known:
            self._known[place] = all(self.come(seat, *place) >= HARDLY for seat in (0, 1))
        return self._known[place]

    def _left(self, betting: Betting, board: int) -> bool:
        """Whether locks leave both players some hand that can come to a decision."""
        game = self._strategy.game
        return not game.locks or all(
            left_by_locks(game.rules, game.locks, betting, board, seat) for seat in (0, 1)
        )

    def come(self, seat: int, betting: Betting, board: int) -> float:
        """The share of a player's range that comes to a decision; hands must fit the board."""
        game, infosets = self._strategy.game, self._strategy.infosets
        dealt = dealt_on(game.rules, seat, board, np.ones(game.hands[1 - seat]))
        return float(dealt @ came_to(game, infosets, betting, board, seat) / dealt.sum())
