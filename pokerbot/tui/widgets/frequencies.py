"""A few information sets of a strategy that is still being found."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from pokerbot.tui.widgets.bars import bar

COLOURS = {"fold": "$foreground on $foreground 30%"}
COLOURS |= dict.fromkeys(("check", "call"), "$background on $success")
COLOURS |= dict.fromkeys(("bet", "raise"), "$background on $warning")
REVERSED = {"fold": "reverse"} | dict.fromkeys(("check", "call"), "reverse $success")
REVERSED |= dict.fromkeys(("bet", "raise"), "reverse $warning")
"""In the terminal's own colours, which no one knows to go together but by reversing them."""

Shown = Mapping[str, Mapping[str, float]]


class Frequencies(Widget):
    """A bar for each, with a letter and a percentage for each kind of action."""

    shown: reactive[Shown] = reactive({})

    def render(self) -> Content:
        """As many as there is room for; apart where there is room for that."""
        side = max(map(len, self.shown), default=0) + 1
        gap = "\n\n" if 2 * len(self.shown) <= self.size.height + 1 else "\n"
        colours = REVERSED if self.has_pseudo_class("ansi") else COLOURS
        colours = {} if self.app.no_color else colours
        lines = []
        for key, chances in list(self.shown.items())[: self.size.height]:
            parts = bar(chances, max(self.size.width - side, 1), plain=self.app.no_color)
            drawn = [(text, colours.get(kind, "")) for kind, text in parts]
            lines.append(Content.assemble((key.ljust(side), "$foreground 80%"), *drawn))
        return Content(gap).join(lines)
