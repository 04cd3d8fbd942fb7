"""What lies over the screen that it is about."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, ScreenResultType

from pokerbot.tui.screen import BaseScreen

KEYS = "enter takes it   esc back"
"""Of a list."""


class PopUp(BaseScreen[ScreenResultType], ModalScreen[ScreenResultType]):
    """Its frame says what it is and which keys it takes; escape or a click beside it ends it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Back")]

    def on_click(self, event: events.Click) -> None:
        """Go back to what was clicked."""
        if event.widget is self:
            self.dismiss()
