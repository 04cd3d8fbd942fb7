"""A screen that may be left at any moment: before it has been composed, and twice at once."""

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
    AnyScreen = MessagePump  # styles and keys come from the first base that is a widget


class Leavable(AnyScreen):
    """Does not begin once it is left: what was not composed by then has no parts.

    gone: whether it is left for good.
    """

    gone = False
    _begun = False

    async def on_event(self, event: Event) -> None:
        """Take what happens, if it has begun; else only what makes and ends it."""
        self._begun |= isinstance(event, Mount) and not self.gone
        if self._begun or not self.gone or isinstance(event, Callback | Compose | Unmount):
            await super().on_event(event)

    @property
    def allow_select(self) -> bool:
        """Whether text may be selected at the mouse: not in what is gone but for its last picture.

        Textual asks where what is pressed there lies in its parent.
        """
        try:
            pressed, _ = self.get_widget_at(*self.app.mouse_position)
        except NoWidget:
            return False
        return bool(super().allow_select and pressed.is_attached)

    def leave(self) -> None:
        """Know that it is left, and end what its workers are at."""
        self.gone = True
        self.workers.cancel_node(self)

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """End it, but once: the second click of two may still come here after that."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
