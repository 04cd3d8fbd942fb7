"""While a strategy is read: says so, and hands over what was found."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from pokerbot.errors import InputError
from pokerbot.files import printable
from pokerbot.opponents import Opponent, Wanted
from pokerbot.tui.widgets.keys import Keys


class ReadingScreen(Screen[None]):
    """Stands where the table will be: a large strategy takes seconds to read and measure."""

    CSS_PATH = "reading.tcss"
    HELP = ""

    @dataclass
    class Read(Message):
        """The reading is over: an opponent, or what is wrong with the file."""

        wanted: Wanted
        found: Opponent | InputError

    def __init__(self, wanted: Wanted) -> None:
        super().__init__()
        self.wanted = wanted

    def compose(self) -> ComposeResult:
        """Title, what is going on, keys."""
        yield Static("[b]pokerbot[/b]  play against solved games", id="title")
        yield Static(f"Reading {printable(self.wanted.name)} …", id="reading", markup=False)
        yield Keys()

    def on_mount(self) -> None:
        """Read beside the screen, in a thread that the exit need not wait for."""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        found: Opponent | InputError
        try:
            found = self.wanted.read()
        except InputError as error:
            found = error
        self.post_message(self.Read(self.wanted, found))
