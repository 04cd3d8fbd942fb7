"""A list to choose from, its columns as wide as what they hold."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.widgets import DataTable


class Listing(DataTable[Text]):
    """Lines of cells with a cursor over the lines."""

    def __init__(self, id: str) -> None:  # noqa: A002
        super().__init__(id=id, cursor_type="row", zebra_stripes=True)

    def on_click(self, event: events.Click) -> None:
        """A click on a heading means nothing; Textual's table fails at one where no column is."""
        if event.style.meta.get("row") == -1:
            event.prevent_default()

    def fill(self, headings: Sequence[str], lines: Sequence[Sequence[Text]]) -> None:
        """Show these lines; columns whose cells stand to the right have their heading there."""
        self.clear(columns=True)
        for column, heading in enumerate(headings):
            cells = [line[column] for line in lines]
            width = max([len(heading), *(cell.cell_len for cell in cells)])
            justify = cells[0].justify if cells else None
            self.add_column(Text(heading, justify=justify or "left"), width=width)
        self.add_rows(lines)
