"""Hands on boards, and the tables to rank them.

Hands are in the order of `strengths.tables`: class by class.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from pokerbot.sequence.arrays import Index
from pokerbot.sequence.strengths import ACES, rank_sets, tables

HANDS = 1326
OTHERS = 990
"""How many hands the other player can have against a hand on a river."""
MOST = 2 * OTHERS
"""The score of a hand that beats them all: two for each hand that it beats, one for a tie."""


class Deck(NamedTuple):
    """The tables of `strengths.Tables`, and one more.

    sets: [13**5] the place of five ranks in `rank_sets`, found by the ranks in ascending order as
        digits to the base 13
    """

    cards: Index
    classes: Index
    of_ranks: Index
    of_suit: Index
    sets: Index
    strengths: int


@cache
def deck() -> Deck:
    """The tables, made once."""
    made = tables()
    number = {counts: place for place, counts in enumerate(rank_sets())}
    sets = np.zeros(ACES**5, np.intp)
    for ranks in combinations_with_replacement(range(ACES), 5):
        place = number.get(tuple(map(ranks.count, range(ACES))))
        if place is not None:
            sets[sum(rank * ACES**at for at, rank in enumerate(reversed(ranks)))] = place
    cards = np.ascontiguousarray(made.cards)
    return Deck(cards, made.classes, made.of_ranks, made.of_suit, sets, made.strengths)
