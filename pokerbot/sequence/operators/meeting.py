"""From the opponent's reach by hand to the outcome of a fold or a showdown by own hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.showdown import FOLD, SHOWDOWN, Hands, PairedHands

Outcomes = Callable[[slice], Array]
"""[boards * n * 2, hands] of some own hands, for each of the opponent's rows two.

The weight of chance and reach of all that the opponent may hold, and the same weight signed by who
wins the showdown.
"""


def meeting(hands: Hands) -> Callable[[Array], Outcomes]:
    """From the opponent's reach [boards, n, hands], which is used up, to all that may end a hand.

    Hands that rank as they are numbered meet by prefix sums, in time linear in their number; the
    own card is taken out where cards are dealt without replacement (Johanson et al. 2011,
    "Accelerating best response calculation in large extensive games", section 3).
    """
    if isinstance(hands, PairedHands):
        boards, own = hands.weights.shape[:2]
        return _Paired(hands.weights.reshape(boards, own, -1))
    return _Ranked(hands.weight, hands.removed, hands.squared)


@dataclass(frozen=True, eq=False)
class _Paired:
    """matrix: [boards, hands, 2 * hands], from the opponent's hand to both outcomes of the own."""

    matrix: Array

    def __call__(self, reach: Array) -> Outcomes:
        met = np.matmul(reach, self.matrix).reshape(-1, reach.shape[2])
        return lambda hands: met[:, hands]


@dataclass(frozen=True)
class _Ranked:
    weight: float
    removed: float
    squared: bool

    def __call__(self, reach: Array) -> Outcomes:
        reach *= self.weight
        up_to = np.cumsum(reach, axis=2)
        return lambda hands: self._outcomes(reach[..., hands], up_to[..., hands], up_to[..., -1:])

    def _outcomes(self, reach: Array, up_to: Array, total: Array) -> Array:
        outcomes = np.empty((*reach.shape[:2], 2, reach.shape[2]))
        fold, showdown = outcomes[:, :, FOLD], outcomes[:, :, SHOWDOWN]
        np.multiply(reach, -self.removed, out=fold)
        fold += total
        if self.squared:
            np.subtract(total, reach, out=showdown)
        else:
            np.multiply(up_to, 2, out=showdown)
            showdown -= reach
            showdown -= total
        return outcomes.reshape(-1, reach.shape[2])
