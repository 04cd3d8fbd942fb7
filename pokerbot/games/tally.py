"""Samples counted up: their mean, and how far chance may have taken it."""

from __future__ import annotations

import math
from fractions import Fraction

Z95 = 1.959963984540054
"""A normal variable lies within so many standard deviations of its mean 95 times in 100."""


class Tally:
    """Sums of samples, and of their squares, less a centre near which the samples are expected.

    The sums of what `add` counts are exact.
    """

    def __init__(self, centre: float = 0.0) -> None:
        self.centre, self.count = centre, 0
        self.total: float | Fraction = 0
        self.squares: float | Fraction = 0

    def add(self, sample: float) -> None:
        """Count one sample more."""
        off = Fraction(sample) - Fraction(self.centre)
        self.add_sums(1, off, off * off)

    def add_sums(self, count: int, total: float | Fraction, squares: float | Fraction) -> None:
        """Count several, by their sum and that of their squares, the centre taken off each."""
        self.count += count
        self.total += total
        self.squares += squares

    @property
    def sum(self) -> float:
        """The sum of the samples, rounded once if there is no centre."""
        return self.count * self.centre + float(self.total)

    @property
    def mean(self) -> float:
        """The mean of the samples; the centre where there is none."""
        return self.centre + float(self.total / max(self.count, 1))

    @property
    def variance(self) -> float | Fraction | None:
        """The sample variance; None with fewer than two samples."""
        if self.count < 2:
            return None
        return max((self.squares - self.total**2 / self.count) / (self.count - 1), 0.0)

    @property
    def stderr(self) -> float | None:
        """The standard error of the mean; None with fewer than two samples."""
        return None if self.variance is None else math.sqrt(self.variance / self.count)

    @property
    def margin(self) -> float | None:
        """From the sum to either end of its normal 95 % interval; None with fewer than two."""
        return None if self.stderr is None else Z95 * self.stderr * self.count

    @property
    def ci95(self) -> tuple[float, float] | None:
        """The normal 95 % interval of the mean; None with fewer than two samples."""
        if self.stderr is None:
            return None
        return self.mean - Z95 * self.stderr, self.mean + Z95 * self.stderr
