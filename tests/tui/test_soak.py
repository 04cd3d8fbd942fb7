"""Random keys, clicks and sizes: nothing a person can press breaks the app or loses a chip."""

from pokerbot.tui.screens.table import TableScreen
from tests.trials.soak import Soak
from tests.tui.driving import drive

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
