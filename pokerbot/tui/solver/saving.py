"""Where to save a strategy."""

from __future__ import annotations

import os
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from pokerbot.io.files import printable
from pokerbot.tui.popups.popup import PopUp


class SavingScreen(PopUp[Path | None]):
    """Asks for a file, and once more where there is one."""

    CSS_PATH = "../popups/ask.tcss"

    def __init__(self, path: Path, question: str) -> None:
        """Ask, with this path to begin with."""
        super().__init__()
        self.question = question
        self.path = path
        self.warned: Path | None = None

    def compose(self) -> ComposeResult:
        """The question, the path."""
        with Vertical(id="ask") as box:
            box.border_title = "Save"
            yield Static(self.question, markup=False)
            yield Input(printable(str(self.path)), compact=True)

    @on(Input.Changed)
    def forget(self) -> None:
        """Another name is another file."""
        self.warned = None
        self._say(self.question, "saves")

    def _say(self, text: str, verb: str) -> None:
        self.query_one(Static).update(text)
        self.query_one("#ask").border_subtitle = f"enter {verb}   esc back"

    @on(Input.Submitted)
    def decide(self, event: Input.Submitted) -> None:
        """Leave with the path; a file that is there is replaced at the second time only."""
        typed = event.value.strip()
        path = Path(os.path.expanduser(typed))  # pathlib's fails where there is no such user
        if not typed:
            self.app.bell()
        elif os.path.isdir(path):
            self._say("This is a folder: which file in it?", "saves")
        elif os.path.exists(path) and path != self.warned:
            self.warned = path
            self._say("There is such a file. Replace it?", "replaces it")
        else:
            self.dismiss(path)
