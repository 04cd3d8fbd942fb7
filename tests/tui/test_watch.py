import pytest

from pokerbot.games.catalogue import parse_game
from pokerbot.opponents.opponents import read
from pokerbot.strategy import shelf
from pokerbot.tui.watch.mix import Mix
from pokerbot.tui.watch.screen import SPEEDS, WatchScreen
from pokerbot.tui.widgets.keys import Keys
from tests.tui.driving import drive, make_app, opponent, press, text, until

SIZES = [(40, 15), (120, 40)]


@pytest.fixture(autouse=True)
def few_at_hand(monkeypatch):
    """Only what these tests ask for, lest the lobby read the rest meanwhile."""
    paths = [shelf.find("kuhn-cfr+"), shelf.find("kuhn-gxfp")]
    monkeypatch.setattr(shelf, "files", lambda: paths)


async def opened(pilot, against):
    screen = WatchScreen(against)
    pilot.app.push_screen(screen)
    await until(pilot, lambda: screen.is_mounted and screen.watched)
    return screen


def offered(screen):
    """What the key that runs does now."""
    return {
        b.description for line in screen.query_one(Keys).lines(80) for b in line if b.key == "space"
    }


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_stepping_and_running(size):
    app = make_app()

    async def scenario(pilot):
        screen = await opened(pilot, opponent(parse_game("leduc")))
        assert text(app, "#status").startswith("A to act")
        if size[0] >= 76:
            assert screen.felt.region.bottom == screen.query_one("#figures").region.bottom
        assert "check 50" in str(screen.query_one(Mix).render())
        await press(pilot, "right")
        assert len(screen.watched.hand.steps) == 1
        await press(pilot, "down")
        assert screen.watched.hand.over
        assert "wins" in text(app, "#status") or "split" in text(app, "#status")
        assert str(screen.query_one(Mix).render()) == ""
        await press(pilot, *["plus"] * (len(SPEEDS) + 1), "space")
        await until(pilot, lambda: screen.watched.hands > 50)
        await press(pilot, "question_mark")
        behind = screen.watched.hands
        await pilot.pause(0.2)
        assert screen.watched.hands == behind
        await press(pilot, "question_mark")
        await until(pilot, lambda: screen.watched.hands > behind)
        assert offered(screen) == {"Pause"}
        await press(pilot, "space")
        assert offered(screen) == {"Run"}
        stopped = screen.watched.hands
        await pilot.pause(0.1)
        assert screen.watched.hands == stopped
        shown = "#brief" if size[0] < 52 else "#verdict"
        assert text(app, shown)
        assert screen.query_one(shown).region.area
        await press(pilot, "minus", "space", "escape")
        assert app.screen is not screen

    drive(app, scenario, size)


def test_another_opponent():
    app = make_app()

    async def scenario(pilot):
        screen = await opened(pilot, read(shelf.find("kuhn-gxfp")))
        before = screen.watched
        await press(pilot, "right", "space", "u", "enter")
        await until(pilot, lambda: screen.watched not in (None, before))
        assert screen.timer is None
        assert "A kuhn-gxfp, B kuhn-cfr+" in text(app, "#name")
        assert "A kuhn-gxfp" in text(app, "#you > .about")
        assert "B kuhn-cfr+" in text(app, "#bot > .about")
        assert screen.b.path.stem == "kuhn-cfr+"

    drive(app, scenario)
