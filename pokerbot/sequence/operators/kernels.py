"""The outcomes of folds and showdowns for own hands, given the reach of the opponent's hands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.showdown import FOLD, SHOWDOWN, MeetingHands, PairedHands, SortedHands

Outcomes = Callable[[slice], Array]
"""A function from a slice of own hands to [boards * n * 2, hands], their outcomes.

Each of the opponent's rows has two: the counterfactual reach (chance's weight times the opponent's
reach, summed over the opponent's hands), and the same signed by who wins the showdown.
"""


def showdown_kernel(hands: MeetingHands) -> Callable[[Array], Outcomes]:
    """A function from the opponent's reach [boards, n, hands] to the `Outcomes` for own hands.

    That function overwrites `reach`.

    Hands that rank as they are numbered meet by prefix sums, in time linear in their number; the
    own card is taken out where cards are dealt without replacement (Johanson et al. 2011,
    "Accelerating best response calculation in large extensive games", section 3).
    """
    if isinstance(hands, PairedHands):
        boards, other, _, own = hands.weights.shape
        return _Paired(hands.weights.reshape(boards, other, 2 * own))
    if isinstance(hands, SortedHands):
        return _Sorted(hands)
    return _Ranked(hands.weight, hands.removed, hands.squared)


@dataclass(frozen=True, eq=False)
class _Paired:
    """matrix: [boards, other's hands, 2 * own], from the other's hand to both outcomes of own."""

    matrix: Array

    def __call__(self, reach: Array) -> Outcomes:
        met = np.matmul(reach, self.matrix).reshape(-1, self.matrix.shape[2] // 2)
        return lambda hands: met[:, hands]


@dataclass(frozen=True, eq=False)
class _Sorted:
    """By running sums over the opponent's hands in order of strength, less those of each card.

    Hands that share a card with the own hand are in the sums of that card. A hand with the same two
    cards is in both, so that it is added once again.
    """

    hands: SortedHands

    def __call__(self, reach: Array) -> Outcomes:
        boards, n, _ = reach.shape
        met = np.zeros((boards, n, 2, len(self.hands.order.weight)))
        for board in range(boards):
            met[board, :, FOLD] = self._fold(reach[board], board)
            for final in range(*self.hands.finals[board].tolist()):
                met[board, :, SHOWDOWN] += self._showdown(reach[board], final)
        outcomes = met.reshape(-1, met.shape[3])
        return lambda hands: outcomes[:, hands]

    @cached_property
    def _holds(self) -> Array:
        """[the other's hands, cards] 1 where a hand holds a card, else 0."""
        own = self.hands.order
        holds = np.zeros((len(own.other_cards), 1 + max(own.cards.max(), own.other_cards.max())))
        holds[np.arange(len(holds))[:, None], own.other_cards] = 1.0
        return holds

    def _fold(self, reach: Array, board: int) -> Array:
        """[n, own hands] the counterfactual reach on one of the street's boards."""
        hands, own = self.hands, self.hands.order
        reach = reach * (own.other_weight * hands.other_alive[board])
        by_card = reach @ self._holds
        met = reach.sum(axis=1, keepdims=True) - _summed(by_card, own.cards.T)
        met += np.where(own.same < 0, 0.0, reach.take(own.same, axis=1)) * (own.cards.shape[1] - 1)
        weight = own.weight * hands.alive[board]
        result: Array = hands.scale * hands.runouts * weight * met
        return result

    def _showdown(self, reach: Array, final: int) -> Array:
        """[n, own hands] the counterfactual reach on a final board, signed by who wins."""
        own, cards = self.hands.order, self.hands.order.by_card
        reach = reach * (own.other_weight * own.other_alive[final])
        up_to, by_card = (
            _running(reach.take(own.order[final], axis=1)),
            _running(reach.take(cards.hands[final], axis=1)),
        )
        before = _summed(by_card, cards.first[final])
        # Reach of the opponent's hands that share no card: all, the worse, and the not better ones.
        total = up_to[:, -1:] - _summed(by_card, cards.last[final]) + before
        worse = up_to.take(own.beaten[final], axis=1) - _summed(by_card, cards.beaten[final])
        not_better = up_to.take(own.tied[final], axis=1) - _summed(by_card, cards.tied[final])
        worse, not_better = worse + before, not_better + before
        won = worse + total - not_better if self.hands.squared else worse + not_better - total
        result: Array = self.hands.scale * (own.weight * own.alive[final]) * won
        return result


def _summed(x: Array, places: Index) -> Array:
    """[n, hands] the sum of those columns of x that `places` [cards, hands] has for each hand."""
    found: Array = x.take(places[0], axis=1)
    for others in places[1:]:
        found += x.take(others, axis=1)
    return found


def _running(x: Array) -> Array:
    """[n, hands + 1] the sum of the columns before each, and of all."""
    sums = np.zeros((len(x), x.shape[1] + 1))
    np.cumsum(x, axis=1, out=sums[:, 1:])
    return sums


@dataclass(frozen=True)
class _Ranked:
    """By running sums over hands that rank as they are numbered; fields as `RankedHands`."""

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
