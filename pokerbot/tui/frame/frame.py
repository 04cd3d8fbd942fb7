"""A Textual app as we want any: its sizes and themes, its memory, and how it ends."""

from __future__ import annotations

import gc
import os
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.actions import ActionParseResult
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.events import Event, Key, MouseEvent, Paste, Resize
from textual.geometry import NULL_SIZE, Size
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, OptionList

from pokerbot.errors import InputError
from pokerbot.io import machine
from pokerbot.io.files import printable, write_whole
from pokerbot.tui.frame import themes
from pokerbot.tui.frame.leavable import Leavable
from pokerbot.tui.frame.plain import Plain
from pokerbot.tui.frame.terminal import tidy
from pokerbot.tui.frame.timers import Punctual

if TYPE_CHECKING:
    from textual.driver import Driver

WIDTHS = [(0, "-tiny"), (52, "-narrow"), (76, "-normal"), (110, "-wide")]
HEIGHTS = [(0, "-flat"), (18, "-short"), (24, "-medium"), (36, "-tall")]
TAKEN_DOWN = 0.5
"""Seconds after which Textual has taken down a screen that was left."""
MOST_LEFT = 30
"""Changes of screens after which Python's garbage collector looks for what they left."""
INTERRUPT, SUSPEND = URGENT = "ctrl+c", "ctrl+z"
"""The keys that do not wait for those before them."""
MOVES = {"up", "down", "left", "right", "pageup", "pagedown", "home", "end"}
"""The keys that are held down to go on."""
ARROWS = {"←": "left", "↑": "up", "→": "right", "↓": "down"}
"""What arrow keys are called in words."""
PATIENCE = 5.0
"""Seconds after which keys go on with the next one, though the one before may not be done."""
ROUNDS = 2
"""How often what a key brings about may go from the focus up to the app: as a key, as a message."""


SMALLEST, LARGEST = Size(20, 6), Size(640, 200)
"""The sizes between which screens are laid out.

In a smaller terminal the layout is cut, since some of Textual's lists fail without room for a
column. A larger one, more than 3840 × 2160 pixels hold in letters of 6 × 10, would take seconds.
"""


def bounded(size: Size) -> Size:
    """The nearest size between `SMALLEST` and `LARGEST`."""
    width = max(min(size.width, LARGEST.width), SMALLEST.width)
    return Size(width, max(min(size.height, LARGEST.height), SMALLEST.height))


def _at_once(event: Event, after: Event) -> bool:
    """Whether what comes after an event need not wait for it: the mouse, and a key that moves."""
    if isinstance(event, Key) and isinstance(after, Key):
        return event.key == after.key and event.key in MOVES
    return isinstance(event, MouseEvent) and isinstance(after, MouseEvent)


