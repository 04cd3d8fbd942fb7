"""A challenge: a table with the cards and dice that a friend had, for as many hands."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from pokerbot.opponents.sitting import Sitting
from pokerbot.play.view.amounts import number_of
from pokerbot.tui.popups.boxes import TellScreen
from pokerbot.tui.table.help import HELP as AT_THE_TABLE
from pokerbot.tui.table.screen import TableScreen

HELP = (
    """\
# A challenge

You get the cards and dice that your challenger had, in the same seats and for as many hands. There
are no hints. At the end you learn whose mistakes and missed chances add up to less: that player
played better, luck apart. Until then, playing the same opponent from the lobby brings you back
here.

"""
    + AT_THE_TABLE
)


class ChallengeScreen(TableScreen):
    """A table that ends after the last hand, and then tells who played better."""

    TITLE = "Challenge"
    HELP = HELP
    OWN_SIZES: ClassVar = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play_on", "Play on", key_display="enter", id="challenge.play_on"),
        Binding("enter", "next_hand", show=False),
    ]

    def __init__(self, sitting: Sitting) -> None:
        """Begin the challenge, or go on with it."""
        super().__init__(sitting)
        self._told = False

    def _title(self) -> Content:
        """As `TableScreen`; it says how many hands there are."""
        assert self.sitting.challenge is not None
        hands = number_of(self.sitting.challenge.hands, "hand")
        return self.titled(f"{hands} of {self.plays}")

    def _show_panel(self) -> None:
        super()._show_panel()
        if self.table.ended and self.table.score.breakdown is not None and not self._told:
            self._told = True
            self._tell()

    def action_next_hand(self) -> None:
        """Deal the next hand, or after the last one tell again who played better."""
        if self._told:
            self._tell()
        else:
            super().action_next_hand()

    def _tell(self) -> None:
        """Tell who played better."""

        def go_on(wanted: bool | None) -> None:
            if wanted:
                self.action_play_on()

        onward = f"play on against {self.opponent.name}"
        tell = TellScreen("The challenge", self.sitting.verdict, onward)
        self.app.push_screen(tell, go_on)

    def action_play_on(self) -> None:
        """Go to an ordinary table with the same opponent."""
        self.app.action_lobby()
        self.app.sit_down(self.opponent)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action is possible now."""
        if action in ("next_hand", "play_on") and self.table.ended:
            return self._told
        if action in ("hint", "play_on"):
            return False
        return super().check_action(action, parameters)
