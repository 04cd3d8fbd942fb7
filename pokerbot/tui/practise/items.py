"""The base of screens that list what to practise, and of those that list things to begin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import DataTable, Static

from pokerbot.errors import InputError
from pokerbot.io.files import printable
from pokerbot.opponents.opponents import Opponent, drill_opponent
from pokerbot.opponents.progress import Learned
from pokerbot.opponents.puzzles import AGAINST_ONE, RIVER
from pokerbot.opponents.reviews import gone
from pokerbot.play.history.record import HandRecord
from pokerbot.play.session.drill import Drill
from pokerbot.play.view.amounts import number_of
from pokerbot.tui.practise.screen import Following
from pokerbot.tui.screen import BaseScreen, Found
from pokerbot.tui.widgets.keys import Keys
from pokerbot.tui.widgets.listing import Listing, figure

COLUMNS = ("What", "About", "Best")
SPARE = ("About",)


ANSWERED = {None: "", True: "solved", False: "missed"}


@dataclass(frozen=True)
class Item:
    """A line of the list.

    what: its name
    about: what it is about
    best: how it stands
    begin: begins it
    lesson: the drill, if the line is a lesson
    """

    what: str
    about: str
    best: str
    begin: Callable[[], object]
    lesson: Drill | None = None


class Items(Listing[Item]):
    """The list itself."""


class ListedScreen(BaseScreen[None]):
    """A list; below, the highlighted line in full, and a sentence about all.

    about: what the first line says after the title
    heading: what stands above the list
    told: the sentence about all, at first
    """

    CSS_PATH = "screen.tcss"
    LIST: ClassVar[type[Listing[Any]]]
    """The class of the list."""
    about = heading = told = ""

    def compose(self) -> ComposeResult:
        """Title, list, what the highlighted line is about, a sentence about all, keys."""
        yield Static(self.titled(self.about), id="title")
        listed = self.LIST(id="spots")
        listed.border_title = self.heading
        yield listed
        yield Static(id="spelled", markup=False)
        yield Static(self.told, id="costs", markup=False)
        yield Keys(2)

    def say(self, told: str) -> None:
        """Show a sentence about all, or an error."""
        self.query_one("#costs", Static).update(printable(told))

    def refuse(self, error: InputError) -> None:
        """Show an error."""
        self.say(str(error))

    @on(DataTable.RowHighlighted)
    def spell(self) -> None:
        """Show the highlighted line in full."""
        if (item := self.query_one(Listing).item) is not None:
            self.query_one("#spelled", Static).update(self.in_full(item))

    def in_full(self, item: Any) -> str:
        """What is shown of a line below the list."""
        raise NotImplementedError


class ItemsScreen(ListedScreen):
    """Lists things to begin."""

    AUTO_FOCUS = "Items"
    LIST = Items
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "begin", "Begin", key_display="enter", id="tutor.begin"),
        Binding("escape", "app.pop_screen", "Back", id="tutor.leave"),
    ]
    listing = getters.query_one(Items)

    def __init__(self, history: Path) -> None:
        """List what there is to do, according to a history."""
        super().__init__()
        self.history = history
        self.day = date.today()
        self.found_river: tuple[str, Drill] | InputError | None = None

    def begin_day(self) -> None:
        """Go by today's date; the river of another day is none of today's."""
        today = date.today()
        if today != self.day:
            self.day, self.found_river = today, None

    def show(self, items: list[Item], told: str) -> None:
        """List items, with a sentence about all of them; the cursor stays on its item."""
        was, row = self.listing.item, self.listing.cursor_row
        names = [each.what for each in items]
        if was is not None and was.what in names and was.what not in names[row : row + 1]:
            row = names.index(was.what)
        lines = [(each.what, each.about, figure(each.best)) for each in items]
        self.listing.fill(COLUMNS, lines, SPARE, "About", items)
        self.listing.move_cursor(row=row, animate=False)
        self.say(told)

    def puzzles(self, known: Learned) -> Iterator[Item]:
        """The lines of the day's puzzle and its river, with the error if that cannot be read."""
        day = self.day
        for puzzle, found in ((AGAINST_ONE, AGAINST_ONE.drill(day)), (RIVER, self.found_river)):
            title = puzzle.title(day)
            if found is None:
                yield Item(title, "Reading …", "", lambda: None)
            elif isinstance(found, InputError):
                yield Item(title, str(found), "", partial(self.refuse, found))
            else:
                how, begin = known.solved(day, puzzle), self.to_drill(*found, day.toordinal())
                yield Item(title, found[1].told, ANSWERED[how], begin)

    def look(self, known: Callable[[], Found], then: Callable[[Found], object]) -> None:
        """Find out in a thread beside the screen what is done by now, and the day's river.

        known, then: the work that finds out what is done, and what takes its result
        """
        day = self.day

        def work() -> tuple[Found, tuple[str, Drill] | InputError]:
            found = known()
            try:
                return found, RIVER.drill(day)
            except InputError as error:
                return found, error

        def take(looked: tuple[Found, tuple[str, Drill] | InputError]) -> None:
            found, self.found_river = looked
            then(found)

        self.beside(work, take, self.refuse)

    def due(self, known: Learned) -> Iterator[Item]:
        """The lines of what was missed and comes back today, one for each opponent."""
        for played, drill in known.due(self.day):
            name = printable(Path(played.opponent).stem)
            about = f"{number_of(drill.hands, 'decision')} against {name}. {drill.told}"
            yield Item(drill.title, about, "", self.drill_against(played, drill))

    def drill_against(self, played: HandRecord, drill: Drill) -> Callable[[], object]:
        """A function that begins a drill against the opponent of a hand."""

        def read() -> Opponent:
            opponent = self.app.reviewer.opponent(played)
            if opponent is None:
                raise InputError(gone(played))
            _ = opponent.judges
            return opponent

        return partial(self.begin_with, read, lambda opponent: self.app.practise(opponent, drill))

    def to_drill(
        self, who: str, drill: Drill, seed: int | None = None, then: Following | None = None
    ) -> Callable[[], object]:
        """A function that begins a drill against one of the cast.

        Args:
            who: the member's name.
            drill: the drill.
            seed: the seed of its cards, None for another one each time.
            then: what follows once the drill has reached its goal, if anything.
        """

        def go(opponent: Opponent) -> None:
            self.app.practise(opponent, drill, seed, then=then)

        return partial(self.begin_with, partial(drill_opponent, who), go)

    def begin_with(self, read: Callable[[], Opponent], go: Callable[[Opponent], object]) -> None:
        """Read an opponent beside the screen, and go on with it, unless the person has gone."""
        self.say("Sitting down …")
        self.beside(read, self.while_here(go), self.refuse)

    def in_full(self, item: Item) -> str:
        """What a line is about, which the list may cut."""
        return item.about

    @on(DataTable.RowSelected)
    def action_begin(self) -> None:
        """Begin what the highlighted line is about."""
        if (item := self.listing.item) is not None:
            item.begin()
