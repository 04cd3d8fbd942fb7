"""A filter for a list: only lines that contain all the words typed are shown."""

from __future__ import annotations

from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
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

    class Left(Message):
        """The person has finished typing."""

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

    def ask(self) -> None:
        """Show the field and let the person type."""
        self.display = True
        self.screen.set_focus(self.field)

    @on(Input.Submitted)
    def leave(self) -> None:
        """Finish typing; the line stays only if there are words."""
        self.display = bool(self.field.value)
        self.post_message(self.Left())

    def clear(self) -> None:
        """Remove the words and the line."""
        self.field.value = ""
        self.leave()


class FilteredScreen(BaseScreen[None]):
    """A screen with a list of which a filter may hide lines."""

    filter = getters.query_one(Filter)

    def action_filter(self) -> None:
        """Let the person type what to look for."""
        self.filter.ask()

    @on(Filter.Left)
    def back_to_the_list(self) -> None:
        """Focus the list again."""
        self.query_one(Listing).focus()

    def action_clear(self) -> None:
        """List everything again."""
        self.filter.clear()
