"""What arrives at a screen that is not there yet, or no more, does nothing."""

import asyncio
import threading
from itertools import pairwise

import pytest
from textual.events import MouseDown, Resize
from textual.geometry import Offset, Size
from textual.widgets import OptionList, Static

from pokerbot.games.catalogue import parse_game
from pokerbot.opponents.reviews import Reviewer
from pokerbot.play.history.file import append
from pokerbot.play.session.drill import drill_at
from pokerbot.tui.app import PokerApp
from pokerbot.tui.frame.frame import SMALLEST
from pokerbot.tui.grid.cells import ONE
from pokerbot.tui.grid.matrix import Matrix
from pokerbot.tui.palette import Palette
from pokerbot.tui.places import PLACES
from pokerbot.tui.popups.choose_opponent import ChooseOpponentScreen
from pokerbot.tui.popups.help import HelpScreen
from pokerbot.tui.screen import BaseScreen
from tests.play.hands import played
from tests.tui.driving import driven, make_app, opponent, press, until

KUHN = parse_game("kuhn")
TURNS = (0, 1, 2, 3, 5, 8, 13)
"""Of the event loop, within which a screen is composed."""
PARTS = len(TURNS)


def practise(app):
    (hand,) = played(KUHN, 1)
    seen, _ = hand.decisions[0]
    app.practise(opponent(KUHN), drill_at(seen))
    return app.screen


def replay(app):
    reviewer = Reviewer()
    hands = [*map(reviewer.reviewed, played(KUHN, 3))]
    return PLACES["replay"].open(reviewer, hands, 0)


SCREENS = {
    "career": lambda app: PLACES["career"].open(app.history),
    "practise": practise,
    "replay": replay,
    "palette": lambda app: Palette(),
    "choice": lambda app: ChooseOpponentScreen(opponent(KUHN), "Whom?"),
    "grid": lambda app: PLACES["browser"].open(opponent(KUHN)),
}


MOMENTS = [(name, TURNS[part::PARTS]) for name in SCREENS for part in range(PARTS)]
"""The suite takes one of the turns for each screen, another one for the next."""


def open_in(app, make):
    """Have it on top, not composed yet."""
    screen = make(app)
    if screen is not app.screen:
        app.push_screen(screen)
    return screen


async def turn(times):
    for _ in range(times):
        await asyncio.sleep(0)


@pytest.fixture
def app(tmp_path):
    append(tmp_path / "history.jsonl", *played(KUHN, 3))
    return PokerApp(7, None, pace=0, history=tmp_path / "history.jsonl")


@pytest.mark.slow
@pytest.mark.thinned(PARTS)
@pytest.mark.parametrize(("name", "moments"), MOMENTS)
async def test_it_can_be_left_and_asked_for_anything_at_any_moment(name, moments, app):
    """Before it is composed, while it is, and later; by keys that are faster than its layout."""
    async with driven(app) as pilot:
        for turns in moments:
            screen = open_in(app, SCREENS[name])
            await turn(turns)
            while screen in app.screen_stack:  # and what it has laid above itself meanwhile
                app.pop_screen()
            await turn(turns)
        await pilot.pause(0.2)
        assert app.is_running
        assert len(app.screen_stack) == 1
        for turns in moments:
            open_in(app, SCREENS[name])
            await turn(turns)
            asked = [*dict.fromkeys(app.screen.active_bindings)]
            for key in (*asked, "pagedown", "pageup"):
                if key not in ("q", "ctrl+c", "e", "x"):
                    app.simulate_key(key)
            await turn(turns)
            while len(app.screen_stack) > 1:
                app.action_lobby()
                await pilot.pause(0.05)
        assert app.is_running


@pytest.mark.slow
async def test_what_is_asked_of_a_screen_that_is_not_on_top_is_not_done(app):
    async with driven(app) as pilot:
        screen = open_in(app, SCREENS["career"])
        await until(pilot, lambda: screen.is_mounted)
        assert await app.run_action("app.pop_screen", screen)
        assert not await app.run_action("app.pop_screen", screen)
        assert app.is_running


