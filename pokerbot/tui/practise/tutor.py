"""The tutor: the rules in a minute, lessons, and the puzzle of the day."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import DataTable, Static

from pokerbot.errors import InputError
from pokerbot.games.catalogue import FAMILIES, parse_game
from pokerbot.games.game import Game
from pokerbot.io.files import printable
from pokerbot.opponents.cast import CAST
from pokerbot.opponents.lessons import FIRST, LESSONS, Lesson
from pokerbot.opponents.opponents import Opponent, one_of_the_cast
from pokerbot.opponents.progress import Learned, drills, progress
from pokerbot.opponents.puzzles import puzzle_of
from pokerbot.opponents.reviews import Reviewer, gone
from pokerbot.play.history.record import HandRecord
from pokerbot.play.session.drill import Drill, against_the_clock
from pokerbot.play.view.rules import told
from pokerbot.play.view.words import number_of
from pokerbot.tui.popups.help import HelpScreen
from pokerbot.tui.practise.screen import Following
from pokerbot.tui.screen import BaseScreen
from pokerbot.tui.widgets.keys import Keys
from pokerbot.tui.widgets.listing import Listing

HELP = """\
# The tutor

- **{tutor.begin}** begins what the cursor is on; **{tutor.leave}** back
- **The rules** of a game take a minute to read
- **Lessons** are ten hands each against one of the cast, dealt so that the point comes up. In a
  hand the decision at which it begins counts; eight that give nothing away reach the goal, and so
  do five in a row. **Best** is the most that you have had right
- **What you missed** in a drill comes back after a day, right then after three, then after seven;
  wrong once more, the next day again
