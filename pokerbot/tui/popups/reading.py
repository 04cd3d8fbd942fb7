"""While a strategy is read: says so, and hands over what was found."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import Static

from pokerbot.io.files import printable
from pokerbot.opponents.adapting import Again, again
from pokerbot.opponents.opponents import Opponent, OpponentRequest
from pokerbot.play.history.record import HandRecord
from pokerbot.play.history.sessions import hands
from pokerbot.tui.screen import BaseScreen
from pokerbot.tui.widgets.keys import Keys


class ReadingScreen(BaseScreen[None]):
    """Stands where the table will be: a large strategy takes seconds to read and measure."""

    CSS_PATH = "reading.tcss"
    HELP = ""

    def __init__(self, opponent: OpponentRequest) -> None:
        """Read whom a person wants, with the hands of the session to go on with, if any."""
        super().__init__()
        self.opponent = opponent

    def compose(self) -> ComposeResult:
        """Title, what is going on, keys."""
        yield Static(self.titled("play against solved games"), id="title")
        yield Static(f"Reading {printable(self.opponent.name)} …", id="reading", markup=False)
        yield Keys()

    def on_mount(self) -> None:
        """Read beside the screen."""
        self.beside(
            self._read,
            lambda found: self.app.welcome(self.opponent, *found),
            lambda error: self.app.refuse(self.opponent, error),
        )

    def _read(self) -> tuple[Opponent, tuple[HandRecord, ...], Again | None]:
        session, history = self.opponent.session, self.app.history
        if session is None or history is None:
            return self.opponent.read(), (), None
        past = tuple(hands(history, session))
        if not session.adapts:
            return self.opponent.read(), past, None
        found = again(history, past)
        return found.begins, past, found
