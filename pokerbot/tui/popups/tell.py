"""A popup that tells something in a few lines."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from pokerbot.tui.popups.popup import BoxScreen


class TellScreen(BoxScreen):
    """Tells how something ended; returns True if the person chose to go on, else None."""

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
        super().__init__(title, text, f"enter: {onward}, esc: stay" if onward else "enter goes on")
