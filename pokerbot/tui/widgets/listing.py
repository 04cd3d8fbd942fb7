"""A list to choose from, whose columns are as wide as their cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.coordinate import Coordinate
from textual.widgets import DataTable
from textual.widgets.data_table import RowKey

LEAST = 5
"""A column is shortened to no fewer characters."""
LEAST_ELASTIC = 12
"""Spare columns are left out before the elastic one is shortened to fewer characters."""

Item = TypeVar("Item")
Cell = str | Text
"""A cell of a line: plain text, or a Text where it has a style or an alignment of its own."""


def figure(text: str) -> Text:
    """A cell that is aligned to the right, as the numbers of a column are."""
    return Text(text, justify="right")


class Listing(DataTable[Text], Generic[Item]):
    """A table of cells with a cursor over its lines.

    items: what each line is about
    """

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
        self.items: Sequence[Item] = ()
        self._shown: tuple[list[str], int] = ([], 0)
        self._height = 0  # how many lines there was room for

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now: in an empty list there is nothing to choose."""
        return self.row_count > 0 or action != "select_cursor"

    def on_click(self, event: events.Click) -> None:
        """Ignore a click on the headings: Textual's table fails at one beside the columns."""
        if event.style.meta.get("row") == -1:
            event.prevent_default()

    def fill(
        self,
        headings: Sequence[str],
        lines: Sequence[Sequence[Cell]],
        spare: Sequence[str] = (),
        elastic: str = "",
        items: Sequence[Item] = (),
        *,
        stays: bool = False,
    ) -> None:
        """Show these lines; a heading is aligned as the cells of its column are.

        If there is no room for all columns, the elastic column is shortened, then spare ones are
        left out: of these, each from the last on stays for which there is room. If there still is
        no room, the elastic column, or without one the first column, is shortened further.

        Args:
            headings: of the columns.
            lines: the cells of each line.
            spare: the headings of columns that may be left out.
            elastic: the heading of the column to shorten first, "" for none.
            items: what each line is about.
            stays: whether the lines are about the same as before. Then the cursor and the lines in
                sight stay where they are, unless other columns fit.
        """
        self.items = items
        columns = [
            [cell if isinstance(cell, Text) else Text(cell) for cell in column]
            for column in (zip(*lines, strict=True) if lines else ((),) * len(headings))
        ]
        self._widths = {
            heading: max([len(heading), *(cell.cell_len for cell in cells)])
            for heading, cells in zip(headings, columns, strict=True)
        }
        self._columns = dict(zip(headings, columns, strict=True))
        self._spare = [heading for heading in spare if heading in headings]
        self._elastic = elastic
        empty = not self.row_count
        fitting = self._fitting()
        if stays and fitting[0] == self._shown[0]:
            self._draw_changes(*fitting)
        else:
            self._draw(*fitting)
        if empty != (not lines):
            self.screen.refresh_bindings()

    @property
    def item(self) -> Item | None:
        """What the line under the cursor is about; None if there is no line."""
        return self.items[self.cursor_row] if self.cursor_row in range(len(self.items)) else None

    def on_resize(self) -> None:
        """Show as many columns as there is room for now.

        Scroll to the cursor, unless other lines are in sight, to which the wheel has turned.
        """
        fitting, row = self._fitting(), self.cursor_row
        in_sight = row - self.scroll_offset.y in range(self._height)
        stays = self._height and not in_sight and fitting[0] == self._shown[0]
        self._height = self.size.height - self.header_height
        if fitting != self._shown:
            (self._draw_changes if stays else self._draw)(*fitting)
        if not stays:
            self.move_cursor(row=row, animate=False)

    def _update_dimensions(self, new_rows: Iterable[RowKey]) -> None:
        """Measure no cells: the widths of columns are given. Textual measures all the same."""
        super()._update_dimensions(())

    def _fitting(self) -> tuple[list[str], int]:
        """The headings of the columns to show, and how many characters they are too wide.

        Before the first layout, all columns are taken to fit.
        """
        lines = len(next(iter(self._columns.values()), ()))
        room = self.content_region.width - (lines >= self.content_region.height)
        if room <= 0:
            return list(self._widths), 0
        kept = [heading for heading in self._widths if heading not in self._spare]
        for spare in reversed(self._spare):
            more = [heading for heading in self._widths if heading in (*kept, spare)]
            elastic = self._widths[self._elastic] if self._elastic in more else 0
            if self._needed(more) - max(elastic - LEAST_ELASTIC, 0) <= room:
                kept = more
        return kept, max(self._needed(kept) - room, 0)

    def _needed(self, headings: Sequence[str]) -> int:
        return sum(self._widths[each] + 2 * self.cell_padding for each in headings)

    def _draw(self, headings: list[str], over: int) -> None:
        self._shown = headings, over
        self.clear(columns=True)
        widths, columns = self._cut(headings, over)
        for heading in headings:
            cells = columns[heading]
            justify = cells[0].justify if cells else None
            label = Text(heading, justify=justify or "left")
            self.add_column(label, width=widths[heading], key=heading)
        self.add_rows(zip(*(columns[heading] for heading in headings), strict=True))

    def _draw_changes(self, headings: list[str], over: int) -> None:
        """Draw as `_draw` over lines with the same headings, of which only some cells change."""
        self._shown = headings, over
        widths, columns = self._cut(headings, over)
        for column, heading in zip(self.ordered_columns, headings, strict=True):
            resized, column.width = column.width != widths[heading], widths[heading]
            was = [*self.get_column(column.key)]
            for row, (cell, before) in enumerate(zip(columns[heading], was, strict=True)):
                if (cell, cell.style) != (before, before.style):  # equal texts may differ in that
                    at = Coordinate(row, headings.index(heading))
                    self.update_cell_at(at, cell, update_width=resized)

    def _cut(
        self, headings: list[str], over: int
    ) -> tuple[Mapping[str, int], Mapping[str, list[Text]]]:
        """The widths and cells of columns, of which one is shortened by `over` characters."""
        widths, columns = dict(self._widths), dict(self._columns)
        if over:
            short = self._elastic if self._elastic in headings else headings[0]
            widths[short] = max(widths[short] - over, LEAST)
            columns[short] = [cell.copy() for cell in columns[short]]
            for cell in columns[short]:
                cell.truncate(widths[short], overflow="ellipsis")
        return widths, columns
