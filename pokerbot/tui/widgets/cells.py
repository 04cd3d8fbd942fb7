"""A widget of cells, with a cursor that the arrow keys and clicks move from cell to cell."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Size
from textual.reactive import reactive
from textual.widget import Widget


class Cells(Widget, can_focus=True):
    """Cells in lines and columns.

    cursor: the column and the line of the cell under the cursor, from 0
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1, 0)", "Up", show=False),
        Binding("down", "move(1, 0)", "Down", show=False),
        Binding("left", "move(0, -1)", "Left", show=False),
        Binding("right", "move(0, 1)", "Right", show=False),
    ]
    cursor: reactive[Offset] = reactive(Offset(0, 0))

    @property
    @abstractmethod
    def extent(self) -> Size:
        """The number of columns and lines."""

    @abstractmethod
    def at(self, x: int, y: int) -> Offset | None:
        """The column and the line of the cell at a place of the content, None if there is none."""

    def clicked(self) -> None:
        """Do what a click on a cell does besides moving the cursor there."""

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor by some lines and columns, as far as there are cells."""
        columns, lines = self.extent
        self.cursor = (self.cursor + Offset(right, down)).clamp(max(columns, 1), max(lines, 1))

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the cell that was clicked."""
        place = event.get_content_offset(self)
        if place is not None and (cell := self.at(*place)) is not None:
            self.cursor = cell
            self.clicked()
