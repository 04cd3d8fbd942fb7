"""The best five cards of up to seven, by tables over the thirteen ranks."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pokerbot.games.cards import NAMES, RANKS, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    Ranks = NDArray[np.int64]
    """Sets of ranks as bits, the deuce lowest; of two sets of one size the larger number wins."""

WHEEL = 0b1000000001111
"""The ranks of the straight in which the ace is below the deuce."""
(HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH) = range(9)
CATEGORIES = (
    "no pair", "a pair", "two pair", "three of a kind", "a straight", "a flush", "a full house",
    "four of a kind", "a straight flush",
)  # fmt: skip
BITS = len(RANKS)
WHOLE = (1 << BITS) - 1
"""All ranks."""


def strength(held: Sequence[Ranks]) -> Ranks:
    """The strengths of hands as numbers: the larger one wins, equal ones split the pot.

    held: for each of the four suits, the ranks held in it, arrays of one shape; a hand has at least
        five cards, and a strength is made for each

    A strength has the category in the bits from 26 up, then 13 bits for the ranks that make it (the
    pair, the straight's top), and 13 for the ranks that decide between hands equal in those.
    """
    import numpy as np

    one, two, three, four = held
    any_of = one | two | three | four
    four_of = one & two & three & four
    three_of = (one & two & (three | four)) | (three & four & (one | two))
    pairs = (one & two) | (three & four) | ((one | two) & (three | four))
    top, straight, count = _tables()
    suited = np.zeros_like(any_of)
    for suit in held:
        suited = np.where(count[suit] >= 5, suit, suited)

    def ranked(category: int, by: Ranks, then: Ranks, there: Ranks) -> Ranks:
        value: Ranks = np.where(there != 0, category << 2 * BITS | by << BITS | then, 0)
        return value

    none = np.zeros_like(any_of)
    first, both, third = top[1][pairs], top[2][pairs], top[1][three_of]
    second = top[1][pairs & ~third]
    found = ranked(HIGH_CARD, none, top[5][any_of], any_of)
    for value in (
        ranked(PAIR, first, top[3][any_of & ~first], pairs),
        ranked(TWO_PAIR, both, top[1][any_of & ~both], both & ~first),
        ranked(THREE, third, top[2][any_of & ~third], three_of),
        ranked(STRAIGHT, straight[any_of], none, straight[any_of]),
        ranked(FLUSH, none, top[5][suited], suited),
        ranked(FULL_HOUSE, third, second, np.where(second != 0, third, 0)),
        ranked(FOUR, four_of, top[1][any_of & ~four_of], four_of),
        ranked(STRAIGHT_FLUSH, straight[suited], none, straight[suited]),
    ):
        np.maximum(found, value, out=found)
    return found


@cache
def _tables() -> tuple[dict[int, Ranks], Ranks, Ranks]:
    """[sets of ranks] the highest 1, 2, 3 and 5 ranks; the best straight's top; how many ranks."""
    import numpy as np

    every = np.arange(1 << BITS)
    count = np.bitwise_count(every)
    top: dict[int, Ranks] = {}
    for many in (1, 2, 3, 5):
        best = every.copy()
        while (count[best] > many).any():
            best = np.where(count[best] > many, best & (best - 1), best)
        top[many] = best
    straight = np.where(every & WHEEL == WHEEL, 1 << 3, 0)
    for low in range(BITS - 4):
        run = 0b11111 << low
        straight = np.where(every & run == run, 1 << (low + 4), straight)
    return top, straight, count


def category(value: int) -> str:
    """The category of a strength: `two pair`, `a flush`."""
    return CATEGORIES[value >> 2 * BITS]


def words(value: int) -> str:
    """A strength in words: `two pair, kings and sevens`, `flush, ace high`."""
    category, by, then = value >> 2 * BITS, value >> BITS & WHOLE, value & WHOLE
    made = [RANKS[rank] for rank in reversed(range(BITS)) if by >> rank & 1]
    best = [RANKS[rank] for rank in reversed(range(BITS)) if then >> rank & 1]
    return {
        HIGH_CARD: lambda: f"{NAMES[best[0]]} high",
        PAIR: lambda: f"pair of {plural(made[0])}",
        TWO_PAIR: lambda: f"two pair, {plural(made[0])} and {plural(made[1])}",
        THREE: lambda: f"three {plural(made[0])}",
        STRAIGHT: lambda: f"straight to {NAMES[made[0]]}",
        FLUSH: lambda: f"flush, {NAMES[best[0]]} high",
        FULL_HOUSE: lambda: f"full house, {plural(made[0])} over {plural(best[0])}",
        FOUR: lambda: f"four {plural(made[0])}",
        STRAIGHT_FLUSH: lambda: f"straight flush to {NAMES[made[0]]}",
    }[category]()


def kicker(value: int, other: int) -> str:
    """The rank by which a strength is told from another of the same words; empty if it is not.

    >>> kicker(PAIR << 2 * BITS | 1 << BITS | 0b110, PAIR << 2 * BITS | 1 << BITS | 0b101)
    'three'
    """
    own, others = (
        [rank for rank in reversed(range(BITS)) if each >> rank & 1] for each in (value, other)
    )
    pairs = zip(own, others, strict=False)
    return next((NAMES[RANKS[mine]] for mine, its in pairs if mine != its), "")
