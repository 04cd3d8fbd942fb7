"""A choice among the strategies at hand for a game."""

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
from pokerbot.opponents.opponents import Opponent, all_for, built_in, read
from pokerbot.tui.popups.popup import KEYS, PopUp


class ChooseScreen(PopUp[Opponent | None]):
    """Lists who there is for a game, and reads the one that is chosen."""

    CSS_PATH = "choose.tcss"

    def __init__(self, opponent: Opponent, title: str) -> None:
        """Offer what there is for the game of a strategy, but for itself."""
        super().__init__()
        self.game = opponent.strategy.game
        self.heading = title
        own = resolved(opponent.path)
        self.paths = [path for path in all_for(self.game) if resolved(path) != own]

    def compose(self) -> ComposeResult:
        """The list in a frame."""
        options = [Option(printable(path.stem), id=str(path)) for path in self.paths]
        options += [Option(name) for name in BUILT_IN]
        chosen = OptionList(*options, id="choose", markup=False)
        chosen.border_title = self.heading
        chosen.border_subtitle = KEYS
        yield chosen

    @on(OptionList.OptionSelected)
    def take(self, event: OptionList.OptionSelected) -> None:
        """Read it beside the screen: a large one takes seconds."""
        chosen = self.query_one(OptionList)
        chosen.disabled = True
        chosen.border_subtitle = "reading …"
        bots, at = list(BUILT_IN), event.option_index - len(self.paths)
        found = partial(built_in, bots[at], self.game) if at >= 0 else None
        self.beside(found or partial(read, self.paths[at]), self._leave, self._refuse)

    def _leave(self, found: Opponent) -> None:
        if found.strategy.game == self.game:
            self.dismiss(found)
        else:
            self._refuse("for another game")

    def _refuse(self, why: InputError | str) -> None:
        """Say why not, and let another be chosen."""
        chosen = self.query_one(OptionList)
        chosen.disabled = False
        chosen.border_subtitle = Content(printable(str(why)))
