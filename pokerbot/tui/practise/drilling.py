"""The way from a decision that was played to a drill of exactly that one."""

from __future__ import annotations

from functools import partial
from typing import Any

from pokerbot.opponents.drills import drill_at, opponent_of
from pokerbot.play.hand import Observation
from pokerbot.play.history.record import HandRecord
from pokerbot.tui.screen import BaseScreen


def drill(screen: BaseScreen[Any], played: HandRecord, seen: Observation) -> None:
    """Go there from a screen as soon as the hand's opponent has been read."""
    screen.beside(
        partial(opponent_of, played),
        lambda opponent: screen.app.practise(opponent, drill_at(seen)),
        lambda error: screen.notify(str(error), severity="error", markup=False),
    )
