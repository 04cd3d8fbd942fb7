"""The frequencies at a few information sets while a game is being solved."""

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
    """Information sets in words, each with a bar and a percentage for each kind of action.

    shown: the frequency of each action, by the key of the information set
    """

    shown: reactive[Shown] = reactive({})

    def render(self) -> Content:
        """Draw as many as there is room for, with blank lines between if there is more room."""
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
    """The percentage of each kind of action, in words; rare ones are not left out."""
    return " ".join(f"{kind} {100 * chance:.0f}" for kind, chance in by_kind(chances).items())
