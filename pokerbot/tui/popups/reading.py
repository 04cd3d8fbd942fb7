"""While a strategy is read: says so, and hands over what was found."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

from textual.app import ComposeResult
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from pokerbot.errors import InputError
from pokerbot.io.files import printable
from pokerbot.opponents.opponents import Opponent, OpponentRequest
from pokerbot.play.history.record import HandRecord
from pokerbot.play.history.sessions import hands
from pokerbot.tui.widgets.keys import Keys


class ReadingScreen(Screen[None]):
    """Stands where the table will be: a large strategy takes seconds to read and measure."""

    CSS_PATH = "reading.tcss"
    HELP = ""

    @dataclass
    class Read(Message):
        """The reading is over: an opponent and past hands, or what is wrong with a file."""

        wanted: OpponentRequest
        found: Opponent | InputError
        past: tuple[HandRecord, ...] = ()

    def __init__(self, wanted: OpponentRequest, history: Path | None = None) -> None:
        """Read whom a person wants, with the hands of the session to go on with, if any."""
        super().__init__()
        self.wanted, self.history = wanted, history

    def compose(self) -> ComposeResult:
        """Title, what is going on, keys."""
        yield Static("[b]pokerbot[/b]  play against solved games", id="title")
        yield Static(f"Reading {printable(self.wanted.name)} …", id="reading", markup=False)
        yield Keys()

    def on_mount(self) -> None:
        """Read beside the screen, in a thread that the exit need not wait for."""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        session = self.wanted.session
        found: Opponent | InputError
        past: tuple[HandRecord, ...] = ()
        try:
            found = self.wanted.read()
            if session is not None and self.history is not None:
                past = tuple(hands(self.history, session))
        except InputError as error:
            found = error
        self.post_message(self.Read(self.wanted, found, past))
