"""What the command palette offers: places, themes, paces, strategies to play, Textual's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
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
from pokerbot.tui.paces import PACES
from pokerbot.tui.places import PLACES
from pokerbot.tui.popups.help import HelpScreen

if TYPE_CHECKING:
    from pokerbot.tui.app import PokerApp


KEPT = ("Screenshot", "Quit")
"""Of Textual's own those that are of use here."""


class Choices(CommandList):
    """Textual's own, which by itself fails at a click on a line that is gone when it is taken."""

    def on_click(self, event: Click) -> None:
        """Take no notice of such a click."""
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()


class Palette(Leavable, CommandPalette):
    """Textual's own, which by itself fails at a page key that comes before its list is laid out.

    So it does at a click where, by the time it is taken, the terminal has become too small. Its
    sign of a search is two cells wide, and missing in some fonts.
    """

    def compose(self) -> ComposeResult:
        """Textual's parts, but for the list."""
        for part in super().compose():
            yield Choices() if isinstance(part, CommandList) else part

    def on_mount(self) -> None:
        """Show another sign."""
        self.query_one(SearchIcon).icon = ">"

    def on_click(self, event: Click) -> None:
        """Take no notice of one that is outside by now."""
        if not self.region.contains(int(event.screen_x), int(event.screen_y)):
            event.prevent_default()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Look for nothing more once it is left."""
        if self.gone:
            event.prevent_default()

    async def _watch__show_busy(self) -> None:
        """Tell of no search once it is left: its parts may be gone."""
        if not self.gone:
            await super()._watch__show_busy()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now: those of the list only once it has its place."""
        if action == "command_list":
            return any(each.scrollable_content_region for each in self.query(CommandList))
        return super().check_action(action, parameters)


class Themes(ThemeProvider):
    """The house's own before Textual's."""

    @property
    def commands(self) -> list[tuple[str, Callable[[], None]]]:
        """What each is called, and what takes it."""
        own = (themes.DARK.name, themes.LIGHT.name)
        return sorted(super().commands, key=lambda command: command[0] not in own)


class Commands(Provider):
    """Found by typing any part of them."""

    async def discover(self) -> Hits:
        """All of them."""
        for name, text, do in self._all():
            yield DiscoveryHit(name, do, help=text)

    async def search(self, query: str) -> Hits:
        """Those that match."""
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
            text = f"It takes {pace:g} seconds for an action"
            yield f"Pace, the bot's speed: {name}", text, partial(app.change_pace, pace)
        for path in library.files():
            name, text = escape(printable(path.stem)), escape(printable(str(path)))
            yield f"Play {name}", text, self._play(app, path)
        for word, meaning in WORDS.items():
            yield f"Word: {word}", meaning, self._explain(app, word)
        for title, text, do, _ in app.get_system_commands(self.screen):
            if title in KEPT:
                yield title, text, do

    @staticmethod
    def _explain(app: PokerApp, word: str) -> Callable[[], object]:
        page = f"# {word.capitalize()}\n\n{WORDS[word]}"
        return lambda: app.push_screen(HelpScreen(page, "Word"))

    @staticmethod
    def _play(app: PokerApp, path: Path) -> Callable[[], object]:
        return lambda: app.read(path)
