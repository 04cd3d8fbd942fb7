"""The curve of a solver's exploitability over its iterations so far."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from pokerbot.plots.text import MARGIN, Points, log_curve

AXIS = 2
"""The lines below the curve."""


class Convergence(Widget):
    """The curve with both axes logarithmic, so that a straight line is a power law.

    points: (iterations, exploitability) of each measurement
    """

    points: reactive[Points] = reactive((), always_update=True)

    def render(self) -> Content:
        """Draw the curve, as large as there is room."""
        width, height = self.size.width - MARGIN - 1, self.size.height - AXIS
        lines = log_curve(self.points, "", width, height)
        return Content("\n").join(
            Content.assemble((line[:MARGIN], "$foreground 75%"), (line[MARGIN:], "$text-accent"))
            if at < height
            else Content.styled(line, "$foreground 75%")
            for at, line in enumerate(lines)
        )
