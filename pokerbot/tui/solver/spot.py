"""The lines of a spot of hold'em: cards, chips, ranges, and sizes street by street."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, Label, Static

from pokerbot.games.holdem import DEFAULTS, KINDS, SEATS, STREETS
from pokerbot.games.ranges import Range
from pokerbot.tui.screen import Beside
from pokerbot.tui.solver.field import Field, Line
from pokerbot.tui.solver.typed import called

USUAL = {
    "bet": ("33%, 75%, a", "50%", "33%, 75%, 150%, a", "2e, a", "a", ""),
    "raise": ("60%", "2.5x", "50%, 100%, a", "a", ""),
    "donk": ("bet", "33%", ""),
}
"""The sizes of a kind that the arrow keys go through."""
RARE = (
    {"tree.add_allin": "pots, at most", "tree.force_allin": "pots left", "tree.merge": "0.1"},
    {"tree.rake": "a part: 0.05", "tree.rake_cap": "chips"},
)
"""What is left out as a rule, line by line, and what may stand there."""


class SpotField(Field):
    """What a spot's file has under a key."""

    def __init__(self, key: str, placeholder: str = "") -> None:
        super().__init__(id=key.replace(".", "-"), placeholder=placeholder)
        self.key = key


class BoardField(SpotField):
    """The cards on the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "choose", "Deck", key_display="↓", id="solve.deck")
    ]

    def action_choose(self) -> None:
        """Have the cards picked."""
        self.post_message(SpotForm.Choose(self))


class RangeField(SpotField):
    """What a player may hold."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "choose", "Paint", key_display="↓", id="solve.paint")
    ]

    def action_choose(self) -> None:
        """Have it painted."""
        self.post_message(SpotForm.Choose(self))


class SizeField(SpotField):
    """The sizes of a kind in a street; the arrow keys go through usual ones."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "step(1)", "Usual sizes", key_display="↓"),
        Binding("up", "step(-1)", "Sizes before", show=False),
    ]

    def action_step(self, by: int) -> None:
        """The next of the usual sizes."""
        usual = USUAL[self.key.rpartition(".")[2]]
        place = usual.index(self.value) + by if self.value in usual else 0
        self.value = usual[place % len(usual)]
        self.select_all()


class SpotForm(Beside, Vertical):
    """A spot as it is typed; streets that are over have no lines."""

    @dataclass
    class Choose(Message):
        """What stands in a field is to be picked or painted instead of typed."""

        field: SpotField

    class Edited(Message):
        """Something else stands there."""

    _filled: Mapping[str, str] = MappingProxyType({})

    def compose(self) -> ComposeResult:
        """Board, chips, ranges, sizes, and what is left out as a rule."""
        with Line():
            yield Label("Board")
            yield BoardField("board", "3, 4 or 5 cards: Td9d6h Qc")
        with Line():
            yield Label("Pot")
            yield SpotField("pot", "chips")
            yield Static("Stack behind", classes="caption")
            yield SpotField("stack", "chips")
        for seat in SEATS:
            with Line():
                yield Label(f"{seat.upper()} range")
                yield RangeField(f"{seat}.range", "QQ+,AKs,A5s-A2s:0.5")
        with Line(classes="heading"):
            yield Label("Sizes")
            for heading in ("bets", "raises", "donk bets"):
                yield Static(heading)
        for street in STREETS:
            for seat in SEATS:
                with Line(classes=street):
                    yield Label(f"{seat.upper()} {street}")
                    for kind in KINDS:
                        key = f"{seat}.{street}.{kind}"
                        yield SizeField(key, "none") if key in DEFAULTS else Static()
        for line in RARE:
            with Line():
                for place, (key, may_be) in enumerate(line.items()):
                    yield Static(called(key), classes="caption") if place else Label(called(key))
                    yield SpotField(key, may_be)
        with Line(id="locks"):
            yield Label("Locks")
            yield SpotField("lock")

    def fill(self, given: Mapping[str, object]) -> None:
        """Show a spot, by the keys of its file."""
        for field in self.query(SpotField):
            value, usual = given[field.key], DEFAULTS[field.key]
            text = "" if value == usual and field.key.startswith("tree.") else str(value)
            field.value = Range(text).short if isinstance(field, RangeField) else text
            field.cursor_position = 0
        self.query_one("#locks").display = bool(given["lock"])
        self.fit()
        self._filled = self.texts()

    @property
    def changed(self) -> bool:
        """Whether the lines are not as they were filled."""
        return self.texts() != self._filled

    @on(Input.Changed)
    def tell(self) -> None:
        """Say that it is another spot."""
        self.post_message(self.Edited())

    @on(Input.Changed, "#board")
    def fit(self) -> None:
        """Have lines for the streets that are still to come."""
        lying = len(self.board.replace(",", "").replace(" ", "")) // 2
        for street, cards in STREETS.items():
            for line in self.query(f".{street}"):
                line.display = cards >= min(lying, max(STREETS.values()))

    @property
    def board(self) -> str:
        """The cards on the table, as they are typed."""
        return self.query_one(BoardField).value

    def texts(self) -> dict[str, str]:
        """What is typed, by key; nothing for streets that are over."""
        return {
            field.key: field.value.strip()
            for field in self.query(SpotField)
            if all(each.display for each in field.ancestors if isinstance(each, Line))
        }

    def point_out(self, key: str) -> None:
        """Mark what stands under a key, and nothing else; "" for nothing."""
        for field in self.query(SpotField):
            field.set_class(field.key == key, "-wrong")
