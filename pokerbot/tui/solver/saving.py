"""The popup that asks for the file in which to save something."""

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
    """Asks for a file, and again if it exists; returns its path, None if nothing is to be saved."""

    CSS_PATH = "../popups/ask.tcss"

    def __init__(self, path: Path, question: str, own: Path | None = None) -> None:
        """Ask a question, with this path filled in.

        own: the file that the same solver saved before, which it replaces without a warning
        """
        super().__init__()
        self.question = question
        self.path, self.own = path, own
        self.warned: Path | None = None

    def compose(self) -> ComposeResult:
        """The question and the path."""
        with Vertical(id="ask") as box:
            box.border_title = "Save"
            yield Static(self.question, markup=False)
            yield Input(printable(str(self.path)), compact=True)

    @on(Input.Changed)
    def forget(self) -> None:
        """Forget that the person was warned about a file, as the path has changed."""
        self.warned = None
        self._say(self.question, "saves")

    def _say(self, text: str, verb: str) -> None:
        self.query_one(Static).update(text)
        self.query_one("#ask").border_subtitle = f"enter {verb}   esc back"

    @on(Input.Submitted)
    def decide(self, event: Input.Submitted) -> None:
        """Leave with the path; if the file exists, only after a warning."""
        typed = event.value.strip()
        path = Path(os.path.expanduser(typed))  # Path.expanduser raises if there is no such user
        if not typed:
            self.app.bell()
        elif os.path.isdir(path):
            self._say("This is a folder: which file in it?", "saves")
        elif os.path.exists(path) and path not in (self.warned, self.own):
            self.warned = path
            self._say("This file exists already. Replace it?", "replaces it")
        else:
            self.dismiss(path)
