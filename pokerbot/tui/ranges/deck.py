"""The deck, drawn as cards, to pick what is turned up."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from pokerbot.games.cards import RANKS
from pokerbot.games.ranges import CARDS
from pokerbot.tui.ranges.classes import with_suits

SUITS, CELL = "shdc", 3
"""From top to bottom, and the width of a card."""


class Deck(Widget, can_focus=True):
    """A line for each suit; what lies on the table already is not there."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1, 0)", "Up", show=False),
        Binding("down", "move(1, 0)", "Down", show=False),
        Binding("left", "move(0, -1)", "Left", show=False),
        Binding("right", "move(0, 1)", "Right", show=False),
        Binding("enter", "pick", "Turn it up", key_display="enter", id="ranges.pick"),
    ]
    cursor: reactive[Offset] = reactive(Offset(0, 0))

    @dataclass
    class Picked(Message):
        """This card is turned up."""

        card: int

    def __init__(self, question: str = "Which card is turned up?") -> None:
        super().__init__()
        self.question = question
        self.lying: Collection[int] = ()

    def show(self, lying: Collection[int]) -> None:
        """Offer all cards but those that lie on the table."""
        self.lying = lying
        self.refresh()

    def drawn(self, name: str) -> Content:
        """A card, or that it is not there."""
        there = CARDS[name] not in self.lying
        colour = "$text-error" if name[1] in "hd" else ""
        return Content.styled(with_suits(name) if there else "· ", colour if there else "dim")

    @staticmethod
    def _card(column: int, row: int) -> str:
        return RANKS[len(RANKS) - 1 - column] + SUITS[row]

    def render(self) -> Content:
        """The cards, the one under the cursor in reverse."""
        lines = [Content(self.question), Content("")]
        for row in range(len(SUITS)):
            cards = []
            for column in range(len(RANKS)):
                card = self.drawn(self._card(column, row))
                here = self.cursor == (column, row)
                cards += [card.stylize("reverse") if here else card, Content(" ")]
            lines.append(Content.assemble(*cards))
        return Content("\n").join(lines)

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor, as far as there are cards."""
        x = max(min(self.cursor.x + right, len(RANKS) - 1), 0)
        self.cursor = Offset(x, max(min(self.cursor.y + down, len(SUITS) - 1), 0))

    def action_pick(self) -> None:
        """Turn up the card under the cursor, if it is still in the deck."""
        card = CARDS[self._card(self.cursor.x, self.cursor.y)]
        if card in self.lying:
            self.app.bell()
        else:
            self.post_message(self.Picked(card))

    def on_click(self, event: events.Click) -> None:
        """Turn up the card that was clicked."""
        at = event.get_content_offset(self)
        if at is not None and 2 <= at.y < 2 + len(SUITS) and at.x < CELL * len(RANKS):
            self.cursor = Offset(at.x // CELL, at.y - 2)
            self.action_pick()
