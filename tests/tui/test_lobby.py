import json
import threading

import pytest
from textual.widgets import DataTable, Static

from pokerbot import shelf, storage
from pokerbot.evaluation.exact import evaluate
from pokerbot.games.catalogue import parse_game
from pokerbot.strategy import Strategy
from pokerbot.tui import opponents
from pokerbot.tui.opponents import choose
from pokerbot.tui.screens import lobby
from pokerbot.tui.screens.help import HelpScreen
from pokerbot.tui.screens.lobby import LobbyScreen
from tests.play.tables import lopsided, uniform
from tests.tui.driving import (
    SIZES,
    assert_all_in_sight,
    at_table,
    drive,
    make_app,
    press,
    text,
    until,
)

BY_SIZE = pytest.mark.parametrize("size", SIZES, ids=str)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A shelf of its own: two strategies for Kuhn, one for Leduc."""
    monkeypatch.setattr(shelf, "folders", lambda: [tmp_path])
    kuhn, leduc = parse_game("kuhn"), parse_game("leduc")
    storage.save(uniform(kuhn), tmp_path / "a.json")
    storage.save(lopsided(kuhn), tmp_path / "b.json")
    storage.save(uniform(leduc), tmp_path / "c.json")
    return tmp_path


async def all_read(pilot):
    await until(pilot, lambda: len(pilot.app.screen.found) == len(shelf.files()))
    await pilot.pause()


def rows(app):
    table = app.screen.query_one(DataTable)
    return [[cell.plain for cell in table.get_row_at(row)] for row in range(table.row_count)]


@BY_SIZE
def test_lobby_lists_what_each_file_is_worth(folder, size):
    app = make_app()

    async def scenario(pilot):
        await all_read(pilot)
        for path, row in zip(shelf.files(), rows(app), strict=True):
            exact = evaluate(storage.load(path))
            assert row == [
                *(exact.game, exact.algorithm, f"{exact.exploitability:.6f}"),
                *(f"{exact.value:+.4f}".replace("-", "−"), "0"),
            ]
        for _ in range(3):
            assert_all_in_sight(app)
            await pilot.press("down")

    drive(app, scenario, size)


@pytest.mark.parametrize(("size", "hands"), list(zip(SIZES, (4, 20, 4), strict=True)), ids=str)
def test_from_the_lobby_to_the_table_for_some_hands_and_back(folder, size, hands):
    app = make_app()

    async def scenario(pilot):
        await all_read(pilot)
        await pilot.press("down", "enter")
        assert at_table(app).opponent.path == folder / "b.json"
        while at_table(app).table.session.hands() < hands:
            choices = at_table(app).view.choices
            await press(pilot, choices[-1].key if choices else "space")
        await press(pilot, "escape")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        assert f"So far: {hands} hands" in text(app, "#about")
        assert_all_in_sight(app)
        await pilot.press("enter")
        assert at_table(app).table.session.hands() == hands

    drive(app, scenario, size)


def test_play_by_clicks(folder):
    app = make_app()

    async def scenario(pilot):
        await all_read(pilot)
        await pilot.click("#play")
        assert at_table(app).opponent.path == folder / "a.json"

    drive(app, scenario)


def test_the_seat_by_key_and_by_click(folder):
    app = make_app()

    async def scenario(pilot):
        await all_read(pilot)
        for seat in ("first", "second", "alternate", "first", "second"):
            await pilot.press("s")
            await pilot.pause()
            assert app.screen.seat == seat
        await pilot.press("enter")
        assert at_table(app).table.person == 1
        await pilot.press("escape")
        await pilot.click("RadioButton")
        await pilot.pause()
        assert app.screen.seat == "alternate"

    drive(app, scenario)


@BY_SIZE
def test_a_broken_file_is_listed_with_its_fault(folder, size):
    (folder / "a.json").write_text('{"format": "pokerbot-strategy", "version": 1}')
    app = make_app()

    async def scenario(pilot):
        await all_read(pilot)
        assert rows(app)[0][:2] == ["a", "not usable"]
        assert rows(app)[1][0] == "kuhn"
        assert "game is missing" in text(app, "#about").replace("\n", " ")
        assert_all_in_sight(app)
        await pilot.press("enter")
        assert isinstance(app.screen, LobbyScreen)

    drive(app, scenario, size)


def test_text_from_files_is_neither_markup_nor_escape_codes(folder, monkeypatch):
    kuhn = parse_game("kuhn")
    evil = "[/][@click=app.quit]x[/]"
    storage.save(Strategy(kuhn, uniform(kuhn).infosets, {"name": evil}), folder / "a.json")
    odd = json.loads((folder / "b.json").read_text())
    odd["infosets"]["[/]\x1b[2J"] = {}
    (folder / "[x][@click=app.quit]z\x1b.json").write_text(json.dumps(odd))
    app, go = make_app(), threading.Event()
    monkeypatch.setattr(lobby, "read", lambda path: go.wait(30) and opponents.read(path))

    async def scenario(pilot):
        assert app.screen.rows.get_row_at(0)[0].plain == "[x][@click=app.quit]z?"
        go.set()
        await all_read(pilot)
        assert rows(app)[0][0] == "[x][@click=app.quit]z?"
        assert rows(app)[1][1] == evil
        assert "\x1b" not in text(app, "#about")
        assert "[/]" in app.screen.query_one("#about", Static).visual.plain
        await pilot.press("down", "enter")
        assert evil in str(at_table(app)._title())
        drawn = "".join(
            segment.text for strip in app.screen._compositor.render_strips() for segment in strip
        )
        assert "\x1b" not in drawn
        assert "\x07" not in drawn

    drive(app, scenario)


def test_an_empty_shelf_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(shelf, "folders", lambda: [tmp_path])
    app = make_app()

    async def scenario(pilot):
        assert "pokerbot solve kuhn" in text(app, "#about")
        await pilot.press("enter", "s", "down")
        assert isinstance(app.screen, LobbyScreen)

    drive(app, scenario)


@BY_SIZE
def test_help_and_palette_over_the_lobby(folder, size):
    app = make_app()

    async def scenario(pilot):
        await pilot.press("question_mark")
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape", "colon")
        assert type(app.screen).__name__ == "CommandPalette"
        await pilot.press("escape")
        assert isinstance(app.screen, LobbyScreen)

    drive(app, scenario, size)


def test_leaving_by_q_and_by_ctrl_c(folder):
    for key, code in (("q", 0), ("ctrl+c", 130)):
        app = make_app()

        async def scenario(pilot, key=key):
            await pilot.press(key)

        drive(app, scenario)
        assert app.return_code == code
        assert not app.is_running


def test_a_game_gets_its_least_exploitable_strategy(folder):
    kuhn = [storage.load(folder / name) for name in ("a.json", "b.json")]
    best = min(kuhn, key=lambda strategy: evaluate(strategy).exploitability)
    assert choose("kuhn").read().strategy == best
    assert choose("b").read().path == folder / "b.json"
    assert choose(str(folder / "a.json")).read().path == folder / "a.json"
    (folder / "0.json").write_text("broken")
    assert choose("leduc").read().path == folder / "c.json"


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("kuhn:cards=4", "no strategy for kuhn:cards=4 yet"),
        ("kuhn:cards=x", "cards must be"),
        ("nosuch", "no strategy file nosuch.*the games are kuhn"),
        ("nosuch:cards=3", "no game 'nosuch'"),
        ("no/such", "no/such: no such file"),
        ("x/" * 3000, "no such file"),
        ("/", "/: not a file"),
    ],
)
def test_what_is_not_there_is_an_error(folder, target, words):
    with pytest.raises(storage.InputError, match=words):
        choose(target)


def test_files_keep_their_bytes(folder):
    before = {path: path.read_bytes() for path in folder.iterdir()}
    app = make_app()
    drive(app, all_read)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    assert json.loads(before[folder / "a.json"])["format"] == "pokerbot-strategy"
