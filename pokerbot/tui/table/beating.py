"""At the table, how much of what there is to win against an opponent the person takes."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from pokerbot.errors import InputError
from pokerbot.opponents.win_share import STAR, WinShare, beaten, following
from pokerbot.strategy import library
from pokerbot.tui.popups.boxes import TellScreen

if TYPE_CHECKING:
    from pokerbot.tui.table.screen import TableScreen


class Beating:
    """Counts the person's share after each hand, and tells when the opponent is beaten.

    win_share: the share; None where it is not counted, or not yet
    """

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.win_share: WinShare | None = None

    def count(self) -> None:
        """Count the hands that are new in the history."""
        win_share, history = self.win_share, self.screen.app.history
        before = win_share.taken if win_share else None
        if win_share is not None and history is not None:
            with suppress(InputError):  # reported already, when the hand could not be kept
                win_share.look(history)
        self.screen.show_strength()
        now = win_share.taken if win_share else None
        if win_share and now and now.star and not (before and before.star):
            name = self.screen.opponent.name
            tell = TellScreen(f"{name} is beaten {STAR}", beaten(win_share), following(name))
            self.screen.app.push_screen(tell, partial(self.go_on_to, following(name)))

    def go_on_to(self, after: str, wanted: bool | None) -> None:
        """Go to the table with the next opponent to beat, if the person wants to."""
        if wanted and after:
            self.screen.app.read(library.find(after))
