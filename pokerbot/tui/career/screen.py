"""The career: all hands by opponent, with the course of the highlighted one and how it improves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import DataTable, Static

from pokerbot.errors import InputError
from pokerbot.evaluation.bots import ADAPTS
from pokerbot.io.files import printable
from pokerbot.opponents.career import Career, Chapter, Period, career
from pokerbot.opponents.finding import OpponentRequest, choose
from pokerbot.opponents.ladder import BLOCK, LEAST, SOUND
from pokerbot.opponents.lessons import LESSONS
from pokerbot.opponents.opponents import locate
from pokerbot.opponents.progress import Learned, progress
from pokerbot.opponents.reviews import Reviewer
from pokerbot.opponents.win_share import STAR, stars
from pokerbot.play.view.amounts import fixed, number_of
from pokerbot.tui.screen import BaseScreen
from pokerbot.tui.widgets.bars import filled
from pokerbot.tui.widgets.chart import Chart
from pokerbot.tui.widgets.fitting import Fitting
from pokerbot.tui.widgets.keys import Keys
from pokerbot.tui.widgets.listing import Listing

HELP = """\
# Career

All hands that you have played at the table, opponent by opponent, the one whom you played last
first; all amounts are chips. A ★ stands beside one of the cast who is beaten, as in the lobby.

- **Won** is what you have won from that opponent, at a spot beside the game's value, since a pot
  lay there before; **no luck** the same with the cards' and dice's
  luck taken out: what your seats were worth less what you gave away
- **Lost/dec.** is what a decision without a hint gave away on average: the figure that tells how
  well you play. **Streak** is the longest row of decisions without a fault
- The **rating** of a game is 1,500 for sound play, and 100 points more or less for a tenth of an
  ante a hand that your decisions win more or less than sound play would have from the same
  opponents, luck taken out, in blocks of 20 hands; with its 95 % margin
- The chart shows won − game value over all sessions, and in dashes the same without luck
- Beside it or below stands how the loss per decision has changed from your first to your last,
  with the margin to either end of its 95 % interval, in parts of as many decisions each
- A **match** of heads-up hold'em is a line of its own, with how many were won and lost; what is
  played against a blueprint is judged at the table alone
- **{career.play}** sits down with the highlighted opponent, **{career.leave}** back

Hands whose opponent's file is gone are counted but cannot be judged. Practice is not among them.
"""

COLUMNS = ("Opponent", "Game", "Hands", "Won", "No luck", "Lost/dec.", "Streak")
SPARE = ("Game", "Streak", "No luck")
BAR = 16
NOTHING = "–"

Told = tuple[Career, Learned, frozenset[str]]
"""The hands, what is learned, and the fingerprints of those of the cast who are beaten."""


class Chapters(Listing):
    """The list itself; its footer says what enter does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Play", key_display="enter", id="career.play")
    ]


