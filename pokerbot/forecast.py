"""How far the training has come, in one line, and when it may be done."""

from __future__ import annotations

import math

from pokerbot.training import Progress


class Forecast:
    """Reads the time left off the measurements so far.

    Exploitability falls about like a power of the iterations, so the time to the target is read
    off the line through the logarithms of the last half of them.
    """

    def __init__(self, iterations: int | None, target: float | None) -> None:
        self.iterations, self.target = iterations, target
        self.seen: list[Progress] = []

    def line(self, progress: Progress) -> str:
        """The text to show after this measurement."""
        self.seen.append(progress)
        rate = progress.iterations / progress.seconds if progress.seconds else 0.0
        of = f"/{self.iterations:,}" if self.iterations else ""
        left = self.seconds_left(rate)
        ahead = f"  about {_clock(left)} left" if left is not None else ""
        return (
            f"{progress.iterations:,}{of} iterations  {rate:,.0f}/s"
            f"  exploitability {progress.exploitability:.2e} chips per hand{ahead}"
        )

    def seconds_left(self, rate: float) -> float | None:
        """Until the first of the limits, None where that cannot be told."""
        now = self.seen[-1]
        if not rate:
            return None
        ends = [float(self.iterations)] if self.iterations else []
        if self.target and (end := self._target_iteration()) is not None:
            ends.append(end)
        return max(min(ends) - now.iterations, 0) / rate if ends else None

    def _target_iteration(self) -> float | None:
        """The iteration at which the exploitability may be down to the target."""
        half, now = self.seen[len(self.seen) // 2], self.seen[-1]
        falling = 0 < now.exploitability < half.exploitability
        if not self.target or not falling or now.iterations <= half.iterations:
            return None
        slope = math.log(half.exploitability / now.exploitability) / math.log(
            now.iterations / half.iterations
        )
        exponent = math.log(max(now.exploitability / self.target, 1.0)) / slope
        return now.iterations * math.exp(min(exponent, 50.0))


def _clock(seconds: float) -> str:
    """A duration as a person says it."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 6000:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:,.0f} h"
