"""From the opponent's reach by hand to the outcome of a fold or a showdown by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pokerbot.games.rules import Rules

FOLD, SHOWDOWN = 0, 1
MOST_DENSE = 64
"""Up to so many hands a product with a matrix is faster than prefix sums."""

Array = NDArray[np.float64]


class Hands(Protocol):
    """How the hands of both players meet, under each public card there can be."""

    def meet(self, reach: Array) -> Array:
        """[boards, n, 2, hands], from the opponent's reach [boards, n, hands].

        For each own hand the weight of chance and reach of all that the opponent may hold, and
        the same weight signed by who wins the showdown.
        """


@dataclass(frozen=True, eq=False)
class DenseHands:
    """matrix: [boards, hands, 2 * hands], from the opponent's hand to both outcomes of the own."""

    matrix: Array

    def meet(self, reach: Array) -> Array:
        """As `Hands.meet`."""
        outcomes: Array = np.matmul(reach, self.matrix)
        return outcomes.reshape(*reach.shape[:2], 2, reach.shape[2])


@dataclass(frozen=True, eq=False)
class RankedHands:
    """Time linear in the hands: prefix sums over hands ranked by strength.

    The own card is taken out where cards are dealt without replacement (Johanson et al. 2011,
    "Accelerating best response calculation in large extensive games", section 3).

    order: [boards, hands] the hands from the weakest to the strongest
    cards: [boards, 1, hands] how many cards of each rank the public card leaves
    weight: chance's weight of one pair of cards; removed: 1 where the own card is not there twice
    """

    order: NDArray[np.intp]
    cards: Array
    weight: float
    removed: float

    def meet(self, reach: Array) -> Array:
        """As `Hands.meet`."""
        outcomes = np.empty((*reach.shape[:2], 2, reach.shape[2]))
        held = reach * self.cards
        order = self.order[:, None, :]
        ranked = np.take_along_axis(held, order, axis=2)
        below = np.cumsum(ranked, axis=2)
        total = below[:, :, -1:].copy()
        np.multiply(reach, -self.removed, out=outcomes[:, :, FOLD])
        outcomes[:, :, FOLD] += total
        below *= 2
        below -= ranked
        below -= total
        np.put_along_axis(outcomes[:, :, SHOWDOWN], order, below, axis=2)
        outcomes *= (self.weight * self.cards)[:, :, None]
        return outcomes


@dataclass(frozen=True, eq=False)
class Kernel:
    """The outcomes of the opponent's rows before, or after, the public card is turned up.

    rows: [boards, n] rows of the opponent's plan
    """

    rows: NDArray[np.intp]
    hands: Hands

    @property
    def size(self) -> int:
        """How many outcomes there are: boards * n * 2."""
        return 2 * self.rows.size

    def outcomes(self, plan: Array) -> Array:
        """[boards * n * 2, hands]: per row of the opponent's, the fold and the showdown."""
        met = self.hands.meet(plan.take(self.rows, axis=0, mode="clip"))
        return met.reshape(-1, plan.shape[1])


def hands_of(rules: Rules, round_: int) -> Hands:
    """How hands meet that end in this round."""
    if rules.deck.ranks <= MOST_DENSE or (rules.has_board and not rules.shows_board(round_)):
        return DenseHands(dense_matrix(rules, round_))
    return ranked_hands(rules, round_)


def ranked_hands(rules: Rules, round_: int) -> RankedHands:
    """As `hands_of`, by prefix sums; not for hands that end before a public card to come."""
    deck, boards = rules.deck, rules.boards(round_)
    hands = np.arange(deck.ranks)
    cards = np.full((len(boards), 1, deck.ranks), float(deck.suits or 1))
    order = np.tile(hands, (len(boards), 1))
    for place, board in enumerate(boards):
        if board is not None:
            cards[place, 0, board] -= 1
            order[place] = np.r_[np.delete(hands, board), board]
    public = 1 if boards[0] is None else deck.suits or 1
    weight = public / deck.orders(2 + rules.shows_board(round_))
    return RankedHands(order, cards, weight, float(deck.suits is not None))


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
            matrix[place, :, FOLD] += np.maximum(pairs, 0)
            matrix[place, :, SHOWDOWN] += np.maximum(pairs, 0) * wins
    return matrix.reshape(len(boards), deck.ranks, -1)
