"""Hands on boards and walks over betting trees in machine code."""

from pokerbot.sequence.heads_up.compiled.cards import ordered, potential, scores
from pokerbot.sequence.heads_up.compiled.walks import advance, match_regrets, settle, walk_from

__all__ = ["advance", "match_regrets", "ordered", "potential", "scores", "settle", "walk_from"]
