"""Exploitability over iterations, as far as a solver has come."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from pokerbot.plots.text import MARGIN, Points, log_curve

AXIS = 2
"""Lines below the curve."""


class Convergence(Widget):
    """Both axes logarithmic: a straight line is a power law."""

    points: reactive[Points] = reactive((), always_update=True)

    def render(self) -> Content:
        """The curve, as large as there is room."""
        width, height = self.size.width - MARGIN - 1, self.size.height - AXIS
        lines = log_curve(self.points, "", width, height)
        return Content("\n").join(
            Content.assemble((line[:MARGIN], "$foreground 75%"), (line[MARGIN:], "$text-accent"))
            if at < height
            else Content.styled(line, "$foreground 75%")
            for at, line in enumerate(lines)
        )
