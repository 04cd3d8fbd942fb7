"""From the opponent's reach by hand to the outcome of a fold or a showdown by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from pokerbot.games.rules import Rules
from pokerbot.sequence.arrays import Array, Index

FOLD, SHOWDOWN = 0, 1
MOST_DENSE = 64
"""Up to so many hands a product with a matrix is faster than prefix sums."""


class Hands(Protocol):
    """How the hands of both players meet, under each public card there can be."""

    def meet(self, reach: Array) -> Meeting:
        """All that may end a hand, from the opponent's reach [boards, n, hands], used up."""


class Meeting(Protocol):
    """Outcomes that are worked out for some own hands at a time."""

    def outcomes(self, hands: slice) -> Array:
        """[boards * n * 2, hands] of these own hands, for each of the opponent's rows two.

        The weight of chance and reach of all that the opponent may hold, and the same weight
        signed by who wins the showdown.
        """


@dataclass(frozen=True, eq=False)
class DenseHands:
    """matrix: [boards, hands, 2 * hands], from the opponent's hand to both outcomes of the own."""

    matrix: Array

    def meet(self, reach: Array) -> Meeting:
        """As `Hands.meet`."""
        return _Dense(np.matmul(reach, self.matrix).reshape(-1, reach.shape[2]))


@dataclass(frozen=True, eq=False)
class _Dense:
    met: Array

    def outcomes(self, hands: slice) -> Array:
        return self.met[:, hands]


@dataclass(frozen=True, eq=False)
class RankedHands:
    """Hands that rank as they are numbered: prefix sums take time linear in their number.

    The own card is taken out where cards are dealt without replacement (Johanson et al. 2011,
    "Accelerating best response calculation in large extensive games", section 3).

    weight: chance's weight of a pair of unequal hands
    removed: the part of that weight that a pair of equal hands lacks
    """

    weight: float
    removed: float

    def meet(self, reach: Array) -> Meeting:
        """As `Hands.meet`."""
        reach *= self.weight
        return _Ranked(reach, np.cumsum(reach, axis=2), self.removed)


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


@dataclass(frozen=True, eq=False)
class Kernel:
    """The outcomes of the opponent's rows before, or after, the public card is turned up.

    rows: [boards, n] rows of the opponent's plan
    """

    rows: Index
    hands: Hands

    @property
    def size(self) -> int:
        """How many outcomes there are for each hand: boards * n * 2."""
        return 2 * self.rows.size

    def meet(self, plan: Array) -> Meeting:
        """All outcomes of the opponent's plan [rows, hands]."""
        return self.hands.meet(plan.take(self.rows, axis=0, mode="clip"))


def hands_of(rules: Rules, round_: int) -> Hands:
    """How hands meet that end in this round."""
    if is_dense(rules):
        return DenseHands(dense_matrix(rules, round_))
    return ranked_hands(rules)


def is_dense(rules: Rules) -> bool:
    """Whether hands meet in matrices: where there are few, or a public card decides."""
    return rules.deck.ranks <= MOST_DENSE or rules.has_board


def ranked_hands(rules: Rules) -> RankedHands:
    """As `hands_of`, by prefix sums, for a game without a public card."""
    copies = rules.deck.suits or 1
    weight = copies * copies / rules.deck.orders(2)
    return RankedHands(weight, 0.0 if rules.deck.suits is None else 1 / copies)


def dense_matrix(rules: Rules, round_: int) -> Array:
    """[boards, hands, 2 * hands], the `DenseHands.matrix` of hands that end in this round."""
    deck, boards = rules.deck, rules.boards(round_)
    hands = np.arange(deck.ranks)
    matrix = np.zeros((len(boards), deck.ranks, 2, deck.ranks))
    runouts = rules.boards(len(rules.rounds) - 1)
    copies = float(deck.suits or 1)
    same = np.eye(deck.ranks) * (deck.suits is not None)
    for place, board in enumerate(boards):
        for card in [board] if board in runouts else runouts:
            left = copies - (hands == card) * (deck.suits is not None)
            public = 1.0 if card is None else copies
            pairs = public * left[:, None] * (left - same) / deck.orders(2 + rules.has_board)
            strength = hands + deck.ranks * (hands == card)
            wins = np.sign(strength - strength[:, None])
            matrix[place, :, FOLD] += pairs
            matrix[place, :, SHOWDOWN] += pairs * wins
    return matrix.reshape(len(boards), deck.ranks, -1)
