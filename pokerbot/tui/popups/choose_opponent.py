"""A popup to choose a strategy at hand for a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList

from pokerbot.errors import InputError
from pokerbot.evaluation.bots import BUILT_IN
from pokerbot.io.files import printable, resolved
from pokerbot.opponents.adapting import YOU, person
from pokerbot.opponents.opponents import Opponent, built_in, read
from pokerbot.strategy import library
from pokerbot.tui.popups.popup import KEYS, PopUp


class ChooseOpponentScreen(PopUp[Opponent | None]):
    """Lists the opponents for a game, reads the one chosen, and returns it; None if none was."""

    CSS_PATH = "choose.tcss"

    def __init__(self, opponent: Opponent, title: str, *, you: bool = False) -> None:
        """Offer all strategies for the game of an opponent but its own, and the built-in bots.

        you: whether to offer the person's own play, too
        """
        super().__init__()
        self.game, self.heading = opponent.strategy.game, title
        own, there = resolved(opponent.path), library.may_be_for(self.game, library.everything())
        others = (path for path in there if resolved(path) != own)
        self.choices: list[tuple[str, Callable[[], Opponent]]] = [
            *((printable(path.stem), partial(read, path)) for path in others),
            *((name, partial(built_in, name, self.game)) for name in BUILT_IN),
        ]
        """The name of each choice, and the function that reads it."""
        if you:
            self.choices.append((YOU, lambda: person(self.app.history, opponent.strategy)))

    def compose(self) -> ComposeResult:
        """The list in a frame."""
        names = (name for name, _ in self.choices)
        chosen = OptionList(*names, id="choose", classes="box", markup=False)
        chosen.border_title = self.heading
        chosen.border_subtitle = KEYS
        yield chosen

    @on(OptionList.OptionSelected)
    def take(self, event: OptionList.OptionSelected) -> None:
        """Read the choice beside the screen, as a large strategy takes seconds."""
        chosen = self.query_one(OptionList)
        chosen.disabled = True
        chosen.border_subtitle = "reading …"
        _, found = self.choices[event.option_index]
        self.beside(found, self._leave, self._refuse)

    def _leave(self, found: Opponent) -> None:
        if found.strategy.game == self.game:
            self.dismiss(found)
        else:
            self._refuse("for another game")

    def _refuse(self, why: InputError | str) -> None:
        """Say why the choice cannot be taken, and let the person choose again."""
        chosen = self.query_one(OptionList)
        chosen.disabled = False
        chosen.focus()
        chosen.border_subtitle = Content(printable(str(why)))