@pytest.mark.slow
async def test_it_is_left_but_once(app):
    async with driven(app) as pilot:
        below = open_in(app, SCREENS["career"])
        palette = open_in(app, SCREENS["palette"])
        await until(pilot, lambda: palette.is_mounted)
        palette.dismiss()
        palette.dismiss()
        assert app.screen is below


async def test_work_beside_it_knows_the_app_even_when_it_is_gone():
    app, go, found = make_app(), threading.Event(), []
    async with driven(app) as pilot:
        screen = BaseScreen()
        await app.push_screen(screen)

        def work():
            assert go.wait(30)
            found.append(screen.app)

        screen.beside(work, lambda _: None)
        await app.pop_screen()
        go.set()
        await until(pilot, lambda: found)
        assert found == [app]


@pytest.mark.slow
async def test_two_sizes_at_once_end_in_the_last(app):
    """Screens that lie above each other do not go on telling each other of both."""
    heard = []

    class Heard(BaseScreen):
        def on_resize(self, event):
            heard.append(event.size)

    async with driven(app) as pilot:
        for screen in (Heard(), Heard(), HelpScreen("# Help")):
            await app.push_screen(screen)
        stack, sizes = app.screen_stack[1:], [Size(60, 20), Size(100, 30), Size(40, 15)]
        for first, last in pairwise(sizes):
            app.post_message(Resize(last, last))
            await pilot.pause()
            stack[0].post_message(Resize(first, first))
            stack[1].post_message(Resize(last, last))
            await until(pilot, lambda last=last: {screen.outer_size for screen in stack} == {last})
        await pilot.pause(0.1)
        heard.clear()
        await pilot.pause(0.2)
        assert not heard


@pytest.mark.slow
@pytest.mark.parametrize("door", ["g u", "e tab down", "colon"])
async def test_a_list_without_a_place_takes_keys_and_any_size(door):
    """It is laid out for the smallest size, and cut."""
    app = make_app()
    async with driven(app) as pilot:
        lobby = app.screen
        await until(pilot, lambda: lobby.rows.item and lobby.rows.item.found)
        first, *rest = door.split()
        await press(pilot, first)
        await until(pilot, lambda: app.screen is not lobby)
        for key in rest:
            await until(pilot, lambda: getattr(app.screen, "ready", True))
            await press(pilot, key)
        await until(pilot, lambda: app.screen.query(OptionList))
        for size in [(1, 1), (1, 40), (20, 1), SMALLEST, (21, 6)]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            await press(pilot, "pagedown", "pageup", "down")
            assert app.is_running
            assert app.screen.size.width == max(size[0], SMALLEST.width)


async def test_the_cursor_stays_where_a_cell_will_be():
    """Before the grid is laid out there is none."""
    app, shown = make_app(), opponent(KUHN).grid
    async with driven(app) as pilot:
        matrix = Matrix()
        await app.screen.mount(matrix)
        for key in ("up", "left", "down", "pagedown", "home", "end"):
            matrix.focus()
            await press(pilot, key)
            assert matrix.cursor == (0, 0)
        matrix.show(shown, shown.situations, None, ONE)
        assert shown.cell(matrix.situation, matrix.card).infoset == "J:"


@pytest.mark.parametrize("there", [True, False])
async def test_what_is_gone_but_for_its_picture_takes_a_press(there, monkeypatch):
    """Textual looks for the place of its text in its parent; what is there is selected in."""
    app = make_app()
    async with driven(app) as pilot:
        await press(pilot, "question_mark")
        screen = app.screen
        pressed = screen.children[0] if there else Static("gone")
        kind = type(screen)
        monkeypatch.setattr(kind, "get_widget_at", lambda *_: (pressed, pressed.region))
        monkeypatch.setattr(kind, "get_widget_and_offset_at", lambda *_: (pressed, Offset(0, 0)))
        app.post_message(MouseDown(None, 5, 5, 0, 0, 1, False, False, False))
        await pilot.pause()
        assert app.screen is screen
        assert screen.allow_select == there
