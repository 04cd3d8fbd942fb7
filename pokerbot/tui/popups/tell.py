"""A few lines over the screen that they are about."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from pokerbot.tui.popups.popup import PopUp


class TellScreen(PopUp[bool]):
    """Says how something ended; hands over whether to go on, where it says with what."""

    CSS_PATH = "ask.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "dismiss(True)", "Go on"),
        Binding("space,q", "dismiss", "Back"),
    ]

    def __init__(self, title: str, text: str, onward: str = "") -> None:
        """Say something; `onward` is where enter goes on to, if it does more than close this."""
        super().__init__()
        self.heading, self.text, self.onward = title, text, onward

    def compose(self) -> ComposeResult:
        """The lines in a frame."""
        with Vertical(id="ask") as box:
            box.border_title = self.heading
            box.border_subtitle = (
                f"enter: {self.onward}, esc: stay" if self.onward else "enter goes on"
            )
            yield Static(self.text, markup=False)
