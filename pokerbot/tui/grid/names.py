"""The names of situations at the edge of the grid, as long as there is room for."""

from __future__ import annotations

from pokerbot.evaluation.grid import Situation
from pokerbot.games.rules import Rules
from pokerbot.play.view.words import so_far

MANY = 1000
"""How many situations are looked at to find out how much room names take."""


def in_words(situation: Situation, rules: Rules) -> str:
    """A situation in words: who acts, the public card, the betting."""
    return f"{_who(situation, rules)}{so_far(rules, situation.betting.history)}"


def in_letters(situation: Situation, rules: Rules) -> str:
    """A situation in short, with the betting in letters."""
    return f"{_who(situation, rules)}{situation.betting.history or 'opens'}"


def called(situation: Situation, rules: Rules, room: int) -> str:
    """A situation in words if there is room, else in letters, cut in the middle if need be."""
    if len(name := in_words(situation, rules)) <= room:
        return name
    if len(name := in_letters(situation, rules)) <= room:
        return name
    start = room // 3
    return f"{name[:start]}…{name[start + 1 - room :]}"


def _who(situation: Situation, rules: Rules) -> str:
    card = f"{rules.boards.whole(situation.board)}: " if situation.board else ""
    return f"{situation.betting.player + 1} {card}"
