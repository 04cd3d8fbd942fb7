"""A popup with a question to be answered with yes or no."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from pokerbot.tui.popups.popup import PopUp


class AskScreen(PopUp[bool]):
    """Asks a question before something is lost; returns whether the answer was yes."""

    CSS_PATH = "ask.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "Yes"),
        Binding("n,escape", "dismiss(False)", "No"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        """The question and the keys."""
        with Vertical(id="ask") as box:
            box.border_title = "Sure?"
            box.border_subtitle = "y yes   n no"
            yield Static(self.question, markup=False)
