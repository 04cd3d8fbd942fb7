"""The buttons under the felt: the actions that are legal now, or the next hand."""

from __future__ import annotations

from collections.abc import Sequence

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
SIZED = ("third", "half", "pot", "all_in")
"""The names of the keys for the first sizes; the keys of the others have none."""

OTHER = 17
"""The least width in columns of a button without a size, where buttons have borders."""
PADDED, BORDERED = 2, 3
"""The columns of a button besides its text: for the blanks, and for its borders and the gap."""


class Actions(Horizontal):
    """A button for each kind of action and for each bet size; only those in use are shown."""

    _choices: Sequence[Choice] = ()

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

    def on_resize(self) -> None:
        """Show as many buttons as there is room for now."""
        self.call_after_refresh(self._fit)

    def show(self, view: View) -> None:
        """Show the buttons of a view."""
        self._choices = view.choices
        for choice in view.choices:
            key = key_of(self.app, f"table.{SHARED.get(choice.kind, choice.kind)}")
            self.query_one(f"#{choice.kind}", Button).label = labelled(key, choice.label)
        self._fit()
        self.query_one("#next", Button).display = view.net is not None and not view.ended

    def _fit(self) -> None:
        """Show a button for each bet size, or where there is no room, one that asks for it."""
        listed = next((choice for choice in self._choices if choice.listed), None)
        labels = self._sizes(listed) if listed else []
        kinds = [choice.kind for choice in self._choices if not (choice is listed and labels)]
        for kind in ORDER:
            self.query_one(f"#{kind}", Button).display = kind in kinds
        for size in range(MOST_LISTED):
            button = self.query_one(f"#size-{size}", Button)
            button.display = size < len(labels)
            if button.display:
                button.label = labelled(self._key(size), labels[size])
                button.refresh(layout=True)  # it gets no other width by itself

    def _sizes(self, choice: Choice) -> list[str]:
        """The text of the button for each size, as long as there is room for; none without room."""
        verb = "Raise to" if choice.kind == "raise" else "Bet"
        amounts = [chips(amount) for amount in choice.amounts]
        parts = [percent(choice.part(amount)) for amount in choice.amounts]
        flat = self.screen.has_class("-tiny") or self.screen.has_class("-flat")
        besides, least = (PADDED, 0) if flat else (PADDED + BORDERED, OTHER)
        room = self.screen.size.width - 1
        for each in self._choices:
            if each is not choice:
                label = self.query_one(f"#{each.kind}", Button).label
                room -= max(len(label) + besides, least)
        for said in (
            [f"{verb} {amount} {part}" for amount, part in zip(amounts, parts, strict=True)],
            [f"{amount} {part}" for amount, part in zip(amounts, parts, strict=True)],
            amounts,
        ):
            buttons = (labelled(self._key(size), text) for size, text in enumerate(said))
            if sum(len(label) + besides for label in buttons) <= room:
                return said
        return []

    def _key(self, size: int) -> str:
        """The key for a size, given by its place among the sizes."""
        return key_of(self.app, f"table.{SIZED[size]}") if size < len(SIZED) else str(size + 1)


def labelled(key: str, text: str) -> Content:
    """A button's text, with the button's key in front."""
    return Content.from_markup("[b u]$key[/]  $text", key=key, text=text)
