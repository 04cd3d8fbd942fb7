"""Judges of a strategy that says what hands are worth where a card comes: of flops, most of all.

A decision is worked out with its street alone, and what an action wins is what it wins where both
go on as the strategy does. That is less than a best response wins from there on by no more than the
strategy is exploitable by.
"""

from __future__ import annotations

import numpy as np

from pokerbot.evaluation.breakdown import Judge, Weighed
from pokerbot.evaluation.exact import Evaluation
from pokerbot.evaluation.street_nodes import StreetNodes
from pokerbot.evaluation.tolerance import HARDLY, MOST, Trained, own_fault
from pokerbot.games.spot import Spot
from pokerbot.strategy.parts import by_street
from pokerbot.strategy.strategy import Strategy


def street_judges(strategy: Strategy, measured: Evaluation) -> tuple[StreetJudge, StreetJudge]:
    """The judges of seat 0 and seat 1.

    measured: what the strategy is worth, as its file tells
    """
    infosets = by_street(strategy.infosets)
    assert infosets is not None
    nodes, trained = StreetNodes(strategy, infosets), Trained(strategy)
    return StreetJudge(nodes, 0, measured, trained), StreetJudge(nodes, 1, measured, trained)


OFF = 2
"""So many times its exploitability, as a part of the pot that lies there, a solution may be off.
Of decisions on the flops that ship 3 in 100 lose more by what it does there one time in ten."""


class StreetJudge(Judge):
    """One who works out a street when a decision on it is asked for, and keeps the last ones.

    The strategy is its own reference. Rivers that it is kept without are judged by what they are
    solved by.
    """

    deviation = None

    def __init__(
        self, nodes: StreetNodes, seat: int, measured: Evaluation, trained: Trained
    ) -> None:
        """Judge a seat; as `street_judges`, which has both share what they work out."""
        self.strategy = self.sound = self.reference = nodes.strategy
        self.seat, self._nodes, self._trained = seat, nodes, trained
        self.seat_value = measured.best_response_values[seat]
        self.game_value = -measured.value if seat else measured.value
        self._off = OFF * measured.exploitability / self.strategy.game.rules.pot

    def weigh(self, spot: Spot) -> Weighed:
        """As `Judge`."""
        side, _ = self._nodes.sides(spot.betting, spot.board)
        values = np.nan_to_num(side.action_evs[:, spot.hand] - spot.betting.chips[self.seat])
        losses, often = values.max() - values, side.sigma[:, spot.hand]
        pot, there = self.strategy.game.rules.pot, sum(spot.betting.chips)
        least = max(own_fault(losses, often, pot), min(self._off * there, MOST * pot))
        comes = bool(np.isfinite(side.met[spot.hand]))
        return Weighed(
            values, losses, often, losses < least, comes, least, np.ones_like(losses, dtype=bool)
        )

    def trained(self, spot: Spot) -> bool:
        """As `Judge`."""
        return self._trained.reach(spot) >= HARDLY
