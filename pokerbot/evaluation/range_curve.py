"""A player's range at a decision, from its weakest hand to its strongest."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

from pokerbot.evaluation.node import NodeHand


def range_curve(hands: Iterable[NodeHand], what: str, points: int) -> list[float]:
    """EV or equity along a range, from its lowest to its highest.

    Args:
        hands: the player's hands, which are weighted by their share of the range.
        what: `ev` or `equity`.
        points: how many parts of equal size the range is divided into.

    Returns:
        EV or equity of the hand in the middle of each part; empty if no hand comes there.
    """
    known = [(getattr(hand, what), hand.share) for hand in hands if hand.share]
    there = sorted((value, share) for value, share in known if value is not None)
    sums = list(accumulate(share for _, share in there))
    curve, place = [], 0
    for point in range(points if there else 0):
        while sums[place] < (point + 0.5) / points * sums[-1]:
            place += 1
        curve.append(there[place][0])
    return curve
