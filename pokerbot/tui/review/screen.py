"""Review: the hands of a session by what they cost, and the habits that they show."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import DataTable, Static

from pokerbot.errors import InputError
from pokerbot.io.files import printable
from pokerbot.opponents.finding import OpponentRequest
from pokerbot.opponents.opponents import locate
from pokerbot.opponents.reviews import MOST_LOST, NEWEST, ReviewedHand, Reviewer, gone, ordered
from pokerbot.play.history.sessions import SessionSummary, hands, summaries
from pokerbot.tui.popups.choose_line import ChooseLineScreen
from pokerbot.tui.review import rows as listed
from pokerbot.tui.review.leaks import LeaksScreen
from pokerbot.tui.review.replay import ReplayScreen
from pokerbot.tui.screen import BaseScreen
from pokerbot.tui.widgets.fitting import Fitting
from pokerbot.tui.widgets.keys import Keys
from pokerbot.tui.widgets.listing import Listing
from pokerbot.tui.widgets.verdict import made_of

HELP = """\
# Review

The hands of a session, those that cost most first. What a hand paid is luck for the most part; what
your decisions gave away is not, and that is what **Lost** says, in chips. At a spot a pot lay there
before: what a hand won holds it, the sum above is beside the game's value.

- **↑ ↓** choose a hand, **{review.replay}** replays it, decision by decision
- **{review.order}** order: most lost first, or newest first
- **{review.leaks}** leaks: what your faults cost in 100 hands, and how often you do what, beside
  sound play
- **{review.resume}** goes on with the session that the hand is of, whenever that was
- **{review.session}** choose: another session, all hands against one opponent, or all hands
- **{review.leave}** back

**#** is the number of the hand in its session; `pokerbot history` numbers the hands of all of them.
A hand with a **\\*** had a hint: it is listed and graded, but does not count among the leaks nor
among the spots to practise. Spots are written as your card, the public card and the betting, with
a **|** where the public card is turned up.

**result = seat's value + luck − mistakes − missed**, exactly. The seat's value is what it wins on
average against this bot if nothing is given away; mistakes are what your decisions gave away;
missed is what sound ones left there; luck is the rest, the cards and the bot's dice.

Grades go by expected chips, never by frequency: an inaccuracy gives away 0.01 to 0.05 antes (big
blinds, or tenths of the pot at a spot), a mistake up to 0.25, a blunder more. *Sound* is what gives
away less, or less than the least exploitable strategy at hand loses itself, and what is no mistake
against that one, though this bot's faults offered more: that is no loss.
"""

MOST_LISTED = 1000

Taken = tuple[list[SessionSummary], list[ReviewedHand], InputError | None]
"""The sessions there are, and the hands asked for, taken apart as far as there is no fault."""


class Hands(Listing):
    """The list itself; its footer says what enter does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Replay", key_display="enter", id="review.replay")
    ]


