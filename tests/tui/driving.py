"""Runs the app without a terminal, and does to it what a person does."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from html import unescape
from pathlib import Path

from textual.app import App
from textual.containers import VerticalScroll
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Button, Static

from pokerbot.evaluation.exact import evaluate
from pokerbot.games.game import Game
from pokerbot.io.own_files import history_file
from pokerbot.opponents.finding import OpponentRequest
from pokerbot.opponents.opponents import Opponent
from pokerbot.play.view.view import View
from pokerbot.strategy.strategy import Strategy
from pokerbot.tui.app import PokerApp
from pokerbot.tui.table.amount import AmountScreen
from pokerbot.tui.table.base import BaseTable
from pokerbot.tui.table.screen import TableScreen
from tests.play.tables import uniform

DRAWN = re.compile(r'<text [^>]* x="(.*?)"[^>]*-line-(\d+)\)">(.*?)</text>')
CELL = 12.2
"""How wide a cell of the terminal is in a screenshot."""
SIZES = [(60, 20), (120, 40)]
"""What is tried at one size alone is tried at 80 by 24."""


def opponent(game: Game, strategy: Strategy | None = None) -> Opponent:
    strategy = strategy or uniform(game)
    return Opponent(Path(f"{game.slug}.json"), strategy, "0" * 64, evaluation=evaluate(strategy))


def make_app(
    against: Opponent | OpponentRequest | None = None, seat: str = "alternate", pace: float = 0
) -> PokerApp:
    return PokerApp(7, against, seat, pace, history=history_file())


@asynccontextmanager
async def driven(app: PokerApp, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot]:
    """The app at work, until the block ends or leaves it."""
    app.animation_level = "none"
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot
        if app.return_code is None:
            await pilot.pause()  # a screen that was opened last is there before it is closed


def drive(
    app: PokerApp, scenario: Callable[[Pilot], Awaitable[None]], size: tuple[int, int] = (80, 24)
) -> None:
    """As `driven`, where several apps come one after the other."""

    async def run() -> None:
        async with driven(app, size) as pilot:
            await scenario(pilot)

    asyncio.run(run())


def shown(app: App[object]) -> list[str]:
    """The lines of the terminal, without the spaces at their ends."""
    lines = [""] * app.size.height
    for x, line, words in DRAWN.findall(app.export_screenshot()):
        before = lines[int(line)].ljust(round(float(x) / CELL))
        lines[int(line)] = before + unescape(words).replace("\xa0", " ")
    return lines


async def until(pilot: Pilot, condition: Callable[[], object]) -> None:
    """Wait for what another thread or a timer brings about, on a screen that has its parts."""
    app = pilot.app
    async with asyncio.timeout(60):
        while (app.is_running and not app.screen.is_mounted) or not condition():
            await pilot.pause(0.03)  # it costs more than what is waited for


async def at_each(pilot: Pilot, sizes: Iterable[tuple[int, int]]) -> AsyncIterator[int]:
    """Go from size to size, each laid out: what is looked at there needs no app of its own.

    Yields:
        the width.
    """
    for size in sizes:
        await pilot.resize_terminal(*size)
        await until(pilot, lambda size=size: pilot.app.screen.size == size)
        await pilot.pause()
        yield size[0]


async def until_in_sight(pilot: Pilot) -> None:
    """Wait for the layout with which everything is in sight."""

    def in_sight() -> bool:
        try:
            assert_all_in_sight(pilot.app)
        except AssertionError:
            return False
        return True

    await until(pilot, in_sight)


def at_table(app: PokerApp) -> TableScreen:
    assert isinstance(app.screen, TableScreen)
    return app.screen


def view(app: PokerApp) -> View:
    assert isinstance(app.screen, BaseTable)
    return app.screen.view


def text(app: PokerApp, selector: str) -> str:
    return str(app.screen.query_one(selector, Static).content)


def buttons(app: PokerApp) -> dict[str, str]:
    """The buttons that are shown, and what they say."""
    return {str(b.id): str(b.label) for b in app.screen.query(Button) if b.display}


async def press(pilot: Pilot, *keys: str) -> None:
    """As `pilot.press`, without the drawing and the waiting for an idle processor in between.

    What a key brings about passes from the app to the focus and from there upwards, twice where
    the focus makes a message of it; the screen that comes of it begins. What goes away meanwhile
    never answers: it is not waited for in vain.
    """
    app = pilot.app
    for key in keys:
        app.simulate_key(key)
        for _ in range(2):
            await passed(app)
            for node in (app.focused or app.screen).ancestors_with_self:
                await passed(node)
        await passed(app.screen)


async def passed(node: MessagePump) -> None:
    """Wait until it has handled what it has been sent so far."""
    handled = asyncio.Event()
    if node.call_later(handled.set):
        with suppress(TimeoutError):
            await asyncio.wait_for(handled.wait(), 3)


async def take_by_key(pilot: Pilot, letter: str) -> None:
    await press(pilot, letter)
    if isinstance(pilot.app.screen, AmountScreen):
        await pilot.press("enter")


def assert_all_in_sight(app: PokerApp) -> None:
    """Everything that is shown lies within what it is part of, with room for what it says."""
    screen = app.screen.region
    for widget in app.screen.walk_children():
        if not widget.display or not all(a.display for a in widget.ancestors):
            continue
        if any(isinstance(parent, VerticalScroll) for parent in widget.ancestors):
            continue
        assert isinstance(widget.parent, Widget)
        assert widget.parent.region.contains_region(widget.region), widget
        if isinstance(widget, Static | Button) and str(getattr(widget, "content", "")):
            needed = widget.get_content_height(widget.size, screen.size, widget.size.width)
            assert widget.size.width > 0, widget
            if isinstance(widget, Button):
                wide = widget.get_content_width(widget.size, screen.size)
                assert widget.content_size.width >= wide - 2, (widget, str(widget.label))
            assert widget.size.height >= needed, (widget, str(widget.content))
