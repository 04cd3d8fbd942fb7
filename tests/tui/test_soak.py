"""Random keys, clicks and sizes: nothing a person can press breaks the app or loses a chip."""

import gc

from textual.strip import Strip

from pokerbot.tui.screens.table import TableScreen
from tests.trials.soak import Soak
from tests.tui.driving import drive, make_app, press, until

PRESSES = 60


def test_random_keys_and_sizes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    soak = Soak(61, tmp_path)

    async def scenario(pilot):
        for _ in range(PRESSES):
            await soak.step(pilot)
            if isinstance(soak.app.screen, TableScreen):
                view, hand = soak.app.screen.view, soak.app.screen.table.hand
                assert view.pot + view.you.front + view.bot.front == sum(hand.betting.chips)
        assert soak.app.is_running
        assert soak.hands() > 2

    drive(soak.app, scenario)


def test_a_screen_that_is_left_leaves_no_lines_behind(monkeypatch, tmp_path):
    """Textual keeps those of the last 1,024 widgets, 50 MiB and more where screens are large."""
    monkeypatch.chdir(tmp_path)
    app = make_app()

    async def lines_after(pilot, visits):
        for _ in range(visits):
            await press(pilot, "question_mark")
            await until(pilot, lambda: app.screen.is_modal)
            await pilot.pause()
            await press(pilot, "escape")
            await until(pilot, lambda: not app.screen.is_modal)
        await pilot.pause()
        gc.collect()
        return sum(type(each) is Strip for each in gc.get_objects())

    async def scenario(pilot):
        before = await lines_after(pilot, 3)
        assert await lines_after(pilot, 6) < 1.2 * before

    drive(app, scenario)
