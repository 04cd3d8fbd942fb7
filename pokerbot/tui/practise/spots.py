"""The spots that cost the person most against an opponent, and the way to practise them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import DataTable, Static

from pokerbot.errors import InputError
from pokerbot.games.actions import Betting
from pokerbot.games.betting import spoken
from pokerbot.io.files import printable
from pokerbot.opponents.decisions import place_of
from pokerbot.opponents.opponents import Opponent
from pokerbot.opponents.reviews import costs_of
from pokerbot.opponents.training import COST, LENGTHS, LINE, MODES, Mode, Trainer
from pokerbot.play.hand import Observation
from pokerbot.play.history.record import SEAT_NAMES
from pokerbot.play.session.drill import Draw, Drill, drill_at
from pokerbot.play.session.practise import FRESH, RECENT, Cost, Costs, Practice
from pokerbot.play.view import words
from pokerbot.play.view.amounts import number_of
from pokerbot.tui.popups.choose_line import ChooseLineScreen
from pokerbot.tui.practise.screen import PractiseScreen
from pokerbot.tui.screen import BaseScreen
from pokerbot.tui.widgets.keys import Keys
from pokerbot.tui.widgets.listing import Listing

if TYPE_CHECKING:
    from numpy.random import Generator

HELP = f"""\
# Practise

Each line is a spot, your card and the betting so far, where your decisions have given chips away,
the most expensive first. Hands with a hint do not count, nor what a sound decision left there.

- **{{spots.drill}}** drills the highlighted one: ten hands that begin there, with a goal
- **{{spots.practise}}** practises all: each hand begins at such a spot, where there is none yet
  anywhere, and is played on; your decisions are graded at once
- **{{spots.leave}}** back

At a spot of hold'em **{{spots.drill}}** on one of the first lines begins a session of 10, 20 or 50
hands: **whole hands** from the deal; **any decision**, as often as it comes up; **close** ones,
whose best actions are less than 2 % of the pot apart, and not alike; those after **one line**; or
**what costs you most**; on a flop that are decisions on flop and turn, and the first one on the
river. The score is how much you keep of what is at stake, the chips between the
best and the worst action of each decision.

**Per decision** is what one there gave away on average in play, **now** what your last {RECENT}
there gave away, practised ones included, in chips. **Cost** is how often it came up in play times
what one gives away now. A hand begins at a spot as often as **dealt** says, in proportion to its
cost; {FRESH:.0%} of the hands begin anywhere, each decision as often as it comes up.

The other cards are drawn as they are given that one has come there: by chance, and by how likely
the bot is to have played as it did with each of its cards. Practised hands never count in a
session's result nor in the leaks.
"""

COLUMNS = ("Spot", "Cost", "Per decision", "Now", "Dealt", "Played", "Practised")
SPARE = ("Practised", "Played", "Dealt")
NOTHING = (
    "Nothing has cost you anything yet; hands with a hint do not count."
    " Practice begins anywhere, each decision as often as it comes up."
)


class Spots(Listing):
    """The list itself; its footer says what enter does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Drill it", key_display="enter", id="spots.drill")
    ]


