"""Whether an action is sound: no mistake against an equilibrium, whatever this opponent offers.

An action that an equilibrium takes one time in ten loses at most 10 × NashConv ÷ reach against
a reference of that NashConv, per hand that comes there. Where the reference hardly comes that says
little, so that besides no more than `CAP` units of the game pass. Where it never comes that says
nothing: there passes what the reference does itself.
"""

from __future__ import annotations

import numpy as np

from pokerbot.evaluation.action_values import MeasuredStrategy, SeatValues
from pokerbot.sequence.operators import bind

ONE_IN = 10
CAP = 0.05
NEVER = 1e-6
"""What comes up less often in hands played against the reference never comes."""
ITSELF = 0.001
"""What the reference does more rarely than this, where it never comes, does not count."""
ROUNDING = 1e-9


class Soundness:
    """Knows what each action of a seat costs against the reference, and what may pass.

    profile: [rows, hands] how often the reference takes each action
    losses: [rows, hands] what each action gives away against the reference
    comes: [rows, hands] whether the reference comes there
    sound: [rows, hands] whether each action is
    """

    def __init__(self, measured: MeasuredStrategy, worth: SeatValues, seat: int) -> None:
        """Measure a reference; `worth` is what the seat is worth against it."""
        self.reference = measured.strategy
        unit, nash_conv = self.reference.game.rules.unit, measured.exact.nash_conv
        most = np.minimum(ONE_IN * nash_conv / worth.reach, CAP * unit)
        own, self.profile = bind(measured.form)[seat], measured.profile[seat]
        self.losses = worth.losses
        reach = own.by_row(worth.reach)
        self.comes = (reach >= NEVER) & np.isfinite(reach)
        cheap = self.losses <= own.by_row(np.maximum(most, ROUNDING))
        self.sound = np.where(self.comes, cheap, self.profile >= ITSELF)
