"""What a person has settled: taken on, kept, and told where it makes no sense."""

import json
import re
from pathlib import Path

import pytest
from textual.widgets import Input, Static

from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.opponents.finding import OpponentRequest
from pokerbot.play.history.file import append
from pokerbot.play.history.sessions import SessionSummary
from pokerbot.tui.settings import PACES, Settings, keep, load
from pokerbot.tui.table.screen import TableScreen
from pokerbot.tui.widgets.keys import Keys
from tests.play.hands import played
from tests.tui.driving import buttons, driven, make_app, opponent, press, text, until
from tests.tui.test_command import Terminal


def test_settings_are_read_and_what_is_changed_is_kept_beside_the_rest(tmp_path):
    path = tmp_path / "new" / "settings.json"
    assert load(path) == Settings()
    keep(path, {"theme": "nord"})
    assert load(path) == Settings("nord")
    keep(path, {"pace": "slowly"})
    assert load(path) == Settings("nord", "slowly")
    path.write_text(json.dumps({"keys": {"lobby.seat": "z"}}))
    keep(path, {"theme": "dracula"})
    assert load(path) == Settings("dracula", None, {"lobby.seat": "z"})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"theme": 1}',
        '{"keys": {"a": 1}}',
        '{"keys": []}',
        '{"pace": 2}',
        '{"pace": []}',
        '{"coach": true}',
        '{"colour": 1}',
    ],
)
def test_what_makes_no_sense_is_told_with_the_file(tmp_path, text):
    path = tmp_path / "settings.json"
    path.write_text(text)
    with pytest.raises(InputError, match=r"settings\.json: "):
        load(path)


async def test_theme_pace_and_keys_are_taken_on():
    app = make_app()
    app.settle(Settings("nord", "slowly", {"lobby.seat": "z"}))
    assert app.pace == PACES["slowly"]
    assert app.choices == {"theme": "nord", "pace": "slowly", "coach": "off"}
    with pytest.raises(InputError, match="no theme 'x'"):
        app.settle(Settings("x"))
    async with driven(app) as pilot:
        await pilot.pause()
        assert app.theme == "nord"
        await press(pilot, "z")
        await pilot.pause()
        assert app.screen.seat.chosen == "first"


@pytest.mark.slow
async def test_every_key_that_was_moved_is_shown_as_it_is_now():
    """On the buttons, in the amount box, below the list, at the foot and in help."""
    moved = {
        "table.call": "x", "table.bet": "y", "table.next": "z", "amount.larger": "j",
        "table.hint": "ctrl+t", "app.help": "f1", "app.quit": "f2",
    }  # fmt: skip
    app = make_app(opponent(parse_game("leduc-nolimit:stack=3")), seat="first")
    app.settle(Settings(keys=moved))
    async with driven(app) as pilot:
        await until(pilot, lambda: "check" in buttons(app))
        assert buttons(app)["check"].split() == ["x", "Check"]
        assert buttons(app)["bet"].split() == ["y", "Bet", "…"]
        foot = str(app.screen.query_one(Keys).render())
        assert "f1 Help" in foot
        assert "f2 Leave" in foot
        await press(pilot, "y")
        await until(pilot, lambda: app.screen.query("#keys"))
        assert text(app, "#keys").startswith("j −  third 1  half 1  pot 2  all-in 2")
        await press(pilot, "j")
        assert app.screen.query_one(Input).value == "2"
        await press(pilot, "escape", "f1")
        await until(pilot, lambda: app.screen.query("#help Static"))
        told = " ".join(app.screen.query_one("#help Static", Static).content.markup.split())
        assert "**x** checks, or calls a bet; **y** bets; **r** raises" in told
        assert "**j −** go through a third of the pot, half of it, all of it and all-in" in told
        assert r"**\^t** gives a hint" in told
        assert "**f1** is this help, **f2** leaves" in told


async def test_the_lobby_names_keys_as_they_are_now():
    app = make_app()
    app.settle(Settings(keys={"lobby.resume": "y", "lobby.solve": "z", "lobby.play": "space"}))
    async with driven(app) as pilot:
        await pilot.pause()
        assert buttons(app)["play"].split() == ["space", "Play"]
        (hand,) = played(parse_game("kuhn"), 1, opponent="kuhn.json")
        session = SessionSummary(hand.time, hand, 1)
        app.standing = "kuhn, solving"
        app.screen.offer(OpponentRequest("kuhn", (Path("kuhn.json"),), session=session))
        lines = text(app, "#last").splitlines()
        said = [line.split()[:2] for line in lines]
        assert said == [["t", "new"], ["y", "resume:"], ["z", "solver:"]]


@pytest.mark.slow
@pytest.mark.parametrize(("before", "after"), [("off", "on"), ("on", "off")])
async def test_the_coach_stays_as_a_person_left_it(tmp_path, before, after):
    path = tmp_path / "settings.json"
    keep(path, {"coach": before})
    app = make_app(opponent(parse_game("kuhn")))
    app.settle(load(path))
    async with driven(app) as pilot:
        assert app.coach == (before == "on")
        await press(pilot, "k")
        await until(pilot, lambda: app.choices["coach"] == after)
        await press(pilot, "escape")
        app.sit_down(app.opponent)
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert app.coach == (after == "on")


@pytest.mark.parametrize(
    ("keys", "wrong"),
    [
        ({"table.fold": "c"}, "'c' would be the key of both table.fold and table.call"),
        ({"table.fold": "x", "table.hint": "f2,x"}, "both table.fold and table.hint"),
        ({"table.fold": "zz!"}, "table.fold: 'zz!' is no key"),
        ({"table.fold": "+"}, "table.fold: '+' is no key"),
        ({"foo.bar": "x"}, "no key is called foo.bar"),
        ({"table.foo": "x"}, "no key is called table.foo"),
    ],
)
def test_keys_that_would_do_two_things_or_none_are_refused(tmp_path, keys, wrong):
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"keys": keys}))
    with pytest.raises(InputError, match=re.escape(wrong)):
        load(path)


def test_keys_by_all_their_names_and_in_another_ones_place_are_taken(tmp_path):
    path = tmp_path / "settings.json"
    keys = {
        "table.call": "f", "table.fold": "plus,ctrl+f", "table.hint": "shift+f5",
        "table.felt": "é", "table.lobby": "é", "lobby.filter": "question_mark", "app.quit": "f2",
    }  # fmt: skip
    path.write_text(json.dumps({"keys": keys}))
    assert load(path).keys == keys


@pytest.mark.slow
def test_a_broken_file_is_one_line_before_the_screen_opens(data):
    data.mkdir()
    (data / "settings.json").write_text('{"theme": "nosuch"}')
    terminal = Terminal("kuhn")
    assert terminal.exit_status() == 2
    told = terminal.output.decode()
    assert told.startswith(f"Error: {data / 'settings.json'}: no theme 'nosuch'; there are ")
    assert {"nord", "pokerbot-dark", "pokerbot-light"} < set(re.findall(r"[\w-]+", told))
    assert told.count("\n") == 1


@pytest.mark.slow
def test_a_day_whose_plan_nobody_saw_is_not_noted(data):
    append(data / "history.jsonl", *played(parse_game("kuhn"), 1))
    (data / "settings.json").write_text('{"theme": "nosuch"}')
    assert Terminal().exit_status() == 2
    assert not (data / "today.json").exists()
