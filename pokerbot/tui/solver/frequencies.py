"""A few information sets of a strategy that is still being found."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from pokerbot.play.view.words import spot
from pokerbot.tui.widgets.bars import by_kind, drawn

Shown = Mapping[str, Mapping[str, float]]


class Frequencies(Widget):
    """Each in words, and below it a bar and a percentage for each kind of action."""

    shown: reactive[Shown] = reactive({})

    def render(self) -> Content:
        """As many as there is room for, apart from each other where there is more."""
        width, height = self.size
        numbers = {key: _numbers(chances) for key, chances in self.shown.items()}
        room = max(width - max(map(len, numbers.values()), default=0) - 1, 1)
        pairs = (
            Content.assemble(
                (spot(key), "$foreground 80%"),
                "\n",
                drawn(chances, room, self, label=False),
                f" {numbers[key]}",
            )
            for key, chances in self.shown.items()
        )
        gap = "\n\n" if 3 * len(self.shown) - 1 <= height else "\n"
        return Content(gap).join(islice(pairs, height // 2))


def _numbers(chances: Mapping[str, float]) -> str:
    """The percentage of each kind of action, however seldom it is taken."""
    return " ".join(f"{kind} {100 * chance:.0f}" for kind, chance in by_kind(chances).items())
