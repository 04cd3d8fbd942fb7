"""Whether an action is sound: no mistake against an equilibrium, whatever this opponent offers.

Soundness is judged by a reference that is nearly an equilibrium. An action that an equilibrium
takes one time in ten or more loses at most 10 × NashConv ÷ reach against the reference, per hand
that comes there; losses up to that are sound. Where the reference comes rarely this limit is large,
and losses must be at most `CAP` units of the game, too. Where it never comes there is no limit, and
those actions are sound that the reference takes itself.
"""

from __future__ import annotations

import numpy as np

from pokerbot.evaluation.action_values import MeasuredStrategy, SeatValues
from pokerbot.sequence.operators import bind

ONE_IN = 10
CAP = 0.05
NEVER = 1e-6
"""Against the reference, an information set with a smaller reach counts as one that never comes."""
ITSELF = 0.001
"""Where the reference never comes, an action is sound if it takes it at least this often."""
ROUNDING = 1e-9


class Soundness:
    """Knows which actions of a seat are sound, by a reference; arrays are [rows, hands].

    reference: the reference's strategy
    profile: how often the reference takes each action
    losses: the chips that each action gives away against the reference
    comes: whether the reference ever lets the seat come there
    sound: whether each action is sound
    """

    def __init__(self, measured: MeasuredStrategy, worth: SeatValues, seat: int) -> None:
        """Judge a seat's actions by a reference; `worth` are the seat's values against it."""
        self.reference = measured.strategy
        unit, nash_conv = self.reference.game.rules.unit, measured.exact.nash_conv
        most = np.minimum(ONE_IN * nash_conv / worth.reach, CAP * unit)
        own, self.profile = bind(measured.form)[seat], measured.profile[seat]
        self.losses = worth.losses
        reach = own.by_row(worth.reach)
        self.comes = (reach >= NEVER) & np.isfinite(reach)
        cheap = self.losses <= own.by_row(np.maximum(most, ROUNDING))
        self.sound = np.where(self.comes, cheap, self.profile >= ITSELF)
