"""The part of the solver's form for a hold'em spot: cards, chips, ranges, and sizes by street."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Label, Static

from pokerbot.errors import InputError
from pokerbot.games.cards import names_in
from pokerbot.games.catalogue import HOLDEM, make_game
from pokerbot.games.game import Game
from pokerbot.games.holdem import DEFAULTS, KINDS, SEATS, STREETS
from pokerbot.games.ranges import Range
from pokerbot.tui.screen import Beside
from pokerbot.tui.solver.field import Field, Line
from pokerbot.tui.solver.typed import called, keys_from
from pokerbot.tui.turning import turned

USUAL = {
    "bet": ("33%, 75%, a", "50%", "33%, 75%, 150%, a", "2e, a", "a", ""),
    "raise": ("60%", "2.5x", "50%, 100%, a", "a", ""),
    "donk": ("bet", "33%", ""),
}
"""The usual sizes of each kind, which the arrow keys go through."""
RARE = (
    {
        "tree.add_allin": "pots, at most",
        "tree.force_allin": "pots left",
        "tree.merge": "a part: 0.1",
    },
    {"tree.rake": "a part: 0.05", "tree.rake_cap": "chips"},
)
"""The keys that are rarely given, line by line, and the placeholder of each."""


class SpotField(Field):
    """The field for a key of the spot's file."""

    def __init__(self, key: str, placeholder: str = "") -> None:
        super().__init__(id=key.replace(".", "-"), placeholder=placeholder)
        self.key = key


class BoardField(SpotField):
    """The field for the cards on the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "screen.choose", "Deck", key_display="↓", id="solve.deck")
    ]


class RangeField(SpotField):
    """The field for a player's range."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "screen.choose", "Paint", key_display="↓", id="solve.paint")
    ]


class SizeField(SpotField):
    """The field for the sizes of a kind on a street; the arrow keys go through the usual ones."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "step(1)", "Usual sizes", key_display="↓"),
        Binding("up", "step(-1)", "Sizes before", show=False),
    ]

    def action_step(self, by: int) -> None:
        """Fill in the next usual sizes, or those before."""
        self.value = turned(USUAL[self.key.rpartition(".")[2]], self.value, by)
        self.select_all()


class SpotForm(Beside, Vertical):
    """The fields of a spot; streets before the board have no lines."""

    _filled: Mapping[str, str] = MappingProxyType({})

    def compose(self) -> ComposeResult:
        """The board, the chips, the ranges, the sizes, and the keys that are rarely given."""
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
            with Line(classes="rare"):
                for place, (key, may_be) in enumerate(line.items()):
                    yield Static(called(key), classes="caption") if place else Label(called(key))
                    yield SpotField(key, may_be)
        with Line(id="locks"):
            yield Label("Locks")
            yield SpotField("lock")

    def fill(self, given: Mapping[str, object], *, kept: bool = True) -> None:
        """Fill in a spot, given by the keys of its file; it counts as changed if none has it."""
        for field in self.query(SpotField):
            value, usual = given[field.key], DEFAULTS[field.key]
            text = "" if value == usual and field.key.startswith("tree.") else str(value)
            field.value = Range(text).short if isinstance(field, RangeField) else text
            field.cursor_position = 0
        self.query_one("#locks").display = bool(given["lock"])
        self.fit()
        self._filled = self.texts() if kept else {}

    @property
    def changed(self) -> bool:
        """Whether the fields have changed since they were filled in, or are kept nowhere else."""
        return self.texts() != self._filled

    def holds(self, spot: Game) -> bool:
        """Whether this spot is what is typed, locks apart."""
        try:
            typed = make_game(HOLDEM.name, {**keys_from(self.texts()), "lock": ""})
        except InputError:
            return False
        return typed.parameters == {**spot.parameters, "lock": ""}

    @on(Input.Changed, "#board")
    def fit(self) -> None:
        """Show the lines of the streets from the board's on, and hide the others."""
        lying = len("".join(names_in(self.board))) // 2
        for street, cards in STREETS.items():
            for line in self.query(f".{street}"):
                line.display = cards >= min(lying, max(STREETS.values()))

    @property
    def board(self) -> str:
        """The cards on the table, as typed."""
        return self.query_one(BoardField).value

    def texts(self) -> dict[str, str]:
        """What is typed, by key; without the streets before the board."""
        return {
            field.key: field.value.strip()
            for field in self.query(SpotField)
            if all(each.display for each in field.ancestors if isinstance(each, Line))
        }

    def point_out(self, key: str) -> None:
        """Mark the field of a key as wrong, and no other field; "" marks none."""
        for field in self.query(SpotField):
            field.set_class(field.key == key, "-wrong")
