"""Drawing in ASCII characters alone, for terminals and fonts that have no others."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from pokerbot.io.ascii import plain


class Plain(LineFilter):
    """Draws every screen in ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments, with their texts in ASCII."""
        return [Segment(plain(text), style, control) for text, style, control in segments]
