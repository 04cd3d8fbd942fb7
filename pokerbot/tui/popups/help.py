"""The popup with a screen's help, in which keys are named as they are set now."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from pokerbot.games.catalogue import FAMILIES
from pokerbot.tui.bound import filled
from pokerbot.tui.popups.popup import PopUp, keys_told

GAMES = "\n".join(f"- **{family.name}**: {family.summary}" for family in FAMILIES.values())

THE_GAMES = f"""
## The games

{GAMES}

With one card each, the higher card wins; a pair with the public card beats every single card.
"""


class HelpScreen(PopUp[None]):
    """A page of help over the screen that it is about."""

    CSS_PATH = "help.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,question_mark,space,q", "dismiss", "Back")
    ]

    def __init__(self, text: str, title: str = "Help") -> None:
        super().__init__()
        self.text, self.heading = text, title

    def compose(self) -> ComposeResult:
        """The page, with its frame."""
        from rich.markdown import Markdown  # slow to load, and not needed for the first screen

        with VerticalScroll(id="help", classes="box") as page:
            page.border_title = self.heading
            page.border_subtitle = keys_told(("enter", "back"))
            yield Static(Markdown(filled(self.app, self.text)))
