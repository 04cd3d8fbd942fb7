"""The popup that asks for the file in which to save something."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from pokerbot.io.files import printable
from pokerbot.runs.defaults import unused
from pokerbot.strategy.library import ENDINGS
from pokerbot.strategy.storage import PACKED
from pokerbot.tui.popups.popup import PopUp, keys_told

SPOT, STRATEGY = (".toml",), (*ENDINGS, PACKED)
"""The endings of files of spots and of strategies; a name with another one gets the usual one."""


class SavingScreen(PopUp[Path | None]):
    """Asks for a file, and again if it exists; returns its path, None if nothing is to be saved.

    Where the file that exists is better, it proposes a free name first.
    """

    CSS_PATH = "../popups/boxes.tcss"

    def __init__(
        self,
        path: Path,
        question: str,
        own: Path | None = None,
        better: Callable[[Path], str] = lambda _: "",
    ) -> None:
        """Ask a question, with this path filled in.

        own: the file that the same solver saved before, which it replaces without a warning
        better: says that what a file holds is better than what is to be saved, "" where it is not;
            it may take seconds and raise InputError
        """
        super().__init__()
        self.question, self.better = question, better
        self.path, self.own = path, own
        self.known = SPOT if path.suffix in SPOT else STRATEGY
        self.warned: Path | None = None
        self.kept: Path | None = None

    def compose(self) -> ComposeResult:
        """The question and the path."""
        with Vertical(id="ask", classes="box") as box:
            box.border_title = "Save"
            yield Static(self.question, markup=False)
            yield Input(printable(str(self.path)), compact=True)

    @on(Input.Changed)
    def forget(self) -> None:
        """Forget that the person was warned about a file, as the path has changed."""
        self.warned = None
        self.want_nothing()
        self._say(self.question, "saves")

    def _say(self, text: str, verb: str) -> None:
        self.query_one(Static).update(text)
        told = keys_told(("enter", verb), ("escape", "back"))
        self.query_one("#ask").border_subtitle = told

    @on(Input.Submitted)
    def decide(self, event: Input.Submitted) -> None:
        """Leave with the path; if the file exists, only after a warning."""
        typed = event.value.strip()
        path = Path(os.path.expanduser(typed))  # Path.expanduser raises if there is no such user
        if path.name and path.suffix.lower() not in self.known and not os.path.isdir(path):
            path = path.with_name(path.name + self.path.suffix)
        if not typed:
            self.app.bell()
        elif os.path.isdir(path):
            self._say("This is a folder: which file in it?", "saves")
        elif os.path.exists(path) and path not in (self.warned, self.own):
            self._say("This file exists already …", "waits")
            warn = partial(self._warn, path)
            self.beside(partial(self.better, path), warn, lambda _: warn(""))
        else:
            self.dismiss(path)

    def _warn(self, path: Path, better: str) -> None:
        """Warn that a file exists; where it is better, propose another name the first time."""
        if better and path != self.kept:
            self.kept = path
            field = self.query_one(Input)
            with self.prevent(Input.Changed):
                field.value = printable(str(self.own or unused(path)))
            field.action_end()
            self._say(f"{better} So beside it:", "saves")
        else:
            self.warned = path
            self._say(f"{better or 'This file exists already.'} Replace it?", "replaces it")
