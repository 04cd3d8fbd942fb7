"""Lines of the solver's form, and what stands in them."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Input, Select

from pokerbot.games.catalogue import FAMILIES
from pokerbot.solvers.catalogue import ALGORITHMS
from pokerbot.tui.screen import Beside


class Line(Horizontal):
    """A label, and what is asked."""


class Field(Input):
    """What is typed in a line, or in a part of one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.start", "Solve", key_display="enter"),
        Binding("tab", "app.focus_next", "Next line"),
        Binding("question_mark", "app.help", "Help", key_display="?", priority=True, id="app.help"),
    ]

    def __init__(self, value: str = "", *, id: str, placeholder: str = "") -> None:  # noqa: A002
        super().__init__(value, id=id, placeholder=placeholder, compact=True)


class GameField(Beside, Field):
    """A game as a person types it; the arrow keys go through those there are, as typed last."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "step(1)", "Next game", key_display="↓"),
        Binding("up", "step(-1)", "Game before", show=False),
    ]
    names = tuple(FAMILIES)

    def __init__(self, value: str, *, id: str) -> None:  # noqa: A002
        super().__init__(value, id=id)
        self._typed: dict[str, str] = {}

    @property
    def _family(self) -> str:
        return self.value.partition(":")[0].strip()

    def put(self, text: str) -> None:
        """Have this there instead, to be typed over; what was there comes again with the arrows."""
        self._typed[self._family] = self.value
        self.value = text
        self.select_all()

    def action_step(self, by: int) -> None:
        """The next of the games, with the numbers that were typed for it last, if any were."""
        place = self.names.index(self._family) + by if self._family in self.names else 0
        name = self.names[place % len(self.names)]
        self.put(self._typed.get(name, name))


class AlgorithmField(Select[str]):
    """The algorithms that fit; enter solves here, too, as the button says."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,up,space", "show_overlay", "Choose", key_display="↓"),
        Binding("enter", "screen.start", "Solve", key_display="enter"),
        Binding("tab", "app.focus_next", "Next line"),
    ]

    def __init__(self) -> None:
        names = [(name, name) for name in ALGORITHMS]  # until a game says which
        super().__init__(names, id="algorithm", allow_blank=False, compact=True)
