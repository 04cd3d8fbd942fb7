"""A choice among the strategies at hand for a game."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from pokerbot.errors import InputError
from pokerbot.io.files import printable, resolved
from pokerbot.opponents.opponents import Opponent, candidates, read
from pokerbot.tui.popups.popup import KEYS, PopUp


class ChooseScreen(PopUp[Opponent | None]):
    """Lists the files that may be for a game, and reads the one that is chosen."""

    CSS_PATH = "choose.tcss"

    @dataclass
    class Read(Message):
        """The file has been read: a strategy, or what is wrong with it."""

        found: Opponent | InputError

    def __init__(self, opponent: Opponent, title: str) -> None:
        """Offer what there is for the game of a strategy, but for itself."""
        super().__init__()
        self.game = opponent.strategy.game
        self.heading = title
        own = resolved(opponent.path)
        self.paths = [path for path in candidates(self.game) if resolved(path) != own]

    def compose(self) -> ComposeResult:
        """The list in a frame."""
        options = [Option(printable(path.stem), id=str(path)) for path in self.paths]
        chosen = OptionList(*options, id="choose", markup=False)
        chosen.border_title = self.heading
        chosen.border_subtitle = KEYS if options else "no other for this game   esc back"
        yield chosen

    @on(OptionList.OptionSelected)
    def take(self, event: OptionList.OptionSelected) -> None:
        """Read it beside the screen: a large one takes seconds."""
        chosen = self.query_one(OptionList)
        chosen.disabled = True
        chosen.border_subtitle = "reading …"
        path = self.paths[event.option_index]
        threading.Thread(target=self._read, args=(path,), daemon=True).start()

    def _read(self, path: Path) -> None:
        found: Opponent | InputError
        try:
            found = read(path)
        except InputError as error:
            found = error
        self.post_message(self.Read(found))

    @on(Read)
    def leave(self, event: Read) -> None:
        """Hand it over, or say why not and let another be chosen."""
        if not self.is_active:
            return
        if isinstance(event.found, Opponent) and event.found.strategy.game == self.game:
            self.dismiss(event.found)
            return
        wrong = str(event.found) if isinstance(event.found, InputError) else "for another game"
        chosen = self.query_one(OptionList)
        chosen.disabled = False
        chosen.border_subtitle = Content(printable(wrong))
