"""Random keys, clicks and sizes: nothing a person can press breaks the app or loses a chip."""

import gc
import weakref
from types import NoneType

import pytest
from textual.strip import Strip

from pokerbot.tui.table.screen import TableScreen
from tests.trials.soak import DOORS, LARGEST, Soak
from tests.tui.driving import drive, press, until

PRESSES = 40
pytestmark = pytest.mark.drawn


def test_random_keys_and_sizes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    soak = Soak(61, tmp_path)

    async def scenario(pilot):
        for _ in range(PRESSES):
            await soak.step(pilot)
            if isinstance(soak.app.screen, TableScreen):
                view, hand = soak.app.screen.view, soak.app.screen.table.hand
                there = view.pot + view.you.front + view.bot.front + sum(hand.uncalled)
                assert there == sum(hand.betting.chips)
        assert soak.app.is_running
        assert soak.hands() > 2

    drive(soak.app, scenario)


def test_screens_that_are_left_are_gone(monkeypatch, tmp_path):
    """Nor are their lines kept: Textual has those of the last 1,024 widgets, 50 MiB and more."""
    monkeypatch.chdir(tmp_path)
    soak = Soak(61, tmp_path)
    app, left = soak.app, []

    def lines():
        gc.collect()
        return sum(type(each) is Strip for each in gc.get_objects())

    async def scenario(pilot):
        await until(pilot, lambda: app.screen.rows.row_count)
        before = lines()
        for door in DOORS:
            if door.startswith("n"):
                continue  # a solver works on
            for key in door.split():
                await press(pilot, key)
                await pilot.pause(0.05)
                left.extend(weakref.ref(screen) for screen in app.screen_stack[1:])
            app.call_later(app.action_lobby)  # in the app's task: what this one draws, it keeps
            await until(pilot, lambda: len(app.screen_stack) == 1)
        await pilot.pause(0.2)
        gone = {NoneType}  # once what is worked out beside a screen has ended, too
        await until(pilot, lambda: lines() < 2 * before and {type(s()) for s in left} == gone)

    drive(app, scenario, LARGEST)
