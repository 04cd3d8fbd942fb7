"""The square of the 169 classes of hands, each cell coloured by the class's play or worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding
from textual.color import Color
from textual.geometry import Offset, Size
from textual.message import Message
from textual.strip import Strip

from pokerbot.evaluation.node_hands import Mark
from pokerbot.games.cards import RANKS
from pokerbot.games.ranges import SQUARE
from pokerbot.play.view.amounts import decimal
from pokerbot.tui.ranges.classes import HandClass
from pokerbot.tui.ranges.colours import between, through
from pokerbot.tui.widgets.cells import Cells

MODES = STRATEGY, EV, EQUITY, WEIGHT, CURVES = "strategy", "EV", "equity", "weight", "curves"
CHANGE = "change of EV"
"""The mode that shows the change of EV from another solution."""
MUCH = 0.1
"""From this part of the pot on, a change of EV has the full colour."""
LEAST, MOST, HIGHEST = 3, 9, 3
"""The least and the most columns of a cell, and its most rows."""
GAPPED = 5
"""From this width on, a blank column separates cells; without colours, from a smaller one on."""
FAINTEST, SHADES = 0.3, 32
"""How much colour a class with hardly any weight has; how many shades there are above that."""

Piece = tuple[str, Style]
"""A text and its style."""


def taking(place: str) -> list[Binding]:
    """The bindings for actions on a screen with a square, with numbers for several sizes.

    place: the screen's name, with which the ids of the bindings begin
    """
    return [
        Binding("c", "take('check,call')", "Check or call", show=False, id=f"{place}.call"),
        Binding("b", "take('bet')", "Bet", show=False, id=f"{place}.bet"),
        Binding("r", "take('raise,jam')", "Raise", show=False, id=f"{place}.raise"),
        Binding("f", "take('fold')", "Fold", show=False, id=f"{place}.fold"),
        *(Binding(str(size), f"sized({size - 1})", "Size", show=False) for size in range(1, 10)),
    ]


def rounded(value: float, room: int) -> str:
    """A number in so many columns: whole, in thousands (12k) or in millions; … if none fits."""
    units = {"": 1, "k": 1e3, "M": 1e6}
    texts = [
        f"{decimal(value / unit, 0)}{name}"
        for name, unit in units.items()
        if unit == 1 or abs(value) >= unit / 2
    ]
    return next((text for text in texts if len(text) <= room), "…")


class ClassSquare(Cells):
    """The square, with pairs on the diagonal, suited hands above it, and a cursor.

    classes_shown: the classes in the range, by name
    marks: a mark for each action
    pot: the pot, to which EVs are compared for their colour
    most: the largest weight of a class
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *("square--fold", "square--call", "square--small", "square--large"),
        *("square--weight", "square--head", "square--none", "square--cursor"),
    }
    extent = Size(len(RANKS), len(RANKS))

    class Moved(Message):
        """The cursor has moved to another class."""

    def __init__(self) -> None:
        super().__init__()
        self.classes_shown: Mapping[str, HandClass] = {}
        self.marks: Sequence[Mark] = ()
        self.mode, self.pot, self.most = STRATEGY, 1.0, 1.0
        self._was_top = 0
        self._grounds: dict[str, Color] = {}
        self._styles_of: dict[str | tuple[Color, int], Style] = {}

    def show(
        self, classes: Mapping[str, HandClass], marks: Sequence[Mark], mode: str, pot: float
    ) -> None:
        """Draw these classes; `mode` is one of `MODES`, or `CHANGE`."""
        self.classes_shown, self.marks, self.mode, self.pot = classes, marks, mode, pot
        self.most = max((each.weight for each in classes.values()), default=1.0)
        self.refresh()

    @property
    def name_there(self) -> str:
        """The class under the cursor."""
        return SQUARE[self.cursor.y][self.cursor.x]

    @property
    def _cell(self) -> tuple[int, int]:
        """The columns and rows of a cell."""
        width, height = self.size
        across = (width - self._side) // len(RANKS)
        return max(min(across, MOST), LEAST), max(min((height - 1) // len(RANKS), HIGHEST), 1)

    @property
    def _side(self) -> int:
        """The columns that the ranks at the left side take."""
        return 2 if self.size.width > len(RANKS) * LEAST + 1 else 1

    @property
    def _head(self) -> int:
        """The lines that the ranks on top take: 1, or 0 if there is no room."""
        return int(self.size.height > len(RANKS))

    @property
    def _top(self) -> int:
        """The first row of cells in sight; 0 unless the screen is too low for all.

        It stays as it is while the cursor is in sight, lest rows move under the mouse.
        """
        rows = max((self.size.height - self._head) // self._cell[1], 1)
        most = min(self._was_top, self.cursor.y, len(RANKS) - rows)
        return max(most, self.cursor.y - rows + 1, 0)

    def render_line(self, y: int) -> Strip:
        """Draw the line of ranks, or a line of a row of cells."""
        wide, high = self._cell
        row, part = divmod(y - self._head, high)
        if y < self._head:
            pieces = [
                (" " * self._side, self._style("head")),
                *(self._heading(x, wide) for x in range(len(RANKS))),
            ]
        elif (row := row + self._top) < len(RANKS):
            side = RANKS[len(RANKS) - 1 - row] if part == 0 else " "
            pieces = [(side.ljust(self._side), self._style("head"))]
            for column in range(len(RANKS)):
                pieces += self._drawn(row, column, part)
        else:
            pieces = []
        blank = self._style("head")
        strip = Strip([Segment(text, style) for text, style in pieces])
        return strip.adjust_cell_length(self.size.width, blank)

    def _heading(self, column: int, wide: int) -> Piece:
        return RANKS[len(RANKS) - 1 - column].center(wide), self._style("head")

    def _drawn(self, row: int, column: int, part: int) -> list[Piece]:
        """One line of a cell.

        part: the line within the cell, from 0
        """
        wide, high = self._cell
        gap = int(wide >= GAPPED or (self.app.no_color and wide > LEAST))
        name = SQUARE[row][column]
        there, here = self.classes_shown.get(name), self.cursor == (column, row)
        text = self._text(name, there, wide - gap, part if high > 1 else None)
        if here and part == 0:
            shown = text if there else name
            pieces = [(shown[: wide - gap].ljust(wide - gap), self._style("cursor"))]
        elif there is None:
            pieces = [(text, self._style("none"))]
        else:
            pieces = self._filled(there, text, apart=not gap and column % 2 == 1)
        return [*pieces, (" " * gap, self._style("head"))]

    def _text(self, name: str, there: HandClass | None, room: int, part: int | None) -> str:
        """What is written into a line of a cell: the class's name or its number.

        part: the line within the cell, None if the cell has only one
        """
        if there is None:
            return ("·" if part in (0, None) else " ").center(room)
        plain = self.app.no_color and self.mode == STRATEGY
        if part == 0:
            return name.ljust(room)
        if plain:
            return self._letters(there, room)
        if part is None:
            return (name if self.mode == STRATEGY else self._number(there, room)).ljust(room)
        return (self._number(there, room) if part == 1 else "").rjust(room)

    def _number(self, there: HandClass, room: int) -> str:
        """The number that the mode shows, as exactly as there is room for."""
        if self.mode == STRATEGY:
            often = max(there.strategy)
            mark, percent = self.marks[there.strategy.index(often)].letter, f"{100 * often:.0f}"
            texts = (f"{mark} {percent}", f"{mark}{percent}")
            return next((text for text in texts if len(text) <= room), mark)
        values = {EV: there.ev, CHANGE: there.ev, EQUITY: there.equity, WEIGHT: there.weight}
        value = values[self.mode]
        if value is None:
            return "–"
        value *= 1 if self.mode in (EV, CHANGE) else 100
        exact = decimal(value, 1)
        return exact if len(exact) < room else rounded(value, room)

    def _letters(self, there: HandClass, room: int) -> str:
        """The bar as letters, for screens without colours; as long as the class has weight."""
        length = max(round(room * self._left(there)), 1)
        letters = "".join(
            mark.letter * cells
            for mark, cells in zip(self.marks, self._cells(there, length), strict=True)
        )
        return letters.ljust(room)

    def _left(self, there: HandClass) -> float:
        """The weight of a class, as a part of the largest weight."""
        return there.weight / self.most

    @staticmethod
    def _cells(there: HandClass, length: int) -> list[int]:
        """How many of `length` characters each action gets."""
        found, total, done = [], 0.0, 0
        for often in there.strategy:
            total += often
            found.append(round(length * total) - done)
            done += found[-1]
        return found

    def _filled(self, there: HandClass, text: str, *, apart: bool) -> list[Piece]:
        """A text on the colours of a class.

        apart: whether to make a name or a number bold, to tell it from its neighbours
        """
        if self.app.no_color:
            return [(text, self._style("head") + Style(bold=apart))]
        if self.mode != STRATEGY:
            return [(text, self._on(self._scale(there), there) + Style(bold=apart))]
        pieces, done = [], 0
        for mark, cells in zip(self.marks, self._cells(there, len(text)), strict=True):
            pieces.append((text[done : done + cells], self._on(self.colour_of(mark), there)))
            done += cells
        return pieces

    def notify_style_update(self) -> None:
        """Forget the colours, as the theme has changed."""
        super().notify_style_update()
        self._grounds.clear()
        self._styles_of.clear()

    def _ground(self, name: str) -> Color:
        if name not in self._grounds:
            self._grounds[name] = self.get_component_styles(f"square--{name}").background
        return self._grounds[name]

    def _style(self, name: str) -> Style:
        if name not in self._styles_of:
            self._styles_of[name] = self.get_component_rich_style(f"square--{name}")
        return self._styles_of[name]

    def colour_of(self, mark: Mark) -> Color:
        """The colour of an action."""
        if mark.kind != "size":
            return self._ground(mark.kind)
        part = mark.place / (mark.of - 1) if mark.of > 1 else 0.5
        return between(self._ground("small"), self._ground("large"), part)

    def _scale(self, there: HandClass) -> Color:
        """The colour of a class, red for low to green for high equity, EV or change of EV.

        Weights have one colour.
        """
        value = {EV: there.ev, CHANGE: there.ev, EQUITY: there.equity}.get(self.mode)
        if value is None:
            return self._ground("weight")
        part = value / (1 if self.mode == EQUITY else self.pot)
        at = min(max(0.5 + part / (2 * MUCH) if self.mode == CHANGE else part, 0), 1)
        return through(map(self._ground, ("large", "small", "call")), at)

    def _on(self, colour: Color, there: HandClass) -> Style:
        """The style for text on a colour, which is brighter the more weight the class has."""
        left = round(SHADES * self._left(there))
        if (colour, left) not in self._styles_of:
            self._styles_of[colour, left] = self._shaded(colour, left / SHADES)
        return self._styles_of[colour, left]

    def _shaded(self, colour: Color, left: float) -> Style:
        if colour.ansi is not None:
            text = self.get_component_styles("square--fold").color
            return Style.from_color(text.rich_color, colour.rich_color) + Style(dim=left < 0.5)
        ground = self.background_colors[1].blend(colour, FAINTEST + (1 - FAINTEST) * left)
        text = ground.get_contrast_text(1.0)
        return Style.from_color(text.rich_color, ground.rich_color)

    def point_at(self, name: str) -> None:
        """Move the cursor to a class."""
        y = next(y for y, row in enumerate(SQUARE) if name in row)
        self.cursor = Offset(SQUARE[y].index(name), y)

    def watch_cursor(self) -> None:
        """Have the cursor in sight, and send `Moved`."""
        self._was_top = self._top
        self.post_message(self.Moved())

    def at(self, x: int, y: int) -> Offset | None:
        """As `Cells`."""
        wide, high = self._cell
        column, row = (x - self._side) // wide, (y - self._head) // high + self._top
        if x >= self._side and y >= self._head and max(column, row) < len(RANKS):
            return Offset(column, row)
        return None
