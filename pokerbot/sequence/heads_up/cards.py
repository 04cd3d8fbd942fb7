"""The hands before the flop, and tables of the strength of seven cards.

Strengths are found by the ranks, and for a flush by the ranks of a suit.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from pokerbot.games.cards import RANKS, SUITS
from pokerbot.games.ranges import COMBINATIONS
from pokerbot.games.ranking import strength
from pokerbot.sequence.arrays import Index

CARDS, ACES = len(RANKS) * len(SUITS), len(RANKS)
HANDS = 1326
OTHERS = 990
"""How many hands the other player can have against a hand on a river."""
MOST = 2 * OTHERS
"""The score of a hand that beats them all: two for each hand that it beats, one for a tie."""
DIGITS = ACES ** np.arange(4, -1, -1)
"""What five ranks in ascending order are worth as the digits of a number to the base 13."""


class HandTables(NamedTuple):
    """All hands, class by class, and tables of their strengths.

    cards: [hands, 2] the cards of each hand
    classes: [hands] the class of each hand
    of_ranks: [sets of five ranks, first rank, second rank] the strength of a hand of these two
        ranks on a board of those five, without a flush
    of_suit: [sets of ranks] the strength of a flush of these ranks, 0 with fewer than five
    sets: [13**5] the place of five ranks in `of_ranks`, by their number in `DIGITS`
    strengths: how many different strengths there are
    """

    cards: Index
    classes: Index
    of_ranks: Index
    of_suit: Index
    sets: Index
    strengths: int


@cache
def deck() -> HandTables:
    """The tables, made once, by `pokerbot.games.ranking.strength`."""
    boards = np.array([*combinations_with_replacement(range(ACES), 5)])
    boards = boards[boards[:, 0] < boards[:, 4]]  # a rank has four cards
    sets = np.zeros(ACES**5, np.intp)
    sets[boards @ DIGITS] = np.arange(len(boards))
    one = np.eye(ACES, dtype=np.int8)  # 14 million numbers follow
    counts = one[boards].sum(axis=1, dtype=np.int8)[:, None, None] + one[:, None] + one
    # In this order no suit gets more than two of seven cards, and no rank the same suit twice.
    before = np.cumsum(counts, axis=-1, dtype=np.int8) - counts
    there = counts * (counts <= 4)
    suited = [(((each - before) & 3) < there) @ (1 << np.arange(ACES)) for each in range(4)]
    masks = np.arange(1 << ACES)
    none = np.zeros_like(masks)
    many = (masks[:, None] >> np.arange(ACES) & 1).sum(axis=1)
    flushes = np.where(many >= 5, strength([masks, none, none, none]), 0)
    found, places = np.unique(
        np.concatenate([strength(suited).ravel(), flushes]), return_inverse=True
    )
    kinds = [(place, hand) for place, each in enumerate(COMBINATIONS.values()) for hand in each]
    return HandTables(
        cards=np.array([hand for _, hand in kinds]),
        classes=np.array([place for place, _ in kinds]),
        of_ranks=places[: -len(masks)].reshape(suited[0].shape),
        of_suit=np.where(many >= 5, places[-len(masks) :], 0),
        sets=sets,
        strengths=len(found),
    )
