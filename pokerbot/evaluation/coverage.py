"""Whether a match has enough hands for a confidence interval, by the skewness of its samples."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from pokerbot.evaluation.action_values import Pairing, SeatValues
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile, realization_plans
from pokerbot.sequence.form import Form
from pokerbot.sequence.moments import powered
from pokerbot.sequence.operators import bind

FEWEST = 100
"""The fewest hands for an interval, which are fifty deals played twice.

The results of fewer hands often take two or three values, and then an interval by Student's t
misses too often: in 11 of 100 cases with 20 hands of Kuhn between `call` and `honest`.
"""
MOST_SKEWED = {"with luck": 1 / 5, "without luck": 1 / 8}
"""The largest skewness of the mean for which there is an interval.

With n > 25·skewness² samples, the mean's skewness is at most 1/5, and an interval of 95 % misses in
at most 6 of 100 cases (Cochran 1977, "Sampling techniques", section 2.15). Where most samples are
0, as the chips lost by mistakes are, the simulations of `tests.trials.coverage` show that
64·skewness² are needed.
"""
ROUNDING = 1e-12

Moments = tuple[float, float, float]
"""The first three moments of a hand's result: the means of x, x² and x³."""


def chips_moments(form: Form, seat: int, profile: Profile) -> Moments:
    """The moments of the chips that a seat wins in a hand if both play a profile."""
    plans = realization_plans(form, profile)
    first, second, third = (
        float(np.vdot(plans[seat], bind(each)[seat].gradient(plans[1 - seat])))
        for each in (form, powered(form, 2), powered(form, 3))
    )
    return first, second, third


def loss_moments(form: Form, seat: int, sigma: Array, worth: SeatValues) -> Moments:
    """The moments of the chips that a seat's strategy gives away in a hand.

    It is taken that chips are given away at most once in a hand.
    """
    own = bind(form)[seat]
    reach = np.where(np.isfinite(worth.reach), worth.reach, 0)
    often = own.realization_plan(sigma) * own.by_row(reach)
    first, second, third = (float((often * worth.losses**power).sum()) for power in (1, 2, 3))
    return first, second, third


def is_skewed(hands: int, seats: tuple[Moments, Moments], most: float) -> bool:
    """Whether the mean of `hands` hands, half of them in each seat, has a skewness above `most`."""
    spread = cube = 0.0
    for mean, square, third in seats:
        spread += hands / 2 * (square - mean**2)
        cube += hands / 2 * (third - 3 * mean * square + 2 * mean**3)
    return abs(cube) > most * math.sqrt(max(spread, 0.0)) ** 3 + ROUNDING


def losses_by_seat(pairing: Pairing) -> tuple[Moments, Moments]:
    """The moments of the chips that A gives away in each seat."""
    first, second = (
        loss_moments(pairing.form, seat, pairing.profiles[seat][seat], pairing.worths[seat])
        for seat in (0, 1)
    )
    return first, second


def allows_without_luck(losses: tuple[Moments, Moments], hands: int) -> bool:
    """Whether `hands` hands, half of them in each seat, allow an interval without luck."""
    return hands >= FEWEST and not is_skewed(hands, losses, MOST_SKEWED["without luck"])


def are_skewed(samples: Array, count: int, most: float) -> bool:
    """Whether the mean of `count` samples such as these has a skewness above `most`.

    Where all are the same, others may be as frequent as one in so many.
    """
    if np.ptp(samples) < ROUNDING:
        return math.sqrt(len(samples) / count) > most
    off = samples - samples.mean()
    spread, cube = float(np.square(off).mean()), float((off**3).mean())
    return abs(cube) > most * math.sqrt(count * spread**3)


def refusals(
    pairing: Pairing, hands: int, rehearse: Callable[[], Array] | None = None
) -> list[str | None]:
    """Why `hands` hands allow no 95 % interval of the mean with luck, and of that without luck.

    rehearse: draws A's chips from deals that are played twice, None if they are played once, or
        all came to the same. What is the same in both seats cancels out, and rare deals decide what
        is left

    Returns:
        A reason or None for each of the two.
    """
    if hands < FEWEST:
        few = "1 hand is" if hands == 1 else f"{hands} hands are"
        return [f"{few} too few for an interval"] * 2
    first, second = (chips_moments(pairing.form, seat, pairing.profiles[seat]) for seat in (0, 1))
    lines = {"with luck": (first, second), "without luck": losses_by_seat(pairing)}
    skewed = {name: is_skewed(hands, seats, MOST_SKEWED[name]) for name, seats in lines.items()}
    if rehearse is not None and not skewed["with luck"]:
        skewed["with luck"] = are_skewed(rehearse(), hands // 2, MOST_SKEWED["with luck"])
    return [
        f"no 95 % interval {name}: rare hands count for much in {hands:,}" if doubtful else None
        for name, doubtful in skewed.items()
    ]
