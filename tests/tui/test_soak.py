"""Random keys and sizes: nothing a person can press breaks the table or loses a chip."""

import numpy as np

from pokerbot.tui.screens.table import TableScreen
from tests.play.tables import NO_LIMIT
from tests.tui.driving import drive, make_app, opponent, press

KEYS = ["c", "b", "r", "f", *["space"] * 3, "escape", "enter", "question_mark", "s", "up", "tab"]
PRESSES, RESIZES = 110, 5


def test_random_keys_and_sizes():
    app, rng = make_app(opponent(NO_LIMIT)), np.random.default_rng(61)

    async def scenario(pilot):
        for count in range(PRESSES):
            if count % (PRESSES // RESIZES) == 0:
                width, height = rng.integers(20, 150), rng.integers(8, 50)
                await pilot.resize_terminal(int(width), int(height))
            await press(pilot, KEYS[rng.integers(len(KEYS))])
            if isinstance(app.screen, TableScreen):
                view, hand = app.screen.view, app.screen.table.hand
                assert view.pot + view.you.front + view.bot.front == sum(hand.betting.chips)
        assert app.is_running
        assert sum(table.session.hands() for table in app.tables.values()) > 2

    drive(app, scenario)
