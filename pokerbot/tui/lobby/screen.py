"""The lobby: a list of the cast and all strategies, and the seat to take against one of them."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Button, DataTable, Input, Static

from pokerbot.errors import InputError
from pokerbot.evaluation.bots import ADAPTS
from pokerbot.io.files import printable, resolved
from pokerbot.opponents.finding import OpponentRequest
from pokerbot.opponents.open_tables import OpenTables
from pokerbot.opponents.opponents import Opponent
from pokerbot.play.history import journal
from pokerbot.tui.bound import key_of
from pokerbot.tui.lobby.help import HELP
from pokerbot.tui.lobby.picture import Picture
from pokerbot.tui.lobby.reader import Reader
from pokerbot.tui.lobby.rows import (
    BY_WIDTH,
    IN_WORDS,
    SPARE,
    Entry,
    about,
    entries_at_hand,
    in_brief,
    in_words,
    line,
    resuming,
)
from pokerbot.tui.lobby.seat import SeatChoice
from pokerbot.tui.places import PLACES
from pokerbot.tui.widgets.actions import labelled
from pokerbot.tui.widgets.filter import Filter, FilteredScreen
from pokerbot.tui.widgets.keys import Keys
from pokerbot.tui.widgets.listing import Listing

FILLING = 0.3
"""Seconds between drawings of what was read: drawing takes as long as reading some files."""


class Opponents(Listing[Entry]):
    """The list of opponents; the button below it, or the frame, tells what enter does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Play", show=False, key_display="enter", id="lobby.play")
    ]


