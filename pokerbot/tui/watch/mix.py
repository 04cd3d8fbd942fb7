"""How often the one to act takes each action, as a bar."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content
from textual.widget import Widget

from pokerbot.tui.widgets.bars import drawn


class Mix(Widget):
    """A name and a bar beside it."""

    choice: tuple[str, Mapping[str, float]] | None = None

    def show(self, choice: tuple[str, Mapping[str, float]] | None) -> None:
        """Draw who acts and their frequencies; nothing where no one does."""
        self.choice = choice
        self.refresh()

    def render(self) -> Content:
        """The name and the bar, as wide as there is room."""
        if self.choice is None:
            return Content("")
        name, frequencies = self.choice
        bar = drawn(frequencies, self.size.width - len(name) - 1, self)
        return Content.assemble((f"{name} ", "bold"), bar)
