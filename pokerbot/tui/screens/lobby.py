"""The lobby: the strategies at hand, and the seat to take against one of them."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Button, DataTable, RadioButton, RadioSet, Static

from pokerbot import shelf
from pokerbot.errors import InputError
from pokerbot.files import printable
from pokerbot.games.catalogue import FAMILIES
from pokerbot.play.table import SEATS, Table
from pokerbot.play.words import summary
from pokerbot.tui.opponents import Opponent, read
from pokerbot.tui.screens.help import LOBBY_HELP
from pokerbot.tui.widgets.actions import labelled
from pokerbot.tui.widgets.keys import Keys

COLUMNS = ("Game", "Algorithm", "Exploitability", "Value", "Iterations")


class LobbyScreen(Screen[None]):
    """Lists the strategies as they are read; says which one is chosen, and for which seat."""

    CSS_PATH = "lobby.tcss"
    HELP = LOBBY_HELP
    AUTO_FOCUS = "DataTable"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "seat", "Seat", id="lobby.seat"),
        Binding("p", "choose('practise')", "Practise", id="lobby.practise"),
        Binding("n", "app.switch_mode('solve')", "New", id="lobby.solve"),
        Binding("g", "choose('grid')", "Grid", id="lobby.grid"),
        Binding("w", "choose('watch')", "Watch", id="lobby.watch"),
        Binding("v", "app.review", "Review", id="lobby.review"),
    ]
    rows = getters.query_one("#opponents", DataTable)
    about = getters.query_one("#about", Static)
    seats = getters.query_one(RadioSet)

    @dataclass
    class Read(Message):
        """A file has been read: an opponent, or what is wrong with it."""

        path: Path
        found: Opponent | InputError

    @dataclass
    class Chosen(Message):
        """The person wants this opponent, from this seat, behind one of the app's doors."""

        opponent: Opponent
        seat: str
        door: str

    def __init__(self, seat: str, tables: Mapping[Path, Table]) -> None:
        super().__init__()
        self.seat = seat
        self.tables = tables
        self.found: dict[str, Opponent | InputError] = {}
        self.listed = False
        self._left = threading.Event()

    def compose(self) -> ComposeResult:
        """Title, strategies, what the chosen one is, seat, keys."""
        yield Static("[b]pokerbot[/b]  play against solved games", id="title")
        table: DataTable[Text] = DataTable(id="opponents", cursor_type="row", zebra_stripes=True)
        table.border_title = "Choose an opponent"
        table.border_subtitle = "exploitability and value in chips per hand"
        yield table
        with Horizontal(id="choice"):
            yield Static(id="about", markup=False)
            yield Button(
                labelled("enter", "Play"),
                "success",
                id="play",
                flat=True,
                action="screen.choose('play')",
            )
        with Horizontal(id="seat"):
            yield Static("Your seat", markup=False)
            with RadioSet(compact=True):
                for seat in SEATS:
                    yield RadioButton(seat, value=seat == self.seat)
        yield Keys()

    def on_mount(self) -> None:
        """Head the columns."""
        for column in COLUMNS:
            text = Text(column, justify="left" if column in COLUMNS[:2] else "right")
            self.rows.add_column(text, key=column)

    def _list_files(self) -> None:
        """List the files, and read them beside the screen."""
        paths = shelf.files()
        for path in paths:
            self.rows.add_row(Text(printable(path.stem), "dim"), key=str(path))
        self.about.update("Reading …" if paths else "No strategies yet: pokerbot solve kuhn")
        # A daemon, not a worker of Textual's: the exit waits for those, and measuring one large
        # strategy takes seconds.
        threading.Thread(target=self._read, args=(paths,), daemon=True).start()

    def on_unmount(self) -> None:
        """Have the reading stop."""
        self._left.set()

    def _read(self, paths: list[Path]) -> None:
        for path in paths:
            found: Opponent | InputError
            try:
                found = read(path)
            except InputError as error:
                found = error
            if self._left.is_set():
                return
            self.post_message(self.Read(path, found))

    @on(Read)
    def fill_row(self, event: Read) -> None:
        """Show what was found in a file."""
        key = str(event.path)
        self.found[key] = event.found
        for column, text in zip(COLUMNS, _cells(event.path, event.found), strict=True):
            self.rows.update_cell(key, column, text, update_width=True)
        self._describe()

    @on(DataTable.RowHighlighted)
    def _describe(self) -> None:
        """Say what the highlighted strategy is."""
        if (key := self._highlighted()) in self.found:
            found = self.found[key]
            so_far = self.tables.get(Path(key))
            self.about.update(
                printable(str(found)) if isinstance(found, InputError) else _about(found, so_far)
            )

    def on_screen_resume(self) -> None:
        """Read the files once the lobby is seen; back from a table, its session has gone on."""
        if not self.is_current:
            return
        if not self.listed:
            self.listed = True
            self._list_files()
        self._describe()

    def action_seat(self) -> None:
        """Take the next of the seats."""
        buttons = list(self.seats.query(RadioButton))
        buttons[(self.seats.pressed_index + 1) % len(buttons)].value = True

    @on(RadioSet.Changed)
    def change_seat(self, event: RadioSet.Changed) -> None:
        """Remember the seat."""
        self.seat = SEATS[event.index]

    @on(DataTable.RowSelected)
    def play(self) -> None:
        """Enter or a click on the line: to the table."""
        self.action_choose("play")

    def action_choose(self, door: str) -> None:
        """Take the highlighted opponent through a door of the app."""
        found = self.found.get(self._highlighted())
        if isinstance(found, Opponent):
            self.post_message(self.Chosen(found, self.seat, door))
        else:
            self.app.bell()

    def _highlighted(self) -> str:
        if not self.rows.row_count:
            return ""
        return self.rows.coordinate_to_cell_key(self.rows.cursor_coordinate).row_key.value or ""


def _cells(path: Path, found: Opponent | InputError) -> list[Text]:
    if isinstance(found, InputError):
        nothing = Text("–", justify="right")
        return [Text(printable(path.stem), "strike"), Text("not usable"), *[nothing] * 3]
    exact = found.evaluation
    return [
        Text(exact.game),
        Text(printable(exact.algorithm)),
        Text(found.exploitability, justify="right"),
        Text(f"{exact.value:+z.4f}".replace("-", "−"), justify="right"),
        Text(f"{exact.iterations:,}", justify="right"),
    ]


def _about(opponent: Opponent, table: Table | None) -> str:
    """What an opponent is, and how the session with it stands."""
    game = FAMILIES[opponent.strategy.game.name].summary
    lines = [
        f"{game[0].upper()}{game[1:]}.",
        f"Exploitability {opponent.exploitability} chips per hand: what a best response wins.",
        f"From {printable(str(opponent.path))}.",
    ]
    if table is not None and table.session.hands():
        lines.append(f"So far: {summary(table.session)}.")
    return "\n".join(lines)
