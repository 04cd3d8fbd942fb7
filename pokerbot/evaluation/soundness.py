"""Whether an action is sound: no mistake against an equilibrium, whatever this opponent offers.

Soundness is judged by a reference that is nearly an equilibrium. An action that an equilibrium
takes one time in ten or more loses at most 10 × NashConv ÷ reach against the reference, per hand
that comes there; losses up to that are sound. Where the reference comes rarely this limit is large,
and losses must be at most `CAP` units of the game, too. Where it never comes there is no limit, and
those actions are sound that the reference takes itself. To fold what cannot lose is never sound.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerbot.evaluation.action_values import MeasuredStrategy, SeatValues
from pokerbot.games.actions import Action
from pokerbot.games.rules import Rules
from pokerbot.games.spot import Spot
from pokerbot.sequence.operators import bind

ONE_IN = 10
CAP = 0.05
NEVER = 1e-6
"""Against the reference, an information set with a smaller reach counts as one that never comes."""
ITSELF = 0.001
"""Where the reference never comes, an action is sound if it takes it at least this often."""
ROUNDING = 1e-9


class Soundness(NamedTuple):
    """Which actions of a seat are sound, by a reference.

    comes: [rows, hands] whether the reference ever lets the seat come there
    sound: [rows, hands] whether the action is sound
    """

    comes: NDArray[np.bool_]
    sound: NDArray[np.bool_]


def folds_unbeaten(rules: Rules, spot: Spot, action: Action) -> bool:
    """Whether an action folds in the last round with a hand that none beats the other may hold."""
    if action.kind != "fold" or spot.betting.round + 1 < len(rules.rounds):
        return False
    own, public = rules.strength(spot.player, spot.hand, spot.board), rules.boards.cards[spot.board]
    better = np.flatnonzero(np.greater(rules.strengths(1 - spot.player, spot.board), own)).tolist()
    dealt = ((other, spot.hand) if spot.player else (spot.hand, other) for other in better)
    return not any(rules.prior.ways(*hands, public) for hands in dealt)


def soundness(reference: MeasuredStrategy, worth: SeatValues, seat: int) -> Soundness:
    """Judge a seat's actions by a reference; `worth` are the seat's values against it."""
    unit, nash_conv = reference.strategy.game.rules.unit, reference.exact.nash_conv
    most = np.minimum(ONE_IN * nash_conv / worth.reach, CAP * unit)
    own = bind(reference.form)[seat]
    reach = own.by_row(worth.reach)
    comes = (reach >= NEVER) & np.isfinite(reach)
    cheap = worth.losses <= own.by_row(np.maximum(most, ROUNDING))
    return Soundness(comes, np.where(comes, cheap, reference.profile[seat] >= ITSELF))
