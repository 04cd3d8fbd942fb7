"""Popups of a few lines: a question to be answered with yes or no, and how something ended."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.markup import escape
from textual.widgets import Static

from pokerbot.tui.popups.popup import PopUp, keys_told


class BoxScreen(PopUp[bool]):
    """A few lines in a frame, to be answered with a key."""

    CSS_PATH = "boxes.tcss"

    def __init__(self, title: str, text: str, *keys: tuple[str, str]) -> None:
        """A frame with a title, around a text, above what the keys do, as for `keys_told`."""
        super().__init__()
        self.heading, self.text, self.keys = title, text, keys

    def compose(self) -> ComposeResult:
        """The lines in their frame."""
        with Vertical(id="ask", classes="box") as box:
            box.border_title = escape(self.heading)
            box.border_subtitle = keys_told(*self.keys)
            yield Static(self.text, markup=False)


class AskScreen(BoxScreen):
    """Asks a question before something is lost; returns whether the answer was yes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "Yes"),
        Binding("n,escape", "dismiss(False)", "No"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__("Sure?", question, ("y", "yes"), ("n", "no"))


class TellScreen(BoxScreen):
    """Tells how something ended; returns True if the person chose to go on, else None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "dismiss(True)", "Go on"),
        Binding("space,q", "dismiss", "Back"),
    ]

    def __init__(self, title: str, text: str, onward: str = "") -> None:
        """A popup with a title and a text.

        onward: what enter goes on to, in words; "" if it only closes the popup
        """
        stays = [("escape", "stay")] if onward else []
        super().__init__(title, text, ("enter", onward or "goes on"), *stays)
