"""The table of one who adapts: it thinks beside the screen, and says what it believes."""

from threading import Event

import pytest

from pokerbot.opponents import opponents
from pokerbot.play.history.file import append
from pokerbot.runs.background.answering import respond
from pokerbot.strategy import shelf
from pokerbot.tui.app import PokerApp
from pokerbot.tui.lobby.screen import LobbyScreen
from pokerbot.tui.popups.help import HelpScreen
from pokerbot.tui.table import screen
from tests.opponents.test_beliefs import changed
from tests.opponents.test_takings import hands
from tests.tui.driving import at_table, drive, press, text, until, until_in_sight


@pytest.mark.parametrize("size", [(40, 15), (80, 24)], ids=str)
def test_it_answers_a_habit_and_tells_of_it(data, size, monkeypatch):
    go_on = Event()
    monkeypatch.setattr(screen, "respond", lambda *asked: go_on.wait() and respond(*asked))
    kurt = opponents.read(shelf.find("kurt"))
    folder = changed(kurt, lambda key: True, "fold")
    history = data / "history.jsonl"
    append(history, *hands(kurt, folder, 60))
    app = PokerApp(7, opponents.adapting(kurt.strategy), pace=0, history=history)

    async def scenario(pilot):
        table = at_table(app)
        sound = table.opponent.strategy
        await until(pilot, lambda: text(app, "#strength").startswith("thinking"))
        await press(pilot, "j")
        assert isinstance(app.screen, HelpScreen)
        assert "Nothing yet" in app.screen.text
        await press(pilot, "escape")
        go_on.set()
        await until(pilot, lambda: table._coming)
        assert text(app, "#strength") == "j  what it believes"
        while not table.table.hand.over:
            assert table.opponent.strategy is sound
            await press(pilot, table.view.choices[-1].kind[0])
        await press(pilot, "space")
        assert text(app, "#strength") == "j  what it believes from 60 hands"
        assert table.opponent.strategy != sound
        assert table.opponent.evaluation.exploitability <= 0.1 + 1e-6
        await press(pilot, "j")
        assert "you fold to a bet too often" in app.screen.text
        await press(pilot, "escape")
        await until_in_sight(pilot)
        await press(pilot, "escape")
        assert isinstance(app.screen, LobbyScreen)
        app.sit_down(opponents.adapting(kurt.strategy))
        await until(pilot, lambda: app.screen is not table and at_table(app).ready)
        assert at_table(app).opponent is table.opponent

    drive(app, scenario, size)


def test_a_process_that_cannot_answer_says_why():
    kurt = opponents.read(shelf.find("kurt"))
    with pytest.raises(opponents.InputError, match="must be at least"):
        respond(kurt.strategy, 1e-12)
    with pytest.raises(opponents.InputError, match="was ended"):
        respond(kurt.strategy, 0.1, lambda: False)
