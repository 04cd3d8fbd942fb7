"""A popup with a question to be answered with yes or no."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from pokerbot.tui.popups.popup import BoxScreen


class AskScreen(BoxScreen):
    """Asks a question before something is lost; returns whether the answer was yes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "Yes"),
        Binding("n,escape", "dismiss(False)", "No"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__("Sure?", question, "y yes   n no")
