"""How the hands of both players meet where a hand ends: who folds, who wins, how likely it is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pokerbot.games.rules import Rules
from pokerbot.sequence.arrays import Array, Index

FOLD, SHOWDOWN = 0, 1
MOST_DENSE = 64
"""Up to so many hands a product with a matrix is faster than prefix sums."""


@dataclass(frozen=True, eq=False)
class PairedHands:
    """Every pair of hands apart, under each public card there can be.

    weights: [boards, opponent's hands, 2, own hands] chance's weight of the pair, and the same
    weight signed by who wins the showdown; squared, whoever wins it.
    """

    weights: Array


@dataclass(frozen=True)
class RankedHands:
    """Hands that rank as they are numbered, without a public card.

    weight: chance's weight of a pair of unequal hands
    removed: the part of that weight that a pair of equal hands lacks
    squared: whether a showdown counts as 1 whoever wins it, and 0 where the pot is split
    """

    weight: float
    removed: float
    squared: bool = False


Hands = PairedHands | RankedHands


def hands_of(rules: Rules, round_: int, *, squared: bool = False) -> Hands:
    """How hands meet that end in this round; `squared` as who wins does to chips squared."""
    if is_paired(rules):
        return paired_hands(rules, round_, squared=squared)
    return ranked_hands(rules, squared=squared)


@lru_cache(maxsize=8)
def strengths(rules: Rules) -> Index:
    """[boards, hands] what the showdown compares, under each public card there can be."""
    hands, boards = range(rules.deck.ranks), rules.boards(len(rules.rounds) - 1)
    return np.array([[rules.strength(hand, board) for hand in hands] for board in boards])


def is_paired(rules: Rules) -> bool:
    """Whether pairs of hands are told apart: where there are few, or not the higher one wins."""
    return rules.deck.ranks <= MOST_DENSE or rules.has_board or rules.ranking is not None


def ranked_hands(rules: Rules, *, squared: bool = False) -> RankedHands:
    """As `hands_of`, for a game without a public card."""
    copies = rules.deck.suits or 1
    weight = copies * copies / rules.deck.orders(2)
    return RankedHands(weight, 0.0 if rules.deck.suits is None else 1 / copies, squared)


def paired_hands(rules: Rules, round_: int, *, squared: bool = False) -> PairedHands:
    """As `hands_of`, pair by pair; before the public card, all that may come are added up."""
    deck, boards = rules.deck, rules.boards(round_)
    hands = np.arange(deck.ranks)
    weights = np.zeros((len(boards), deck.ranks, 2, deck.ranks))
    runouts = rules.boards(len(rules.rounds) - 1)
    copies = float(deck.suits or 1)
    same = np.eye(deck.ranks) * (deck.suits is not None)
    for place, board in enumerate(boards):
        for card in [board] if board in runouts else runouts:
            left = copies - (hands == card) * (deck.suits is not None)
            public = 1.0 if card is None else copies
            pairs = public * left[:, None] * (left - same) / deck.orders(2 + rules.has_board)
            strength = strengths(rules)[card or 0]
            wins = np.sign(strength - strength[:, None])
            wins = wins**2 if squared else wins
            weights[place, :, FOLD] += pairs
            weights[place, :, SHOWDOWN] += pairs * wins
    return PairedHands(weights)
