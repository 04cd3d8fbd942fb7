"""Hands on boards and walks over betting trees in machine code."""

from pokerbot.sequence.heads_up.compiled.cards import potential, score, sort_hands, strengths
from pokerbot.sequence.heads_up.compiled.walks import advance, match_regrets, walk_from

__all__ = [
    "advance",
    "match_regrets",
    "potential",
    "score",
    "sort_hands",
    "strengths",
    "walk_from",
]
