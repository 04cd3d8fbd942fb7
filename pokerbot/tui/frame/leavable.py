"""A screen that may be left at any moment, even before it is composed or twice in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.await_complete import AwaitComplete
from textual.errors import NoWidget
from textual.events import Callback, Compose, Event, Mount, Unmount
from textual.message_pump import MessagePump

if TYPE_CHECKING:
    from textual.screen import Screen

    AnyScreen = Screen[Any]
else:
    AnyScreen = MessagePump  # Textual takes styles and keys from the first base that is a widget


class Leavable(AnyScreen):
    """A screen that handles no events if it was left before it was mounted: it has no parts then.

    gone: whether it was left for good
    """

    gone = False
    _begun = False

    async def on_event(self, event: Event) -> None:
        """Handle an event; after leaving early, only those that complete and end the screen."""
        self._begun |= isinstance(event, Mount) and not self.gone
        if self._begun or not self.gone or isinstance(event, Callback | Compose | Unmount):
            await super().on_event(event)

    @property
    def allow_select(self) -> bool:
        """Whether text may be selected at the mouse: not in widgets that are gone.

        They are still drawn for a moment, but Textual fails when it asks for their parents.
        """
        try:
            pressed, _ = self.get_widget_at(*self.app.mouse_position)
        except NoWidget:
            return False
        return bool(super().allow_select and pressed.is_attached)

    def leave(self) -> None:
        """Note that the screen was left, and cancel its workers."""
        self.gone = True
        self.workers.cancel_node(self)

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Close the screen, but only once: the second click of a double click may come later."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
