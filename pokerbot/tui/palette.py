"""What the command palette offers: places, themes, paces, codes, strategies, Textual's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.command import (
    CommandList,
    CommandPalette,
    DiscoveryHit,
    Hit,
    Hits,
    Provider,
    SearchIcon,
)
from textual.events import Click
from textual.markup import escape
from textual.theme import ThemeProvider
from textual.widgets import Input

from pokerbot.io.files import printable
from pokerbot.play.view.glossary import WORDS
from pokerbot.strategy import library
from pokerbot.tui.frame import themes
from pokerbot.tui.frame.leavable import Leavable
from pokerbot.tui.places import PLACES
from pokerbot.tui.popups.boxes import TellScreen
from pokerbot.tui.popups.help import HelpScreen
from pokerbot.tui.settings import PACES

if TYPE_CHECKING:
    from pokerbot.tui.app import PokerApp


KEPT = ("Screenshot", "Quit")
"""The commands of Textual's own that are of use here."""


class Choices(CommandList):
    """Textual's list, without a fault: a click on a line that has gone meanwhile made it fail."""

    def on_click(self, event: Click) -> None:
        """Ignore clicks on lines that have gone."""
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()


class Palette(Leavable, CommandPalette):
    """Textual's command palette, without three faults.

    Textual's own fails at a page key that comes before its list is laid out, and at a click that is
    outside by the time it is handled, since the terminal was made smaller. Its icon of a search is
    two cells wide, and some fonts do not have it.
    """

    def compose(self) -> ComposeResult:
        """Textual's parts, with another list."""
        for part in super().compose():
            yield Choices() if isinstance(part, CommandList) else part

    def on_mount(self) -> None:
        """Show another icon."""
        self.query_one(SearchIcon).icon = ">"

    def on_click(self, event: Click) -> None:
        """Ignore a click that is outside by now."""
        if not self.region.contains(int(event.screen_x), int(event.screen_y)):
            event.prevent_default()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search no more once the palette was left."""
        if self.gone:
            event.prevent_default()

    async def _watch__show_busy(self) -> None:
        """Show no busy sign once the palette was left: its parts may be gone."""
        if not self.gone:
            await super()._watch__show_busy()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now: keys of the list only work once it is laid out."""
        if action == "command_list":
            return any(each.scrollable_content_region for each in self.query(CommandList))
        return super().check_action(action, parameters)


class Themes(ThemeProvider):
    """Offers all themes, pokerbot's own before Textual's."""

    @property
    def commands(self) -> list[tuple[str, Callable[[], None]]]:
        """Each theme's name, and the function that applies it."""
        own = (themes.DARK.name, themes.LIGHT.name)
        return sorted(super().commands, key=lambda command: command[0] not in own)


class Commands(Provider):
    """The commands of the palette, found by typing any part of their names."""

    async def discover(self) -> Hits:
        """All commands, shown before anything is typed."""
        for name, text, do in self._all():
            yield DiscoveryHit(name, do, help=text)

    async def search(self, query: str) -> Hits:
        """The commands that match what is typed."""
        matcher = self.matcher(query)
        for name, text, do in self._all():
            if score := matcher.match(name):
                yield Hit(score, matcher.highlight(name), do, help=text)

    def _all(self) -> Iterator[tuple[str, str, Callable[[], object]]]:
        app: PokerApp = self.app  # type: ignore[assignment]
        for place in PLACES.values():
            if place.about and app.check_action(place.action.removeprefix("app."), ()):
                yield place.title, place.about, partial(app.run_action, place.action)
        palette = partial(Palette, [Themes], placeholder="Search for themes…")
        yield "Theme", "Choose the colours of all screens", lambda: app.push_screen(palette())
        for name, pace in PACES.items():
            text = f"The bot takes {pace:g} seconds for an action"
            yield f"Pace, the bot's speed: {name}", text, partial(setattr, app, "pace", pace)
        for sitting in filter(None, (*app.tables.by_opponent.values(), app.tables.duel)):
            if offered := sitting.offers:
                what = "Answer" if sitting.challenge else "Challenge a friend"
                told = f"{what}: {printable(sitting.begins.name)}, {offered.hands} hands"
                yield escape(told), offered.code, partial(self._send, app, told, offered.code)
        for path in library.everything():
            name, text = escape(printable(path.stem)), escape(printable(str(path)))
            yield f"Play {name}", text, partial(app.read, path)
        for word, meaning in WORDS.items():
            yield f"Word: {word}", meaning, self._explain(app, word)
        for title, text, do, _ in app.get_system_commands(self.screen):
            if title in KEPT:
                yield title, text, do

    @staticmethod
    def _send(app: PokerApp, what: str, code: str) -> None:
        app.copy_to_clipboard(code)
        told = "Send this code. Most terminals have put it on the clipboard, too:"
        app.push_screen(TellScreen(what, f"{told}\n\n{code}"))

    @staticmethod
    def _explain(app: PokerApp, word: str) -> Callable[[], object]:
        page = f"# {word.capitalize()}\n\n{WORDS[word]}"
        return lambda: app.push_screen(HelpScreen(page, "Word"))
