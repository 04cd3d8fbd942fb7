"""A popup that tells something in a few lines."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from pokerbot.tui.popups.popup import PopUp


class TellScreen(PopUp[bool]):
    """Tells how something ended; returns True if the person chose to go on, else None."""

    CSS_PATH = "ask.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "dismiss(True)", "Go on"),
        Binding("space,q", "dismiss", "Back"),
    ]

    def __init__(self, title: str, text: str, onward: str = "") -> None:
        """A popup with a title and a text.

        Args:
            title: of the frame.
            text: the lines.
            onward: what enter goes on to, in words; "" if it only closes the popup.
        """
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
