"""A popup to choose a strategy at hand for a game."""

from __future__ import annotations

from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

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

        Args:
            opponent: the opponent.
            title: stands over the list.
            you: whether to offer the person's own play, too.
        """
        super().__init__()
        self.strategy, self.you = opponent.strategy, you
        self.game = opponent.strategy.game
        self.heading = title
        own, there = resolved(opponent.path), library.may_be_for(self.game, library.everything())
        self.paths = [path for path in there if resolved(path) != own]

    def compose(self) -> ComposeResult:
        """The list in a frame."""
        options = [Option(printable(path.stem), id=str(path)) for path in self.paths]
        options += [Option(name) for name in self._others]
        chosen = OptionList(*options, id="choose", markup=False)
        chosen.border_title = self.heading
        chosen.border_subtitle = KEYS
        yield chosen

    @on(OptionList.OptionSelected)
    def take(self, event: OptionList.OptionSelected) -> None:
        """Read the choice beside the screen, as a large strategy takes seconds."""
        chosen = self.query_one(OptionList)
        chosen.disabled = True
        chosen.border_subtitle = "reading …"
        at = event.option_index
        if at < len(self.paths):
            self.beside(partial(read, self.paths[at]), self._leave, self._refuse)
        elif (name := self._others[at - len(self.paths)]) == YOU:
            found = partial(person, self.app.history, self.strategy)
            self.beside(found, self._leave, self._refuse)
        else:
            self.beside(partial(built_in, name, self.game), self._leave, self._refuse)

    @property
    def _others(self) -> list[str]:
        """The names of those who are in no file."""
        return [*BUILT_IN, *([YOU] if self.you else [])]

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
