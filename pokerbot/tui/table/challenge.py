"""A challenge: a table with the cards and dice that someone else had, and an end."""

from __future__ import annotations

from typing import ClassVar

from pokerbot.opponents.open_tables import Duel
from pokerbot.tui.popups.tell import TellScreen
from pokerbot.tui.table.help import HELP as AT_THE_TABLE
from pokerbot.tui.table.screen import TableScreen

HELP = (
    """\
# A challenge

You are dealt the cards and dice that your challenger had, in the same seats, for as many hands.
There are no hints. In the end stands whose mistakes and missed chances come to less, which is who
played better, luck apart. In the lobby, playing the same opponent comes back here until then.

"""
    + AT_THE_TABLE
)


class ChallengeScreen(TableScreen):
    """Ends after the last hand, with who played better."""

    TITLE = "Challenge"
    HELP = HELP
    OWN_SIZES: ClassVar = False

    def __init__(self, duel: Duel, pace: float, coach: bool) -> None:
        """Sit down, or go on."""
        super().__init__(duel.opponent, duel.table, pace, coach=coach)
        self.duel = duel
        self._told = False

    def _show_panel(self) -> None:
        super()._show_panel()
        if self.table.ended and self.table.session.breakdown is not None and not self._told:
            self._told = True
            onward = f"play on against {self.opponent.name}"
            tell = TellScreen("The challenge", self.duel.verdict, onward)
            self.app.push_screen(tell, self._go_on)

    def _go_on(self, wanted: bool | None) -> None:
        """To a table with the same opponent and no end, where that is wanted."""
        if wanted:
            self.app.action_lobby()
            self.app.sit_down(self.duel.opponent)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now."""
        if action == "hint" or (action == "next_hand" and self.table.ended):
            return False
        return super().check_action(action, parameters)
