"""The values of a seat, and of every action in it, against a strategy in the other seat."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pokerbot.evaluation.exact import evaluate_plans
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile, realization_plans
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.floors import lock_floors
from pokerbot.sequence.form import Form
from pokerbot.sequence.moments import deviation
from pokerbot.sequence.operators import bind
from pokerbot.sequence.reach import counterfactual_reach
from pokerbot.strategy.arrays import to_arrays
from pokerbot.strategy.strategy import Strategy


@dataclass(frozen=True, eq=False)
class SeatValues:
    """The values of a seat, and of every action in it, against a strategy in the other seat.

    value: what a best response wins on average, before the deal
    chips: [rows, hands] what each action wins on average with a best response after it
    losses: [rows, hands] how much less that is than what the best action wins
    reach: [decisions, hands] the counterfactual reach; infinite, instead of 0, where the opponent
        never lets the player come
    """

    value: float
    chips: Array
    losses: Array
    reach: Array


class MeasuredStrategy:
    """A strategy with its arrays and its exact evaluation, which are computed once.

    profile, plans: both players' strategies and realization plans
    exact: their values against each other and against best responses
    """

    def __init__(self, strategy: Strategy) -> None:
        self.strategy, self.form = strategy, compile_game(strategy.game)
        self.profile = to_arrays(self.form, strategy.infosets)
        self.plans = realization_plans(self.form, self.profile)
        self.exact = evaluate_plans(self.form, self.plans)

    @cached_property
    def exploitability(self) -> float:
        """In chips per hand; with locks, that of the game in which locked hands play as locked."""
        floors = lock_floors(self.form)
        if not any(floors):
            return self.exact.exploitability
        return evaluate_plans(self.form, self.plans, floors).exploitability

    @cached_property
    def deviation(self) -> float:
        """The standard deviation of the chips won in a hand if the strategy plays both seats."""
        return deviation(self.form, self.plans)

    def values(self, seat: int) -> SeatValues:
        """The values of a seat against the strategy."""
        return seat_values(self.form, seat, self.profile[1 - seat])


def seat_values(form: Form, seat: int, opponent: Array) -> SeatValues:
    """The values of a seat against an opponent's strategy [rows, hands]."""
    own, other = bind(form)[seat], bind(form)[1 - seat]
    plan = other.realization_plan(opponent)
    q, v = own.best_response(own.gradient(plan))
    came = counterfactual_reach(form, seat, plan)
    reach = np.where(came > 0, came, np.inf)
    chips = q / own.by_row(reach)
    losses = own.by_row(v / reach) - chips
    return SeatValues(float(v[0].sum()), chips, losses, reach)


def both_seat_values(form: Form, other: Profile) -> tuple[SeatValues, SeatValues]:
    """The values of both seats, each against a profile's strategy in the other seat."""
    return seat_values(form, 0, other[1]), seat_values(form, 1, other[0])


class Pairing:
    """A's profile against B's, with A in the first seat and with A in the second.

    profiles: what is played, in each of the two
    worths: the values of A's seat against B, in each
    """

    def __init__(self, form: Form, a: Profile, b: Profile) -> None:
        self.form = form
        self.profiles = (a[0], b[1]), (b[0], a[1])
        self.worths = both_seat_values(form, b)
