"""A filter for a list: only lines that contain all the words typed are shown."""

from __future__ import annotations

from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Input, Static

from pokerbot.tui.screen import BaseScreen
from pokerbot.tui.widgets.listing import Listing


class Words(Input):
    """The field in which the words are typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "screen.clear", "Clear", id="lobby.clear"),
        Binding("enter", "submit", "Keep", key_display="enter", id="lobby.keep"),
    ]


class Filter(Horizontal):
    """A line with the field, which is shown while one types and as long as there are words."""

    field = getters.query_one(Words)

    def __init__(self, placeholder: str) -> None:
        """A filter whose empty field shows the placeholder, which says what to type."""
        super().__init__()
        self.placeholder = placeholder

    def compose(self) -> ComposeResult:
        """A label and the field."""
        yield Static("Filter", markup=False)
        yield Words(id="words", placeholder=self.placeholder, compact=True)

    @property
    def words(self) -> list[str]:
        """The words, in lower case."""
        return self.field.value.lower().split()


class FilteredScreen(BaseScreen[None]):
    """A screen with a list of which a filter may hide lines."""

    filter = getters.query_one(Filter)

    def action_filter(self) -> None:
        """Show the field and let the person type what to look for."""
        self.filter.display = True
        self.set_focus(self.filter.field)

    @on(Input.Submitted)
    def back_to_the_list(self) -> None:
        """Focus the list again; the filter stays only if there are words."""
        self.filter.display = bool(self.filter.field.value)
        self.query_one(Listing).focus()

    def action_clear(self) -> None:
        """List everything again."""
        self.filter.field.value = ""
        self.back_to_the_list()
