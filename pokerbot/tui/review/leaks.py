"""The screen of the person's leaks: what mistakes cost, and frequencies beside sound play's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import DataTable, Input, Static

from pokerbot.errors import InputError
from pokerbot.evaluation.leaks import HABIT, SOUND, Leak
from pokerbot.io.files import printable
from pokerbot.opponents.decisions import drill_of
from pokerbot.opponents.leaks import LeakReport, leak_report
from pokerbot.opponents.reviews import Reviewer
from pokerbot.play.history.record import HandRecord
from pokerbot.play.view import words
from pokerbot.play.view.amounts import fixed, number_of, percent
from pokerbot.play.view.dates import day
from pokerbot.tui.widgets.filter import Filter, FilteredScreen
from pokerbot.tui.widgets.fitting import Fitting
from pokerbot.tui.widgets.keys import Keys
from pokerbot.tui.widgets.listing import Cell, Listing, figure

HELP = f"""\
# Leaks

This list shows what your mistakes cost, the costliest first. **Per 100** is what taking the action
there gave away by mistake, in chips per 100 hands; the **95 %** interval tells where that lies in
the long run. Beside it you see how often **you** took the action, and how often **sound** play
does. If there are two actions, only one is listed: the other has the rest of the 100 %. Hands with
a hint do not count.

A line with a **◆** is a habit: it costs chips, and it is more than chance. Somebody who plays
soundly would see such a line in at most one session of twenty (an exact binomial test, corrected
for the number of lines). It takes at least {HABIT} decisions there. What costs nothing is no leak,
however often you do it: against an opponent who makes mistakes it may be what wins the most. What
came up only once is listed separately at the end.

- **{{leaks.drill}}** drills exactly that decision: ten hands that begin there, with a goal; or your
  last one before it to which the opponent's own solution comes. The opponent's cards are as likely
  as they are there
- **{{leaks.beside}}** compares your frequencies with the opponent's own, or with sound play's
- **{{leaks.filter}}** lists only some lines, by a card or what it makes (`k`, `pair`), the round
  (`round2`, `river`), the seat (`first`, `second`) or the kind of pot (`checked`, `bet`, `raised`)
- **{{leaks.leave}}** goes back

Below you see what all lines cost together, week by week, and what your habits offer to an opponent
who knows them: how much more a best response to your frequencies would win from you, in chips per
hand, than one to the frequencies beside them.
"""

COLUMNS = ("At", "Action", "Per 100", "You", "Sound", "95 %", "Times")
SPARE = ("95 %", "Times")
MOST_WEEKS, SHORT = 6, 8
"""The most weeks that are told; the longest name of an opponent that may head a column."""


class Lines(Listing[Leak | None]):
    """The list itself, with a binding for enter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Drill it", key_display="enter", id="leaks.drill")
    ]