class Frame(Punctual, App[None], inherit_bindings=False):
    """An app with pokerbot's themes and sizes that leaves the terminal clean, whatever ends it.

    fault: the exception that ended it, for the command to report
    ending: whether a signal ends it; then it does not wait for a terminal that takes no output
    """

    ending = False

    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(INTERRUPT, "interrupt", show=False, priority=True),
        Binding(SUSPEND, "suspend_process", show=False, priority=True),
    ]

    def __init__(self, *, ascii_only: bool = False) -> None:
        """Prepare the app; without colours where the environment wants none."""
        machine.keep_little()
        no_color = "NO_COLOR" in os.environ
        super().__init__(ansi_color=True if no_color else None)  # else Textual draws in greys
        self._ascii_only = ascii_only
        if ascii_only:
            self._filters.append(Plain())
        self.fault: BaseException | None = None
        self._changes = 0
        self._typed: deque[Event] = deque()
        self._taking, self._taken = False, 0.0
        for theme in (themes.DARK, themes.LIGHT):
            self.register_theme(theme)
        self.theme = "ansi-dark" if no_color else themes.DARK.name

    def get_driver_class(self) -> type[Driver]:
        """The driver, which leaves the terminal tidy."""
        return tidy(super().get_driver_class())

    def get_key_display(self, binding: Binding) -> str:
        """A key as screens show it; in ASCII, where `v` is a key of its own, an arrow in words."""
        shown = super().get_key_display(binding)
        return ARROWS.get(shown, shown) if self._ascii_only else shown

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Add the colour of folds, which no theme has."""
        return {"fold": themes.FOLD}

    def on_mount(self) -> None:
        """Look after the screens that come and go."""
        self.screen_change_signal.subscribe(self, self._fit, immediate=True)
        self.screen_change_signal.subscribe(self, self._let_go, immediate=True)
        self.app_resume_signal.subscribe(self, self._draw_anew)

    async def on_event(self, event: Event) -> None:
        """Have keys wait for those before them, and the mouse for keys that wait.

        A key that is read while the one before it opens a screen, or moves the focus, would go
        where that was before: it would be lost, or typed into another field. So would one that is
        read before a click. Only those that leave the app do not wait.
        """
        waits = isinstance(event, Key | Paste) or (self._typed and isinstance(event, MouseEvent))
        urgent = isinstance(event, Key) and event.key in URGENT
        if waits and not event.is_forwarded and not urgent:
            self._typed.append(event)
            if not self._taking or time.monotonic() - self._taken > PATIENCE:
                await self._take_key()
        else:
            await self._send(event)

    async def _send(self, event: Event) -> None:
        """Send an event on; before that, take the mouse from what is no longer shown.

        A field or a scroll bar that is pressed is given all that the mouse does until it is let
        go. In Textual that has no end where it is hidden, or its mode left, by a key meanwhile: no
        click would count any more.
        """
        held = self.mouse_captured if isinstance(event, MouseEvent) else None
        if held and not (held.is_on_screen and self.screen in held.ancestors):
            self.capture_mouse(None)
        await super().on_event(event)

    async def _take_key(self) -> None:
        """Send the next key where the focus is now, and the one after it once that is done."""
        self._taking, self._taken = bool(self._typed), time.monotonic()
        if self._typed:
            event, field = self._typed.popleft(), self.focused
            await self._send(event)
            while self._typed and _at_once(event, self._typed[0]):
                await self._send(self._typed.popleft())
            text = isinstance(event, Key) and event.is_printable
            if text and isinstance(field, Input) and field is self.focused:
                self._climb(iter([field]))  # it moves nothing, and need not be drawn yet
            else:
                self._climb(self._way())

    def _way(self) -> Iterator[MessagePump]:
        """The way of a key, and of what comes of it, from the focus then up to the app."""
        for _ in range(ROUNDS):
            yield from (self.focused or self.screen).ancestors_with_self
        yield from (self.screen, self)  # a screen that has begun meanwhile

    def _climb(self, way: Iterator[MessagePump]) -> None:
        """Take the next key once all on the way have done what they were sent so far."""
        for node in way:
            if node.call_later(self._climb, way):  # else it is gone
                return
        self.call_later(self._take_key)

    def on_resize(self, event: Resize) -> None:
        """Correct sizes that no real terminal has, or that hold nothing."""
        event.size = bounded(event.size)

    @property
    def size(self) -> Size:
        """The terminal's size, within bounds."""
        return bounded(super().size)

    @property
    def size_classes(self) -> list[str]:
        """The classes for this size in style sheets: one for the width, one for the height."""
        sides = (WIDTHS, self.size.width), (HEIGHTS, self.size.height)
        return [max(each for each in named if each[0] <= cells)[1] for named, cells in sides]

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Run the action of a key or a click, unless the widget that it is for is not ready.

        Textual also runs actions of widgets that are not composed yet or gone, and of lists that
        are not laid out.
        """
        asked = default_namespace
        if isinstance(asked, Widget):
            there = self.screen in asked.ancestors_with_self and self.screen.is_mounted
            if not there or (isinstance(asked, OptionList) and not asked.scrollable_content_region):
                return False
        return await super().run_action(action, default_namespace, namespaces)

    def pop_screen(self) -> AwaitComplete:
        """Leave the screen on top, and tell it so at once: Textual tells it later."""
        left, awaited = self.screen, super().pop_screen()
        if isinstance(left, Leavable):
            left.leave()
        return awaited

    def update_styles(self, node: DOMNode, animate: bool = True) -> None:
        """Style a node that is attached; any other is styled when it is attached."""
        if node.is_attached:
            super().update_styles(node, animate)

    def _load_screen_css(self, screen: Screen[object]) -> None:
        """Read the style sheets of a new screen, without styling what is there already.

        A screen's rules are for itself alone. Textual would parse all sheets anew and style every
        screen again, and once more in a new mode.
        """
        for path in screen.css_path:
            if not self.stylesheet.has_source(str(path)):
                self.stylesheet.read(path)
        self.stylesheet.parse()
        screen._css_update_count = self._css_update_count

    def _draw_anew(self, _: object) -> None:
        """Draw the screen after the process was suspended: Textual leaves it empty."""
        self.refresh(layout=True)

    def _fit(self, screen: Screen[object]) -> None:
        """Tell a screen that shows again its size: Textual does not tell all screens below."""
        if screen.outer_size not in (NULL_SIZE, self.size):
            screen.post_message(Resize(self.size, self.size))

    def _let_go(self, screen: Screen[object]) -> None:
        """Clear Textual's caches, which keep screens that are gone in memory (its issue 6665).

        They hold the lines of 1,024 widgets, and 16,384 styles, of which every cell of a table has
        its own. Textual takes a screen down a little later: then its memory goes to the system.
        """
        with suppress(AttributeError):  # in a version of Textual without these caches
            Strip.render_ansi.cache_clear()
            screen._styles_cache.get_inner_outer.cache_clear()
        self.set_timer(TAKEN_DOWN, self._tidy)

    def _tidy(self) -> None:
        """Give free memory back, now and then with what Python would only look for later."""
        self._changes += 1
        if self._changes % MOST_LEFT == 0:
            gc.collect()
        machine.give_back()

    def fail(self, fault: BaseException | None) -> None:
        """Leave, with a fault for the command to tell."""
        self.rescue()
        self.fault = self.fault or fault
        self.exit(return_code=2 if isinstance(fault, InputError) else 1)

    def hurry(self) -> None:
        """Stop waiting for a terminal that takes no output, since a signal asks the app to end."""
        self.ending = True

    def on_exit_app(self) -> None:
        """Save what can be saved if a browser's page was closed, where nobody can be asked."""
        if self.return_code is None:
            self.rescue()

    def rescue(self) -> None:
        """Save what can be saved before the app ends unasked; subclasses override this."""

    def _handle_exception(self, error: Exception) -> None:
        """Leave with a fault, unless it comes from screens that are being taken down."""
        if self.return_code is None:
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """Leave without Textual's long traceback, whose values would also show the bot's cards."""
        self.rescue()
        self.fault = self.fault or self._exception
        self._close_messages_no_wait()

    def notify(self, *told: Any, **how: Any) -> None:
        """As Textual's, but a text, such as the name of a file, is never taken for markup."""
        super().notify(*told, **how | {"markup": False})

    def action_interrupt(self) -> None:
        """Ctrl-C: copy what is selected by the mouse, or else leave with an interrupt's status."""
        selected = self.screen.get_selected_text()
        if not selected:
            self.exit(return_code=130)
            return
        self.copy_to_clipboard(selected)
        self.screen.clear_selection()
        self.notify("Most terminals have what was selected on the clipboard now.")

    def deliver_screenshot(
        self, filename: str | None = None, path: str | None = None, time_format: str | None = None
    ) -> str | None:
        """Save a picture of the screen in the downloads folder, or if there is none, right here."""
        if self.is_web:
            return super().deliver_screenshot(filename, path, time_format)
        from platformdirs import user_downloads_path

        downloads = user_downloads_path()
        folder = Path(path) if path else downloads if downloads.is_dir() else Path()
        picture = folder / (filename or f"pokerbot-{datetime.now():%Y-%m-%d-%H-%M-%S-%f}.svg")
        try:
            write_whole(picture, [self.export_screenshot().encode()])
        except InputError as error:
            self.notify(str(error), severity="error")
        else:
            self.notify(f"Saved to {printable(str(picture.absolute()))}.")
        return None