class CareerScreen(BaseScreen[None]):
    """A line for each opponent; below the list what the highlighted one says."""

    TITLE = "Career"
    HELP = HELP
    CSS_PATH = "screen.tcss"
    AUTO_FOCUS = "Chapters"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.pop_screen", "Back", id="career.leave"),
    ]
    listing = getters.query_one(Listing)

    def __init__(self, history: Path) -> None:
        """Tell of the hands of a history."""
        super().__init__()
        self.history = history
        self.career: Career | None = None

    def compose(self) -> ComposeResult:
        """Title, opponents, the chart and the parts side by side, keys."""
        with Horizontal(id="title"):
            yield Fitting(id="name")
        listed = Chapters("chapters")
        listed.border_title = "Against whom"
        yield listed
        yield Static(id="ratings", markup=False)
        with Horizontal(id="chapter"):
            with Vertical(id="course"):
                yield Chart()
            yield Static(id="periods", markup=False)
        yield Keys(2)

    def on_mount(self) -> None:
        """Take the hands apart, beside the screen."""
        self.query_one(Fitting).say(Content("Taking the hands apart …"))
        self.beside(self._work, self._show, self._refuse)

    def _work(self) -> Told:
        reviewer = Reviewer()
        found = career(self.history, reviewer, lambda: self.wanted)
        faced = {each.who for each in found.chapters}
        return found, progress(self.history, reviewer), stars(self.history, faced)

    def _refuse(self, error: InputError) -> None:
        self.query_one(Fitting).say(self.titled(printable(str(error))))

    def _show(self, told: Told) -> None:
        found, learned, beaten = told
        self.career = found
        hands, sessions = number_of(found.hands, "hand"), number_of(found.sessions, "session")
        best = f"best streak {found.best_streak:,} decisions"
        lessons = f"{learned.lessons} of {len(LESSONS)} lessons"
        right, trained = learned.trained
        training = f", {right} of {trained} trained right" if trained else ""
        self.query_one(Fitting).say(
            self.titled(f"{hands} in {sessions}, {best}, {lessons}{training}"),
            self.titled(f"{hands} in {sessions}, {best}, {lessons}"),
            self.titled(f"{hands} in {sessions}, {best}"),
            self.titled(f"{hands} in {sessions}"),
            self.titled(hands),
        )
        self.listing.fill(COLUMNS, [_cells(each, beaten) for each in found.chapters], SPARE)
        self.query_one("#ratings", Static).update(_rated(found))
        self.query_one("#periods").border_title = "Lost per decision"
        if not found.chapters:
            nothing = "No hands yet: they come when you play."
            self.query_one("#periods", Static).update(nothing)

    @on(DataTable.RowHighlighted)
    def describe(self, event: DataTable.RowHighlighted) -> None:
        """Draw the course against the highlighted opponent, and how it has changed."""
        if self.career is None or event.cursor_row not in range(len(self.career.chapters)):
            return
        chapter = self.career.chapters[event.cursor_row]
        column = "Game" in self.listing.columns
        self.listing.border_subtitle = "" if column else chapter.game.spec
        chart = self.query_one(Chart)
        chart.about = Chart.about if chapter.known else "won"
        chart.on_show()
        chart.result_curve = chapter.session.result_curve
        box = self.query_one("#periods", Static)
        bar = 0 if self.has_class("-tiny") else BAR
        box.update(Content("\n").join(_periods(chapter, bar)))

    @on(DataTable.RowSelected)
    def play(self) -> None:
        """To the table with the highlighted opponent."""
        row = self.listing.cursor_row
        if self.career is None or row not in range(len(self.career.chapters)):
            return
        chapter = self.career.chapters[row]
        path = Path(chapter.opponent)
        if chapter.adapts:
            self.app.meet(choose(ADAPTS, chapter.game.spec))
        elif found := locate(path, chapter.who):
            self.app.meet(OpponentRequest(found.name, (found,), match=chapter.match))
        else:
            self.notify(f"{printable(path.stem)} is not at hand any more", severity="error")


def _rated(found: Career) -> str:
    """The rating in each game, beside that of sound play."""
    each = [
        f"{game.spec} {rating.points:,.0f} ± {rating.margin:,.0f}"
        for game, rating in found.ratings.items()
    ]
    if not each:
        return f"A rating takes {LEAST * BLOCK} hands of a game without a hint."
    return f"Rating, {SOUND:,} being sound play: {', '.join(each)}."


def _cells(chapter: Chapter, beaten: frozenset[str]) -> list[Text]:
    path = Path(chapter.opponent)
    star = f" {STAR}" if chapter.who in beaten else ""
    session, overall = chapter.session, chapter.overall
    sure, margin = session.without_luck or (0.0, None)
    figures = (
        f"{chapter.hands:,}",
        fixed(chapter.result),
        NOTHING if margin is None else f"{fixed(sure)} ± {margin:.2f}",
        NOTHING if overall is None else f"{overall.lost:z.3f} ± {overall.margin:.3f}",
        str(session.accuracy.best_streak),
    )
    return [
        Text(f"{printable(path.stem)}{star}"),
        Text("match" if chapter.match else chapter.game.spec),
        *(Text(figure, justify="right") for figure in figures),
    ]


def _periods(chapter: Chapter, width: int) -> Iterator[Content]:
    """A line for each part of the decisions, the first on top, with a bar for what it lost."""
    periods = chapter.periods
    most = max((each.lost for each in periods), default=0.0)
    for period in periods:
        yield Content.from_markup(
            "$when [$accent]$bar[/] $lost",
            when=_when(period),
            bar=filled(period.lost / most if most else 0.0, width),
            lost=f"{period.lost:z.3f} ± {period.margin:.3f}",
        )
    if chapter.match:
        won, lost = (chapter.matches[each] for each in (True, False))
        yield Content(f"{number_of(won, 'match', 'matches')} won, {lost:,} lost.")
    if not periods and chapter.known:
        yield Content("Too few decisions yet to tell how it changes.")
    if chapter.ungraded:
        yield Content(f"{number_of(chapter.ungraded, 'hand')} not judged: {chapter.why_ungraded}.")


def _when(period: Period) -> str:
    """The day on which the part ends."""
    return f"{period.last.astimezone():%d %b %y}"
