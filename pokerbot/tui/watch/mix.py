"""A bar that shows how often the player to act takes each action."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content
from textual.widget import Widget

from pokerbot.tui.widgets.bars import drawn


class Mix(Widget):
    """A name and a bar beside it.

    choice: the name of the player to act, and the frequency of each action; None if nobody acts
    """

    choice: tuple[str, Mapping[str, float]] | None = None

    def show(self, choice: tuple[str, Mapping[str, float]] | None) -> None:
        """Draw who acts and with which frequencies; nothing for None."""
        self.choice = choice
        self.refresh()

    def render(self) -> Content:
        """Draw the name and the bar, as wide as there is room."""
        if self.choice is None:
            return Content("")
        name, frequencies = self.choice
        bar = drawn(frequencies, self.size.width - len(name) - 1, self)
        return Content.assemble((f"{name} ", "bold"), bar)