class LobbyScreen(FilteredScreen):
    """Lists opponents while they are read, to go to a place with one of them from some seat."""

    CSS_PATH = "screen.tcss"
    HELP = HELP
    AUTO_FOCUS = "#opponents"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(place.key, place.action, place.title, id=f"lobby.{place.title.lower()}")
            for place in PLACES.values()
            if place.key
        ),
        Binding("a", "seat", "Seat", id="lobby.seat"),
        Binding("space", "resume", "Resume", id="lobby.resume"),
        Binding("i", "details", "Details", id="lobby.details"),
        Binding("slash", "filter", "Filter", key_display="/", id="lobby.filter"),
        Binding("escape", "clear", "Clear", show=False),
    ]
    rows = getters.query_one("#opponents", Opponents)
    about = getters.query_one("#about", Static)
    picture = getters.query_one(Picture)

    def __init__(self, seat: str, tables: OpenTables) -> None:
        super().__init__()
        self.seat = SeatChoice(seat)
        self.tables = tables
        self.reader = Reader(tables.history, lambda: self.app.reviewer)
        self.entries: dict[Path, Entry] = {}
        self.details = False
        self.resumable: OpponentRequest | None = None
        self._kept: Path | None = None
        self._due = False

    def compose(self) -> ComposeResult:
        """Title, list, picture, what is said of the chosen one, seat, keys."""
        yield Static(self.titled("play against solved games"), id="title")
        yield Opponents(id="opponents")
        yield Picture(self.tables.history)
        yield Static(id="last", markup=False)  # below the list, which so stays in its place
        yield Filter("game, algorithm or file")
        with Horizontal(id="choice"):
            yield Static(id="about", markup=False)
            yield Button(
                labelled(key_of(self.app, "lobby.play"), "Play"),
                "success",
                id="play",
                flat=True,
                action="screen.go('table')",
            )
        yield self.seat
        yield Keys()

    def on_mount(self) -> None:
        """Watch how a solver stands, to tell it."""
        self.watch(self.app, "standing", self._offer)

    def on_screen_resume(self) -> None:
        """Look at the files whenever the lobby shows: some may be new or changed."""
        if not self.in_sight or self._thread is not None:  # Textual tells it twice at first
            return
        there = {entry.key: entry for entry in entries_at_hand()}
        self.entries = {key: self.entries.get(key, entry) for key, entry in there.items()}
        self._draw()
        self._offer()
        self.picture.look()
        self.beside(partial(self._look, list(self.entries.values())), lambda _: self._fill())

    def on_screen_suspend(self) -> None:
        """Stop reading until the lobby shows again, to leave the processor to the screen above."""
        self.want_nothing()

    def _look(self, entries: list[Entry]) -> None:
        """Read the files, and hand over what is found as long as the lobby shows."""
        for found in self.reader.look(entries):
            if not self.wanted:
                return
            match found:
                case Entry():
                    self.call_later(self.take_entry, found)
                case OpponentRequest():
                    self.call_later(self.offer, found)
                case path, why:
                    self.call_later(self.drop, path, why)

    def drop(self, path: Path, why: InputError) -> None:
        """Set the file of a hand in play aside that cannot be read, and say so."""
        if path.exists():
            self.refuse(journal.left_aside(path, why))

    def take_entry(self, entry: Entry) -> None:
        """Take the entry of a file that was read; it is drawn soon, together with others."""
        if entry.key in self.entries:
            self.entries[entry.key] = entry
            if not self._due:
                self._due = True
                self.set_timer(FILLING, self._fill)

    def _fill(self) -> None:
        if self._due:  # else it has been drawn meanwhile
            self._draw()

    def offer(self, resumable: OpponentRequest) -> None:
        """Show which session the person can go on with."""
        self.resumable = resumable
        self._offer()
        self.refresh_bindings()

    def _offer(self) -> None:
        if not self.in_sight:
            return
        lines, tiny = [], self.has_class("-tiny")
        if not os.path.exists(self.tables.history):
            rules = f"the rules{'' if tiny else ' in a minute'}, then lessons"
            lines.append(f"{key_of(self.app, 'lobby.tutor')}  new here? {rules}")
        if session := self.resumable and self.resumable.session:
            last = resuming(session, short=tiny)
            lines.append(f"{key_of(self.app, 'lobby.resume')}  {last}")
        if self.app.standing:
            lines.append(f"{key_of(self.app, 'lobby.solve')}  solver: {self.app.standing}")
        below = self.query_one("#last", Static)
        below.update("\n".join(lines[-1:] if self.has_class("-flat") else lines))
        below.display = bool(lines)

    def on_resize(self) -> None:
        """Draw again once the screen has the classes of its new size: other columns may fit."""
        self.call_later(self._draw)
        self.call_later(self._offer)

    @on(Input.Changed)
    def _draw(self) -> None:
        """List the entries that match the filter, in order, with the cursor where it was.

        While another screen lies above the lobby nothing is drawn: it is drawn when it shows again.
        """
        self._due = False
        if not self.in_sight:
            return
        if self._kept is None or self._kept_row is not None:
            self._keep()  # where the person has gone; the line of a new file may still be missing
        words = self.filter.words
        matching = [entry for entry in self.entries.values() if entry.matches(words)]
        listed = sorted(matching, key=lambda entry: entry.order)
        by_width = BY_WIDTH if self.details else IN_WORDS
        columns = next(columns for name, columns in by_width.items() if self.has_class(name))
        if self.details:
            figures = "exploitability and value" if "Value" in columns else "exploitability"
            lines = [line(entry, columns) for entry in listed]
        else:
            figures = "to win" if self.has_class("-tiny") else "to win beyond sound play"
            lines = [in_words(each, columns) for each in listed]
        buttonless = self.has_class("-tiny") or self.has_class("-flat")
        self.set_class(not listed, "-empty")
        key = f": {key_of(self.app, 'lobby.play')} plays" if buttonless and listed else ""
        self.rows.border_title = f"Choose an opponent{key}"
        self.rows.border_subtitle = f"{figures} in chips per hand"
        elastic = "Name" if self.details else ""
        same = [each.key for each in listed] == [each.key for each in self.rows.items]
        self.rows.fill(columns, lines, SPARE, elastic, listed, stays=same)
        self._point()
        self._describe()

    def point_at(self, path: Path) -> None:
        """Choose the line of a file, and keep it chosen when lines are added above it."""
        self._kept = resolved(path)
        if self.is_mounted:
            self._point()

    def _point(self) -> None:
        if (row := self._kept_row) not in (None, self.rows.cursor_row):
            self.rows.move_cursor(row=row, animate=False)

    @property
    def _kept_row(self) -> int | None:
        """The row of the line that is kept chosen, None if it is not in the list."""
        paths = [resolved(entry.key) for entry in self.rows.items] if self._kept else []
        return paths.index(self._kept) if self._kept in paths else None

    @on(DataTable.RowHighlighted)
    def _keep(self) -> None:
        """Keep the line chosen that the person goes to; at the top, keep the cursor at the top."""
        entry = self.rows.item
        if entry is not None and resolved(entry.key) != self._kept:
            self._kept = resolved(entry.key) if self.rows.cursor_row else None

    @on(DataTable.RowHighlighted)
    def _describe(self) -> None:
        """Say what the highlighted entry is."""
        entry = self.rows.item
        found = entry.found if entry is not None else None
        hidden = entry is not None and entry.hides
        self.picture.show(found if isinstance(found, Opponent) else None, hidden=hidden)
        if entry is None:
            none_yet = f"No strategies yet: {key_of(self.app, 'lobby.solve')} solves a game"
            self.about.update("Nothing matches." if self.entries else none_yet)
        elif isinstance(entry.found, Opponent):
            sitting = self.tables.by_opponent.get(entry.found.key)
            lines = about(entry, entry.found, sitting.table if sitting else None)
            self.about.update("\n".join(lines[-2:-1] if self.has_class("-flat") else lines))
        elif entry.waits and entry.found is None and entry.game is not None:
            self.about.update("\n".join(in_brief(entry.game, match=entry.match)))
        else:
            wrong = (
                f"Reading {entry.name} …" if entry.found is None else printable(str(entry.found))
            )
            self.about.update(wrong)

    def action_details(self) -> None:
        """Change between the details of strategies and the lines for players."""
        self.details = not self.details
        self._draw()

    def action_seat(self) -> None:
        """Choose the next seat."""
        self.seat.turn()

    @on(DataTable.RowSelected)
    def play(self) -> None:
        """Go to the table, at enter or a second click on a line."""
        self.action_go("table")

    def action_go(self, place: str) -> None:
        """Go to a place with the highlighted opponent."""
        entry = self.rows.item
        if entry is not None and isinstance(entry.found, Opponent):
            self.app.go(place, entry.found, self.seat.chosen)
        elif entry is not None and entry.found is None and (entry.waits or entry.game):
            bot, game = (ADAPTS, entry.game) if entry.adapts else ("", None)
            wanted = OpponentRequest(
                entry.path.name, (entry.path,), game, bot=bot, match=entry.match
            )
            self.app.go(place, wanted, self.seat.chosen)
        else:
            self.app.bell()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now."""
        if action == "filter":
            return not self.filter.has_focus_within
        if action == "go":
            return self.rows.row_count > 0
        return self.resumable is not None if action == "resume" else True

    def action_resume(self) -> None:
        """Go on with the hand that was left last, or else with the last session."""
        if self.resumable is not None:
            self.app.go("table", self.resumable, self.seat.chosen)
