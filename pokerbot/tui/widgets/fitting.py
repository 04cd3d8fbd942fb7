"""A line of text that is as long as there is room for."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

COUNTING = 0.5
"""Seconds between two looks at how much is done of what takes long."""


class Fitting(Static):
    """A line that shows the first of several texts that fits; the last one if none does."""

    def __init__(self, id: str) -> None:  # noqa: A002
        super().__init__(id=id, markup=False)
        self._texts: tuple[Content, ...] = ()

    def say(self, *texts: Content) -> None:
        """Show one of these texts, which say the same, the longest first."""
        self._texts = texts
        self.on_resize()

    def on_resize(self) -> None:
        """Choose the text that fits the new width."""
        room = self.content_region.width
        fitting = (text for text in self._texts if text.cell_length <= room)
        if self._texts:
            self.update(next(fitting, self._texts[-1]))

    def count(self, doing: str, done: int, of: int) -> None:
        """Say what is being done, and how much of it is, once that is more than nothing."""
        counted = f": {done:,} of {of:,}" if done else ""
        self.say(Content(f"{doing}{counted} …"))
