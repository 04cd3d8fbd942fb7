"""A few lines over the screen that they are about."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from pokerbot.tui.popups.popup import PopUp


class TellScreen(PopUp[None]):
    """Says how something ended."""

    CSS_PATH = "ask.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space,q", "dismiss", "Back")]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self.heading, self.text = title, text

    def compose(self) -> ComposeResult:
        """The lines in a frame."""
        with Vertical(id="ask") as box:
            box.border_title = self.heading
            box.border_subtitle = "enter goes on"
            yield Static(self.text, markup=False)
