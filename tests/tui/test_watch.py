from threading import Event
from unittest.mock import patch

import pytest
from textual.geometry import Size

import pokerbot
from pokerbot.errors import InputError
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.opponents.opponents import read
from pokerbot.play.session.watch import Settling
from pokerbot.runs.training import Training
from pokerbot.strategy import library, packed_file
from pokerbot.strategy.packed_profile import stored_by_street
from pokerbot.tui.popups.help import HelpScreen
from pokerbot.tui.watch.pictures import Means, Mix
from pokerbot.tui.watch.screen import SPEEDS, WatchScreen
from pokerbot.tui.widgets.keys import Keys
from tests.evaluation.test_street_nodes import SPOTS as BY_STREET
from tests.tui.driving import (
    assert_all_in_sight,
    at_each,
    driven,
    make_app,
    opponent,
    press,
    text,
    until,
)

SIZES = [(40, 15), (100, 24), (120, 40)]


@pytest.fixture(autouse=True)
def few_at_hand(monkeypatch):
    """Only what these tests ask for, lest the lobby read the rest meanwhile."""
    paths = [library.find("kuhn-cfr+"), library.find("kuhn-gxfp")]
    monkeypatch.setattr(library, "files", lambda: paths)


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


@pytest.mark.slow
async def test_stepping_and_running():
    app = make_app()
    async with driven(app) as pilot:
        screen = await opened(pilot, opponent(parse_game("leduc")))
        assert text(app, "#status").startswith("A to act")
        async for width in at_each(pilot, SIZES):
            if width >= 76:
                assert screen.felt.region.bottom == screen.query_one("#figures").region.bottom
        assert " in % " in str(screen.query_one(Mix).render())
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
        async for width in at_each(pilot, SIZES):
            shown = "#brief" if width < 52 else "#verdict"
            assert text(app, shown)
            assert screen.query_one(shown).region.area
        await press(pilot, "minus", "i")
        chart = screen.query_one(Means)
        async for _ in at_each(pilot, SIZES):
            await until(pilot, lambda: chart.size.height > 4 and not screen.felt.display)
            drawn = str(chart.render()).split("\n")
            assert len(drawn) == chart.size.height
            assert max(map(len, drawn)) == chart.size.width
            assert drawn[-2].endswith(f"{screen.watched.settling.hands:,} hands")
            assert f"{sum(screen.watched.exact) / 2:+.2f} " in "".join(drawn)
            assert "i Chart" in str(screen.query_one(Keys).render())
        await press(pilot, "i")
        await until(pilot, lambda: screen.felt.display)
        await press(pilot, "space", "escape")
        assert app.screen is not screen


@pytest.mark.slow
@pytest.mark.parametrize("name", ["felix", "3bet-wet-river-dcfr"])
async def test_on_a_narrow_felt_all_cards_and_seats_are_in_sight(name):
    app = make_app()
    async with driven(app) as pilot:
        await opened(pilot, read(library.find(name)))
        async for _ in at_each(pilot, [(60, 20), (60, 24), (60, 36)]):
            assert_all_in_sight(app)


@pytest.mark.slow
async def test_another_opponent():
    app = make_app()
    async with driven(app) as pilot:
        screen = await opened(pilot, read(library.find("kuhn-gxfp")))
        before = screen.watched
        await press(pilot, "right", "space", "u", "enter")
        await until(pilot, lambda: screen.watched not in (None, before))
        assert screen.timer is None
        assert "A kuhn-gxfp, B kuhn-cfr+" in text(app, "#name")
        assert "A kuhn-gxfp" in text(app, "#you > .about")
        assert "B kuhn-cfr+" in text(app, "#bot > .about")
        assert screen.b.path.stem == "kuhn-cfr+"


@pytest.mark.slow
async def test_without_luck_a_turn_kept_by_street_comes_to_the_exact_value(monkeypatch, tmp_path):
    """Its judges take it that both go on as B does, and work out a street at each decision."""
    pytest.importorskip("numba", reason="compiled code needs numba: the extra fast")
    monkeypatch.setattr(packed_file, "LARGE", 1)
    for least in ("LARGE", "VAST"):
        monkeypatch.setattr(f"pokerbot.solvers.compiled.{least}", 1)
    monkeypatch.setattr("pokerbot.sequence.showdown.MOST_DENSE", 1)
    game = make_game("holdem", BY_STREET["rainbow turn"])
    for iterations in (8, 2):
        training = Training(game, "dcfr", precision="single")
        training.run(iterations=iterations)
        pokerbot.save(training.solution(), tmp_path / f"{iterations}.spot")
    a, b = (read(tmp_path / f"{iterations}.spot") for iterations in (8, 2))
    assert stored_by_street(b.strategy.infosets) is not None
    app = make_app()
    async with driven(app) as pilot:
        screen = WatchScreen(a)
        screen.b = b
        pilot.app.push_screen(screen)
        await until(pilot, lambda: screen.is_mounted and screen.watched)
        watched = screen.watched
        while watched.hands < 800:
            watched.play_hand()
        mean, margin = watched.without_luck
        assert abs(mean - watched.expected) < 2 * margin


async def test_what_cannot_be_worked_out_is_left_with_all_above_it(monkeypatch):
    """No other is chosen before: against a flop that takes gigabytes."""
    known = Event()

    def worth(a, b):
        known.wait(10)
        raise InputError("kept without its rivers")

    monkeypatch.setattr("pokerbot.tui.watch.screen.Matchup", worth)
    app = make_app()
    async with driven(app) as pilot:
        screen = WatchScreen(opponent(parse_game("leduc")))
        app.push_screen(screen)
        await until(pilot, lambda: screen.is_mounted)
        await press(pilot, "u", "question_mark")
        assert [type(each) for each in app.screen_stack[1:]] == [WatchScreen, HelpScreen]
        known.set()
        await until(pilot, lambda: len(app.screen_stack) == 1)


def test_the_chart_draws_each_mean_and_its_interval_where_they_are():
    """The mean is 2 above the exact value, its interval 0.6 each way; early ones set no scale."""
    settling = Settling(-1.0)
    for place in range(40):
        settling.add((50.0, 9.0) if place < 5 else (1.0, 0.6))
    with patch.object(Means, "size", Size(60, 15)), patch.object(Means, "settling", settling):
        rows = Means().render().plain.split("\n")[:13]
    labels = {place: row.split()[0] for place, row in enumerate(rows) if row[0] in "+−"}
    (exactly,) = (place for place, label in labels.items() if label == "−1.00")
    top = float(labels[0])
    drawn = [place for place, row in enumerate(rows) if any(each > "⠀" for each in row[-9:])]
    expected = {round((1 - (value + 1) / (top + 1)) * exactly) for value in (0.4, 1, 1.6)}
    assert set(drawn) == expected
