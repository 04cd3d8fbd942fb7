"""The spots that cost the person most against an opponent, to be practised."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from rich.text import Text
from textual import getters, on
from textual.binding import Binding, BindingType
from textual.widgets import DataTable

from pokerbot.errors import InputError
from pokerbot.games.actions import SEAT_NAMES, Betting
from pokerbot.io.files import printable
from pokerbot.opponents.opponents import Opponent
from pokerbot.opponents.reviews import costs_of
from pokerbot.opponents.sitting import Sitting
from pokerbot.opponents.training import LENGTHS, LINE, MODES, Mode, Trainer
from pokerbot.play.session.drill import drill_at
from pokerbot.play.session.practise import FRESH, RECENT, Cost, Costs
from pokerbot.play.view import words
from pokerbot.play.view.amounts import loss_places, number_of, percent
from pokerbot.tui.practise.items import ListedScreen
from pokerbot.tui.practise.screen import PractiseScreen
from pokerbot.tui.widgets.listing import Cell, Listing, figure

HELP = f"""\
# Practise

Each line is a spot, that is your card and the betting so far, at which your decisions have given
chips away. The most expensive comes first. Hands with a hint do not count, and neither does what
sound decisions could have won in addition.

- **{{spots.drill}}** drills the highlighted spot: ten hands that begin there, with a goal
- **{{spots.practise}}** practises all spots: each hand begins at one of them (or anywhere if there
  are none yet) and is played on, and your decisions are graded at once
- **{{spots.leave}}** goes back

At a spot of hold'em, **{{spots.drill}}** on one of the first lines begins a session of 10, 20 or 50
hands: **whole hands** from the deal; **any decision**, as often as it comes up; **close** ones,
whose best two actions are less than 2 % of the pot apart, equal ones if there are no others;
decisions after **one line**; or **what costs you most**. On a flop these are decisions on the flop
and the turn, and the first one on the river. The score is the part that you keep of what is at
stake, which is the chips between the best and the worst action of each decision.

**Per decision** is what a decision there gave away on average in play, in chips. **Now** is what
your last {RECENT} there gave away, practised ones included. **Cost** is how often the spot came up
in play, at least once, times what you give away now. **Dealt** is how often a hand begins at the
spot, in proportion to its cost; {FRESH:.0%} of the hands begin anywhere, each decision as often as
it comes up.

The cards that you do not see are drawn as likely as they are once the hand has come there: by
chance, and by how likely the bot would have played as it did with each of its hands. Practised
hands never count in a session's result nor in the leaks.
"""

COLUMNS = ("Spot", "Cost", "Per decision", "Now", "Dealt", "Played", "Practised")
SPARE = ("Practised", "Played", "Dealt")
NOTHING = (
    "Against this one nothing has cost you anything yet; hands with a hint do not count. What sound"
    " decisions missed is in the review, most missed first. Practise all begins hands anywhere, at"
    " each decision as often as it comes up."
)


class Spots(Listing[Mode | Cost]):
    """The list of spots, with a binding that tells what enter does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Drill it", key_display="enter", id="spots.drill")
    ]


