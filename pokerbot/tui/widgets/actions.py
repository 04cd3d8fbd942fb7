"""The buttons under the felt: what is legal now, or the next hand."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Button

from pokerbot.play.session.dice import ORDER
from pokerbot.play.view.view import View
from pokerbot.tui.bound import key_of

VARIANTS = {"bet": "warning", "raise": "warning", "jam": "warning", "fold": "default"}
"""The colours that `bars.COLOURS` have on every screen."""
SHARED = {"check": "call", "jam": "raise"}
"""The kinds that have another's key."""


class Actions(Horizontal):
    """A button for each kind of action; only those that do something now are shown."""

    def compose(self) -> ComposeResult:
        """All buttons; `show` hides most of them."""
        for kind in ORDER:
            button = Button(id=kind, flat=True, action=f"screen.take('{kind}')")
            button.variant = VARIANTS.get(kind, "success")
            yield button
        next_hand = labelled(key_of(self.app, "table.next"), "Next hand")
        yield Button(next_hand, "primary", id="next", flat=True, action="screen.next_hand")

    def on_mount(self) -> None:
        """Keep the focus off the buttons: every one has its letter."""
        for button in self.query(Button):
            button.can_focus = False
            button.display = False

    def show(self, view: View) -> None:
        """Show the buttons of a view."""
        choices = {choice.kind: choice for choice in view.choices}
        for kind in ORDER:
            button = self.query_one(f"#{kind}", Button)
            button.display = kind in choices
            if choice := choices.get(kind):
                name = f"table.{SHARED.get(kind, kind)}"
                button.label = labelled(key_of(self.app, name), choice.label)
        self.query_one("#next", Button).display = view.net is not None and not view.ended


def labelled(key: str, text: str) -> Content:
    """A button's text, with the key that does the same."""
    return Content.from_markup("[b u]$key[/]  $text", key=key, text=text)
