"""A line that says as much as there is room for."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static


class Fitting(Static):
    """Of several ways to say it, the longest first, the first that is not cut."""

    def __init__(self, id: str) -> None:  # noqa: A002
        super().__init__(id=id, markup=False)
        self._ways: tuple[Content, ...] = ()

    def say(self, *ways: Content) -> None:
        """Say it in one of these ways."""
        self._ways = ways
        self.on_resize()

    def on_resize(self) -> None:
        """Choose anew."""
        room = self.content_region.width
        fitting = (way for way in self._ways if way.cell_length <= room)
        if self._ways:
            self.update(next(fitting, self._ways[-1]))
