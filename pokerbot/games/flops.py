"""The flops of hold'em: classes that differ in suits alone, and a choice that stands for all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from pokerbot.games.cards import Cards
from pokerbot.games.equity import compared, sharing
from pokerbot.games.ranges import DECK, Range
from pokerbot.games.showdown import BestFive
from pokerbot.games.suits import exchanged, leaves

ALL = "all"
COUNTS = ("25", "49", "95", "184", ALL)
"""How many flops can be chosen to stand for all."""


@dataclass(frozen=True)
class Flop:
    """A class of flops that differ in suits alone and are the same for two ranges.

    cards: one flop of the class, the higher cards first
    suitings: how many flops are in the class
    weight: that number, times the weight of all pairs of hands that a flop of the class leaves
    ahead: how often the first range's hand is the better one there; a tie counts half
    """

    cards: Cards
    suitings: int
    weight: float
    ahead: float

    @property
    def name(self) -> str:
        """Its cards: `KsKh2c`."""
        return "".join(map(DECK.label, self.cards))

    @property
    def kind(self) -> tuple[int, int]:
        """How many suits its cards have, and how many ranks."""
        return len({card % 4 for card in self.cards}), len({card // 4 for card in self.cards})


def flops(first: Range, second: Range) -> list[Flop]:
    """The classes of all flops on which both can hold a hand.

    They are at most 1,755 where the ranges do not tell suits apart; there are 22,100 flops.
    """
    import numpy as np

    ranges = first.weights, second.weights
    among = [each for each in permutations(range(4)) if all(leaves(held, each) for held in ranges)]
    hands = [np.array([*each]) for each in ranges]
    weights = [np.array([*each.values()]) for each in ranges]
    share, both = sharing(*ranges), [*ranges[0], *ranges[1]]
    if len(share[0]) == len(hands[0]) * len(hands[1]):
        return []
    seen, found = set[Cards](), list[Flop]()
    for flop in combinations(range(DECK.cards - 1, -1, -1), 3):
        if flop in seen:
            continue
        alike = {exchanged(flop, each) for each in among}
        seen |= alike
        held, others = (
            np.where(np.isin(each, flop).any(axis=1), 0.0, weight)[None]
            for each, weight in zip(hands, weights, strict=True)
        )
        strengths = BestFive().strengths(DECK, both, flop)[None]
        mine, theirs = np.split(strengths, [len(hands[0])], axis=1)
        wins, ties, losses = compared(mine, theirs, held, others, share)
        if weight := wins + ties + losses:
            ahead = (wins + ties / 2) / weight
            found.append(Flop(flop, len(alike), len(alike) * float(weight), float(ahead)))
    return found


ORDER = "suits, then ranks, then how often the first range is ahead"
CHOSEN = f"in the order of {ORDER}, the middle one of each of so many equal parts"
"""How `some_of` chooses (systematic sampling)."""


def some_of(every: Sequence[Flop], count: int) -> list[Flop]:
    """So many flops that stand for all, chosen as `CHOSEN` says: one from each part."""
    order = sorted(every, key=lambda each: (*each.kind, each.ahead, each.cards))
    count = min(count, len(order))
    return [order[(2 * part + 1) * len(order) // (2 * count)] for part in range(count)]


def mean(some: Sequence[Flop], of: Callable[[Flop], float]) -> float:
    """The mean of `of` over flops, weighted by how often each comes."""
    return sum(each.weight * of(each) for each in some) / sum(each.weight for each in some)
