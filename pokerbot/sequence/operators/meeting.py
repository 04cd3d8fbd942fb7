"""From the opponent's reach by hand to the outcome of a fold or a showdown by own hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.showdown import FOLD, SHOWDOWN, Hands, PairedHands


class Meeting(Protocol):
    """Outcomes that are worked out for some own hands at a time."""

    def outcomes(self, hands: slice) -> Array:
        """[boards * n * 2, hands] of these own hands, for each of the opponent's rows two.

        The weight of chance and reach of all that the opponent may hold, and the same weight
        signed by who wins the showdown.
        """


def meet(hands: Hands, reach: Array) -> Meeting:
    """All that may end a hand, from the opponent's reach [boards, n, hands], which is used up.

    Hands that rank as they are numbered meet by prefix sums, in time linear in their number; the
    own card is taken out where cards are dealt without replacement (Johanson et al. 2011,
    "Accelerating best response calculation in large extensive games", section 3).
    """
    if isinstance(hands, PairedHands):
        boards, own = hands.weights.shape[:2]
        met = np.matmul(reach, hands.weights.reshape(boards, own, -1))
        return _Paired(met.reshape(-1, reach.shape[2]))
    reach *= hands.weight
    return _Ranked(reach, np.cumsum(reach, axis=2), hands.removed)


@dataclass(frozen=True, eq=False)
class _Paired:
    met: Array

    def outcomes(self, hands: slice) -> Array:
        return self.met[:, hands]


@dataclass(frozen=True, eq=False)
class _Ranked:
    reach: Array
    up_to: Array
    removed: float

    def outcomes(self, hands: slice) -> Array:
        reach, total = self.reach[..., hands], self.up_to[..., -1:]
        outcomes = np.empty((*reach.shape[:2], 2, reach.shape[2]))
        fold, showdown = outcomes[:, :, FOLD], outcomes[:, :, SHOWDOWN]
        np.multiply(reach, -self.removed, out=fold)
        fold += total
        np.multiply(self.up_to[..., hands], 2, out=showdown)
        showdown -= reach
        showdown -= total
        return outcomes.reshape(-1, reach.shape[2])
