"""What a situation is called at the edge of the grid, in as much room as there is."""

from __future__ import annotations

from pokerbot.evaluation.grid import Situation
from pokerbot.games.betting import spoken
from pokerbot.games.rules import Rules

MANY = 1000
"""So many situations are looked at to see how much room their names take."""


def in_words(situation: Situation, rules: Rules) -> str:
    """Who acts, the public card, the betting."""
    return f"{_who(situation, rules)}{spoken(situation.betting.history)}"


def in_letters(situation: Situation, rules: Rules) -> str:
    """The same in short."""
    return f"{_who(situation, rules)}{situation.betting.history or 'opens'}"


def called(situation: Situation, rules: Rules, room: int) -> str:
    """In words where they have room, else in letters; their ends where those have none either."""
    if len(name := in_words(situation, rules)) <= room:
        return name
    if len(name := in_letters(situation, rules)) <= room:
        return name
    start = room // 3
    return f"{name[:start]}…{name[start + 1 - room :]}"


def _who(situation: Situation, rules: Rules) -> str:
    card = f"{rules.boards.whole(situation.board)}: " if situation.board else ""
    return f"{situation.betting.player + 1} {card}"
