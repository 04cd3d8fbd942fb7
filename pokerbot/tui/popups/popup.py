"""What all popups share: a frame over the screen that they are about."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen, ScreenResultType
from textual.style import Style

from pokerbot.tui.screen import BaseScreen
from pokerbot.tui.widgets.keys import GAP

SHORT = {"escape": "esc"}
"""How frames call a key, where that is not its name."""


def clickable(text: str, action: str) -> Content:
    """A text that runs an action when it is clicked."""
    return Content.styled(text, Style.from_meta({"@click": action}))


def keys_told(*keys: tuple[str, str]) -> Content:
    """What a frame says of keys; a click on one of them presses it.

    keys: the name of each key, and what it does
    """
    return Content(" " * GAP).join(
        clickable(f"{SHORT.get(key, key)} {does}", f"screen.press({key!r})") for key, does in keys
    )


KEYS = keys_told(("enter", "takes it"), ("escape", "back"))
"""What the frame of a list says."""


class PopUp(BaseScreen[ScreenResultType], ModalScreen[ScreenResultType]):
    """A screen in a frame that says what it is and which keys it takes.

    Escape or a click beside it closes it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Back")]

    def on_click(self, event: events.Click) -> None:
        """Close the popup if the click was beside its frame."""
        if event.widget is self:
            self.dismiss()

    def action_press(self, key: str) -> None:
        """Press a key, in the app's name: from a part of the popup it would not get beyond that."""
        self.app.call_later(self.app.simulate_key, key)
