"""Matches: sampled hands, with what the same two strategies are worth exactly beside it."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np

from pokerbot.errors import InputError
from pokerbot.evaluation.bots import seat_bots
from pokerbot.evaluation.exact import evaluate_profile
from pokerbot.evaluation.playout import Playout
from pokerbot.sequence.deals import draw_deals
from pokerbot.strategy import Strategy

BLOCK = 1 << 16
MOST_HANDS = 10**10
Z95 = 1.959963984540054


@dataclass(frozen=True)
class Match:
    """What `pokerbot match` reports; A's chips per hand over both seats.

    stderr and ci95 are None for a single sample; exact_ev_by_seat is for A in the first and in
    the second seat; mbb_per_hand is in thousandths of an ante.
    """

    game: str
    a: str
    b: str
    hands: int
    duplicate: bool
    mean: float
    stderr: float | None
    ci95: tuple[float, float] | None
    mbb_per_hand: float
    exact_ev: float
    exact_ev_by_seat: tuple[float, float]
    seconds: float


def match(
    a: str | Strategy,
    b: str | Strategy,
    *,
    hands: int = 100_000,
    seed: int = 0,
    game: str | None = None,
    duplicate: bool = True,
) -> Match:
    """Let two strategy files or built-in bots play.

    Args:
        a: a strategy, the name of a strategy file, or a built-in bot.
        b: the same.
        hands: how many to play; with `duplicate` every deal is played twice with seats swapped,
            without it the seats alternate.
        seed: of every random draw.
        game: the game, where neither is a file.
        duplicate: whether luck of the deal is taken out so.

    Raises:
        InputError: no such file or bot, different games, or a number of hands that cannot be.
    """
    if not 1 <= hands <= MOST_HANDS:
        raise InputError(f"hands must be a whole number from 1 to {MOST_HANDS}, not {hands}")
    if duplicate and hands % 2:
        raise InputError(f"{hands} hands cannot be dealt twice each: an even number, please")
    if seed < 0:
        raise InputError(f"seed must be a whole number from 0 up, not {seed}")
    played, (one, other) = seat_bots([a, b], game)
    playout = Playout(played)
    seatings = ((one.profile[0], other.profile[1]), (other.profile[0], one.profile[1]))
    first, second = (evaluate_profile(playout.form, profile).value for profile in seatings)
    exact_ev = (first - second) / 2
    begun = time.perf_counter()
    rng = np.random.default_rng(seed)
    left = samples = hands // 2 if duplicate else hands
    total = squares = 0.0
    while left:
        size = min(left, BLOCK)
        deals = draw_deals(playout.rules, size, rng)
        won = playout.play(seatings[0], deals, rng)
        swapped = -playout.play(seatings[1], deals, rng)
        if duplicate:
            won = (won + swapped) / 2
        else:
            won[1::2] = swapped[1::2]
        total += float((won - exact_ev).sum())
        squares += float(np.square(won - exact_ev).sum())
        left -= size
    mean = exact_ev + total / samples
    stderr = ci95 = None
    if samples > 1:
        variance = max(squares - total * total / samples, 0.0) / (samples - 1)
        stderr = math.sqrt(variance / samples)
        ci95 = (mean - Z95 * stderr, mean + Z95 * stderr)
    return Match(
        game=played.spec,
        a=one.name,
        b=other.name,
        hands=hands,
        duplicate=duplicate,
        mean=mean,
        stderr=stderr,
        ci95=ci95,
        mbb_per_hand=1000 * mean / playout.rules.ante,
        exact_ev=exact_ev,
        exact_ev_by_seat=(first, 0.0 - second),
        seconds=time.perf_counter() - begun,
    )
