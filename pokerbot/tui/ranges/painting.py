"""What the screens share on which one paints in the square of classes, by keys or mouse."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.message import Message
from textual.widgets import Static

from pokerbot.tui.ranges.classes import HandClass
from pokerbot.tui.ranges.square import WEIGHT, ClassSquare
from pokerbot.tui.screen import BaseScreen
from pokerbot.tui.widgets.keys import Keys

Painted = TypeVar("Painted")
"""What is painted so far. It is replaced, never changed, so that each step can be undone."""


class PaintSquare(ClassSquare):
    """A square in which the mouse paints each class that it is drawn over."""

    @dataclass
    class Touched(Message):
        """The class of this name is to be painted; `first` if a stroke begins there.

        The cursor may be further on by the time this is read.
        """

        name: str
        first: bool

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin a stroke."""
        if (place := self.at(event.x, event.y)) is not None:
            self.capture_mouse()
            self.cursor = place
            self.post_message(self.Touched(self.name_there, first=True))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Go on with a stroke, over all that lies between two places of a fast mouse."""
        drawn = event.button and self.app.mouse_captured is self
        steps = max(abs(event.delta_x), abs(event.delta_y), 1)
        for left in range(steps - 1, -1, -1) if drawn else ():
            back = left / steps
            x, y = event.x - event.delta_x * back, event.y - event.delta_y * back
            place = self.at(round(x), round(y))
            if place not in (None, self.cursor):
                self.cursor = place
                self.post_message(self.Touched(self.name_there, first=False))

    def on_mouse_up(self) -> None:
        """End a stroke."""
        self.release_mouse()

    def _text(self, name: str, there: HandClass | None, room: int, part: int | None) -> str:
        """As `ClassSquare`; in a cell of one line, a class of full weight shows its name."""
        whole = there is None or (self.mode == WEIGHT and there.weight == 1)
        if part is None and whole and self.mode == WEIGHT:
            return (name if there else "·").ljust(room) if there else "·".center(room)
        return super()._text(name, there, room, part)


class PaintScreen(BaseScreen[Any], Generic[Painted]):
    """A square to paint in; enter leaves with what was painted.

    painted: what is painted so far
    before: what was painted before each step, to go back to; a stroke of the mouse is one step
    under: what was painted before the last stroke
    """

    CSS_PATH = ["square.tcss", "painting.tcss"]  # noqa: RUF012
    AUTO_FOCUS = "PaintSquare"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "touch", "Paint", id="paint.touch"),
        Binding("backspace", "undo", "Undo", key_display="bksp", id="paint.undo"),
        Binding("enter", "done", "Done", key_display="enter", id="paint.take"),
        Binding("u", "choose", "Begin with", id="paint.choose"),
        Binding("escape", "dismiss(None)", "Back", id="paint.leave"),
    ]
    canvas = getters.query_one(PaintSquare)

    def __init__(self, begun: Painted) -> None:
        super().__init__()
        self.painted = begun
        self.before: list[Painted] = []
        self.under = begun

    @property
    @abstractmethod
    def what(self) -> str:
        """What is painted, for the title."""

    def compose(self) -> ComposeResult:
        """The title, the square, a text on what is painted, and the keys."""
        yield Static(self.titled(self.what), id="title")
        with Container(id="painting"):
            yield PaintSquare()
            with VerticalScroll(can_focus=False):
                yield Static(id="comes-to", markup=False)
        yield Keys(most=2)

    def on_mount(self) -> None:
        """Show what is painted at first."""
        self.draw()

    @abstractmethod
    def draw(self) -> None:
        """Show what is painted so far."""

    @abstractmethod
    def touched(self, name: str, *, first: bool) -> Painted:
        """What is painted once a class is painted, too; `first` if a stroke begins there."""

    def change(self, painted: Painted, *, first: bool = True) -> None:
        """Take this as painted; it is a step that can be undone, or a part of the last stroke."""
        if first:
            self.under = self.painted
        if painted != self.painted:
            if not self.before or self.before[-1] is not self.under:
                self.before.append(self.under)
            self.painted = painted
        self.draw()

    @on(PaintSquare.Touched)
    def touch(self, event: PaintSquare.Touched) -> None:
        """Paint the class under the mouse."""
        painted = self.touched(event.name, first=event.first)
        self.change(painted, first=event.first)

    @on(ClassSquare.Moved)
    def tell(self) -> None:
        """Draw again, as the text is about the class under the cursor."""
        self.draw()

    def action_touch(self) -> None:
        """Paint the class under the cursor."""
        self.change(self.touched(self.canvas.name_there, first=True))

    def action_undo(self) -> None:
        """Take the last step back."""
        if self.before:
            self.painted = self.before.pop()
            self.draw()
        else:
            self.app.bell()

    @abstractmethod
    def action_choose(self) -> None:
        """Let the person choose something else to begin with."""

    @abstractmethod
    def action_done(self) -> None:
        """Leave with what is painted."""
