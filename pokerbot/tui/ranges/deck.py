"""The deck, from which a card is picked to be turned up; each card may have a number below it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.color import Color
from textual.content import Content
from textual.geometry import Offset, Size
from textual.message import Message
from textual.style import Style

from pokerbot.evaluation.node_hands import OnCard
from pokerbot.games.cards import RANKS
from pokerbot.games.ranges import CARDS
from pokerbot.play.view.amounts import decimal
from pokerbot.runs.boards import Solved
from pokerbot.tui.ranges.classes import with_suits
from pokerbot.tui.ranges.colours import through
from pokerbot.tui.ranges.square import rounded
from pokerbot.tui.turning import turned
from pokerbot.tui.widgets.cells import Cells

SUITS, TIGHTEST, CELL, WIDEST = "shdc", 2, 3, 6
"""The suits from top to bottom, and the columns of a card: without a gap, usual and at most."""
TOLD = EV, EQUITY, OFTEN = "EV", "equity", "bets"
"""What the numbers below the cards may tell, in per cent.

That is OOP's EV as a part of the pot, OOP's equity, and how often the first to act bets.
"""

AfterCard = OnCard | Solved
"""What follows a card: the decision there in a solution, or the result for its own spot."""


class CardPicker(Cells):
    """A line of cards for each suit, with dots for those that cannot be picked.

    Where it is known what follows a card, a number stands below it, red if it is the least and
    green if it is the most.

    gone: the cards that cannot be picked, as they lie on the table or leave no two hands
    found: what follows each card, by its name
    told: which of `TOLD` the numbers are
    pot: the pot, as a part of which EVs are told
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"deck--least", "deck--middle", "deck--most"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "pick", "Turn it up", key_display="enter", id="ranges.pick"),
    ]
    extent = Size(len(RANKS), len(SUITS))

    @dataclass
    class Picked(Message):
        """The person has picked this card to be turned up."""

        card: int

    def __init__(self, question: str = "Which card is turned up?") -> None:
        super().__init__()
        self.question = question
        self.gone: Collection[int] = ()
        self.found: Mapping[str, AfterCard] = {}
        self.told, self.pot = EV, 1.0

    def show(self, gone: Collection[int]) -> None:
        """Offer all cards but these."""
        self.gone, self.found = gone, {}
        self.refresh()

    def tell(self, found: Mapping[str, AfterCard], pot: float) -> None:
        """Show what follows each card, EVs as parts of the pot."""
        self.found, self.pot = found, pot
        self.refresh()

    def turn(self) -> None:
        """Show the next of `TOLD` as numbers."""
        self.told = turned(TOLD, self.told)
        self.refresh()

    @property
    def heading(self) -> str:
        """What the numbers are, for a title."""
        return f"{'oop bets' if self.told == OFTEN else f'{self.told} of oop'} by card, %"

    def value(self, card: AfterCard) -> float:
        """The number of a card, as a part and not in per cent."""
        values = {EV: card.ev[0] / self.pot, EQUITY: card.equity[0]}
        return values.get(self.told, 1 - card.frequencies[0])

    @property
    def _cell(self) -> tuple[int, int]:
        """The columns and rows of a card, with its number."""
        wide = (self.size.width + 1) // len(RANKS)  # no gap after the last one
        if not self.found:
            return (TIGHTEST if 0 < wide < CELL else CELL), 1
        return max(min(self.size.width // len(RANKS), WIDEST), min(wide, CELL), TIGHTEST), 2

    @property
    def _high(self) -> int:
        """The rows of all cards."""
        return len(SUITS) * self._cell[1]

    @property
    def _above(self) -> int:
        """The rows above the cards: the question and a gap, none where the cards need them."""
        return 0 if 0 < self.size.height < 2 + self._high else 2

    def drawn(self, name: str) -> Content:
        """A card, or a dot in place of one that cannot be picked."""
        there = CARDS[name] not in self.gone
        colour = "$text-error" if name[1] in "hd" else ""
        return Content.styled(with_suits(name) if there else "· ", colour if there else "dim")

    @staticmethod
    def _card(column: int, row: int) -> str:
        return RANKS[len(RANKS) - 1 - column] + SUITS[row]

    def render(self) -> Content:
        """Draw the cards, the one under the cursor in reverse, and below more about that one."""
        wide, _ = self._cell
        question = Content(self.question).truncate(self.size.width, ellipsis=True)
        lines = [question, Content("")][: self._above]
        values = {name: self.value(card) for name, card in self.found.items()}
        for row in range(len(SUITS)):
            cards, below = [], []
            for column in range(len(RANKS)):
                name = self._card(column, row)
                card = self.drawn(name)
                here = self.cursor == (column, row)
                cards += [card.stylize("reverse") if here else card, Content(" " * (wide - 2))]
                below.append(self._number(values, name, column))
            lines.append(Content.assemble(*cards[:-1]))  # no gap after the last one
            if values:
                lines.append(Content.assemble(*below))
        name = self._card(self.cursor.x, self.cursor.y)
        more = [Content(""), _in_full(name, self.found[name])] if name in self.found else []
        return Content("\n").join([*lines, *more])

    def _number(self, values: Mapping[str, float], name: str, column: int) -> Content:
        """The number of a card, in per cent, on its colour; a gap follows if there is room for it.

        Where cells are narrow the numbers of every other column are bold, to tell them apart.
        """
        wide, _ = self._cell
        most = min(wide, self.size.width - wide * column)  # no gap after the last one
        if name not in values:
            return Content(" " * most)
        room, percent = wide - 1, 100 * values[name]
        if (number := rounded(percent, room)) == "…":
            number, room = rounded(percent, most), most
        least, greatest = min(values.values()), max(values.values())
        part = (values[name] - least) / (greatest - least or 1.0)
        ground = through(map(self._ground, ("least", "middle", "most")), part)
        style = Style(background=ground, foreground=ground.get_contrast_text(1.0))
        style = Style() if self.app.no_color else style
        text = number.rjust(min(room, 3)).ljust(room)
        apart = Style(bold=wide <= CELL and column % 2 == 1)
        return Content.styled(text, style + apart).pad_right(most - room)

    def _ground(self, name: str) -> Color:
        return self.get_component_styles(f"deck--{name}").background

    def action_pick(self) -> None:
        """Turn up the card under the cursor, if it is still in the deck."""
        card = CARDS[self._card(self.cursor.x, self.cursor.y)]
        if card in self.gone:
            self.app.bell()
        else:
            self.post_message(self.Picked(card))

    def at(self, x: int, y: int) -> Offset | None:
        """As `Cells`; a card has its number below it."""
        wide, high = self._cell
        down = y - self._above
        there = x < wide * len(RANKS) and 0 <= down < self._high
        return Offset(x // wide, down // high) if there else None

    def clicked(self) -> None:
        """Turn up the card that was clicked."""
        self.action_pick()


def _in_full(card: str, at: AfterCard) -> Content:
    """What follows a card, in words: EV, equity, and the first to act's frequencies."""
    often = zip(at.actions, at.frequencies, strict=True)
    does = ", ".join(f"{action} {100 * share:.1f} %" for action, share in often)
    worth = f"oop EV {decimal(at.ev[0])}, eq. {100 * at.equity[0]:.1f} %"
    return Content(f"{with_suits(card)}  {worth}\n{at.player}: {does}")
