"""The buttons under the felt: the actions that are legal now, or the next hand."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Button

from pokerbot.play.session.dice import ORDER
from pokerbot.play.view.amounts import chips, percent
from pokerbot.play.view.view import MOST_LISTED, Choice, View
from pokerbot.tui.bound import key_of

VARIANTS = {"bet": "warning", "raise": "warning", "jam": "warning", "fold": "default"}
"""The variant of the button of a kind of action; its colours agree with `bars.COLOURS`."""
SHARED = {"check": "call", "jam": "raise"}
"""The kinds of action that share the key of another kind."""


OTHER = 18
"""The width in columns to reserve for a button without a size."""
KEYED = 5
"""The columns of a button besides its text: its key, and the gap to the next button."""


class Actions(Horizontal):
    """A button for each kind of action and for each bet size; only those in use are shown."""

    def compose(self) -> ComposeResult:
        """All buttons; `show` hides most of them."""
        for kind in ORDER:
            if kind == "fold":
                for size in range(MOST_LISTED):
                    go = f"screen.sized({size})"
                    name = f"size-{size}"
                    yield Button("", "warning", id=name, classes="-sized", flat=True, action=go)
            button = Button(id=kind, flat=True, action=f"screen.take('{kind}')")
            button.variant = VARIANTS.get(kind, "success")
            yield button
        next_hand = labelled(key_of(self.app, "table.next"), "Next hand")
        yield Button(next_hand, "primary", id="next", flat=True, action="screen.next_hand")

    def on_mount(self) -> None:
        """Hide all buttons, and keep the focus off them, as each has a key."""
        for button in self.query(Button):
            button.can_focus = False
            button.display = False

    def show(self, view: View) -> None:
        """Show the buttons of a view."""
        choices = {choice.kind: choice for choice in view.choices}
        for kind in ORDER:
            button = self.query_one(f"#{kind}", Button)
            choice = choices.get(kind)
            button.display = choice is not None and not choice.listed
            if choice:
                name = f"table.{SHARED.get(kind, kind)}"
                button.label = labelled(key_of(self.app, name), choice.label)
        listed = next((choice for choice in view.choices if choice.listed), None)
        labels = self._sizes(listed, len(view.choices) - 1) if listed else []
        for size in range(MOST_LISTED):
            button = self.query_one(f"#size-{size}", Button)
            button.display = size < len(labels)
            if button.display:
                button.label = labelled(str(size + 1), labels[size])
        self.query_one("#next", Button).display = view.net is not None and not view.ended

    def _sizes(self, choice: Choice, others: int) -> list[str]:
        """The text of the button for each size, as long as there is room for.

        others: how many other buttons are shown
        """
        verb = "Raise to" if choice.kind == "raise" else "Bet"
        amounts = [chips(amount) for amount in choice.amounts]
        parts = [percent(choice.part(amount)) for amount in choice.amounts]
        room = self.screen.size.width - others * OTHER
        for said in (
            [f"{verb} {amount} {part}" for amount, part in zip(amounts, parts, strict=True)],
            [f"{amount} {part}" for amount, part in zip(amounts, parts, strict=True)],
            amounts,
        ):
            if sum(len(text) + KEYED + 4 for text in said) <= room:
                break
        return said


def labelled(key: str, text: str) -> Content:
    """A button's text, with the button's key in front."""
    return Content.from_markup("[b u]$key[/]  $text", key=key, text=text)
