"""The career screen: results by opponent, with a chart, and how the decisions have changed."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import DataTable, Static

from pokerbot.errors import InputError
from pokerbot.evaluation.bots import ADAPTS
from pokerbot.io.files import printable
from pokerbot.opponents.career import Career, CareerCount, Chapter, Period
from pokerbot.opponents.finding import OpponentRequest, bot_in
from pokerbot.opponents.ladder import BLOCK, LEAST, SOUND
from pokerbot.opponents.lessons import LESSONS
from pokerbot.opponents.opponents import locate
from pokerbot.opponents.progress import Learned, progress
from pokerbot.opponents.win_share import STAR, stars
from pokerbot.play.history.file import hands, left_out
from pokerbot.play.view.amounts import fixed, loss_places, number_of, with_margin
from pokerbot.tui.screen import BaseScreen
from pokerbot.tui.widgets.bars import filled
from pokerbot.tui.widgets.chart import ResultChart
from pokerbot.tui.widgets.fitting import Fitting
from pokerbot.tui.widgets.keys import Keys
from pokerbot.tui.widgets.listing import Cell, Listing, figure

HELP = """\
# Career

All hands that you have played at the table, opponent by opponent; the one you played last comes
first. All amounts are in chips. A ★ marks one of the cast whom you have beaten, as in the lobby.

- **Won** is what you have won from that opponent; at a spot, minus the game's value, since there is
  a pot to begin with. **No luck** is the same without the luck of cards and dice: what your seats
  were worth minus what you gave away
- **Lost/dec.** is what a decision without a hint gave away on average. This figure tells how well
  you play. **Streak** is the longest row of decisions without a fault
- The **rating** of a game is 1,500 if you play as well as sound play. It is 100 points higher for
  each tenth of an ante or big blind, at a spot each 1 % of the pot, per hand that your decisions
  win more than sound play would from the same opponents, and 100 lower for each that they win less,
  luck taken out. It is computed from blocks of 20 hands, and has a 95 % margin
- The chart shows won − game value over all sessions, and as a dashed line the same without luck
- Beside or below it you see how the loss per decision has changed from your first decisions to
  your last, in equal parts, each with its 95 % margin
- A **match** of heads-up hold'em has a line of its own, with how many you won and lost. Hands
  against a blueprint are judged at the table alone, from the turn on
- **{career.play}** sits down with the highlighted opponent, **{career.leave}** goes back

Hands whose opponent's file is gone are counted but cannot be judged. Practised hands are left out.
"""

COLUMNS = ("Opponent", "Game", "Hands", "Won", "No luck", "Lost/dec.", "Streak")
SPARE = ("Game", "Streak", "No luck")
BAR = 16
NOTHING = "–"

Told = tuple[Career, Learned, Container[str]]
"""(the career, what is learned, the fingerprints of beaten members of the cast)."""


class Chapters(Listing[Chapter]):
    """The list of opponents, with a binding that tells what enter does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Play", key_display="enter", id="career.play")
    ]


