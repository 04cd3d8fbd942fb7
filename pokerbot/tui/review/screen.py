"""The screen that reviews hands by what they cost, and leads to replays and leaks."""

from __future__ import annotations

from dataclasses import dataclass, field
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
from pokerbot.opponents.reviews import MOST_LOST, ORDERS, ReviewedHand, Reviewer, gone, ordered
from pokerbot.play.history.file import left_out
from pokerbot.play.history.record import HandRecord, SessionKey
from pokerbot.play.history.sessions import SessionSummary, hands, session_of, summaries
from pokerbot.tui.review import rows as listed
from pokerbot.tui.review.leaks import LeaksScreen
from pokerbot.tui.review.replay import ReplayScreen
from pokerbot.tui.screen import BaseScreen
from pokerbot.tui.turning import turned
from pokerbot.tui.widgets.fitting import Fitting
from pokerbot.tui.widgets.keys import Keys
from pokerbot.tui.widgets.listing import Listing
from pokerbot.tui.widgets.verdict import made_of

HELP = """\
# Review

These are the hands of a session, the costliest first. What a hand wins or loses is mostly luck;
what your decisions gave away is not. **Lost** tells that, in chips, and **Missed** what your sound
decisions left there, since this bot makes faults of its own. At a spot of hold'em there is a pot
from the start: what a hand won includes it, and the sum in the title is what you won minus the
game's value.

- **arrows** choose a hand, **{review.replay}** replays it, decision by decision
- **{review.order}** changes the order: most lost first, most missed first, or newest first
- **{review.leaks}** shows your leaks: what your mistakes cost in 100 hands, and how often you take
  each action compared with sound play
- **{review.resume}** goes on with the session of this hand, however old it is
- **{review.session}** chooses another session, all hands against one opponent, or all hands
- **{review.leave}** goes back

**#** is the number of the hand in its session; `pokerbot history` numbers the hands of all
sessions. A hand with a **\\*** had a hint: it is listed and graded, but does not count for leaks
and practice. Situations are written as your card, the public card and the betting, with a **|**
where the public card is turned up.

**result = seat's value + luck − mistakes − missed**, exactly. The seat's value is what the seat
wins on average against this bot if nothing is given away. Mistakes are what your decisions gave
away; missed is what your sound decisions left there. Luck is the rest: the cards and the bot's
dice.

Grades go by expected chips, never by frequency. An inaccuracy gives away from 0.01 antes on, a
mistake from 0.05, a blunder from 0.25 (big blinds in a game with blinds; at a spot 0.2 %, 0.5 % and
2.5 % of the pot). A decision is *sound* if it gives away less, or less than the least exploitable
strategy at hand loses itself. It is also sound if it is no mistake against that strategy, and only
this bot's faults offered more: that is no loss.
"""

MOST_LISTED = 1000
NO_HANDS_HERE = "No hand of this session is over yet."

Page = tuple[list[ReviewedHand], list[str], list[listed.Row]]
"""The hands of a list, its headings, and its lines."""


@dataclass
class Read:
    """What was read and judged, and is ready to be listed.

    sessions: all sessions
    reviewed: the hands asked for, as far as they could be read
    fault: the error that stopped it, None where none did
    titles: the screen's titles, as `rows.titles`
    opponents: a line for each opponent, as `rows.opponent_lines`
    pages: the lists that were asked for, by order and whether they show the bot's cards
    """

    sessions: list[SessionSummary]
    reviewed: list[ReviewedHand]
    fault: InputError | None = None
    titles: list[Content] = field(default_factory=list)
    opponents: dict[str, listed.Row] = field(default_factory=dict)
    pages: dict[tuple[str, bool], Page] = field(default_factory=dict)

    def page(self, order: str, *, shown: bool) -> Page:
        """The list in this order; `shown` is whether it shows the bot's cards after a fold, too."""
        if (order, shown) not in self.pages:
            first = ordered(self.reviewed, order)[:MOST_LISTED]
            self.pages[order, shown] = first, *listed.table(first, shown=shown)
        return self.pages[order, shown]