- **A minute** of a game is against the clock: a right decision counts 1, a wrong one takes 1 away
- **The puzzle** is one decision, another one each day, the same for everyone. The first try counts
"""

GAMES = ("kuhn", "leduc", "leduc-nolimit:stack=8")
COLUMNS = ("What", "About", "Best")
SPARE = ("About",)
BESIDE, SHORTEST = 52, 40
"""Columns that all but what a line is about take, and what that is not cut to less than."""


@dataclass(frozen=True)
class Item:
    """A line: what it is and is about, how it stands, what begins it, and which lesson it is."""

    what: str
    about: str
    best: str
    begin: Callable[[], object]
    lesson: Drill | None = None


class TutorScreen(BaseScreen[None]):
    """Lists what there is to learn, and how much of it is done."""

    TITLE = "Tutor"
    HELP = HELP
    CSS_PATH = "screen.tcss"
    AUTO_FOCUS = "Listing"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "begin", "Begin", key_display="enter", id="tutor.begin"),
        Binding("escape", "app.pop_screen", "Back", id="tutor.leave"),
    ]
    listing = getters.query_one(Listing)

    def __init__(self, history: Path | None) -> None:
        """Tell of what a history says is done."""
        super().__init__()
        self.history = history
        self.progress: Learned | None = None
        self.items: list[Item] = []

    def compose(self) -> ComposeResult:
        """Title, the list, what the highlighted line is about, keys."""
        yield Static(self.titled("rules, lessons, puzzles"), id="title")
        listed = Listing(id="spots")
        listed.border_title = "What to learn"
        yield listed
        yield Static(id="spelled", markup=False)
        yield Static(id="costs", markup=False)
        yield Keys(2)

    def on_screen_resume(self) -> None:
        """List it, and look beside the screen at what is done by now."""
        self._list()
        self.beside(partial(progress, self.history, Reviewer()), self._take, self._refuse)

    def _take(self, found: Learned) -> None:
        """Show what is done; a lesson that has just reached its goal hands over to the next."""
        before, self.progress = self.progress, found
        lesson = self._lesson
        self._list()
        if before and lesson and found.reached(lesson) and not before.reached(lesson):
            self.listing.action_cursor_down()

    @property
    def _lesson(self) -> Drill | None:
        """The lesson that the cursor is on."""
        row = self.listing.cursor_row
        return self.items[row].lesson if row in range(len(self.items)) else None

    def _refuse(self, error: InputError) -> None:
        self.query_one("#costs", Static).update(printable(str(error)))

    def _list(self) -> None:
        known = self.progress or Learned()
        self.items, row = [*self._items(known)], self.listing.cursor_row
        room = max(self.size.width - BESIDE, SHORTEST)
        self.listing.fill(COLUMNS, [_cells(each, room) for each in self.items], SPARE)
        self.listing.move_cursor(row=row, animate=False)
        done = known.lessons
        days = known.streak(date.today())
        row_of = f" Puzzles solved on {number_of(days, 'day')} in a row." if days else ""
        told_done = f"{done} of {len(LESSONS)} lessons have reached their goal.{row_of}"
        self.query_one("#costs", Static).update(told_done)

    def _items(self, known: Learned) -> list[Item]:
        """The rules, the lessons, the puzzle of today."""
        games = map(parse_game, GAMES)
        rules = [
            Item(f"Rules: {game.name}", FAMILIES[game.name].summary, "", partial(self._tell, game))
            for game in games
        ]
        lessons = []
        for each in LESSONS:
            drill = each.drill
            go = self._to(each.against, drill, then=self._after(each))
            item = Item(drill.title, drill.told, _best(drill, known), go, drill)
            lessons.append(item)
        today = date.today()
        who, drill = puzzle_of(today)
        solved = known.solved(today)
        how = {None: "", True: "solved", False: "missed"}[solved]
        puzzle = Item(drill.title, drill.told, how, self._to(who, drill, today.toordinal()))
        return [*self._due(known, today), *rules, puzzle, *lessons, *self._clock(known)]

    def _due(self, known: Learned, today: date) -> Iterator[Item]:
        """What was missed and comes back today, against each opponent."""
        for played, drill in known.due(today):
            name = printable(Path(played.opponent).stem)
            about = f"{number_of(drill.hands, 'decision')} against {name}. {drill.told}"
            yield Item(drill.title, about, "", self._again(played, drill))

    def _clock(self, known: Learned) -> Iterator[Item]:
        """Against the clock, in each game of the cast against its first."""
        firsts = {one.game: one.name for one in reversed(CAST)}
        for game in dict.fromkeys(one.game for one in CAST):
            drill = drills()[against_the_clock(parse_game(game)).name]
            about = f"Against {firsts[game].capitalize()}. {drill.told}"
            yield Item(drill.title, about, _best(drill, known), self._to(firsts[game], drill))

    def _again(self, played: HandRecord, drill: Drill) -> Callable[[], object]:
        """What goes to a drill against whom a hand was."""

        def read() -> Opponent:
            opponent = Reviewer().opponent(played)
            if opponent is None:
                raise InputError(gone(played))
            _ = opponent.judges
            return opponent

        return partial(self._begin, read, lambda opponent: self.app.practise(opponent, drill))

    def _begin(self, read: Callable[[], Opponent], go: Callable[[Opponent], object]) -> None:
        """Read an opponent beside the screen, and go on."""
        self.query_one("#costs", Static).update("Sitting down …")
        self.beside(read, go, self._refuse)

    def _after(self, lesson: Lesson) -> Following:
        """What follows a lesson at its goal: the next one, after the last the first of the cast."""
        following = lesson.next
        if following is None:
            return FIRST, self._sit_down
        drill = following.drill
        return following.against, lambda opponent: self.app.practise(
            opponent, drill, then=self._after(following)
        )

    def _sit_down(self, opponent: Opponent) -> None:
        """Go to the table."""
        self.app.action_lobby()
        self.app.sit_down(opponent)

    def _to(
        self, who: str, drill: Drill, seed: int | None = None, then: Following | None = None
    ) -> Callable[[], object]:
        """What goes to a drill against one of the cast."""

        def go(opponent: Opponent) -> None:
            self.app.practise(opponent, drill, seed, then=then)

        return partial(self._begin, partial(one_of_the_cast, who), go)

    def _tell(self, game: Game) -> None:
        """Tell the rules of a game."""
        parts = (f"**{heading}.** {sentences}" for heading, sentences in told(game.rules))
        deck = game.rules.deck
        order = " < ".join(deck.label(rank) for rank in range(deck.ranks))
        text = "\n\n".join([f"# {game.name}", f"`{order}`", *parts])
        self.app.push_screen(HelpScreen(text))

    @on(DataTable.RowHighlighted)
    def spell(self, event: DataTable.RowHighlighted) -> None:
        """Say in full what the highlighted line is about."""
        if event.cursor_row in range(len(self.items)):
            self.query_one("#spelled", Static).update(self.items[event.cursor_row].about)

    @on(DataTable.RowSelected)
    def action_begin(self) -> None:
        """Begin it."""
        if self.listing.cursor_row in range(len(self.items)):
            self.items[self.listing.cursor_row].begin()


def _best(drill: Drill, known: Learned) -> str:
    best = known.best.get(drill.name)
    if drill.seconds:
        return "" if best is None else str(best)
    mark = " ✓" if known.reached(drill) else ""
    return "" if best is None else f"{best} of {drill.hands}{mark}"


def _cells(item: Item, room: int) -> list[Text]:
    about = Text(item.about)
    about.truncate(room, overflow="ellipsis")
    return [Text(item.what), about, Text(item.best, justify="right")]
