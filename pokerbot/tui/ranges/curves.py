"""EV and equity of both ranges as curves, from each one's weakest hand to its strongest."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from pokerbot.evaluation.node_hands import Node, range_curve
from pokerbot.play.view.amounts import chips
from pokerbot.tui.ranges.panel import UNPLAYED
from pokerbot.tui.widgets.chart import EDGE, LINE, DotChart

LEAST_HEIGHT, ROOMY = 3, 60
"""The least rows of a chart, and the width from which on the axis is explained."""


class Curves(Widget):
    """Two charts, one above the other; the player to act is a line, the other one dashes."""

    node: Node | None = None

    def show(self, node: Node) -> None:
        """Draw the ranges of a decision."""
        self.node = node
        self.refresh()

    def render(self) -> Content:
        """Draw the charts as high as there is room for; on a low screen only the one of EV."""
        node, (width, height) = self.node, self.size
        if node is None or node.ev is None or node.equity is None:
            return Content(UNPLAYED)
        waits = node.seats[1 - node.seats.index(node.player)]
        foot = f"{node.player} line, {waits} dashes"
        foot += "; weakest hand left, strongest right" if width >= ROOMY else ""
        if height < 2 * LEAST_HEIGHT + 1:
            return Content("\n").join(self._chart(node, "ev", width, height))
        above = (height - 1) // 2
        return Content("\n").join(
            [
                *self._chart(node, "ev", width, above),
                *self._chart(node, "equity", width, height - 1 - above),
                Content.styled(foot[:width], EDGE),
            ]
        )

    @staticmethod
    def _chart(node: Node, what: str, width: int, height: int) -> list[Content]:
        """The lines of a chart, with its scale on the left.

        what: `ev` or `equity`
        """
        full = node.pot if what == "ev" else 1.0
        named = f"{chips(full, 0)} EV" if what == "ev" else "100 % eq."
        margin = max(len(named), 9) + 1
        columns = 2 * (width - margin)
        if columns < 2:
            return [Content("")] * height
        acts, waits = (
            range_curve(hands.values(), what, columns) for hands in (node.hands, node.waiting)
        )
        low, high = min(0.0, *acts, *waits), max(full, *acts, *waits)
        picture = DotChart(width - margin, height, low, high)
        picture.dashes(waits)
        picture.line(acts, LINE)
        labels = {picture.row(0.0) // 4: "0", picture.row(full) // 4: named}
        return picture.labelled(labels, margin)
