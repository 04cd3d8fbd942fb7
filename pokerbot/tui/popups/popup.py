"""What all popups share: a frame over the screen that they are about."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, ScreenResultType

from pokerbot.tui.screen import BaseScreen

KEYS = "enter takes it   esc back"
"""What the frame of a list says."""


class PopUp(BaseScreen[ScreenResultType], ModalScreen[ScreenResultType]):
    """A screen in a frame that says what it is and which keys it takes.

    Escape or a click beside it closes it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Back")]

    def on_click(self, event: events.Click) -> None:
        """Close the popup if the click was beside its frame."""
        if event.widget is self:
            self.dismiss()
