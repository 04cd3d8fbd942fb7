"""Whether so many hands of a match allow an interval: by how skewed they are, exactly."""

from __future__ import annotations

import math

import numpy as np

from pokerbot.evaluation.action_values import SeatValues
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile, realization_plans
from pokerbot.sequence.form import Form
from pokerbot.sequence.moments import powered
from pokerbot.sequence.operators import bind

FEWEST = 10
"""Hands, five deals played twice: fewer results are often all alike, and Student's t no help."""
MOST_SKEWED = {"with luck": 1 / 5, "without luck": 1 / 8}
"""The skewness that a mean may have. Of n > 25·skewness² samples it is at most 1/5, and intervals
that should miss in 5 of 100 cases do so in at most 6 (Cochran 1977, "Sampling techniques", section
2.15); where most samples are 0, as mistakes are, `tests.trials.coverage` asks for 64·skewness²."""
ROUNDING = 1e-12

Moments = tuple[float, float, float]
"""Of a hand: the mean, that of the squares, and that of the cubes."""


def chips_moments(form: Form, seat: int, profile: Profile) -> Moments:
    """Of the chips that a seat wins where both play a profile."""
    plans = realization_plans(form, profile)
    first, second, third = (
        float(np.vdot(plans[seat], bind(each)[seat].gradient(plans[1 - seat])))
        for each in (form, powered(form, 2), powered(form, 3))
    )
    return first, second, third


def loss_moments(form: Form, seat: int, sigma: Array, worth: SeatValues) -> Moments:
    """Of what a seat's strategy gives away, as if in no hand it did so twice."""
    own = bind(form)[seat]
    reach = np.where(np.isfinite(worth.reach), worth.reach, 0)
    often = own.realization_plan(sigma) * own.by_row(reach)
    first, second, third = (float((often * worth.losses**power).sum()) for power in (1, 2, 3))
    return first, second, third


def is_skewed(hands: int, seats: tuple[Moments, Moments], most: float) -> bool:
    """Whether the mean of so many hands, half of them in each seat, is skewed by more than that."""
    spread = cube = 0.0
    for mean, square, third in seats:
        spread += hands / 2 * (square - mean**2)
        cube += hands / 2 * (third - 3 * mean * square + 2 * mean**3)
    return abs(cube) > most * math.sqrt(max(spread, 0.0)) ** 3 + ROUNDING


def refusals(
    form: Form, profiles: tuple[Profile, Profile], worths: tuple[SeatValues, SeatValues], hands: int
) -> list[str | None]:
    """Why so many hands allow no 95 % interval, with luck and without; None where they do.

    profiles: with A in the first seat, and in the second; worths: of A's seats.
    """
    if hands < FEWEST:
        return [f"{hands} hands are too few for an interval"] * 2
    first, second = (chips_moments(form, seat, profiles[seat]) for seat in (0, 1))
    lines = {"with luck": (first, second)}
    first, second = (
        loss_moments(form, seat, profiles[seat][seat], worths[seat]) for seat in (0, 1)
    )
    lines["without luck"] = first, second
    return [
        f"no 95 % interval {name}: rare hands count for much in {hands:,}"
        if is_skewed(hands, seats, MOST_SKEWED[name])
        else None
        for name, seats in lines.items()
    ]
