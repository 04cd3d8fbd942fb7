"""A choice from a list, over the screen that asks."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.widgets import OptionList

from pokerbot.tui.screens.popup import KEYS, PopUp


class PickScreen(PopUp[int | None]):
    """Hands over which of the choices was taken, from 0."""

    CSS_PATH = "choose.tcss"

    def __init__(self, title: str, choices: Sequence[str]) -> None:
        super().__init__()
        self.heading = title
        self.choices = choices

    def compose(self) -> ComposeResult:
        """The list in a frame."""
        listed = OptionList(*self.choices, id="choose", markup=False)
        listed.border_title = self.heading
        listed.border_subtitle = KEYS
        yield listed

    @on(OptionList.OptionSelected)
    def take(self, event: OptionList.OptionSelected) -> None:
        """Leave with the choice."""
        self.dismiss(event.option_index)