class HandList(Listing[ReviewedHand]):
    """The list itself, with a binding for enter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Replay", key_display="enter", id="review.replay")
    ]


class ReviewScreen(BaseScreen[None]):
    """Lists the hands; beside the list is the split of the highlighted hand's result."""

    HELP = HELP
    CSS_PATH = "screen.tcss"
    AUTO_FOCUS = "HandList"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "order", "Order", id="review.order"),
        Binding("l", "leaks", "Leaks", id="review.leaks"),
        Binding("u", "session", "Choose", id="review.session"),
        Binding("space", "resume", "Resume", id="review.resume"),
        Binding("escape", "app.pop_screen", "Back", id="review.leave"),
    ]
    rows = getters.query_one(HandList)
    reviewer: Reviewer

    def __init__(self, history: Path, session: SessionKey | None = None) -> None:
        """Review the session of a history with this key, or else the last one."""
        super().__init__()
        self.history = history
        self.session = session
        self.read = Read([], [])
        self.order, self.study = MOST_LOST, False
        self.left_out = ""
        self.hands, self.judging = 0, False

    def compose(self) -> ComposeResult:
        """The title, the list, the highlighted hand, and the keys."""
        with Horizontal(id="title"):
            yield Fitting(id="name")
            yield Static(id="subtitle", markup=False)
        with Horizontal(id="review"):
            yield HandList(id="hands")
            with VerticalScroll(id="made", classes="box aside", can_focus=False):
                yield Static(id="figures", markup=False)
        yield Keys(2)

    def on_mount(self) -> None:
        """Read the session."""
        self.reviewer = self.app.reviewer
        self._take(None)

    def on_screen_resume(self) -> None:
        """Show or hide the bots' cards as the person last chose, here or on another screen."""
        self._study(self.app.study)

    def _take(self, wanted: list[SessionSummary] | None) -> None:
        """Read and judge the hands of sessions beside the screen; None for that asked for first."""
        judged: list[ReviewedHand] = []
        self.judging = True
        self.query_one(Fitting).count("Judging the hands", lambda: (len(judged), self.hands))
        self.refresh_bindings()
        self.beside(partial(self._work, wanted, judged), self._take_over)

    def _work(self, wanted: list[SessionSummary] | None, found: list[ReviewedHand]) -> Read:
        read = Read([], found)
        try:
            self.left_out = left_out(self.history)
            read.sessions = [each for each in summaries(self.history) if each.played.counts]
            if wanted is None:
                wanted = [each for each in read.sessions if self.session in (None, each.key)][-1:]
            self.hands = sum(each.hands for each in wanted)
            for reviewed in map(self.reviewer.reviewed, hands(self.history, *wanted)):
                found.append(reviewed)
                if not self.wanted:
                    return read
        except InputError as error:
            read.fault = error
        read.titles = [*listed.titles(found)]
        read.opponents = listed.opponent_lines([each.played for each in found])
        read.page(self.order, shown=self.study)
        return read

    def _take_over(self, read: Read) -> None:
        self.judging, self.read = False, read
        self.app.warn_once(self.left_out)
        self._list()

    def _study(self, study: bool) -> None:
        """Show the bot's cards after a fold in the list, too, or hide them."""
        changed, self.study, row = study != self.study, study, self.rows.cursor_row
        if changed and self.rows.items:
            self._list()
            self.rows.move_cursor(row=row)

    def _list(self) -> None:
        found, headings, lines = self.read.page(self.order, shown=self.study)
        self.rows.fill(headings, lines, listed.SPARE, "Betting", found)
        self.query_one(Fitting).say(*self.read.titles)
        first = f", the first {MOST_LISTED:,}" if len(self.read.reviewed) > MOST_LISTED else ""
        self.query_one("#subtitle", Static).update(self.order + first)
        if not found:
            self.query_one("#figures", Static).update(self._nothing())
        self.refresh_bindings()

    def _nothing(self) -> str:
        if self.read.fault:
            return printable(str(self.read.fault))
        if self.session is not None:
            return NO_HANDS_HERE
        return self.left_out or "No hands yet: play some first."

    @on(DataTable.RowHighlighted)
    def describe(self) -> None:
        """Show the split of the highlighted hand's result, and its decisions."""
        if (reviewed := self.rows.item) is not None:
            self.query_one("#figures", Static).update(made_of(reviewed))
            beside = self.query_one("#made", VerticalScroll)
            played = reviewed.played
            beside.border_title, beside.border_subtitle = listed.which(played), listed.when(played)
            beside.scroll_home(animate=False)

    @on(DataTable.RowSelected)
    def replay(self) -> None:
        """Replay the hand."""
        if self.rows.item is not None:
            items = self.rows.items

            def come_back(place: int | None) -> None:
                if place is not None and self.rows.items is items:
                    self.rows.move_cursor(row=place)

            self.app.push_screen(
                ReplayScreen(self.reviewer, items, self.rows.cursor_row), come_back
            )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action is possible now."""
        if action == "session":
            return bool(self.read.sessions)
        if action == "resume":
            return bool(self.read.reviewed) and not self.judging
        return bool(self.read.reviewed) or action not in ("order", "leaks")

    def action_order(self) -> None:
        """Change the order: most lost first, most missed first, newest first."""
        self.order = turned(ORDERS, self.order)
        self._list()

    def action_leaks(self) -> None:
        """Show the person's leaks against one opponent, asking which one if there are several."""
        lines = self.read.opponents

        def show(who: str) -> None:
            own = (each.played for each in self.read.reviewed)
            against = [played for played in own if played.who == who]
            self.app.push_screen(LeaksScreen(self.reviewer, against))

        if len(lines) == 1:
            show(*lines)
        else:
            title = "Leaks against which opponent?"
            self.app.choose(title, listed.OPPONENTS, [*lines], [*lines.values()], show)

    def action_resume(self) -> None:
        """Go on with the session of the highlighted hand."""
        assert self.rows.item is not None
        played = self.rows.item.played
        find = partial(locate, Path(played.opponent), played.sha256)
        self.beside(find, self.while_here(partial(self._resume, played)))

    def _resume(self, played: HandRecord, found: Path | None) -> None:
        """Go on with the session of a hand whose opponent was found."""
        session = session_of(played, self.read.sessions)
        if session is None or found is None:
            wrong = gone(played) if found is None else "That session cannot be resumed."
            self.notify(wrong, severity="error")
        else:
            self.app.meet(OpponentRequest(found.stem, (found,), session=session))

    def action_session(self) -> None:
        """Let the person choose a session, all hands against one opponent, or all hands."""
        groups, lines = listed.groups(self.read.sessions), listed.group_lines(self.read.sessions)
        spare = listed.SESSIONS[:1:-1]
        self.app.choose("Which hands?", listed.SESSIONS, groups, lines, self._take, spare)
