"""Where a strategy chosen in the lobby can be taken, besides to its table; loaded when needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerbot.opponents.opponents import Opponent

if TYPE_CHECKING:
    from textual.screen import Screen

    from pokerbot.tui.app import PokerApp


def practise(app: PokerApp, opponent: Opponent) -> Screen[None]:
    """What has cost most against an opponent, to practise it."""
    from pokerbot.tui.practise.spots import SpotsScreen

    return SpotsScreen(opponent)


def browse(app: PokerApp, opponent: Opponent) -> Screen[None]:
    """A strategy whole."""
    from pokerbot.tui.grid.screen import BrowserScreen

    return BrowserScreen(opponent)


def watch(app: PokerApp, opponent: Opponent) -> Screen[None]:
    """A strategy at play."""
    from pokerbot.tui.watch.screen import WatchScreen

    return WatchScreen(opponent)


DOORS = {"practise": practise, "grid": browse, "watch": watch}
"""By the name that the lobby's message gives."""
