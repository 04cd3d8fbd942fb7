"""What every screen of the app is: it knows the app, and does long work beside itself."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context
from threading import Thread, current_thread
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import ScreenResume, ScreenSuspend
from textual.geometry import Size
from textual.message_pump import MessagePump
from textual.screen import ModalScreen, Screen, ScreenResultType

from pokerbot.errors import InputError
from pokerbot.io import machine
from pokerbot.io.files import printable
from pokerbot.tui.frame.leavable import Leavable

if TYPE_CHECKING:
    from textual import getters

    from pokerbot.tui.app import PokerApp

Found = TypeVar("Found")


class Beside(MessagePump):
    """A screen, or a part of one, that has long work done beside it."""

    _thread: Thread | None = None
    """Does the work that was asked for last, while it is there."""

    def beside(
        self,
        work: Callable[[], Found],
        then: Callable[[Found], object],
        wrong: Callable[[InputError], object] | None = None,
    ) -> None:
        """Do work beside what is drawn and come back with what it found.

        The exit does not wait for it, as it would for a worker of Textual's. Neither `then` nor
        `wrong` is called once it is left or has other work to do. What memory the work leaves free
        goes back to the system.

        Args:
            work: runs in a thread of its own, where `app` is this one even if the screen is gone;
                a fault in it ends the app.
            then: takes what was found.
            wrong: takes what is wrong with a file; without it that is a fault, too.
        """

        def run() -> None:
            try:
                found = work()
            except InputError as error:
                if wrong is None:
                    raise
                self.call_later(self._return, thread, wrong, error)
            else:
                self.call_later(self._return, thread, then, found)
            machine.give_back()

        self._thread = thread = Thread(target=copy_context().run, args=(run,), daemon=True)
        thread.start()

    @property
    def wanted(self) -> bool:
        """Whether the work of the thread that asks is still wanted."""
        return current_thread() is self._thread

    def _return(self, thread: Thread, then: Callable[[Found], object], found: Found) -> None:
        if thread is self._thread:
            then(found)

    def want_nothing(self) -> None:
        """Have the work end at its next step, and take nothing of it."""
        self._thread = None

    def on_unmount(self) -> None:
        """Want no work any more."""
        self.want_nothing()


class BaseScreen(Beside, Leavable, Screen[ScreenResultType]):
    """A screen of the app."""

    if TYPE_CHECKING:
        app = getters.app(PokerApp)

    TITLE = "pokerbot"
    """What its first line begins with."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "scroll_text(-1)", "Back in the text", show=False),
        Binding("pagedown", "scroll_text(1)", "On in the text", show=False),
    ]

    _left = False

    def on_compose(self) -> None:
        """Know the size from the start: told of it later, all would be styled once more."""
        self.add_class(*self.app.size_classes, update=False)
        self.app.stylesheet.apply(self)

    @on(ScreenSuspend)
    def _know_it_was_left(self) -> None:
        self._left = True

    @on(ScreenResume)
    def _style_anew(self, event: ScreenResume) -> None:
        """Take its styles as they are, unless it is come back to: it may need others then."""
        event.refresh_styles = self._left
        self._left = False

    def _screen_resized(self, size: Size) -> None:
        """Lay it out anew only for another size, the terminal's now.

        Textual tells the same one again and again, and has two screens that were told two sizes
        tell each other without an end.
        """
        size = self.app.size
        if size != self.outer_size:
            super()._screen_resized(size)

    def refuse(self, error: InputError) -> None:
        """Say what is wrong."""
        self.notify(printable(str(error)), severity="error", markup=False)

    def action_scroll_text(self, pages: int) -> None:
        """Turn a page of what no focus goes to."""
        for box in self.query(VerticalScroll):
            if not box.can_focus:
                box.scroll_relative(y=pages * box.size.height, animate=False, immediate=True)

    @property
    def in_sight(self) -> bool:
        """Whether nothing but pop-ups is above it.

        Textual's `is_current` means the screen below an opaque one, too.
        """
        stack = self.app.screen_stack
        return self in stack and all(
            isinstance(above, ModalScreen) for above in stack[stack.index(self) + 1 :]
        )

    def titled(self, says: str) -> Content:
        """Its first line."""
        return Content.from_markup("[b]$title[/b]  $says", title=str(self.TITLE), says=says)


class FeltScreen(BaseScreen[ScreenResultType]):
    """A screen with a felt: one name for the table's sheet, which has a rule for each name."""
