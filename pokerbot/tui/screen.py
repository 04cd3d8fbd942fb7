"""The base of every screen: it knows the app, and does long work in a thread beside itself."""

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
from textual.screen import ModalScreen, Screen, ScreenResultType

from pokerbot.errors import InputError
from pokerbot.io import machine
from pokerbot.io.files import printable
from pokerbot.tui.frame.leavable import Leavable
from pokerbot.tui.frame.timers import Punctual

if TYPE_CHECKING:
    from textual import getters

    from pokerbot.tui.app import PokerApp

Found = TypeVar("Found")


class Beside(Punctual):
    """A screen, or a part of one, that has long work done in threads beside it."""

    _thread: Thread | None = None
    """The thread that does the work that was asked for last; None if that is not wanted."""

    def beside(
        self,
        work: Callable[[], Found],
        then: Callable[[Found], object],
        wrong: Callable[[InputError], object] | None = None,
    ) -> None:
        """Do work in a thread, and hand over its result in the app's own thread.

        The exit does not wait for the work, as it would for a worker of Textual's. Neither `then`
        nor `wrong` is called once the screen was left, or has been given other work. Memory that
        the work frees goes back to the system.

        Args:
            work: the work, which may use `app` even if the screen is gone; an exception in it ends
                the app.
            then: takes the result.
            wrong: takes an InputError of the work; without it that ends the app, too.
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
        """Whether the work of the calling thread is still wanted."""
        return current_thread() is self._thread

    def _return(self, thread: Thread, then: Callable[[Found], object], found: Found) -> None:
        if thread is self._thread:
            then(found)

    def want_nothing(self) -> None:
        """Give up the work: it ends when it next asks `wanted`, and its result is dropped."""
        self._thread = None

    def on_unmount(self) -> None:
        """Give up the work of a screen that is gone."""
        self.want_nothing()


class BaseScreen(Beside, Leavable, Screen[ScreenResultType]):
    """A screen of the app."""

    if TYPE_CHECKING:
        app = getters.app(PokerApp)

    TITLE = "pokerbot"
    """The beginning of the screen's first line."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "scroll_text(-1)", "Back in the text", show=False),
        Binding("pagedown", "scroll_text(1)", "On in the text", show=False),
    ]

    _left = False

    def on_compose(self) -> None:
        """Set the classes for the size at once: set later, everything would be styled twice."""
        self.add_class(*self.app.size_classes, update=False)
        self.app.stylesheet.apply(self)

    @on(ScreenSuspend)
    def _know_it_was_left(self) -> None:
        self._left = True

    @on(ScreenResume)
    def _style_anew(self, event: ScreenResume) -> None:
        """Style the screen anew only when it was left before: things may have changed since."""
        event.refresh_styles = self._left
        self._left = False

    def _screen_resized(self, size: Size) -> None:
        """Lay the screen out anew only if the terminal's size has changed.

        Textual reports the same size again and again, and two screens that were told different
        sizes would report them to each other without end.
        """
        size = self.app.size
        if size != self.outer_size:
            super()._screen_resized(size)

    def leave(self) -> None:
        """As `Leavable`; also give up the work, which may end before the screen is unmounted."""
        super().leave()
        self.want_nothing()

    def refuse(self, error: InputError) -> None:
        """Show an error."""
        self.notify(printable(str(error)), severity="error")

    def action_scroll_text(self, pages: int) -> None:
        """Scroll texts that cannot have the focus by some pages."""
        for box in self.query(VerticalScroll):
            if not box.can_focus:
                box.scroll_relative(y=pages * box.size.height, animate=False, immediate=True)

    @property
    def in_sight(self) -> bool:
        """Whether nothing but pop-ups lies above this screen.

        Textual's `is_current` is also true of a screen below an opaque one.
        """
        stack = self.app.screen_stack
        return self in stack and all(
            isinstance(above, ModalScreen) for above in stack[stack.index(self) + 1 :]
        )

    def while_here(self, then: Callable[[Found], object]) -> Callable[[Found], object]:
        """A function that calls `then` unless the person has gone to another screen meanwhile."""
        return lambda found: then(found) if self.in_sight else None

    def titled(self, says: str) -> Content:
        """The screen's first line: its title, and what it says."""
        return Content.from_markup("[b]$title[/b]  $says", title=str(self.TITLE), says=says)


class FeltScreen(BaseScreen[ScreenResultType]):
    """A screen with a felt. The table's style sheet names this class in its rules."""
