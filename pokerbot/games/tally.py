"""Statistics of samples: their mean, its standard error and its confidence interval."""

from __future__ import annotations

import math
from fractions import Fraction

Z95 = 1.959963984540054
"""A normal variable lies within so many standard deviations of its mean in 95 % of all cases."""

T95 = (
    *(12.7062047362, 4.3026527297, 3.1824463053, 2.7764451052, 2.5705818356),
    *(2.4469118511, 2.3646242516, 2.3060041352, 2.2621571628, 2.2281388520),
    *(2.2009851601, 2.1788128297, 2.1603686565, 2.1447866879, 2.1314495456),
    *(2.1199052992, 2.1098155778, 2.1009220402, 2.0930240544, 2.0859634473),
)
"""The same for Student's t, in standard errors, with 1, 2, … degrees of freedom."""
T95_TERMS = (2.3722712303, 2.8224986157, 2.5558496795, 1.5895340534)


def students_t(freedom: int) -> float:
    """Within how many standard errors Student's t lies in 95 % of all cases, to 1e-6.

    Beyond the table `T95` it is expanded in 1 / freedom (Abramowitz & Stegun 1964, 26.7.5).
    """
    if freedom <= len(T95):
        return T95[freedom - 1]
    return Z95 + sum(term / math.pow(freedom, power) for power, term in enumerate(T95_TERMS, 1))


SERIES = 1000
"""Degrees of freedom up to which `students_p` sums its series."""


def students_p(t: float, freedom: int) -> float:
    """The probability that Student's t lies at least this far from 0, on either side.

    It is the finite series of Abramowitz & Stegun (1964, 26.7.3 and 26.7.4), to 1e-12; with more
    than `SERIES` degrees of freedom their normal approximation (26.7.8), to 1e-6.
    """
    if freedom > SERIES:
        z = abs(t) * (1 - 1 / (4 * freedom)) / math.sqrt(1 + t * t / (2 * freedom))
        return math.erfc(z / math.sqrt(2))
    angle = math.atan(abs(t) / math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    term, total = (cosine, 0.0) if odd else (1.0, 0.0)
    for power in range(odd + 2, freedom + 1, 2):
        total += term
        term *= cosine * cosine * (power - 1) / power
    within = 2 / math.pi * (angle + sine * total) if odd else sine * total
    return max(1 - within, 0.0)


class Tally:
    """Sums of samples and of their squares, after a centre is taken off each sample.

    The centre is a number near which the samples are expected. What `add` sums up is exact.
    """

    def __init__(self, centre: float = 0.0) -> None:
        self.centre, self.count = centre, 0
        self.total: float | Fraction = 0
        self.squares: float | Fraction = 0

    def add(self, sample: float) -> None:
        """Add one sample."""
        off = Fraction(sample) - Fraction(self.centre)
        self.add_sums(1, off, off * off)

    def add_sums(self, count: int, total: float | Fraction, squares: float | Fraction) -> None:
        """Add several samples by their sum and sum of squares, the centre taken off each sample."""
        self.count += count
        self.total += total
        self.squares += squares

    @property
    def sum(self) -> float:
        """The sum of the samples, rounded once if there is no centre."""
        return self.count * self.centre + float(self.total)

    @property
    def mean(self) -> float:
        """The mean of the samples; the centre where there is no sample."""
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
        """Half the width of the sum's 95 % interval by Student's t; None with fewer than two."""
        if self.stderr is None:
            return None
        return students_t(self.count - 1) * self.stderr * self.count

    def cautious(self, unit: float) -> float | None:
        """Half the width of the mean's 95 % interval; None without a sample.

        It is at least as wide as with one more sample, a unit from the mean: a few equal samples,
        such as hands without a fault, do not pass for certainty.
        """
        if not self.count:
            return None
        more = Tally(self.centre)
        more.add_sums(self.count, self.total, self.squares)
        more.add(self.mean + unit)
        assert more.margin is not None
        return max((self.margin or 0.0) / self.count, more.margin / more.count)

    @property
    def ci95(self) -> tuple[float, float] | None:
        """The mean's 95 % interval by Student's t; None with fewer than two samples."""
        if self.margin is None:
            return None
        margin = self.margin / self.count
        return self.mean - margin, self.mean + margin
