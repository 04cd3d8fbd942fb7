"""What a situation is called at the edge of the grid, in as much room as there is."""

from __future__ import annotations

from pokerbot.evaluation.grid import Situation
from pokerbot.games.betting import spoken
from pokerbot.games.rules import Rules

MANY = 1000
"""So many situations are looked at to see how much room their names take."""


def called(situation: Situation, rules: Rules, *, in_words: bool) -> str:
    """Who acts, the public card, the betting."""
    history = situation.betting.history
    betting = spoken(history) if in_words else history or "opens"
    board = situation.board
    card = "" if board is None else f"{rules.deck.label(board)}: "
    return f"{situation.betting.player + 1} {card}{betting}"


def shortened(name: str, room: int) -> str:
    """A name, or its ends: who acts on which card, and what was done last."""
    if len(name) <= room:
        return name
    start = room // 3
    return f"{name[:start]}…{name[start + 1 - room :]}"
