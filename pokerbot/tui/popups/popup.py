"""What all popups share: a frame over the screen that they are about."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen, ScreenResultType
from textual.widgets import Static

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


class BoxScreen(PopUp[bool]):
    """A few lines in a frame, to be answered with a key."""

    CSS_PATH = "ask.tcss"

    def __init__(self, title: str, text: str, keys: str) -> None:
        """A frame with a title, around a text, above what the keys do."""
        super().__init__()
        self.heading, self.text, self.keys = title, text, keys

    def compose(self) -> ComposeResult:
        """The lines in their frame."""
        with Vertical(id="ask") as box:
            box.border_title = self.heading
            box.border_subtitle = self.keys
            yield Static(self.text, markup=False)
