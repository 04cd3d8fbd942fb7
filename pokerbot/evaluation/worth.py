"""What a seat, and every action in it, is worth against a strategy in the other one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import bind
from pokerbot.sequence.reach import counterfactual_reach


@dataclass(frozen=True, eq=False)
class SeatWorth:
    """What a seat and all it can do is worth against a strategy in the other one.

    value: of the seat before the deal
    chips: [rows, hands] what each action wins on average, best-responding ever after
    losses: [rows, hands] what each action gives away
    reach: [decisions, hands] the counterfactual reach, infinite where the opponent's is 0
    """

    value: float
    chips: Array
    losses: Array
    reach: Array


def seat_worth(form: Form, seat: int, opponent: Array) -> SeatWorth:
    """The worth of a seat against an opponent's strategy [rows, hands]."""
    own, other = bind(form)[seat], bind(form)[1 - seat]
    plan = other.realization_plan(opponent)
    q, v = own.best_response(own.gradient(plan))
    came = counterfactual_reach(form, seat, plan)
    reach = np.where(came > 0, came, np.inf)
    chips = q / own.by_row(reach)
    losses = own.by_row(v / reach) - chips
    return SeatWorth(float(v[0].sum()), chips, losses, reach)