class LeaksScreen(FilteredScreen):
    """Lists the actions at the person's decisions, a line for each."""

    HELP = HELP
    CSS_PATH = "screen.tcss"
    AUTO_FOCUS = "Lines"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("i", "beside", "Beside", id="leaks.beside"),
        Binding("slash", "filter", "Filter", key_display="/", id="leaks.filter"),
        Binding("escape", "app.pop_screen", "Back", id="leaks.leave"),
    ]
    lines = getters.query_one(Lines)

    def __init__(self, reviewer: Reviewer, hands: Sequence[HandRecord]) -> None:
        """Look for leaks in hands against one opponent, as `leak_report` does."""
        super().__init__()
        self.reviewer = reviewer
        self.hands = hands
        self.report: LeakReport | None = None
        self._place = 0

    def compose(self) -> ComposeResult:
        """The title, the list, what the leaks cost and offer, and the keys."""
        with Horizontal(id="title"):
            yield Fitting(id="name")
        yield Lines(id="leaks")
        yield Filter("card, round2, first, raised")
        yield Static(id="spelled", markup=False)
        yield Static(id="weeks", markup=False)
        yield Static(id="offered", markup=False)
        yield Static(id="caution", markup=False)
        yield Keys(2)

    def on_mount(self) -> None:
        """Compute the report beside the screen."""
        self.query_one(Fitting).say(Content("Looking for leaks …"))
        self.beside(partial(leak_report, self.reviewer, self.hands), self._take, self._refuse)

    def _refuse(self, error: InputError) -> None:
        self.query_one(Fitting).say(Content("Leaks"))
        self.lines.display = False
        self.query_one("#offered", Static).update(f"Leaks cannot be shown: {error}.")

    def _take(self, report: LeakReport) -> None:
        self.report = report
        self._show()
        self.refresh_bindings()

    @on(Input.Changed)
    def _show(self) -> None:
        """List the costliest lines first, then those that differ most, then what came up once."""
        if self.report is None:
            return
        report, asked = self.report, self.filter.words
        found = report.beside[self._place]
        name = found.beside if found.beside == SOUND else self._opponent
        told = f"{number_of(found.decisions, 'decision')} beside {name}, ◆ a habit that costs"
        self.query_one(Fitting).say(Content(f"Leaks  {told}"), Content(f"beside {name}"))
        rows = report.rows(found, asked)
        short = name.capitalize() if len(name) <= SHORT else "Its own"
        columns = [short if each == "Sound" else each for each in COLUMNS]
        self.lines.fill(columns, [_cells(row, report) for row in rows], SPARE, items=rows)
        if not rows:
            self.query_one("#spelled", Static).update("")
        weeks = report.by_week(asked)[-MOST_WEEKS:]
        each = ", ".join(f"{day(week)} {chips:.{report.decimals - 1}f}" for week, chips in weeks)
        self.query_one("#weeks", Static).update(f"Lost per 100 hands, by week: {each}.")
        first, second = (fixed(each, report.decimals + 2) for each in found.offered)
        which = ", listed or not," if asked else " together"
        self.query_one("#offered", Static).update(
            f"All your habits{which} offer {second} chips per hand acting first, {first} second."
        )
        caution = f"Caution: {found.caution}.", report.omission
        self.query_one("#caution", Static).update(" ".join(filter(None, caution)))

    @property
    def _opponent(self) -> str:
        """What the opponent is called."""
        found = self.reviewer.opponent(self.hands[-1])
        return printable(found.name) if found else "the bot"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action is possible now."""
        if action == "beside":
            return self.report is not None and len(self.report.beside) > 1
        return action != "filter" or (self.report is not None and not self.filter.has_focus_within)

    def action_beside(self) -> None:
        """Compare with sound play's frequencies, or with the opponent's own."""
        self._place = 1 - self._place
        self._show()

    @on(DataTable.RowHighlighted)
    def spell(self) -> None:
        """Describe in words the information set of the highlighted line."""
        if self.report and self.lines.items:
            row = self.lines.item
            told = "The lines below came up only once, which does not show a habit yet."
            if row is not None:
                seen = words.seen(self.report.seen[row.infoset])
                told = f"{seen} Decisions there: {row.times:,}."
            self.query_one("#spelled", Static).update(told)

    @on(DataTable.RowSelected)
    def drill(self) -> None:
        """Go to a drill of the highlighted decision."""
        row = self.lines.item
        opponent = next(filter(None, map(self.reviewer.opponent, reversed(self.hands))), None)
        if row is not None and self.report and opponent:
            try:
                self.app.practise(opponent, drill_of(opponent, self.report.seen[row.infoset]))
            except InputError as error:
                self.refuse(error)


def _cells(row: Leak | None, report: LeakReport) -> list[Cell]:
    if row is None:
        return [Text("  came up once", "dim italic"), *[""] * (len(COLUMNS) - 1)]
    habit, price, to = report.is_habit(row), report.price(row), report.decimals
    figures = (
        f"{price.chips:.{to}f}",
        percent(row.observed),
        "–" if row.frequency is None else percent(row.frequency),
        " – ".join(f"{end:.{to}f}" for end in price.interval or ()),
        str(row.times),
    )
    rules = report.seen[row.infoset].game.rules
    return [
        Text(f"{'◆' if habit else ' '} {words.spot(rules, row.infoset)}", "bold" if habit else ""),
        words.taken(rules, row.infoset, row.action),
        *map(figure, figures),
    ]
