"""From the command to the table: what is looked at before the screen opens, and what after."""

import json
import threading

import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.opponents.finding import OpponentRequest, choose
from pokerbot.strategy import library, storage
from pokerbot.tui.lobby.screen import LobbyScreen
from pokerbot.tui.popups.reading import ReadingScreen
from pokerbot.tui.table.screen import TableScreen
from tests.play.tables import uniform
from tests.tui.driving import (
    SIZES,
    assert_all_in_sight,
    at_table,
    driven,
    make_app,
    opponent,
    text,
    until,
)

KUHN = parse_game("kuhn")


class Slow(OpponentRequest):
    """Read only when the test says so."""

    def __init__(self, found):
        super().__init__("[/]slow\x1b.json", ())
        object.__setattr__(self, "found", found)
        object.__setattr__(self, "go", threading.Event())

    def read(self, solve=None):
        object.__setattr__(self, "given_up", not self.go.wait(30))
        assert not self.given_up
        if isinstance(self.found, InputError):
            raise self.found
        return self.found


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_screen_is_there_before_the_file_is_read(size):
    wanted = Slow(opponent(KUHN))
    app = make_app(wanted, seat="second")
    async with driven(app, size) as pilot:
        assert isinstance(app.screen, ReadingScreen)
        assert text(app, "#reading") == "Reading [/]slow?.json …"
        assert_all_in_sight(app)
        wanted.go.set()
        await until(pilot, lambda: not isinstance(app.screen, ReadingScreen))
        assert at_table(app).opponent is wanted.found
        assert at_table(app).table.person == 1
        await pilot.press("escape")
        assert isinstance(app.screen, LobbyScreen)
        assert not any(isinstance(screen, ReadingScreen) for screen in app.screen_stack)


async def test_it_can_be_left_while_the_file_is_read():
    wanted = Slow(opponent(KUHN))
    app = make_app(wanted)
    async with driven(app) as pilot:
        await pilot.press("question_mark", "q")
    assert not app.is_running
    assert (app.return_code, app.fault) == (0, None)
    assert not hasattr(wanted, "given_up"), "the exit has waited for the file"
    wanted.go.set()


@pytest.mark.slow
async def test_the_table_comes_even_where_the_palette_is_open():
    wanted = Slow(opponent(KUHN))
    app = make_app(wanted)
    async with driven(app) as pilot:
        await pilot.press("colon")
        assert not isinstance(app.screen, ReadingScreen)
        wanted.go.set()
        await until(pilot, lambda: app.tables.by_opponent)
        await pilot.pause()
        at_table(app)
        assert not any(isinstance(screen, ReadingScreen) for screen in app.screen_stack)


async def test_a_fault_ends_it_with_status_2():
    wanted = Slow(InputError("it is broken"))
    app = make_app(wanted)
    async with driven(app) as pilot:
        wanted.go.set()
        await until(pilot, lambda: not app.is_running)
    assert app.return_code == 2
    assert app.fault is wanted.found


@pytest.mark.slow
@pytest.mark.parametrize("who", ["jam-or-fold:stack=7", "echo"])
async def test_jam_or_fold_at_a_stack_that_is_in_no_file_is_solved_on_the_way(who):
    """At 7 blinds the first player wins what the programs say: 0.016863 of a blind."""
    wanted = choose(who, "jam-or-fold:stack=7")
    app = make_app(wanted)
    async with driven(app) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.ready)
        await until(pilot, lambda: len(app._notifications) == 1)
        (told,) = (note.message for note in app._notifications)
        assert told.startswith("jam-or-fold:stack=7 was in no file and is solved now")
        found = at_table(app).opponent
        assert found.values[0] == pytest.approx(0.016863, abs=1e-6)
        assert found.adapts == (who == "echo")


def test_where_nothing_solves_it_it_is_asked_for():
    with pytest.raises(InputError, match="pokerbot solve jam-or-fold:stack=7"):
        choose("jam-or-fold:stack=7").read()
    assert choose("call", "jam-or-fold:stack=7").read().name == "call"


def test_a_file_whose_head_names_another_game_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(library, "folders", lambda: [tmp_path])
    for spec in ("kuhn", "leduc", "kuhn:cards=4"):
        storage.save(uniform(parse_game(spec)), tmp_path / f"my-{parse_game(spec).slug}.json")
    by_hand = json.loads((tmp_path / "my-kuhn.json").read_text())
    last = {key: by_hand[key] for key in reversed(by_hand)}
    (tmp_path / "reversed.json").write_text("\ufeff" + json.dumps(last))
    decoy = {"results": {"game": {"name": "leduc"}}} | by_hand
    decoy["results"] = {"game": {"name": "leduc"}}
    (tmp_path / "decoy.json").write_text(json.dumps(decoy))
    short = {**by_hand, "game": {"name": "kuhn"}}
    (tmp_path / "short.json").write_text(json.dumps(short, indent=4))
    (tmp_path / "deep.json").write_text('{"game": {"name": ' + "[" * 1500 + "]" * 1500 + "}")
    (tmp_path / "other.json").write_text('{"game": {"name": "poker"}}')
    (tmp_path / "folder.json").mkdir()
    read = []
    monkeypatch.setattr(
        storage, "read", lambda path, load=storage.read: read.append(path) or load(path)
    )
    assert choose("kuhn").read().strategy.game == KUHN
    assert [path.stem for path in read] == ["decoy", "deep", "my-kuhn", "reversed", "short"]


def test_where_no_file_for_the_game_can_be_used_it_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(library, "folders", lambda: [tmp_path])
    (tmp_path / "my-kuhn.json").write_text("broken")
    with pytest.raises(InputError, match="no strategy for kuhn yet"):
        choose("kuhn").read()
