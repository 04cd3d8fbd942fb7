"""Judges against a strategy whose file holds the values of hands at each street's end, as of flops.

For a decision only its street is computed. The value of an action is what it wins if both players
go on as the strategy does; a best response could win more than that, but no more than the strategy
is exploitable by. The mean of luck is therefore zero only as nearly as the strategy is an
equilibrium.
"""

from __future__ import annotations

import numpy as np

from pokerbot.evaluation.breakdown import Judge, Weighed
from pokerbot.evaluation.exact import Evaluation
from pokerbot.evaluation.street_nodes import StreetNodes
from pokerbot.evaluation.tolerance import MOST, own_fault
from pokerbot.games.spot import Spot
from pokerbot.strategy.packed_profile import stored_by_street
from pokerbot.strategy.strategy import Strategy


def street_judges(strategy: Strategy, measured: Evaluation) -> tuple[StreetJudge, StreetJudge]:
    """The judges of seat 0 and seat 1.

    measured: the strategy's evaluation, as its file holds it
    """
    infosets = stored_by_street(strategy.infosets)
    assert infosets is not None
    nodes = StreetNodes(strategy, infosets)
    return StreetJudge(nodes, 0, measured), StreetJudge(nodes, 1, measured)


OFF = 2
"""Losses up to this multiple of the exploitability are no faults, as parts of the present pot.

At 3 of 100 decisions on the flops that ship with the program, the solution itself loses more by an
action that it takes one time in ten or more.
"""


class StreetJudge(Judge):
    """A judge that computes a street when a decision on it is asked for, and keeps the latest ones.

    The strategy is its own reference. It has no locks: with these no file has values by street.
    """

    deviation = None

    def __init__(self, nodes: StreetNodes, seat: int, measured: Evaluation) -> None:
        """Judge a seat; the judges of both seats share `nodes`."""
        self.strategy = self.sound = self.reference = nodes.strategy
        self.seat, self._nodes = seat, nodes
        self.seat_value = measured.best_response_values[seat]
        self.game_value = measured.values[seat]
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
        return self._nodes.ranges.enough(spot.betting, spot.board)
