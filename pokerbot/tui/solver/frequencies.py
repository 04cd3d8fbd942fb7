"""A few information sets of a strategy that is still being found."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from pokerbot.games.betting import LETTERS
from pokerbot.tui.widgets.bars import by_kind, drawn

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
        lines = []
        for key, chances in list(self.shown.items())[: self.size.height]:
            name = (key.ljust(side), "$foreground 80%")
            bar = drawn(chances, room, self, label=False)
            lines.append(Content.assemble(name, bar, f" {numbers[key]}"))
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
