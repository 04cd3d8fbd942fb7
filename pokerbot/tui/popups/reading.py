"""The screen shown while a strategy is read."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from textual.app import ComposeResult
from textual.widgets import Static

from pokerbot.errors import InputError
from pokerbot.games.game import Game
from pokerbot.io.files import printable
from pokerbot.opponents.adapting import by_now
from pokerbot.opponents.finding import OpponentRequest
from pokerbot.opponents.opponents import Opponent, Seated
from pokerbot.opponents.resuming import LeftSession, left, match_left, taken
from pokerbot.play.history.sessions import summaries
from pokerbot.strategy.strategy import Strategy
from pokerbot.tui.screen import BaseScreen
from pokerbot.tui.widgets.keys import Keys


class ReadingScreen(BaseScreen[None]):
    """Reads an opponent, which takes seconds if it is large, and then goes on to the table."""

    CSS_PATH = "reading.tcss"
    HELP = ""

    def __init__(
        self, opponent: OpponentRequest, then: Callable[[Seated], object] | None = None
    ) -> None:
        """Read an opponent, and the session or the left match to go on with, if there is one.

        then: is called with the opponent instead of going on to the table
        """
        super().__init__()
        self.opponent, self.then = opponent, then

    def compose(self) -> ComposeResult:
        """The title, what is being done, and the keys."""
        yield Static(self.titled("play against solved games"), id="title")
        doing = "Solving" if self.opponent.unsolved else "Reading"
        yield Static(f"{doing} {printable(self.opponent.name)} …", id="reading", markup=False)
        yield Keys()

    def on_mount(self) -> None:
        """Read beside the screen."""
        self.beside(
            self._read,
            self._go_on,
            lambda error: self.app.refuse(self.opponent, error),
        )

    def _go_on(self, found: tuple[Seated, LeftSession | None]) -> None:
        """Go to the table, or call `then`."""
        opponent, left_session = found
        if self.then is not None:
            self.then(opponent)
        else:
            self.app.welcome(self.opponent, opponent, left_session)
        if self.opponent.unsolved and isinstance(opponent, Opponent):
            game = opponent.strategy.game.spec
            off = f"exploitability {opponent.exploitability} chips a hand"
            self.app.notify(f"{game} was in no file and is solved now: {off}.", timeout=8)

    def _read(self) -> tuple[Seated, LeftSession | None]:
        wanted, history, found = self.opponent, self.app.history, None
        if wanted.session is not None:
            found = left(history, wanted.session)
        elif wanted.challenge is not None:
            found = taken(history, wanted.challenge)
        if found and found.resumed:
            return found.resumed.begins, found
        opponent = wanted.read(_solved)
        if opponent.adapts and found is None:
            assert isinstance(opponent, Opponent)
            opponent = by_now(opponent, summaries(history))
        if opponent.match and found is None and not wanted.anew:
            with suppress(InputError):  # told when its hands cannot be kept
                found = match_left(history, opponent.who)
        return opponent, found


def _solved(game: Game) -> Strategy:
    from pokerbot.runs.solving import solve  # most opponents are in a file

    return solve(game).strategy
