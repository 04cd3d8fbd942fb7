"""A line of text that is as long as there is room for."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

COUNTING = 0.5
"""Seconds between two looks at how much is done of what takes long."""


class Fitting(Static):
    """A line that shows the first of several texts that fits; the last one if none does."""

    def __init__(self, id: str) -> None:  # noqa: A002
        super().__init__(id=id, markup=False)
        self._texts: tuple[Content, ...] = ()
        self._counts: Timer | None = None

    def say(self, *texts: Content) -> None:
        """Show one of these texts, which say the same, the longest first."""
        if self._counts is not None:
            self._counts.stop()
        self._show(*texts)

    def _show(self, *texts: Content) -> None:
        self._texts = texts
        self.on_resize()

    def on_resize(self) -> None:
        """Choose the text that fits the new width."""
        room = self.content_region.width
        fitting = (text for text in self._texts if text.cell_length <= room)
        if self._texts:
            self.update(next(fitting, self._texts[-1]))

    def count(self, doing: str, progress: Callable[[], tuple[int, int]]) -> None:
        """Say what is being done, and how much of it is, until another text is shown.

        progress: tells how much is done, and of how much; nothing that is done is not told
        """

        def tell() -> None:
            done, of = progress()
            self._show(Content(f"{doing}{f': {done:,} of {of:,}' if done else ''} …"))

        self.say()
        tell()
        self._counts = self.set_interval(COUNTING, tell)
