"""A list to choose from, its columns as wide as what they hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import DataTable

LEAST = 5
"""Characters that are left of what is shortened."""
LEAST_ELASTIC = 12
"""The same of a column that is left out before it becomes narrower."""


class Listing(DataTable[Text]):
    """Lines of cells with a cursor over the lines."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("home", "scroll_top", "First", show=False),
        Binding("end", "scroll_bottom", "Last", show=False),
    ]

    def __init__(self, id: str) -> None:  # noqa: A002
        super().__init__(id=id, cursor_type="row", zebra_stripes=True)
        self._columns: dict[str, list[Text]] = {}
        self._widths: dict[str, int] = {}
        self._spare: Sequence[str] = ()
        self._elastic = ""
        self._shown: tuple[list[str], int] = ([], 0)

    def on_click(self, event: events.Click) -> None:
        """A click on a heading means nothing; Textual's table fails at one where no column is."""
        if event.style.meta.get("row") == -1:
            event.prevent_default()

    def fill(
        self,
        headings: Sequence[str],
        lines: Sequence[Sequence[Text]],
        spare: Sequence[str] = (),
        elastic: str = "",
    ) -> None:
        """Show these lines; columns whose cells stand to the right have their heading there.

        Where there is no room for all columns, the elastic one is shortened, then the spare ones
        are left out, the first first; where there still is none, the first column is shortened.
        """
        columns = [[line[place] for line in lines] for place in range(len(headings))]
        self._widths = {
            heading: max([len(heading), *(cell.cell_len for cell in cells)])
            for heading, cells in zip(headings, columns, strict=True)
        }
        self._columns = dict(zip(headings, columns, strict=True))
        self._spare = [heading for heading in spare if heading in headings]
        self._elastic = elastic
        self._draw(*self._fitting())

    def on_resize(self) -> None:
        """Show as many columns as there is room for now, and the line of the cursor."""
        fitting, row = self._fitting(), self.cursor_row
        if fitting != self._shown:
            self._draw(*fitting)
        self.move_cursor(row=row, animate=False)

    def _fitting(self) -> tuple[list[str], int]:
        """The headings of the columns that are shown, and for how many characters there is no room.

        Before the first layout there is room for all.
        """
        kept = list(self._widths)
        lines = len(next(iter(self._columns.values()), ()))
        room = self.content_region.width - (lines >= self.content_region.height)
        if room <= 0:
            return kept, 0
        for heading in self._spare:
            gives = (
                max(self._widths[self._elastic] - LEAST_ELASTIC, 0) if self._elastic in kept else 0
            )
            if self._needed(kept) - gives > room:
                kept.remove(heading)
        return kept, max(self._needed(kept) - room, 0)

    def _needed(self, headings: Sequence[str]) -> int:
        return sum(self._widths[each] + 2 * self.cell_padding for each in headings)

    def _draw(self, headings: list[str], over: int) -> None:
        self._shown = headings, over
        self.clear(columns=True)
        widths, columns = dict(self._widths), dict(self._columns)
        if over:
            short = self._elastic if self._elastic in headings else headings[0]
            widths[short] = max(widths[short] - over, LEAST)
            columns[short] = [cell.copy() for cell in columns[short]]
            for cell in columns[short]:
                cell.truncate(widths[short], overflow="ellipsis")
        for heading in headings:
            cells = columns[heading]
            justify = cells[0].justify if cells else None
            label = Text(heading, justify=justify or "left")
            self.add_column(label, width=widths[heading], key=heading)
        self.add_rows(zip(*(columns[heading] for heading in headings), strict=True))
