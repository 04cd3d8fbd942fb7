"""The lines and fields of the solver's form."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Paste
from textual.widgets import Input, Select

from pokerbot.games.catalogue import FAMILIES
from pokerbot.solvers.catalogue import ALGORITHMS
from pokerbot.tui.screen import Beside
from pokerbot.tui.solver.typed import games_at_hand
from pokerbot.tui.turning import turned

ONWARD = (
    Binding("enter", "screen.start", "Solve", key_display="enter"),
    Binding("tab", "app.focus_next", "Next line"),
)
"""The keys that go on from every line."""


class Line(Horizontal):
    """A line of the form: a label and a field."""


class Field(Input):
    """A field to type in."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *ONWARD,
        Binding("question_mark", "app.help", "Help", key_display="?", priority=True, id="app.help"),
    ]

    def __init__(self, value: str = "", *, id: str, placeholder: str = "") -> None:  # noqa: A002
        super().__init__(value, id=id, placeholder=placeholder, compact=True)

    def on_paste(self, event: Paste) -> None:
        """Have all lines of a range that is pasted taken as one: Textual takes the first alone."""
        event.text = " ".join(event.text.splitlines())


class GameField(Beside, Field):
    """The field for a game; the arrow keys go through all games, as they were last typed.

    names: of the games, and of the spots at hand
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "step(1)", "Games, spots", key_display="↓"),
        Binding("up", "step(-1)", "Game before", show=False),
    ]
    names = tuple(FAMILIES)

    def __init__(self) -> None:
        super().__init__("leduc", id="game")
        self._typed: dict[str, str] = {}

    def on_mount(self) -> None:
        """Find out which spots are at hand."""
        self.list_games()

    def list_games(self) -> None:
        """List all games and spots anew, beside the screen."""
        self.beside(games_at_hand, self._know)

    def _know(self, names: tuple[str, ...]) -> None:
        self.names = names

    @property
    def _family(self) -> str:
        return self.value.partition(":")[0].strip()

    def put(self, text: str) -> None:
        """Fill in another game, selected; the arrows bring back what was typed before."""
        self._typed[self._family] = self.value
        self.value = text
        self.select_all()

    def action_step(self, by: int) -> None:
        """Fill in the next game or the one before, with the parameters last typed for it."""
        name = turned(self.names, self._family, by)
        self.put(self._typed.get(name, name))


class AlgorithmField(Select[str]):
    """The list of algorithms that can solve the game; enter begins to solve here, too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,up,space", "show_overlay", "Choose", key_display="↓"),
        *ONWARD,
    ]

    def __init__(self) -> None:
        names = [(name, name) for name in ALGORITHMS]  # until the game is known
        super().__init__(names, id="algorithm", allow_blank=False, compact=True)