class SpotsScreen(ListedScreen):
    """Lists the spots with their costs, which change as the person practises."""

    TITLE = "Practise"
    HELP = HELP
    LIST = Spots
    told = "Looking for what has cost you most …"
    AUTO_FOCUS = ""  # an empty list would take enter
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "space,enter", "practise", "Practise all", key_display="space", id="spots.practise"
        ),
        Binding("escape", "app.pop_screen", "Back", id="spots.leave"),
    ]
    listing = getters.query_one(Spots)

    def __init__(self, opponent: Opponent) -> None:
        """List the spots against an opponent."""
        super().__init__()
        self.opponent = opponent
        train = opponent.strategy.game.is_spot
        self.about = f"against {printable(opponent.name)}"
        self.heading = "How to train" if train else "Where you give chips away"
        self.costs: Costs | None = None
        self.trainer: Trainer | None = None
        self.sitting: Sitting | None = None

    def on_mount(self) -> None:
        """Judge the hands of the history, in a thread beside the screen."""
        self.seed = int(self.app.visits.integers(2**63 - 1))
        self.beside(self._work, self._begin, self.refuse)

    def _work(self) -> Costs:
        _ = self.opponent.judges
        if self.opponent.strategy.game.is_spot:
            self.trainer = Trainer(self.opponent, self.seed)
            if not self.trainer.lines():
                raise InputError("nobody has a choice here: there is nothing to practise")
        return costs_of(self.app.history, self.opponent, self.app.reviewer)

    def _begin(self, costs: Costs) -> None:
        self.costs = costs
        self._list()

    def on_screen_resume(self) -> None:
        """Show the costs again, which practice has changed."""
        if self.costs is not None:
            self._list()

    def _list(self) -> None:
        assert self.costs is not None
        ranking = self.costs.ranking()
        matter = self.opponent.strategy.game.rules.decimals
        decimals = loss_places(max((each.cost for each in ranking), default=0.0), matter)
        lines: list[list[Cell]] = [_cells(each, self.costs, decimals) for each in ranking]
        for mode in reversed(self._modes):
            lines.insert(0, [Text(mode.title, "bold"), *[""] * (len(COLUMNS) - 1)])
        row = self.listing.cursor_row
        self.listing.fill(COLUMNS, lines, SPARE, items=[*self._modes, *ranking])
        self.listing.move_cursor(row=row, animate=False)
        self.set_focus(self.listing if lines else None)
        before, now = sum(each.lost for each in ranking), self.costs.total
        decimals = loss_places(before, matter)
        self.say(
            f"In all {before:.{decimals}f} chips lost in play; as you play now, {now:.{decimals}f}."
            if ranking
            else NOTHING
        )
        self.refresh_bindings()

    def in_full(self, item: Mode | Cost) -> str:
        """What a mode is about, or a spot in words."""
        return item.about if isinstance(item, Mode) else words.seen(item.seen)

    @property
    def _modes(self) -> tuple[Mode, ...]:
        """The modes of training that are offered above the spots."""
        return MODES if self.trainer is not None else ()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now."""
        return self.costs is not None or action != "practise"

    @on(DataTable.RowSelected)
    def drill(self) -> None:
        """Drill the highlighted spot, or begin a session of training."""
        item = self.listing.item
        if item is LINE:
            self._ask_for_line()
        elif isinstance(item, Mode):
            self._ask_how_many(item)
        elif item is not None:
            self.app.practise(self.opponent, drill_at(item.seen), costs=self.costs)

    def _ask_for_line(self) -> None:
        """Ask after which betting to train; the most frequent ones come first."""
        assert self.trainer is not None
        lines, rules = self.trainer.lines(), self.opponent.strategy.game.rules
        cells = [
            (words.so_far(rules, each.history), SEAT_NAMES[each.player], figure(f"{often:.1%}"))
            for each, often in lines.items()
        ]
        headings, then = ("After", "You act", "Comes up"), partial(self._ask_how_many, LINE)
        self.app.choose("Which line?", headings, [*lines], cells, then)

    def _ask_how_many(self, mode: Mode, line: Betting | None = None) -> None:
        """Ask for the length of a session, and begin it."""
        cells = [[number_of(each, "hand")] for each in LENGTHS]
        then = partial(self._train, mode, line)
        self.app.choose("How many?", (mode.title,), LENGTHS, cells, then)

    def _train(self, mode: Mode, line: Betting | None, hands: int) -> None:
        """Find the decisions of a mode in a thread beside the screen, and begin the session."""
        assert self.trainer is not None
        self.say("Sitting down …")
        work = partial(self.trainer.drill, mode, hands, line, self.costs)
        go = partial(self.app.practise, self.opponent, costs=self.costs)
        self.beside(work, self.while_here(go), self.refuse)

    def action_practise(self) -> None:
        """Practise all spots; practice that was left goes on."""
        if self.costs is None:
            return
        if self.sitting is None:
            anything = self.trainer.any_decision if self.trainer else None
            self.sitting = self.app.tables.practice(
                self.opponent, self.seed, self.costs, anything=anything
            )
        self.app.push_screen(PractiseScreen(self.sitting))


def _cells(cost: Cost, costs: Costs, decimals: int) -> list[Cell]:
    amounts = (f"{each:.{decimals}f}" for each in (cost.cost, cost.was, cost.now))
    figures = *amounts, percent(costs.chance(cost)), str(cost.times), str(cost.practised)
    return [words.spot(cost.seen.game.rules, cost.seen.key), *map(figure, figures)]
