"""Which decisions of a practised hand count, and whether the hand is right."""

from __future__ import annotations

from collections.abc import Sequence

from pokerbot.evaluation.breakdown import UNGRADED, Decision
from pokerbot.play.session.practise import Practice

TRAINED = "train: "
"""How the names of training drills begin."""
WHOLE = "whole"
"""How the name of the one goes on in which every decision of a hand counts."""


def counted(drill: str, own: Sequence[Decision]) -> list[tuple[int, Decision]]:
    """The decisions that count, each with its place among the person's own in the hand.

    That is the first, or where whole hands are trained every one; but none without a grade.

    Args:
        drill: the name of the drill.
        own: the person's own decisions in the hand.
    """
    there = own if drill == f"{TRAINED}{WHOLE}" else own[:1]
    return [(place, each) for place, each in enumerate(there) if each.grade != UNGRADED]


def count(practice: Practice, own: Sequence[Decision]) -> None:
    """Count the hand on a practice table, which is over.

    own: the person's own decisions in the hand
    """
    answers = [each for _, each in counted(practice.drill.name, own)]
    practice.grade(
        [each.fault for each in own],
        right=all(bool(each.faultless) for each in answers) if answers else None,
        lost=sum(each.loss for each in answers if not each.faultless),
        at_stake=sum(max(each.chips.values()) - min(each.chips.values()) for each in answers),
    )
