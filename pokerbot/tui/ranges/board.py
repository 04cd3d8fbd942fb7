"""The popup in which the cards on the table are picked from the deck."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from pokerbot.games.cards import names_in
from pokerbot.games.holdem import STREETS, on_table, street_name
from pokerbot.games.ranges import CARDS, DECK
from pokerbot.tui.popups.popup import PopUp, keys_told
from pokerbot.tui.ranges.classes import with_suits
from pokerbot.tui.ranges.deck import CardPicker


class Picker(CardPicker):
    """The whole deck; cards picked already are marked, and can be put back.

    picked: these cards, in the order in which they were picked
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pick", "Pick"),
        Binding("enter", "screen.take", "Done", key_display="enter"),
    ]

    def __init__(self) -> None:
        super().__init__("Pick a card, or put one back:")
        self.picked: list[int] = []

    def drawn(self, name: str) -> Content:
        """A card, bold and underlined if it is picked."""
        card = super().drawn(name)
        return card.stylize("b u") if CARDS[name] in self.picked else card.stylize("dim")


class BoardScreen(PopUp[str | None]):
    """Lets the person pick a board; returns it as text, None if it is not to change."""

    CSS_PATH = "board.tcss"
    AUTO_FOCUS = "Picker"

    def __init__(self, board: str) -> None:
        """Begin with the cards of a board that may be incomplete or wrong."""
        super().__init__()
        names = dict.fromkeys(names_in(board))
        self.begun = [CARDS[name] for name in names if name in CARDS]

    def compose(self) -> ComposeResult:
        """The cards picked, in the order in which they are turned up, and the deck."""
        with Vertical(id="board-box", classes="box") as box:
            box.border_title = "Board"
            box.border_subtitle = keys_told(
                ("space", "picks"), ("enter", "done"), ("escape", "back")
            )
            yield Static(id="lying", markup=False)
            yield Picker()

    def on_mount(self) -> None:
        """Show the cards to begin with."""
        self.query_one(Picker).picked = self.begun
        self._tell()

    def _tell(self, refused: str = "") -> None:
        picked = self.query_one(Picker).picked
        lies = refused or street_name(len(picked))
        names = [DECK.label(card) for card in picked]
        told = with_suits(on_table(names)) or "–"
        self.query_one("#lying", Static).update(f"{told}   {lies or '3, 4 or 5 cards are needed'}")
        self.query_one(Picker).refresh()

    @on(CardPicker.Picked)
    def pick(self, event: CardPicker.Picked) -> None:
        """Put a card on the table, or take it off."""
        picked = self.query_one(Picker).picked
        if event.card in picked:
            picked.remove(event.card)
        elif len(picked) < max(STREETS.values()):
            picked.append(event.card)
        else:
            self.app.bell()
            self._tell("five are the most")
            return
        self._tell()

    def action_take(self) -> None:
        """Leave with the board, if it has the right number of cards."""
        picked = self.query_one(Picker).picked
        if len(picked) in STREETS.values():
            self.dismiss(on_table([DECK.label(card) for card in picked]))
        else:
            self.app.bell()
