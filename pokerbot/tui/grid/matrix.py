"""A strategy as a grid with a cursor; only the cells in sight are computed and drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from pokerbot.evaluation.grid import Grid, Situation
from pokerbot.games.actions import LETTERS
from pokerbot.tui.grid.cells import BOTH, HEIGHTS, ONE, lines
from pokerbot.tui.grid.names import MANY, called, in_letters, in_words
from pokerbot.tui.widgets.cells import Cells

LEAST, ROOMY, MOST = 8, 19, 34
"""A column's width: the least, the least that leaves room to words at the side, and the most."""

SHORTEST = 12
"""The least width to which names at the side are cut."""


class Matrix(ScrollView, Cells):
    """Situations as lines and cards as columns, or the other way round if there are more cards."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"matrix--{kind}" for kind in LETTERS),
        "matrix--head",
        "matrix--marked",
        "matrix--muted",
        "matrix--frame",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        *Cells.BINDINGS,  # before those of ScrollView
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
        Binding("home", "move(-1000000000, 0)", "Top", show=False),
        Binding("end", "move(1000000000, 0)", "Bottom", show=False),
    ]

    class Moved(Message):
        """The cursor was moved, or the cell under it has changed."""

    def __init__(self) -> None:
        super().__init__()
        self.grid: Grid | None = None
        self.other: Grid | None = None
        self.shows = ONE
        self.situations: Sequence[Situation] = ()
        self._side = self._width = self._height = 1

    def show(
        self, grid: Grid, situations: Sequence[Situation], other: Grid | None, shows: str
    ) -> None:
        """Draw these situations; the cursor stays on its situation if that is there.

        shows: what a cell shows of a strategy and the other: `ONE`, `BOTH` or `CHANGE`
        """
        there = self.situations[self._place[0]] if self.situations else None
        card = self.card
        self.grid, self.situations, self.other, self.shows = grid, situations, other, shows
        self._arrange()
        at = situations.index(there) if there in situations else 0
        self.set_reactive(Matrix.cursor, Offset(at, card) if self.flipped else Offset(card, at))
        self.watch_cursor()

    @property
    def flipped(self) -> bool:
        """Whether lines are cards, and columns situations."""
        return self.grid is not None and len(self.grid.situations) < self._cards

    @property
    def _cards(self) -> int:
        return len(self.grid.hands) if self.grid else 0

    @property
    def _place(self) -> tuple[int, int]:
        """The indices of the situation and of the card under the cursor."""
        return (self.cursor.x, self.cursor.y) if self.flipped else (self.cursor.y, self.cursor.x)

    @property
    def situation(self) -> Situation:
        """The situation under the cursor."""
        return self.situations[self._place[0]]

    @property
    def card(self) -> int:
        """The card under the cursor."""
        return self._place[1]

    @property
    def hand(self) -> int | None:
        """The acting player's hand under the cursor; None if the player is never dealt it."""
        assert self.grid is not None
        return self.grid.hand(self.situation, self.card)

    @property
    def _room(self) -> Size:
        """The size without scrollbars."""
        return self.scrollable_content_region.size

    @property
    def extent(self) -> Size:
        """As `Cells`."""
        if self.flipped:
            return Size(len(self.situations), self._cards)
        return Size(self._cards, len(self.situations))

    def _arrange(self) -> None:
        """Set the width and height of cells; the side has words if cells stay wide enough."""
        if self.grid is None or not self._room:
            return
        columns, room, marks = self.extent.width, self._room, 2 * (self.shows == BOTH)
        if self.flipped:
            self._side = max(4, len(self._label(self._cards - 1)) + 2) + marks
        else:
            some, rules = self.situations[:MANY], self.grid.game.rules
            words, letters = (
                max((len(name(each, rules)) for each in some), default=0) + 2 + marks
                for name in (in_words, in_letters)
            )
            self._side = max(letters, min(words, room.width - columns * ROOMY))
        self._side = min(self._side, max(room.width - columns * LEAST, SHORTEST + marks))
        self._width = min(max((room.width - self._side) // max(columns, 1), LEAST), MOST)
        heights = HEIGHTS[self.shows]
        fitting = (each for each in heights if self._down(each) <= room.height)
        self._height = next(fitting, heights[-1])
        self.virtual_size = Size(self._side + columns * self._width, self._down(self._height))
        self.refresh()

    def _down(self, height: int) -> int:
        """How many screen lines the grid has with cells of a height; the last needs no gap."""
        return 1 + self.extent.height * height - (height > 1)

    @property
    def _in_sight(self) -> range:
        """The columns that are drawn; only whole columns are."""
        columns = self.extent.width
        many = min(max((self._room.width - self._side) // self._width, 1), columns)
        first = min(-(-self.scroll_offset.x // self._width), columns - many)
        return range(first, first + many)

    def on_resize(self) -> None:
        """Arrange the grid for the new size."""
        self._arrange()
        self.call_after_refresh(self._scroll_to_cursor)

    def _called(self, situation: Situation, room: int) -> str:
        """The name of a situation, at the side or on top."""
        assert self.grid is not None
        return called(situation, self.grid.game.rules, room)

    def _label(self, card: int) -> str:
        assert self.grid is not None
        return self.grid.hands.name(card)

    def render_line(self, y: int) -> Strip:
        """The heading, or a line of the cells below it."""
        if self.grid is None or not self.situations:
            return Strip.blank(self._room.width, self.rich_style)
        if y == 0:
            cells = [self._heading(column) for column in self._in_sight]
            side = [Segment(" " * self._side, self._style("head"))]
        else:
            line, part = divmod(y - 1 + self.scroll_offset.y, self._height)
            if line >= self.extent.height:
                return Strip.blank(self._room.width, self.rich_style)
            cells = [self._cell(line, column, part) for column in self._in_sight]
            side = self._margin(line, part)
        strip = Strip([*side, *(segment for cell in cells for segment in cell)])
        return strip.extend_cell_length(self._room.width, self.rich_style)

    def _margin(self, line: int, part: int) -> list[Segment]:
        """The name at the side of a line of cells, and A or B where a cell shows two strategies."""
        marks = "AB"[part : part + 1].ljust(2) if self.shows == BOTH else ""
        room = self._side - 2 - len(marks)
        name = (
            self._label(line).rjust(room)
            if self.flipped
            else self._called(self.situations[line], room)
        )
        style = self._style("marked" if line == self.cursor.y else "head")
        text = name if part == 0 else ""
        return [
            Segment(f" {text.ljust(room)} ", style),
            Segment(marks, self._style("head")),
        ]

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"matrix--{name}")

    def _heading(self, column: int) -> list[Segment]:
        inner = self._width - 2
        if self.flipped:
            text = self._called(self.situations[column], inner).ljust(inner)
        else:
            text = self._label(column).center(inner)
        style = self._style("marked" if column == self.cursor.x else "head")
        return [Segment(" ", self._style("head")), Segment(text, style), Segment(" ", style)]

    def _cell(self, line: int, column: int, part: int) -> list[Segment]:
        """One screen line of a cell, in a frame if the cursor is there."""
        assert self.grid is not None
        at, card = (column, line) if self.flipped else (line, column)
        situation = self.situations[at]
        hand = self.grid.hand(situation, card)
        cell, other = (
            None if grid is None or hand is None else grid.cell(situation, hand)
            for grid in (self.grid, self.other)
        )
        framed = (column, line) == self.cursor and part < max(self._height - 1, 1)
        inner = self._width - 2
        drawn_as = self.shows, inner, self._height
        plain, to = self.app.no_color, self.grid.game.rules.decimals
        every = lines(cell, other, *drawn_as, plain=plain, decimals=to) if cell else []
        drawn = [Segment(text, self._style(name)) for name, text in next(iter(every[part:]), [])]
        used = sum(segment.cell_length for segment in drawn)
        left, right = ("▌", "▐") if framed else (" ", " ")
        frame = self._style("frame")
        return [
            Segment(left, frame),
            *drawn,
            Segment(" " * (inner - used), self.rich_style),
            Segment(right, frame),
        ]

    def watch_cursor(self) -> None:
        """Keep the cursor in sight, and report that it moved."""
        if self.situations and self.grid is not None:
            self._scroll_to_cursor()
            self.refresh()
            self.post_message(self.Moved())

    def _scroll_to_cursor(self) -> None:
        width, height = len(self._in_sight) * self._width, self._room.height - 1
        left, top = self.cursor.x * self._width, self.cursor.y * self._height
        x, y = self.scroll_offset
        self.scroll_to(
            min(max(x, left + self._width - width), left),
            min(max(y, top + self._height - height), top),
            animate=False,
            force=True,
        )

    def action_page(self, down: int) -> None:
        """Move the cursor by as many lines as are in sight."""
        self.action_move(down * max((self._room.height - 1) // self._height, 1), 0)

    def at(self, x: int, y: int) -> Offset | None:
        """As `Cells`, below the heading and beside the names at the side."""
        column = self._in_sight.start + (x - self._side) // self._width
        line = (y - 1 + self.scroll_offset.y) // self._height
        there = x >= self._side and column in self._in_sight and y and line < self.extent.height
        return Offset(column, line) if there else None
