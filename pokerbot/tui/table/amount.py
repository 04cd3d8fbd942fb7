"""The popup that asks how much to bet or raise, in games where many amounts are allowed."""

from __future__ import annotations

import math
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from pokerbot.errors import InputError
from pokerbot.games.actions import Action
from pokerbot.play.view.amounts import chips, percent
from pokerbot.play.view.view import Choice
from pokerbot.tui.bound import key_of
from pokerbot.tui.popups.popup import PopUp, clickable, keys_told
from pokerbot.tui.widgets.keys import GAP

LONGEST = 15
"""The most characters of an amount."""
NAMED = ("third", "half", "pot", "all-in")
"""The names of the sizes that the signs + and − go through."""
STEPS = {"larger": "size(1)", "smaller": "size(-1)", "more": "step(1)", "less": "step(-1)"}
"""The action of each key that changes the amount."""


class Amount(Input):
    """The field for a number; + and − are no text in it, but choose the next size."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "plus,equals_sign",
            "screen.size(1)",
            "Larger",
            priority=True,
            key_display="+",
            id="amount.larger",
        ),
        Binding(
            "minus",
            "screen.size(-1)",
            "Smaller",
            priority=True,
            key_display="−",
            id="amount.smaller",
        ),
        Binding("colon", "app.command_palette", show=False, priority=True),
    ]


class AmountScreen(PopUp[Action | None]):
    """Asks for an amount, which is typed or chosen by keys, and returns the action; None for not.

    choice: the kind of action, with its amounts
    """

    CSS_PATH = "amount.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(1)", "More", id="amount.more"),
        Binding("down", "step(-1)", "Less", id="amount.less"),
    ]

    def __init__(self, choice: Choice, size: int | None = None) -> None:
        """Ask for one of a choice's amounts.

        size: the amount to begin with, by its place in `NAMED`; None for the least one
        """
        super().__init__()
        self.choice, self.size_first = choice, size

    def compose(self) -> ComposeResult:
        """The question, the field and the keys."""
        least, most = self.choice.limits
        verb = "Raise to" if self.choice.kind == "raise" else "Bet"
        allowed = "" if self.choice.sizes_alone else f" {chips(least)} to {chips(most)}"
        with Vertical(id="amount", classes="box") as box:
            box.border_title = f"{verb} how much?{allowed}"
            first = least if self.size_first is None else self._sizes[self.size_first]
            yield Amount(
                chips(first),
                restrict="[0-9.]*",
                max_length=LONGEST,
                select_on_focus=True,
                compact=True,
            )
            yield Static(self._keys, id="keys", markup=False)

    @property
    def _keys(self) -> Content:
        """What may be clicked or pressed: the steps and sizes, to take the amount, or to leave."""
        larger, smaller, more, less = (
            clickable(key_of(self.app, f"amount.{name}"), f"screen.{does}")
            for name, does in STEPS.items()
        )
        sizes = self._sizes
        if self.choice.listed:
            told = [*map(self.choice.told, sizes)]
        else:
            told = [f"{name} {chips(each)}" for name, each in zip(NAMED, sizes, strict=True)]
        named = (clickable(text, f"screen.fill({place})") for place, text in enumerate(told))
        step = Content.assemble(more, " ", less, " step")
        ends = keys_told(("enter", "do it"), ("escape", "back"))
        gap = " " * GAP
        first = Content(gap).join([Content.assemble(larger, " ", smaller), *named])
        return Content.assemble(first, "\n", step, gap, ends)

    def action_fill(self, place: int) -> None:
        """Fill in a size by its place among them."""
        self._fill(self._sizes[place])

    def action_step(self, by: int) -> None:
        """Fill in the next larger (1) or smaller (−1) amount."""
        amounts = self.choice.amounts
        amount = self._written(self.query_one(Input).value)
        place = amounts.index(amount) + by if amount in amounts else 0
        self._fill(amounts[min(max(place, 0), len(amounts) - 1)])

    def action_size(self, by: int) -> None:
        """Fill in the next larger (1) or smaller (−1) named size; the nearest if there is none."""
        amount = self._written(self.query_one(Input).value)
        beyond = [size for size in self._sizes if (size - amount) * by > 0]
        self._fill(min(beyond or self._sizes, key=lambda size: abs(size - amount)))

    @property
    def _sizes(self) -> tuple[float, ...]:
        """The amounts of the sizes in `NAMED`; all amounts if there are only a few."""
        if self.choice.listed:
            return self.choice.amounts
        return (*self.choice.parts, self.choice.amounts[-1])

    def _fill(self, amount: float) -> None:
        field = self.query_one(Input)
        field.value = chips(amount)
        field.select_all()

    @on(Input.Changed)
    def compare(self, event: Input.Changed) -> None:
        """Say which part of the pot the amount is, and remove an earlier error message."""
        amount, amounts = self._written(event.value), self.choice.amounts
        least, most = self.choice.limits
        said = f"{percent(self.choice.part(amount))} of the pot" if least <= amount <= most else ""
        if said and amount not in amounts and self.choice.between:
            said += ", solved again"
        self.query_one("#amount").border_subtitle = said
        self.query_one("#keys", Static).update(self._keys)

    @on(Input.Submitted)
    def decide(self, event: Input.Submitted) -> None:
        """Leave with the action of that amount, or say which amounts are allowed."""
        try:
            self.dismiss(self.choice.sized(self._written(event.value)))
        except InputError as error:
            self.query_one("#keys", Static).update(str(error))

    def _written(self, text: str) -> float:
        """The amount typed; NaN while the text is no number."""
        try:
            return self.choice.written(float(text))
        except ValueError:
            return math.nan
