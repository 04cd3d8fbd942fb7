"""A popup with a list to choose from."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.widgets import DataTable

from pokerbot.tui.popups.popup import KEYS, PopUp
from pokerbot.tui.widgets.listing import Cell, Listing


class ChooseLineScreen(PopUp[int | None]):
    """Returns the number of the line chosen, from 0; None if none was."""

    CSS_PATH = "choose.tcss"

    def __init__(
        self,
        title: str,
        headings: Sequence[str],
        lines: Sequence[Sequence[Cell]],
        spare: Sequence[str] = (),
    ) -> None:
        """A list with a title; the other arguments are those of `Listing.fill`."""
        super().__init__()
        self.heading = title
        self.headings, self.lines, self.spare = headings, lines, spare

    def compose(self) -> ComposeResult:
        """The list in a frame."""
        listed = Listing[None](id="choose")
        listed.border_title = self.heading
        listed.border_subtitle = KEYS
        yield listed

    def on_mount(self) -> None:
        """Fill the list."""
        self.query_one(Listing).fill(self.headings, self.lines, self.spare)

    @on(DataTable.RowSelected)
    def take(self, event: DataTable.RowSelected) -> None:
        """Leave with the choice."""
        self.dismiss(event.cursor_row)
