"""Where to save a strategy."""

from __future__ import annotations

import os
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from pokerbot.files import printable

KEYS = "enter saves   esc back"


class SavingScreen(ModalScreen[Path | None]):
    """Asks for a file, and once more where there is one."""

    CSS_PATH = "ask.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Back")]

    def __init__(self, path: Path, question: str) -> None:
        """Ask, with this path to begin with."""
        super().__init__()
        self.question = question
        self.path = path
        self.warned: Path | None = None

    def compose(self) -> ComposeResult:
        """The question, the path, the keys."""
        with Vertical(id="ask"):
            yield Static(self.question, markup=False)
            yield Input(printable(str(self.path)), compact=True)
            yield Static(KEYS, classes="keys", markup=False)

    @on(Input.Changed)
    def forget(self) -> None:
        """Another name is another file."""
        self.warned = None
        self.query_one(".keys", Static).update(KEYS)

    @on(Input.Submitted)
    def decide(self, event: Input.Submitted) -> None:
        """Leave with the path; a file that is there is replaced at the second time only."""
        typed = event.value.strip()
        path = Path(os.path.expanduser(typed))  # pathlib's fails where there is no such user
        if not typed:
            self.app.bell()
        elif os.path.exists(path) and path != self.warned:
            self.warned = path
            self.query_one(".keys", Static).update(
                "It is there: enter again replaces it   esc back"
            )
        else:
            self.dismiss(path)
