"""Random keys, mouse, pastes, sizes and bytes end nothing; what is left of screens is nothing."""

import gc
import weakref
from asyncio import create_task
from types import NoneType

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from pokerbot.io.files import FOLDER
from pokerbot.io.own_files import history_file
from pokerbot.tui.app import PokerApp
from tests.trials.signals import STRANGE
from tests.trials.soak import Soak, make_spots
from tests.trials.terminals import BEGINS
from tests.tui.driving import driven, press, until

EVENTS = 150
LARGEST = (150, 50)
DOORS = [
    *("enter k c space", "question_mark", "colon", "g i", "g u", "p enter c c space"),
    *("w space plus", "w u", "v enter right", "v l", "v u", "m", "t enter"),
    *("slash z r enter g c", "g n space u", "g u"),
]
"""Keys that lead from the lobby to every screen but a solver's, which works on."""
pytestmark = pytest.mark.drawn


@pytest.fixture
def only_new():
    """Has the collector pass over what was there before: every module of every test."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.slow
def test_nothing_that_a_terminal_sends_ends_it(tmp_path):
    soak = Soak(61, tmp_path)
    typed_before_it_is_told = ((100, 30), STRANGE["no pixels"], BEGINS)
    for event in typed_before_it_is_told:
        soak.send(event)
    soak.run(EVENTS)
    assert (soak.lost, soak.sent) == ([], EVENTS + len(typed_before_it_is_told))


@pytest.mark.slow
@pytest.mark.usefixtures("only_new")
async def test_screens_that_are_left_are_gone(monkeypatch, tmp_path):
    """Nor are their lines kept: Textual has those of the last 1,024 widgets, 50 MiB and more."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / FOLDER).mkdir()
    make_spots(tmp_path)
    app, left = PokerApp(61, None, pace=0, history=tmp_path / "history.jsonl"), []

    def kept(*kinds):
        gc.collect()
        return sum(type(each) in kinds for each in gc.get_objects())

    async def go_through(pilot, door):
        for key in door.split():
            await press(pilot, key)
            await pilot.pause(0.05)
            left.extend(weakref.ref(screen) for screen in app.screen_stack[1:])
        app.call_later(app.action_lobby)
        await until(pilot, lambda: len(app.screen_stack) == 1)

    async with driven(app, LARGEST) as pilot:
        await until(pilot, lambda: app.screen.rows.row_count)
        before = kept(Strip)
        for door in DOORS:  # each in a task of its own: the context of a task keeps what it draws
            await create_task(go_through(pilot, door))
        await pilot.pause(0.2)
        gone = {NoneType}  # once what is worked out beside a screen has ended, too
        await until(pilot, lambda: kept(Strip) < 2 * before and {type(s()) for s in left} == gone)


@pytest.mark.usefixtures("only_new")
async def test_the_styles_of_screens_that_are_left_are_gone():
    """Each cell of a table has one of its own; Textual keeps 16,384 that a terminal was sent."""
    app = PokerApp(61, pace=0, history=history_file())

    def sent():
        gc.collect()
        styles = [each for each in gc.get_objects() if type(each) is Style]
        return sum("soak" in style.meta for style in styles)

    async with driven(app, LARGEST) as pilot:
        await until(pilot, lambda: app.screen.rows.row_count)
        for cell in range(100):
            Strip([Segment("x", Style.from_meta({"soak": cell}))]).render(app.console)
        await press(pilot, "question_mark", "escape")
        await until(pilot, lambda: len(app.screen_stack) == 1 and not sent())