class CareerScreen(BaseScreen[None]):
    """A line for each opponent, and below the list more about the highlighted one."""

    TITLE = "Career"
    HELP = HELP
    CSS_PATH = "screen.tcss"
    AUTO_FOCUS = "Chapters"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.pop_screen", "Back", id="career.leave"),
    ]
    listing = getters.query_one(Chapters)
    career_count: CareerCount

    def __init__(self, history: Path) -> None:
        """Show the career in a history."""
        super().__init__()
        self.history = history
        self.hands, self.left_out = 0, ""

    def compose(self) -> ComposeResult:
        """Title, opponents, the chart and the periods side by side, keys."""
        with Horizontal(id="title"):
            yield Fitting(id="name")
        listed = Chapters("chapters")
        listed.border_title = "Against whom"
        yield listed
        yield Static(id="ratings", markup=False)
        with Horizontal(id="chapter"):
            with Vertical(id="course", classes="box"):
                yield ResultChart()
            yield Static(id="periods", classes="box", markup=False)
        yield Keys(2)

    def on_mount(self) -> None:
        """Judge the hands, in a thread beside the screen."""
        self.career_count = self.app.career_count
        self.query_one(Fitting).count("Judging your hands", self._progress)
        self.beside(self._work, self._show, self._refuse)

    def _progress(self) -> tuple[int, int]:
        """How many hands are judged, and of how many."""
        return min(self.career_count.counted, self.hands), self.hands  # counted before, perhaps

    def _work(self) -> Told:
        reviewer = self.career_count.reviewer
        self.left_out = left_out(self.history)
        self.hands = sum(each.counts for each in hands(self.history))
        found = self.career_count.look(self.history, lambda: self.wanted)
        faced = {each.who for each in found.chapters}
        return found, progress(self.history, reviewer), stars(self.history, faced, reviewer)

    def _refuse(self, error: InputError) -> None:
        self.query_one(Fitting).say(self.titled(printable(str(error))))

    def _show(self, told: Told) -> None:
        self.app.warn_once(self.left_out)
        found, learned, beaten = told
        played, sessions = number_of(found.hands, "hand"), number_of(found.sessions, "session")
        best = f"best streak {number_of(found.best_streak, 'decision')}"
        lessons = f"{learned.lessons} of {len(LESSONS)} lessons"
        right, trained = learned.trained
        training = f", {right} of {trained} trained right" if trained else ""
        self.query_one(Fitting).say(
            self.titled(f"{played} in {sessions}, {best}, {lessons}{training}"),
            self.titled(f"{played} in {sessions}, {best}, {lessons}"),
            self.titled(f"{played} in {sessions}, {best}"),
            self.titled(f"{played} in {sessions}"),
            self.titled(played),
        )
        lines = [_cells(each, beaten) for each in found.chapters]
        self.listing.fill(COLUMNS, lines, SPARE, items=found.chapters)
        self.query_one("#ratings", Static).update(_rated(found))
        self.query_one("#periods").border_title = "Lost per decision"
        if not found.chapters:
            nothing = self.left_out or "No hands yet: they come when you play."
            self.query_one("#periods", Static).update(nothing)

    @on(DataTable.RowHighlighted)
    def describe(self) -> None:
        """Draw the chart of the highlighted opponent, and how the decisions have changed."""
        if (chapter := self.listing.item) is None:
            return
        column = "Game" in self.listing.columns
        self.listing.border_subtitle = Content("" if column else chapter.game.spec)
        chart = self.query_one(ResultChart)
        chart.about = ResultChart.about if chapter.known else "won"
        chart.on_show()
        chart.result_curve = chapter.score.result_curve
        box = self.query_one("#periods", Static)
        bar = 0 if self.has_class("-tiny") else BAR
        box.update(Content("\n").join(_periods(chapter, bar)))

    @on(DataTable.RowSelected)
    def play(self) -> None:
        """Go to the table with the highlighted opponent."""
        if (chapter := self.listing.item) is None:
            return
        if chapter.adapts:
            self.app.meet(bot_in(ADAPTS, chapter.game))
        else:
            find = partial(locate, Path(chapter.opponent), chapter.who)
            self.beside(find, self.while_here(partial(self._meet, chapter)))

    def _meet(self, chapter: Chapter, found: Path | None) -> None:
        """Go to the table with an opponent whose file was found."""
        if found is not None:
            self.app.meet(OpponentRequest(found.name, (found,), match=chapter.match))
        else:
            name = printable(Path(chapter.opponent).stem)
            self.notify(f"{name} is not at hand any more", severity="error")


def _rated(found: Career) -> str:
    """The rating in each game, in words."""
    each = [
        f"{game.spec} {rating.points:,.0f} ± {rating.margin:,.0f}"
        for game, rating in found.ratings.items()
    ]
    if not each:
        return f"A rating takes {LEAST * BLOCK} hands of a game without a hint."
    return f"Rating ({SOUND:,} is sound play): {', '.join(each)}."


def _cells(chapter: Chapter, beaten: Container[str]) -> list[Cell]:
    path = Path(chapter.opponent)
    star = f" {STAR}" if chapter.who in beaten else ""
    score, overall = chapter.score, chapter.overall
    sure, to = score.without_luck, score.decimals
    figures = (
        f"{chapter.hands:,}",
        fixed(chapter.result, to),
        NOTHING if sure is None else with_margin(*sure, to),
        NOTHING if overall is None else _lost(overall, to),
        str(score.accuracy.best_streak),
    )
    return [
        f"{printable(path.stem)}{star}",
        "match" if chapter.match else chapter.game.spec,
        *map(figure, figures),
    ]


def _lost(period: Period, matter: int) -> str:
    """What a decision lost on average, with the margin; `matter`: how many decimals matter."""
    decimals = loss_places(max(period.lost, period.margin), matter)
    return f"{period.lost:z.{decimals}f} ± {period.margin:.{decimals}f}"


def _periods(chapter: Chapter, width: int) -> Iterator[Content]:
    """A line for each period, the first on top, with a bar for what its decisions lost."""
    periods = chapter.periods
    most = max((each.lost for each in periods), default=0.0)
    for period in periods:
        yield Content.from_markup(
            "$when [$accent]$bar[/] $lost",
            when=_when(period),
            bar=filled(period.lost / most if most else 0.0, width),
            lost=_lost(period, chapter.score.decimals),
        )
    if chapter.match:
        won, lost = (chapter.matches[each] for each in (True, False))
        yield Content(f"{number_of(won, 'match', 'matches')} won, {lost:,} lost.")
    if not periods and chapter.known:
        yield Content("Too few decisions yet to tell how it changes.")
    if chapter.ungraded:
        yield Content(f"{number_of(chapter.ungraded, 'hand')} not judged: {chapter.why_ungraded}.")


def _when(period: Period) -> str:
    """The day on which a period ends."""
    return f"{period.last.astimezone():%d %b %y}"
