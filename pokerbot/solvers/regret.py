"""Counterfactual regret minimization: what each variant does with an iteration's regrets.

All read the same way: `update` takes R, the regrets so far [rows, hands], and r, this
iteration's instantaneous counterfactual regrets; it moves R on, in place, and returns what
regret matching is applied to. Iterations are counted from 1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from pokerbot.sequence.arrays import Array


@dataclass(frozen=True)
class RegretRule(ABC):
    """A CFR variant; iteration t weighs t**gamma in the average strategy."""

    gamma: float

    @abstractmethod
    def update(self, R: Array, r: Array, t: int) -> Array:
        """Move R on by r; the target of regret matching."""


@dataclass(frozen=True)
class Vanilla(RegretRule):
    """CFR: R ← R + r.

    Zinkevich et al. (2007), "Regret minimization in games with incomplete information".
    """

    gamma: float = 0.0

    def update(self, R: Array, r: Array, t: int) -> Array:
        R += r
        return R


@dataclass(frozen=True)
class Plus(RegretRule):
    """CFR+: R ← [R + r]⁺.

    Tammelin (2014), "Solving large imperfect information games using CFR+".
    """

    gamma: float = 1.0

    def update(self, R: Array, r: Array, t: int) -> Array:
        R += r
        return np.maximum(R, 0, out=R)


@dataclass(frozen=True)
class Discounted(RegretRule):
    """DCFR. Brown & Sandholm (2019), "Solving games via discounted regret minimization".

    R ← R·s/(s+1) + r with s = (t−1)^alpha where R > 0, (t−1)^beta elsewhere.
    """

    gamma: float = 2.0
    alpha: float = 1.5
    beta: float = 0.0

    def update(self, R: Array, r: Array, t: int) -> Array:
        for_gains, for_losses = _before(t) ** self.alpha, _before(t) ** self.beta
        R *= np.where(R > 0, for_gains / (for_gains + 1), for_losses / (for_losses + 1))
        R += r
        return R


@dataclass(frozen=True)
class Linear(RegretRule):
    """LCFR: R ← R + t·r. Brown & Sandholm (2019): iteration t weighs t in the regrets, too."""

    gamma: float = 1.0

    def update(self, R: Array, r: Array, t: int) -> Array:
        R += t * r
        return R


@dataclass(frozen=True)
class Predictive(RegretRule):
    """PCFR+. Farina, Kroer & Sandholm (2021), "Faster game solving via predictive Blackwell".

    The last regrets predict the next: strategies match [R + prediction·r]⁺. With a prediction of
    1/3 it is SAPCFR+ (Meng et al. 2025, arXiv 2503.12770).
    """

    gamma: float = 2.0
    prediction: float = 1.0

    def update(self, R: Array, r: Array, t: int) -> Array:
        R += r
        np.maximum(R, 0, out=R)
        target: Array = R + self.prediction * r
        return target


@dataclass(frozen=True)
class DiscountedPlus(RegretRule):
    """DCFR+. Xu et al. (2024), "Minimizing weighted counterfactual regret with optimistic OMD".

    R ← [R·s/(s+1.5) + r]⁺ with s = (t−1)^alpha; the 1.5 is the paper's, where DCFR has 1.
    """

    gamma: float = 4.0
    alpha: float = 1.5

    def update(self, R: Array, r: Array, t: int) -> Array:
        s = _before(t) ** self.alpha
        R *= s / (s + 1.5)
        R += r
        return np.maximum(R, 0, out=R)


@dataclass(frozen=True)
class PredictiveDiscountedPlus(RegretRule):
    """PDCFR+. Xu et al. (2024): R = [R·s/(s+1) + r]⁺, matched after one more discount and r."""

    gamma: float = 5.0
    alpha: float = 2.3

    def update(self, R: Array, r: Array, t: int) -> Array:
        last, now = _before(t) ** self.alpha, float(t) ** self.alpha
        R *= last / (last + 1)
        R += r
        np.maximum(R, 0, out=R)
        target: Array = R * (now / (now + 1)) + r
        return target


def _before(t: int) -> float:
    """T − 1; 1 in the first iteration, when there is nothing to discount yet."""
    return float(max(t - 1, 1))
