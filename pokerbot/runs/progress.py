"""Progress of a training in words, with an estimate of the time that is left."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable

from pokerbot.games.game import Game
from pokerbot.runs.limits import Limits
from pokerbot.runs.results import Progress
from pokerbot.solvers.learner import Settings

APART = 1.02
"""A measurement replaces the previous one if its iterations are less than this factor apart."""
FURTHEST = 100
"""Nothing is said of a target that would take more than so many times the iterations done.

The first iterations tell little: exploitability may even rise there, and then an end in seconds
looks like days.
"""


def measured_in(game: Game, floor: Settings | None = None) -> str:
    """What a `Progress` calls exploitability, in full; `floor` is the option of that name."""
    if game.locks:
        return "exploitability within the locks"
    return "exploitability within the floors" if floor else "exploitability"


class Forecast:
    """Estimates the time that is left from the measurements so far.

    Exploitability falls roughly as a power of the number of iterations. The iteration at which it
    reaches the target is extrapolated on a log-log scale, from the measurement in the middle of all
    and the latest one.
    """

    def __init__(self, limits: Limits, measured: str = "exploitability") -> None:
        """Estimate from these limits; `measured` is what exploitability is, as by `measured_in`."""
        self.limits, self.measured = limits, measured
        self.seen: list[Progress] = []

    def line(self, progress: Progress) -> str:
        """Add a measurement; return the text to show after it."""
        self.add(progress)
        of = f"/{self.limits.iterations:,}" if self.limits.iterations else ""
        left = self.seconds_left()
        ahead = f"  about {clock(left)} left" if left is not None else ""
        return (
            f"{progress.iterations:,}{of} iterations  {each_second(self.rate)}/s"
            f"  {self.measured} {progress.exploitability:.2e} chips per hand{ahead}"
        )

    def add(self, progress: Progress) -> None:
        """Add a measurement."""
        if len(self.seen) > 1 and self.seen[-1].iterations < APART * self.seen[-2].iterations:
            self.seen.pop()
        self.seen.append(progress)

    @property
    def rate(self) -> float:
        """Iterations per second."""
        now = self.seen[-1]
        return now.iterations / now.seconds if now.seconds else 0.0

    def seconds_left(self) -> float | None:
        """The estimated seconds to the first limit, None if they cannot be estimated."""
        now, rate = self.seen[-1], self.rate
        if not rate:
            return None
        most, seconds = self.limits.iterations, self.limits.seconds
        left = [(most - now.iterations) / rate] if most else []
        if (end := self._target_iteration()) is not None:
            left.append((end - now.iterations) / rate)
        if seconds:
            left.append(seconds - now.seconds)
        return max(min(left), 0) if left else None

    @property
    def part(self) -> float | None:
        """The share of the time that is over, None if what is left cannot be estimated."""
        left = self.seconds_left()
        return None if left is None else self.seen[-1].seconds / (self.seen[-1].seconds + left)

    def _target_iteration(self) -> float | None:
        """The estimated iteration at which the target is reached, None if that cannot be said."""
        half, now, target = self.seen[len(self.seen) // 2], self.seen[-1], self.limits.target
        falling = 0 < now.exploitability < half.exploitability
        if not target or not falling or now.iterations <= half.iterations:
            return None
        slope = math.log(half.exploitability / now.exploitability) / math.log(
            now.iterations / half.iterations
        )
        exponent = math.log(max(now.exploitability / target, 1.0)) / slope
        if exponent > math.log(FURTHEST):
            return None
        return now.iterations * math.exp(exponent)


def progress_line(limits: Limits, measured: str) -> Callable[[Progress], None]:
    """A function that shows each measurement on standard error, in a line that is overwritten.

    The arguments are as for `Forecast`.
    """
    forecast = Forecast(limits, measured)

    def show(progress: Progress) -> None:
        print(f"\r{forecast.line(progress):<100}", end="", file=sys.stderr, flush=True)

    return show


def clock(seconds: float) -> str:
    """A duration in words: seconds, minutes or hours."""
    if seconds < 100:
        return f"{math.ceil(seconds)} s"
    if seconds < 6000:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:,.0f} h"


def each_second(rate: float) -> str:
    """How many there are in a second: 1,491; with one digit where it is less than 1: 0.7."""
    return f"{rate:,.0f}" if rate >= 1 else f"{rate:.1g}"
