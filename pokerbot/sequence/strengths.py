"""Tables of the strength of seven cards: by their ranks, and for a flush by the ranks of a suit."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from pokerbot.games.cards import RANKS, SUITS
from pokerbot.games.ranges import COMBINATIONS
from pokerbot.games.ranking import strength
from pokerbot.sequence.arrays import Index

CARDS, ACES = len(RANKS) * len(SUITS), len(RANKS)


class Tables(NamedTuple):
    """All hands, and tables of their strengths.

    cards: [hands, 2] the cards of each hand
    classes: [hands] the class of each hand
    of_ranks: [ranks of a board, first rank, second rank] the strength of the seven without a flush
    of_suit: [sets of ranks] the strength of a flush of these ranks, 0 with fewer than five
    strengths: how many different strengths there are
    """

    cards: Index
    classes: Index
    of_ranks: Index
    of_suit: Index
    strengths: int


def rank_sets() -> list[tuple[int, ...]]:
    """All multisets of ranks that five cards can have: [13] how many cards have each rank."""
    return [
        counts
        for ranks in combinations_with_replacement(range(ACES), 5)
        if max(counts := tuple(map(ranks.count, range(ACES)))) <= 4
    ]


def tables() -> Tables:
    """Make the tables, by `pokerbot.games.ranking.strength`."""
    first, second = np.indices((ACES, ACES))
    sets = np.array(rank_sets())[:, None, None] + np.eye(ACES, dtype=int)[first]
    counts = sets + np.eye(ACES, dtype=int)[second]
    # In this order no suit gets more than two of seven cards, and no rank the same suit twice.
    before = np.cumsum(counts, axis=-1) - counts
    suited = [
        ((((each - before) % 4 < counts) & (counts <= 4)) << np.arange(ACES)).sum(axis=-1)
        for each in range(4)
    ]
    masks = np.arange(1 << ACES)
    none = np.zeros_like(masks)
    many = (masks[:, None] >> np.arange(ACES) & 1).sum(axis=1)
    flushes = np.where(many >= 5, strength([masks, none, none, none]), 0)
    found, places = np.unique(
        np.concatenate([strength(suited).ravel(), flushes]), return_inverse=True
    )
    shape = suited[0].shape
    kinds = [(place, hand) for place, each in enumerate(COMBINATIONS.values()) for hand in each]
    return Tables(
        cards=np.array([hand for _, hand in kinds]),
        classes=np.array([place for place, _ in kinds]),
        of_ranks=places[: -len(masks)].reshape(shape),
        of_suit=np.where(many >= 5, places[-len(masks) :], 0),
        strengths=len(found),
    )