class SpotsScreen(BaseScreen[None]):
    """Lists the spots; the costs change as one practises."""

    TITLE = "Practise"
    HELP = HELP
    CSS_PATH = "screen.tcss"
    AUTO_FOCUS = ""  # an empty list would take enter
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "space,enter", "practise", "Practise all", key_display="space", id="spots.practise"
        ),
        Binding("escape", "app.pop_screen", "Back", id="spots.leave"),
    ]
    listing = getters.query_one(Spots)

    def __init__(self, opponent: Opponent) -> None:
        """Practise against an opponent."""
        super().__init__()
        self.opponent = opponent
        self.costs: Costs | None = None
        self.trainer: Trainer | None = None
        self.table: Practice | None = None

    def compose(self) -> ComposeResult:
        """Title, the spots, what they cost together, keys."""
        name = printable(self.opponent.path.stem)
        yield Static(self.titled(f"against {name}"), id="title")
        spots = Spots(id="spots")
        train = self.opponent.strategy.game.is_spot
        spots.border_title = "How to train" if train else "Where you give chips away"
        yield spots
        yield Static(id="spelled", markup=False)
        yield Static("Looking for what has cost you most …", id="costs", markup=False)
        yield Keys(2)

    def on_mount(self) -> None:
        """Judge the hands of the history, beside the screen."""
        self.seed = int(self.app.visits.integers(2**63 - 1))
        self.beside(self._work, self._begin, self._refuse)

    def _work(self) -> Costs:
        _ = self.opponent.judges
        if self.opponent.strategy.game.is_spot:
            self.trainer = Trainer(self.opponent, self.seed)
            self.trainer.lines()
        history = self.app.history
        if history is None:
            return Costs(place_of(self.opponent))
        return costs_of(history, self.opponent)

    def _begin(self, costs: Costs) -> None:
        self.costs = costs
        self._list()

    def _refuse(self, error: InputError) -> None:
        self.query_one("#costs", Static).update(printable(str(error)))

    def on_screen_resume(self) -> None:
        """Back from practice: the costs have changed."""
        if self.costs is not None:
            self._list()

    def _list(self) -> None:
        assert self.costs is not None
        lines = [_cells(each, self.costs) for each in self.costs.ranking()]
        for mode in reversed(self._modes):
            lines.insert(0, [Text(mode.title, "bold"), *[Text("")] * (len(COLUMNS) - 1)])
        row = self.listing.cursor_row
        self.listing.fill(COLUMNS, lines, SPARE)
        self.listing.move_cursor(row=row, animate=False)
        self.set_focus(self.listing if lines else None)
        before = sum(each.lost for each in self.costs.ranking())
        self.query_one("#costs", Static).update(
            f"In all {before:.3f} chips lost in play, {self.costs.total:.3f} as you play now."
            if self.costs.ranking()
            else NOTHING
        )
        self.refresh_bindings()

    @on(DataTable.RowHighlighted)
    def spell(self, event: DataTable.RowHighlighted) -> None:
        """Say in words what the highlighted spot is."""
        if event.cursor_row in range(len(self._modes)):
            self.query_one("#spelled", Static).update(self._modes[event.cursor_row].about)
        elif (seen := self._at(event.cursor_row)) is not None:
            self.query_one("#spelled", Static).update(words.seen(seen))

    def _at(self, row: int) -> Observation | None:
        """The spot in a line."""
        ranking = self.costs.ranking() if self.costs is not None else []
        row -= len(self._modes)
        return ranking[row].seen if row in range(len(ranking)) else None

    @property
    def _modes(self) -> tuple[Mode, ...]:
        """The ways to train that are offered, above the spots."""
        return MODES if self.trainer is not None and self.costs is not None else ()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now."""
        return self.costs is not None or action != "practise"

    @on(DataTable.RowSelected)
    def drill(self) -> None:
        """Practise exactly the highlighted spot, or begin a session of training."""
        row = self.listing.cursor_row
        if row in range(len(self._modes)):
            mode = self._modes[row]
            if mode is LINE:
                self._ask_for_line()
            else:
                self._ask_how_many(mode)
        elif (seen := self._at(self.listing.cursor_row)) is not None:
            self.app.practise(self.opponent, drill_at(seen), costs=self.costs)

    def _ask_for_line(self) -> None:
        """Have a betting chosen, the frequent ones first."""
        assert self.trainer is not None
        lines = self.trainer.lines()
        there = [*lines]
        cells = [
            [
                Text(spoken(each.history).removesuffix(" | ")),
                Text(SEAT_NAMES[each.player]),
                Text(f"{lines[each]:.1%}", justify="right"),
            ]
            for each in there
        ]

        def take(place: int | None) -> None:
            if place is not None:
                self._ask_how_many(LINE, there[place])

        headings = ("After", "You act", "Comes up")
        self.app.push_screen(ChooseLineScreen("Which line?", headings, cells), take)

    def _ask_how_many(self, mode: Mode, line: Betting | None = None) -> None:
        """Have the length of a session chosen, and begin it."""

        def take(place: int | None) -> None:
            if place is not None:
                self._train(mode, LENGTHS[place], line)

        cells = [[Text(number_of(each, "hand"))] for each in LENGTHS]
        self.app.push_screen(ChooseLineScreen("How many?", (mode.title,), cells), take)

    def _train(self, mode: Mode, hands: int, line: Betting | None) -> None:
        """Look beside the screen for which decisions there are, and sit down to a session."""
        assert self.trainer is not None
        trainer, costs = self.trainer, self.costs or Costs(place_of(self.opponent))

        def drill() -> Drill:
            costly = partial(_costly, costs, trainer.any_decision) if mode is COST else None
            return trainer.drill(mode, hands, line, costly)

        self.query_one("#costs", Static).update("Sitting down …")
        go = partial(self.app.practise, self.opponent, costs=costs)
        self.beside(drill, go, self._refuse)

    def action_practise(self) -> None:
        """Sit down to it; practice that was left goes on."""
        if self.costs is None:
            return
        if self.table is None:
            strategy, value = self.opponent.strategy, self.opponent.evaluation.value
            draws, keep = (
                self.opponent.draws(self.seed),
                self.app.tables.keeper(self.opponent, self.seed),
            )
            anything = self.trainer.any_decision if self.trainer else None
            self.table = Practice(strategy, value, draws, self.costs, keep, anything=anything)
        self.app.push_screen(PractiseScreen(self.opponent, self.table, self.app.pace))


def _costly(costs: Costs, anything: Draw, rng: Generator) -> Observation:
    """A decision by what it costs, or any."""
    return costs.draw(rng) or anything(rng)


def _cells(cost: Cost, costs: Costs) -> list[Text]:
    figures = (
        f"{cost.cost:.3f}",
        f"{cost.was:.3f}",
        f"{cost.now:.3f}",
        f"{costs.chance(cost):.0%}",
    )
    counts = str(cost.times), str(cost.practised)
    return [
        Text(words.spot(cost.seen.key)),
        *(Text(figure, justify="right") for figure in (*figures, *counts)),
    ]
