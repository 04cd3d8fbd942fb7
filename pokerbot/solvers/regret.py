"""Counterfactual regret minimization: what each variant does with an iteration's regrets.

All read the same way: `update` takes R, the regrets so far [rows, hands], and r, this
iteration's instantaneous counterfactual regrets; it moves R on, in place, and returns what
regret matching is applied to. Iterations are counted from 1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from pokerbot.sequence.form import Array


@dataclass(frozen=True)
class RegretRule(ABC):
    """A CFR variant; iteration t weighs t**gamma in the average strategy."""

    gamma: float

    @abstractmethod
    def update(self, R: Array, r: Array, t: int) -> Array:
        """Move R on by r; the target of regret matching."""


@dataclass(frozen=True)
class Vanilla(RegretRule):
    """CFR. Zinkevich et al. (2007), "Regret minimization in games with incomplete information"."""

    gamma: float = 0.0

    def update(self, R: Array, r: Array, t: int) -> Array:
        R += r
        return R


@dataclass(frozen=True)
class Plus(RegretRule):
    """CFR+. Tammelin (2014), "Solving large imperfect information games using CFR+"."""

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
        for_gains, for_losses = (t - 1.0) ** self.alpha, (t - 1.0) ** self.beta
        R *= np.where(R > 0, for_gains / (for_gains + 1), for_losses / (for_losses + 1))
        R += r
        return R
