"""The words that what is listed must hold."""

from __future__ import annotations

from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static


class Words(Input):
    """Where they are typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "screen.clear", "Clear", id="lobby.clear"),
        Binding("enter", "submit", "Keep", key_display="enter", id="lobby.keep"),
    ]


class Filter(Horizontal):
    """A line that is there while one types, and as long as there are words."""

    field = getters.query_one(Words)

    class Left(Message):
        """The person is done with it."""

    def __init__(self, placeholder: str) -> None:
        """A filter by words of the kinds that the placeholder names."""
        super().__init__()
        self.placeholder = placeholder

    def compose(self) -> ComposeResult:
        """What it is, and the field."""
        yield Static("Filter", markup=False)
        yield Words(id="words", placeholder=self.placeholder, compact=True)

    @property
    def words(self) -> list[str]:
        """The words, in small letters."""
        return self.field.value.lower().split()

    def ask(self) -> None:
        """Have them typed."""
        self.display = True
        self.field.focus()

    @on(Input.Submitted)
    def leave(self) -> None:
        """Stay in sight only with words."""
        self.display = bool(self.field.value)
        self.post_message(self.Left())

    def clear(self) -> None:
        """Have no words any more."""
        self.field.value = ""
        self.leave()
