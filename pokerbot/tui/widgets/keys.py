"""The keys at the foot of a screen: as many as there is room for, none of them cut."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widget import Widget
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

ALWAYS = ("question_mark", "q")


class Keys(Footer):
    """A footer that leaves out what does not fit, the last first; never help and leave."""

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)

    def compose(self) -> ComposeResult:
        """The keys that there is room for."""
        keys = list(super().compose())
        room = self.app.size.width - 1 - sum(_width(key) for key in keys if _stays(key))
        for key in keys:
            if not _stays(key):
                room -= _width(key)
            if _stays(key) or room >= 0:
                yield key

    def on_resize(self) -> None:
        """Choose again."""
        self.bindings_changed(self.screen)


def _stays(key: Widget) -> bool:
    return isinstance(key, FooterKey) and key.key in ALWAYS


def _width(key: Widget) -> int:
    """Of the key, what it does, and the blanks after each."""
    return len(f"{key.key_display} {key.description} ") if isinstance(key, FooterKey) else 0
