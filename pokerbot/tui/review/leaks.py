"""Leaks: how often the person does what, beside the bot's own frequencies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import DataTable, Static

from pokerbot.errors import InputError
from pokerbot.evaluation.leaks import BOT, HABIT, Leak, Leaks
from pokerbot.opponents.reviews import ActionAt, Reviewer, ranked
from pokerbot.play.hand import Observation
from pokerbot.play.history.record import HandRecord
from pokerbot.play.session.drill import drill_at
from pokerbot.play.view import words
from pokerbot.play.view.words import fixed, number_of
from pokerbot.tui.screen import BaseScreen
from pokerbot.tui.widgets.fitting import Fitting
from pokerbot.tui.widgets.keys import Keys
from pokerbot.tui.widgets.listing import Listing

HELP = f"""\
# Leaks

How often you took each action at each information set, beside how often the bot does; beside sound
play where it adapts to you. Where there are two, the one that you take more often is listed: the
other is what is left of 100 %. The **95% interval** is where your true frequency lies with that
confidence. Hands with a hint do not count.

A line with a **◆** is beyond chance: one who plays as the bot does would see such a line in at most
one session of twenty (an exact binomial test, corrected for the number of lines). It takes
{HABIT} decisions there or more. The others may be chance; few hands say little.

The lines stand in the order of what they cost: **Lost** is what taking that action there gave away
by mistake in all these hands, in chips. Apart, at the end, stands what came up only once.

- **{{leaks.drill}}** drills exactly that decision: ten hands that begin there, the other cards as
  likely as they are there, with a goal
- **{{leaks.leave}}** back

Below stands what your habits offer to one who knows them: what a best response to your frequencies
would win from you, in chips per hand, more than the bot's own frequencies allow.
"""

COLUMNS = ("At", "Action", "Lost", "You", BOT, "95% interval", "Times")
SPARE = ("95% interval", "Times")


class Lines(Listing):
    """The list itself; its footer says what enter does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Drill it", key_display="enter", id="leaks.drill")
    ]


class LeaksScreen(BaseScreen[None]):
    """A line for each action that the person had."""

    HELP = HELP
    CSS_PATH = "screen.tcss"
    AUTO_FOCUS = "Lines"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.pop_screen", "Back", id="leaks.leave"),
    ]

    def __init__(self, reviewer: Reviewer, hands: Sequence[HandRecord]) -> None:
        """Look for leaks in hands against one opponent, as `Reviewer.leaks`."""
        super().__init__()
        self.reviewer = reviewer
        self.hands = hands
        self.listed: list[Leak | None] = []

    def compose(self) -> ComposeResult:
        """Title, the lines, what they offer, keys."""
        with Horizontal(id="title"):
            yield Fitting(id="name")
        yield Lines(id="leaks")
        yield Static(id="spelled", markup=False)
        yield Static(id="offered", markup=False)
        yield Static(id="caution", markup=False)
        yield Keys(2)

    def on_mount(self) -> None:
        """Count and compare, beside the screen."""
        self.query_one(Fitting).say(Content("Looking for leaks …"))
        self.beside(partial(self.reviewer.leaks, self.hands), self._show, self._refuse)

    def _refuse(self, error: InputError) -> None:
        self.query_one(Fitting).say(Content("Leaks"))
        self.query_one(Lines).display = False
        self.query_one("#offered", Static).update(f"Leaks cannot be told: {error}.")

    def _show(self, told: tuple[Leaks, Mapping[ActionAt, float]]) -> None:
        """Those that cost the most first, then what differs most; apart what came up once."""
        found, lost = told
        lines = f"{number_of(found.decisions, 'decision')}, ◆ beyond chance"
        self.query_one(Fitting).say(Content(f"Leaks  {lines}"), Content(lines))
        self.listed = ranked(found.rows, lost)
        columns = [found.beside.capitalize() if name == BOT else name for name in COLUMNS]
        self.query_one(Lines).fill(columns, [_cells(row, lost) for row in self.listed], SPARE)
        first, second = found.offered
        self.query_one("#offered", Static).update(
            f"All your habits together offer {fixed(second, 4)} chips per hand acting first,"
            f" {fixed(first, 4)} second."
        )
        self.query_one("#caution", Static).update(f"Caution: {found.caution}.")

    @on(DataTable.RowHighlighted)
    def spell(self, event: DataTable.RowHighlighted) -> None:
        """Say in words where the highlighted line is."""
        if event.cursor_row in range(len(self.listed)):
            row = self.listed[event.cursor_row]
            told = "What follows came up once, which says nothing yet of a habit."
            if row is not None:
                told = f"{words.seen(self._seen(row)[1])} Decisions there: {row.times:,}."
            self.query_one("#spelled", Static).update(told)

    def _seen(self, row: Leak) -> tuple[HandRecord, Observation]:
        """A hand in which the decision came up, and what the person saw there."""
        return next(
            (played, seen)
            for played in self.hands
            for seen, _ in played.decisions
            if seen.key == row.infoset
        )

    @on(DataTable.RowSelected)
    def drill(self) -> None:
        """Practise exactly this decision."""
        place = self.query_one(Lines).cursor_row
        row = self.listed[place] if place in range(len(self.listed)) else None
        if row is not None:
            played, seen = self._seen(row)
            if opponent := self.reviewer.opponent(played):
                self.app.practise(opponent, drill_at(seen))


def _cells(row: Leak | None, lost: Mapping[ActionAt, float]) -> list[Text]:
    if row is None:
        return [Text("  came up once", "dim italic"), *(Text("") for _ in COLUMNS[1:])]
    mark = "◆" if row.beyond_chance else " "
    return [
        Text(f"{mark} {words.spot(row.infoset)}", "bold" if row.beyond_chance else ""),
        Text(row.action),
        Text(f"{lost.get((row.infoset, row.action), 0.0):z.2f}", justify="right"),
        Text(f"{row.observed:.0%}", justify="right"),
        Text(f"{row.frequency:.0%}", justify="right"),
        Text(f"{row.low:.0%} – {row.high:.0%}", justify="right"),
        Text(str(row.times), justify="right"),
    ]
