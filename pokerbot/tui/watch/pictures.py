"""What the screen of two bots draws: how their mean result converges, and how the next one acts."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from pokerbot.play.session.watch import Settling
from pokerbot.play.view.amounts import fixed
from pokerbot.tui.widgets.bars import drawn
from pokerbot.tui.widgets.chart import EDGE, FOOT, LEAST_WIDTH, LINE, DotChart, foot, scale

KEYS = ("line: the mean so far, dots: its 95 % interval, ─: exactly", "dots: 95 %, ─: exactly")


class Means(Widget):
    """The chart: chips per hand over the hands.

    Its scale fits all but the first quarter of the hands, which may lie far off.
    """

    settling: reactive[Settling | None] = reactive(None, always_update=True)

    def render(self) -> Content:
        """Draw as many rows and columns as there is room for."""
        width, height = self.size.width, self.size.height - FOOT
        settling = self.settling
        if settling is None or width < LEAST_WIDTH or height < 2:
            return Content("")
        exact, spans = settling.exact, [each for each in settling.points if each]
        if not spans:
            return Content.styled("The chart starts after a few hands.", EDGE)
        reach = max(abs(mean - exact) + off for mean, off in spans[len(spans) // 4 :])
        low, high = scale(-reach, reach, height)
        texts = [fixed(exact + off) for off in (high, low, 0.0)]
        margin = max(map(len, texts)) + 1
        picture = DotChart(width - margin, height, low, high)
        found = settling.sample(2 * (width - margin))
        first = next(column for column, each in enumerate(found) if each)
        known = [each for each in found if each]
        for column, (mean, off) in enumerate(known, first):
            if column % 3 == 0:
                for edge in (mean - off - exact, mean + off - exact):
                    if low <= edge <= high:
                        picture.dot(column, edge, EDGE)
        picture.line([mean - exact for mean, _ in known], LINE, first)
        labels = {0: texts[0], height - 1: texts[1], picture.row(0.0) // 4: texts[2]}
        below = foot(settling.hands, KEYS, margin, width)
        return Content("\n").join([*picture.labelled(labels, margin), *below])


class Mix(Widget):
    """The player to act, and beside the name a bar of how often each action is taken.

    choice: the name of the player to act, and the frequency of each action; None if nobody acts
    """

    choice: tuple[str, Mapping[str, float]] | None = None

    def show(self, choice: tuple[str, Mapping[str, float]] | None) -> None:
        """Draw who acts and with which frequencies; nothing for None."""
        self.choice = choice
        self.refresh()

    def render(self) -> Content:
        """Draw the name and the bar, as wide as there is room."""
        if self.choice is None:
            return Content("")
        name, frequencies = self.choice
        bar = drawn(frequencies, self.size.width - len(f"{name} in % "), self)
        return Content.assemble((name, "bold"), " in % ", bar)
