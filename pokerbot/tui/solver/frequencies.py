"""A few information sets of a strategy that is still being found."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from pokerbot.games.betting import LETTERS
from pokerbot.tui.widgets.bars import bar, by_kind

COLOURS = {"fold": "$foreground on $foreground 30%"}
COLOURS |= dict.fromkeys(("check", "call"), "$background on $success")
COLOURS |= dict.fromkeys(("bet", "raise"), "$background on $warning")
REVERSED = {"fold": "reverse"} | dict.fromkeys(("check", "call"), "reverse $success")
REVERSED |= dict.fromkeys(("bet", "raise"), "reverse $warning")
"""In the terminal's own colours, which no one knows to go together but by reversing them."""

LEGEND = 3
"""Lines that the letters' meaning takes, with the empty one above."""

Shown = Mapping[str, Mapping[str, float]]


class Frequencies(Widget):
    """A bar for each, and beside it a letter and a percentage for each kind of action."""

    shown: reactive[Shown] = reactive({})

    def render(self) -> Content:
        """As many as there is room for, and the letters' meaning below where there is room left."""
        side = max(map(len, self.shown), default=0) + 1
        numbers = {key: _numbers(chances) for key, chances in self.shown.items()}
        room = max(self.size.width - side - max(map(len, numbers.values()), default=0) - 1, 1)
        gap = "\n\n" if 2 * len(self.shown) <= self.size.height - LEGEND else "\n"
        plain = self.app.no_color
        colours = REVERSED if self.has_pseudo_class("ansi") else COLOURS
        lines = []
        for key, chances in list(self.shown.items())[: self.size.height]:
            parts = bar(chances, room, plain=plain, label=False)
            drawn = [(text, "" if plain else colours[kind]) for kind, text in parts]
            name = (key.ljust(side), "$foreground 80%")
            lines.append(Content.assemble(name, *drawn, f" {numbers[key]}"))
        if lines and len(lines) <= self.size.height - LEGEND:
            meaning = ", ".join(
                f"{letter}\N{NO-BREAK SPACE}{kind}" for kind, letter in LETTERS.items()
            )
            lines.append(Content.styled(f"\n{meaning}"[len(gap) - 1 :], "$foreground 75%"))
        return Content(gap).join(lines)


def _numbers(chances: Mapping[str, float]) -> str:
    """A letter and a percentage for each kind of action, however seldom it is taken."""
    return " ".join(
        f"{LETTERS[kind]} {100 * chance:.0f}" for kind, chance in by_kind(chances).items()
    )