class ReviewScreen(BaseScreen[None]):
    """Lists the hands; beside the list stands what the highlighted one was made of."""

    HELP = HELP
    CSS_PATH = "screen.tcss"
    AUTO_FOCUS = "Hands"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "order", "Order", id="review.order"),
        Binding("l", "leaks", "Leaks", id="review.leaks"),
        Binding("u", "session", "Choose", id="review.session"),
        Binding("space", "resume", "Resume", id="review.resume"),
        Binding("escape", "app.pop_screen", "Back", id="review.leave"),
    ]
    rows = getters.query_one(Hands)

    def __init__(self, history: Path, who: str | None = None) -> None:
        """Review the last session of a history, or the last against one opponent."""
        super().__init__()
        self.history = history
        self.who = who
        self.sessions: list[SessionSummary] = []
        self.reviewed: list[ReviewedHand] = []
        self.listed: list[ReviewedHand] = []
        self.order, self.study = MOST_LOST, False
        self.fault: InputError | None = None
        self.reviewer = Reviewer()

    def compose(self) -> ComposeResult:
        """Title, the list, the highlighted hand, keys."""
        with Horizontal(id="title"):
            yield Fitting(id="name")
            yield Static(id="strength", markup=False)
        with Horizontal(id="review"):
            yield Hands(id="hands")
            with VerticalScroll(id="made", can_focus=False):
                yield Static(id="figures", markup=False)
        yield Keys(2)

    def on_mount(self) -> None:
        """Look for the hands."""
        self._take(None)

    def on_screen_resume(self) -> None:
        """Show the bots' cards or hide them, as was said last, here or elsewhere."""
        self._study(self.app.study)

    def _take(self, wanted: list[SessionSummary] | None) -> None:
        """Read and take apart beside the screen, None the newest session; many take seconds."""
        self.query_one(Fitting).say(Content("Taking the hands apart …"))
        self.beside(partial(self._work, wanted), self._take_over)

    def _work(self, wanted: list[SessionSummary] | None) -> Taken:
        found: list[ReviewedHand] = []
        sessions: list[SessionSummary] = []
        fault: InputError | None = None
        try:
            sessions = [each for each in summaries(self.history) if each.counts]
            if wanted is None:
                wanted = [each for each in sessions if self.who in (None, each.who)][-1:]
            for reviewed in self.reviewer.review(hands(self.history, *wanted)):
                found.append(reviewed)
                if not self.wanted:
                    break
        except InputError as error:
            fault = error
        return sessions, found, fault

    def _take_over(self, taken: Taken) -> None:
        self.sessions, self.reviewed, self.fault = taken
        self._list()

    def _study(self, study: bool) -> None:
        """Have the bot's cards that a fold left hidden in the list as well, or not."""
        changed, self.study, row = study != self.study, study, self.rows.cursor_row
        if changed and self.listed:
            self._list()
            self.rows.move_cursor(row=row)

    def _list(self) -> None:
        self.listed = ordered(self.reviewed, self.order)[:MOST_LISTED]
        self.rows.fill(*listed.table(self.listed, shown=self.study), listed.SPARE, "Betting")
        self.query_one(Fitting).say(*listed.titles(self.reviewed))
        first = f", the first {MOST_LISTED:,}" if len(self.reviewed) > MOST_LISTED else ""
        self.query_one("#strength", Static).update(self.order + first)
        if not self.listed:
            self.query_one("#figures", Static).update(self._nothing())
        self.refresh_bindings()

    def _nothing(self) -> str:
        return (
            printable(str(self.fault)) if self.fault else "No hands yet: they come when you play."
        )

    @on(DataTable.RowHighlighted)
    def describe(self, event: DataTable.RowHighlighted) -> None:
        """Say what the highlighted hand was made of."""
        if event.cursor_row in range(len(self.listed)):
            reviewed = self.listed[event.cursor_row]
            self.query_one("#figures", Static).update(made_of(reviewed))
            beside = self.query_one("#made", VerticalScroll)
            played = reviewed.played
            beside.border_title, beside.border_subtitle = listed.which(played), listed.when(played)
            beside.scroll_home(animate=False)

    @on(DataTable.RowSelected)
    def replay(self, event: DataTable.RowSelected) -> None:
        """Step through the hand."""
        if event.cursor_row in range(len(self.listed)):
            self.app.push_screen(
                ReplayScreen(self.reviewer, self.listed, event.cursor_row), self._come_back
            )

    def _come_back(self, place: int | None) -> None:
        if place is not None:
            self.rows.move_cursor(row=place)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now."""
        return bool(self.reviewed) or action not in ("order", "leaks", "resume")

    def action_order(self) -> None:
        """Most lost first, or newest first."""
        self.order = NEWEST if self.order == MOST_LOST else MOST_LOST
        self._list()

    def action_leaks(self) -> None:
        """What the hands show of the person's habits; each opponent plays in its own way."""
        own = [each.played for each in self.reviewed]
        lines = listed.opponent_lines(own)
        keys = list(lines)

        def show(place: int | None) -> None:
            if place is not None:
                against = [played for played in own if played.who == keys[place]]
                self.app.push_screen(LeaksScreen(self.reviewer, against))

        if len(keys) == 1:
            show(0)
        else:
            title = "Leaks against which opponent?"
            self.app.push_screen(ChooseLineScreen(title, listed.OPPONENTS, [*lines.values()]), show)

    def action_resume(self) -> None:
        """Go on with the session that the highlighted hand is of."""
        played = self.listed[self.rows.cursor_row].played
        at = played.seed, played.who, played.mode, played.started or played.time
        session = next((each for each in self.sessions if each.key == at), None)
        found = locate(Path(played.opponent), played.sha256)
        if session is None or found is None:
            wrong = gone(played) if found is None else "That session cannot be gone on with."
            self.notify(wrong, severity="error", markup=False)
        else:
            self.app.meet(OpponentRequest(found.stem, (found,), session=session))

    def action_session(self) -> None:
        """Choose a session, those against one opponent, or all hands."""
        found = self.sessions

        def take(place: int | None) -> None:
            if place is not None:
                self._take(listed.groups(found)[place])

        lines = listed.group_lines(found)
        pick = ChooseLineScreen("Which hands?", listed.SESSIONS, lines, listed.SESSIONS[:1:-1])
        self.app.push_screen(pick, take)
