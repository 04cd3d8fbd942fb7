"""The keys that do something now, at the foot of a screen, each shown whole or not at all."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

ALWAYS = ("app.help", "app.commands", "app.quit")
"""The actions whose keys are always shown."""
GAP = 2
"""The columns between two keys, here and in the frames of popups."""
KEY = "text-primary"
"""The colour of keys, which can be read in every theme."""


class Keys(Widget):
    """The keys in as many lines as they need, up to a limit.

    If there are more, the last keys are left out, but not `ALWAYS` and the key that leaves.
    """

    def __init__(self, most: int = 3) -> None:
        """Take at most `most` lines."""
        super().__init__()
        self.most = most
        self._last: list[Binding] = []

    def on_mount(self) -> None:
        """Redraw whenever the keys that do something change, or a popup comes or goes."""
        self.screen.bindings_updated_signal.subscribe(self, self._change)
        self.app.screen_change_signal.subscribe(self, lambda _: self.refresh())

    def _change(self, screen: Screen[object]) -> None:
        if screen is self.screen:
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines."""
        return len(self.lines(width))

    def render(self) -> Content:
        """Draw the keys with what they do; none behind a popup, which tells its own."""
        if not self.screen.is_active:
            return Content("")
        rows = ([self._drawn(binding) for binding in line] for line in self.lines(self.size.width))
        return Content("\n").join(Content(" " * GAP).join(row) for row in rows)

    def on_click(self, event: events.Click) -> None:
        """Do what the key does that was clicked."""
        at, lines = event.get_content_offset(self), self.lines(self.size.width)
        if at is None or at.y >= len(lines):
            return
        left = 0
        for binding in lines[at.y]:
            right = left + len(self._drawn(binding).plain)
            if left <= at.x < right:
                self.app.simulate_key(binding.key)
            left = right + GAP

    def lines(self, width: int) -> list[list[Binding]]:
        """The bindings to show, line by line, for a width in columns."""
        shown = self._bindings_in_use()
        while len(lines := self._wrapped(shown, width)) > self.most:
            leaving = [
                binding for binding in shown if binding.id not in ALWAYS and binding.key != "escape"
            ]
            if not leaving:
                break
            shown.remove(leaving[-1])
        return lines

    def _wrapped(self, shown: Sequence[Binding], width: int) -> list[list[Binding]]:
        lines: list[list[Binding]] = [[]]
        used = 0
        for binding in shown:
            length = len(self._drawn(binding).plain)
            if lines[-1] and used + length > width:
                lines.append([])
                used = 0
            lines[-1].append(binding)
            used += length + GAP
        return lines

    def _bindings_in_use(self) -> list[Binding]:
        """A binding for each action, the focused widget's first, the app's last.

        Behind a popup they stay as they were, so that the screen's layout does not change.
        """
        if self.screen.is_active or not self._last:
            found: dict[str, Binding] = {}
            for _, binding, enabled, _ in self.screen.active_bindings.values():
                if binding.show and enabled:
                    found.setdefault(binding.action, binding)
            self._last = list(found.values())
        return self._last.copy()

    def _drawn(self, binding: Binding) -> Content:
        key = self.app.get_key_display(binding)
        return Content.assemble((key, f"b ${KEY}"), " ", binding.description)
