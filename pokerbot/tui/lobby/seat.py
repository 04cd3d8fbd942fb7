"""The choice of the seat to take at a table."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import RadioButton, RadioSet, Static

from pokerbot.play.table import SEAT_CHOICES
from pokerbot.tui.turning import turned


class SeatButton(RadioButton):
    """A button with a dot only when chosen; Textual's always has one, in another colour."""

    BUTTON_INNER = " "

    def watch_value(self) -> None:
        """Draw the dot only if the button is chosen."""
        self.BUTTON_INNER = RadioButton.BUTTON_INNER if self.value else " "
        super().watch_value()


class SeatChoice(Horizontal):
    """A choice among `SEAT_CHOICES`, made by a click or by `turn`.

    chosen: the name of the chosen one
    """

    def __init__(self, seat: str) -> None:
        super().__init__(id="seat")
        self.chosen = seat

    def compose(self) -> ComposeResult:
        """A label, and the seats in a line."""
        yield Static("Your seat", markup=False)
        with RadioSet(compact=True) as seats:
            seats.can_focus = False  # else a click would change the keys that are shown
            for seat in SEAT_CHOICES:
                yield SeatButton(seat, value=seat == self.chosen, id=seat)

    def turn(self) -> None:
        """Choose the next seat."""
        self.query_one(f"#{turned(SEAT_CHOICES, self.chosen)}", SeatButton).value = True

    def on_radio_set_changed(self, event: RadioSet.Changed) -> None:
        """Keep what was chosen."""
        self.chosen = SEAT_CHOICES[event.index]
