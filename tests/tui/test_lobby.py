import json
import os
import subprocess
import sys
import threading
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from shutil import copy2
from types import SimpleNamespace

import pytest
from numpy.random import default_rng
from textual.command import CommandPalette
from textual.events import Click, Key
from textual.widgets import DataTable, Input, RadioButton, Static

from pokerbot import Spot, solve
from pokerbot.errors import InputError
from pokerbot.evaluation.exact import evaluate
from pokerbot.evaluation.tendencies import tendencies
from pokerbot.games.catalogue import FAMILIES, parse_game
from pokerbot.games.rules import decimals_of
from pokerbot.opponents import opponents
from pokerbot.opponents.career import CareerCount
from pokerbot.opponents.cast import MemberReport, member
from pokerbot.opponents.finding import choose
from pokerbot.opponents.open_tables import OpenTables
from pokerbot.opponents.opponents import read
from pokerbot.opponents.reviews import Reviewer
from pokerbot.opponents.win_share import Taken, WinShare, win_share_against
from pokerbot.play.hand import replayed
from pokerbot.play.history import journal
from pokerbot.play.history.file import append
from pokerbot.play.history.sessions import SessionSummary, summaries
from pokerbot.play.table import SEAT_CHOICES
from pokerbot.play.view import dates
from pokerbot.play.view.words import summary
from pokerbot.strategy import blueprint, library, storage
from pokerbot.strategy.strategy import Strategy
from pokerbot.tui.app import PokerApp
from pokerbot.tui.lobby import rows as shown
from pokerbot.tui.lobby.picture import NO_SOUNDER, Manner, came, compared, in_words
from pokerbot.tui.lobby.reader import Reader
from pokerbot.tui.lobby.rows import CELLS, Entry, date, entry_of, named
from pokerbot.tui.lobby.screen import FILLING, LobbyScreen
from pokerbot.tui.popups.help import HelpScreen
from pokerbot.tui.popups.reading import ReadingScreen
from pokerbot.tui.table.screen import TableScreen
from pokerbot.tui.widgets.keys import Keys
from tests.play.hands import played
from tests.play.tables import lopsided, play_hand, uniform
from tests.strategy.test_blueprint import HEAD
from tests.strategy.test_blueprint import file as blueprint_file
from tests.tui import driving
from tests.tui.driving import (
    SIZES,
    assert_all_in_sight,
    at_each,
    at_table,
    drive,
    driven,
    make_app,
    press,
    text,
    until,
    until_in_sight,
)

KUHN = ["felix", "betty", "kurt"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A library of its own: two strategies for Kuhn, one for Leduc."""
    monkeypatch.setattr(library, "folders", lambda: [tmp_path])
    kuhn, leduc = parse_game("kuhn"), parse_game("leduc")
    storage.save(uniform(kuhn), tmp_path / "a.json")
    storage.save(lopsided(kuhn), tmp_path / "b.json")
    storage.save(uniform(leduc), tmp_path / "c.json")
    return tmp_path


async def all_read(pilot):
    await until(pilot, lambda: app_read(pilot.app))
    await pilot.pause()


def app_read(app):
    """Whether all that the files hold is known, and drawn."""
    entries = app.screen.entries.values()
    known = len(entries) == len(library.files()) and all(each.found for each in entries)
    return known and drawn(app.screen)


def drawn(lobby):
    return all(lobby.entries[each.key] is each for each in lobby.rows.items)


def rows(app):
    table = app.screen.query_one(DataTable)
    return [[cell.plain for cell in table.get_row_at(row)] for row in range(table.row_count)]


@pytest.mark.slow
async def test_lobby_lists_what_each_file_is_worth(folder):
    app, counts = make_app(), {40: 3, 60: 5, 80: 7, 120: 7}
    async with driven(app) as pilot:
        await pilot.press("i")
        await all_read(pilot)
        async for width in at_each(pilot, [(40, 15), (80, 24), *SIZES]):
            columns = counts[width]
            await until(pilot, lambda columns=columns: len(rows(app)[0]) == columns)
            for path, row in zip(("b", "a", "c"), rows(app), strict=True):
                exact = evaluate(storage.load(folder / f"{path}.json"))
                value = f"{exact.value:+.4f}".replace("-", "−")
                figures = [f"{exact.exploitability:.6f}", value]
                if columns == 3:
                    figures = [f"{exact.exploitability:.0e}"]
                if columns == 7:
                    written = (folder / f"{path}.json").stat().st_mtime_ns
                    figures = ["0", *figures, date(written)]
                algorithm = [exact.algorithm] * (columns > 3)
                assert row == [path, exact.game, *algorithm, *figures]
            for key in ("down", "down", "home"):
                assert_all_in_sight(app)
                await pilot.press(key)


async def test_the_order_is_by_game_and_exploitability_and_files_of_none_come_last(folder):
    (folder / "0.json").write_text("broken")
    app = make_app()
    async with driven(app) as pilot:
        await all_read(pilot)
        worth = [entry.found.evaluation for entry in app.screen.rows.items[:-1]]
        assert [each.game for each in worth] == ["kuhn", "kuhn", "leduc"]
        assert worth[0].exploitability < worth[1].exploitability
        assert app.screen.rows.items[-1].name == "0"


def test_dates_are_as_short_as_they_can_be(monkeypatch):
    monkeypatch.setattr(dates, "today", lambda: datetime(2026, 11, 21).date())
    for when, said in (
        (datetime(2026, 11, 21, 1, 5), "01:05"),
        (datetime(2026, 11, 3), "3 Nov"),
        (datetime(2025, 12, 31), "Dec 2025"),
    ):
        assert date(int(when.timestamp() * 1e9)) == said


@pytest.mark.slow
async def test_a_filter_finds_any_word_and_is_cleared_by_escape(folder):
    app = make_app()
    async with driven(app) as pilot:
        await all_read(pilot)
        for words, found in (("LEDUC", ["c"]), ("kuhn lop", ["b"]), ("a uni", ["a"]), ("x", [])):
            await press(pilot, "slash")
            await until(pilot, lambda: "slash" not in app.screen.active_bindings)
            app.screen.query_one("#words", Input).value = words
            await pilot.pause()
            assert [entry.name for entry in app.screen.rows.items] == found
            await until_in_sight(pilot)
            await press(pilot, "enter", "enter")
            if found:
                assert at_table(app).opponent.path.stem == found[0]
                await press(pilot, "escape")
                await pilot.pause()
                assert [entry.name for entry in app.screen.rows.items] == found
            else:
                assert isinstance(app.screen, LobbyScreen)
            await press(pilot, "escape")
            assert len(app.screen.rows.items) == 3


@pytest.mark.slow
async def test_where_nothing_matches_nothing_says_that_it_plays(folder):
    """Nor do the keys at the foot name those that need an opponent."""
    app, need = make_app(), {"enter", "p", "w", "g"}
    async with driven(app) as pilot:
        await all_read(pilot)

        def plays():
            keys = {binding.key for binding in app.screen.query_one(Keys).lines(300)[0]}
            title = "plays" in str(app.screen.rows.border_title)
            return app.screen.query_one("#play").region.area > 0, title, keys & need

        shown = {(80, 24): (True, False), (40, 12): (False, True)}
        async for width in at_each(pilot, shown):
            there = next(each for size, each in shown.items() if size[0] == width)
            await until(pilot, lambda there=there: plays() == (*there, need - {"enter"}))
            await press(pilot, "slash", *"zzzz", "enter")
            await until(pilot, lambda: plays() == (False, False, set()))
            await press(pilot, "escape")
            await until(pilot, lambda there=there: plays() == (*there, need - {"enter"}))


def test_a_filter_finds_what_the_lines_show_at_any_width(tmp_path):
    """The whole game and a match, a spot, the cast, and the short names of games."""
    files = {path.stem: path for path in [*blueprint.at_hand(), *library.spots()]}
    whole, river = files["heads-up-20"], files["3bet-wet-river-dcfr"]
    for game in ("leduc-nolimit", "jam-or-fold"):
        head = f'{{"game": {{"name": "{game}"}}, "infosets": {{'
        (tmp_path / f"{game}.json").write_text(head)
    felix = next(each for each in shown.CAST if each.name == "felix")
    lines = {
        "whole": Entry(whole),
        "match": Entry(whole, match=True),
        "river": Entry(river),
        "felix": Entry(Path("felix.json"), member=felix),
        "no-limit": Entry(tmp_path / "leduc-nolimit.json"),
        "jam/fold": Entry(tmp_path / "jam-or-fold.json"),
    }
    for words, found in (
        ("hold'em", ["whole", "match", "river"]),
        ("from the blinds", ["whole"]),
        ("played down", ["match"]),
        ("river", ["river"]),
        ("danger", ["felix"]),
        ("no-limit", ["no-limit"]),
        ("leduc-nolimit", ["no-limit"]),
        ("jam/fold", ["jam/fold"]),
        ("heads-up-20", ["whole", "match"]),
    ):
        assert [name for name, one in lines.items() if one.matches(words.split())] == found, words


@pytest.mark.slow
async def test_files_that_come_or_change_while_one_is_away_are_read(folder):
    app = make_app()
    async with driven(app) as pilot:
        await all_read(pilot)
        kept = {path: entry.found for path, entry in app.screen.entries.items()}
        await press(pilot, "e")
        storage.save(lopsided(parse_game("leduc")), folder / "d.json")
        storage.save(lopsided(parse_game("kuhn"), seed=9), folder / "a.json")
        await press(pilot, "escape")
        await until(pilot, lambda: len(app.screen.entries) == 4 and app_read(app))
        await until(
            pilot,
            lambda: app.screen.entries[folder / "a.json"].found is not kept[folder / "a.json"],
        )
        assert app.screen.entries[folder / "b.json"].found is kept[folder / "b.json"]


def test_a_file_that_is_as_old_as_the_one_before_it_is_read_again(tmp_path):
    """As by `cp -p`, or on a disk that tells whole seconds: what was there before was played."""
    paths = [tmp_path / f"{name}.json" for name in ("kuhn", "leduc")]
    for path in paths:
        storage.save(uniform(parse_game(path.stem)), path)
        os.utime(path, (1580601600, 1580601600))
    before = entry_of(Entry(paths[0]))
    assert before.found.strategy.game == parse_game("kuhn")
    assert entry_of(before) is before
    copy2(paths[1], paths[0])
    after = entry_of(before)
    assert after.found.strategy.game == parse_game("leduc")
    assert before.written == after.written == 1580601600 * 10**9


def test_a_file_with_two_lines_is_read_once(tmp_path, monkeypatch):
    """That of kurt, and of the one who adapts and begins as kurt."""
    lines = [each for each in named() if each.path.stem == "kurt"]
    asked = []
    monkeypatch.setattr(shown, "read", lambda path: asked.append(path) or opponents.read(path))
    for order in (lines, lines[::-1]):
        found = [each for each in Reader(tmp_path / "none", Reviewer).look(order) if each.seen]
        adapts = {each.adapts: each.found.adapts for each in found}
        assert adapts == {False: False, True: True}
    assert asked == [lines[0].path] * 3


@pytest.mark.slow
def test_the_last_session_is_shown_and_resumed(folder, monkeypatch):
    monkeypatch.chdir(folder)
    monkeypatch.setattr(library, "folders", lambda: [Path()])  # the history has whole paths

    async def play(pilot):
        await all_read(pilot)
        assert not pilot.app.screen.check_action("resume", ())
        await press(pilot, "down", "enter")
        while at_table(pilot.app).table.score.hands() < 3:
            choices = at_table(pilot.app).view.choices
            await press(pilot, choices[-1].kind[0] if choices else "space")

    first, second = make_app(), make_app()
    drive(first, play)
    (before,) = first.tables.by_opponent.values()
    played = before.table.score

    async def resume(pilot):
        app = pilot.app
        await until(pilot, lambda: app.screen.resumable)
        await pilot.pause()
        assert text(app, "#last") == f"space  resume: kuhn, {summary(played)}"
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert text(app, "#last") == f"space  resume: kuhn against a, {summary(played)}"
        assert_all_in_sight(app)
        await press(pilot, "a", "space")
        await until(pilot, lambda: not isinstance(app.screen, LobbyScreen | ReadingScreen))
        await until(pilot, lambda: at_table(app).ready)
        resumed = at_table(app).table
        assert resumed.seat == SEAT_CHOICES[1]
        assert resumed.score.hands() == 3
        assert resumed.score.won() == played.won()
        await press(pilot, "escape")
        await until(pilot, lambda: app.screen.rows.item and app.screen.rows.item.found)
        await until(pilot, lambda: app.screen.rows.item.name == "a")
        await press(pilot, "enter")
        assert at_table(app).table is resumed

    drive(second, resume, (40, 15))


def test_a_match_of_two_bots_is_nothing_to_go_on_with(folder, data):
    """`pokerbot match --history` adds its hands; the person's own matches have stacks."""
    history, file = data / "history.jsonl", folder / "a.json"
    hands = played(parse_game("kuhn"), 5, opponent=str(file))
    known = [replace(hand, sha256=read(file).sha256) for hand in hands]
    append(history, *(replace(hand, mode="match", seed=1) for hand in known[:3]))
    assert [each.of_bots for each in summaries(history)] == [True]
    assert [*Reader(history, Reviewer).look([])] == []
    append(history, *known)
    (found,) = Reader(history, Reviewer).look([])
    assert (found.session.hands, found.session.played.mode) == (5, "play")


def test_a_hand_that_was_left_against_an_opponent_who_is_gone_hides_no_session(folder, data):
    """It was the one to go on with for ever, so that nothing was offered from then on."""
    history, file = data / "history.jsonl", folder / "a.json"
    (hand,) = played(parse_game("kuhn"), 1, opponent=str(file))
    known = replace(hand, sha256=read(file).sha256, started=hand.time)
    append(history, known)
    left = replace(hand, hand=replayed(hand.hand, 1), sha256="cd" * 32, started=hand.time)
    path = journal.place(history, SessionSummary(hand.time, left).key)
    journal.write(path, journal.HandInPlay(left))
    (found,) = Reader(history, Reviewer).look([])
    assert found.session.played == known
    assert path.exists()


def test_a_session_that_another_pokerbot_plays_is_passed_over(folder, data):
    """After a crash the session of another app that lives on was offered, and could not go on."""
    history, file = data / "history.jsonl", folder / "a.json"
    hands = list(played(parse_game("kuhn"), 2, opponent=str(file)))
    known = [
        replace(hand, sha256=read(file).sha256, started=hand.time + timedelta(hours=hour))
        for hour, hand in enumerate(hands)
    ]
    append(history, *known)
    (found,) = Reader(history, Reviewer).look([])
    assert found.session.started == known[1].started
    code = (
        "import sys, pathlib; from pokerbot.io.machine import lock;"
        "from pokerbot.play.history.journal import lock_of;"
        "from pokerbot.play.history.sessions import latest_first, summaries;"
        "path = pathlib.Path(sys.argv[1]); key = next(latest_first(summaries(path))).key;"
        "print(lock(*lock_of(path, key)), flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, history]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"True\n"
        (found,) = Reader(history, Reviewer).look([])
        assert found.session.started == known[0].started
        other.stdin.close()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(40, 15), (80, 24)], ids=str)
async def test_while_a_large_file_is_read_the_rest_is_there_and_nothing_jumps(
    folder, data, size, monkeypatch
):
    """No name of a file widens a column, and the last session is offered below the lines."""
    large = folder / "a-name-as-long-as-those-of-large-no-limit-games-are.json"
    large.write_bytes((folder / "a.json").read_bytes() + b" " * 100_000)
    against = choose("c").read()
    play_hand(
        OpenTables(1, data / "history.jsonl", print).at(against, "first").table, default_rng(1)
    )
    go = threading.Event()
    monkeypatch.setattr(
        shown, "read", lambda path: (path != large or go.wait(30)) and opponents.read(path)
    )
    app = make_app()

    def places():
        table = app.screen.rows
        widths = [column.width for column in table.columns.values()]
        return table.region.offset, widths, table.show_horizontal_scrollbar

    async with driven(app, size) as pilot:
        await pilot.press("i")
        lobby = app.screen
        await until(pilot, lambda: lobby.resumable)
        await until(
            pilot, lambda: [bool(entry.found) for entry in lobby.rows.items].count(False) == 1
        )
        await pilot.pause()
        known = [(row[0][:3], row[1]) for row in rows(app)]
        assert known == [("b", "kuhn"), ("a", "kuhn"), ("a-n", "kuhn"), ("c", "leduc")]
        while_read = places()
        assert not while_read[-1]
        go.set()
        await all_read(pilot)
        assert places() == while_read


async def test_a_loop_of_links_among_the_strategies(folder):
    """Python 3.11 and 3.12 raise RuntimeError where they resolve one."""
    (folder / "x.json").symlink_to("y.json")
    (folder / "y.json").symlink_to("x.json")
    app = make_app()
    async with driven(app) as pilot:
        await all_read(pilot)
        wrong = [name for name, what, *_ in rows(app) if what == "not usable"]
        assert {"x", "y"} <= set(wrong)
        app.screen.point_at(folder / "x.json")
        assert app.screen.rows.item.name == "x"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a", "b"])
async def test_the_opponent_just_played_is_the_one_that_is_chosen(folder, name):
    """By any way to the table, and whatever comes above it as the files are read."""
    app = make_app(choose(str((folder / f"{name}.json").resolve())))
    async with driven(app) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await press(pilot, "escape")
        await all_read(pilot)
        assert app.screen.rows.item.name == name
        await press(pilot, "end", "up", "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await press(pilot, "escape")
        storage.save(uniform(parse_game("kuhn")), folder / "0.json")
        app.screen.on_screen_suspend()
        app.screen.on_screen_resume()
        await all_read(pilot)
        assert app.screen.rows.item.name == "a"
        await press(pilot, "home")
        assert app.screen.rows.item.name == "b"


async def test_what_is_drawn_anew_leaves_the_person_where_they_have_just_gone(folder):
    app = make_app()
    async with driven(app) as pilot:
        await all_read(pilot)
        app.screen.rows.move_cursor(row=1)
        app.screen.take_entry(app.screen.rows.items[0])
        await pilot.pause(2 * FILLING)
        assert app.screen.rows.item.name == "a"


@pytest.mark.slow
async def test_a_file_that_is_new_is_chosen_after_a_table_with_it_wherever_the_cursor_was(folder):
    app = make_app()
    async with driven(app) as pilot:
        await all_read(pilot)
        await press(pilot, "down")
        storage.save(uniform(parse_game("leduc:ranks=2")), folder / "new.json")
        app.read(folder / "new.json")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await press(pilot, "escape")
        await all_read(pilot)
        assert app.screen.rows.item.name == "new"


async def test_an_app_that_opens_looks_at_the_files_once(folder, monkeypatch):
    app, looks, look = make_app(), [], Reader.look
    monkeypatch.setattr(Reader, "look", lambda *given: looks.append(given) or look(*given))
    async with driven(app) as pilot:
        await all_read(pilot)
        assert len(looks) == 1


@pytest.mark.slow
async def test_below_a_table_nothing_is_read_or_drawn(folder, monkeypatch):
    app, read = make_app(), []
    monkeypatch.setattr(shown, "read", lambda path: read.append(path) or opponents.read(path))
    async with driven(app) as pilot:
        await all_read(pilot)
        lobby, first, before = app.screen, app.screen.rows.items[0], len(read)
        storage.save(uniform(parse_game("kuhn")), first.path)
        await press(pilot, "enter")
        lobby.on_screen_resume()
        lobby.take_entry(replace(first))
        await pilot.pause(2 * FILLING)
        assert not drawn(lobby)
        assert len(read) == before
        await press(pilot, "escape")
        await until(pilot, lambda: len(read) > before)
        await all_read(pilot)
        assert len(read) == before + 1
        await press(pilot, "question_mark")
        assert app.screen.is_modal
        assert lobby.in_sight


@pytest.mark.slow
async def test_from_the_lobby_to_the_table_for_some_hands_and_back(folder):
    app, counts = make_app(), iter((4, 20))
    async with driven(app) as pilot:
        await all_read(pilot)
        await press(pilot, "down")
        async for _ in at_each(pilot, SIZES):
            await pilot.press("enter")
            assert at_table(app).opponent.path == folder / "a.json"
            hands = next(counts)
            while at_table(app).table.score.hands() < hands:
                choices = at_table(app).view.choices
                await press(pilot, choices[-1].kind[0] if choices else "space")
            await press(pilot, "escape")
            await pilot.pause()
            assert isinstance(app.screen, LobbyScreen)
            assert f"So far: {hands} hands" in text(app, "#about")
            assert "waiting" not in text(app, "#about")
            assert_all_in_sight(app)
        await pilot.press("enter")
        assert at_table(app).table.score.hands() == hands


@pytest.mark.slow
async def test_a_hand_that_was_left_is_told_of_where_its_opponent_is(folder):
    app = make_app()
    async with driven(app) as pilot:
        await all_read(pilot)
        assert "waiting" not in text(app, "#about")
        async for _ in at_each(pilot, [(40, 15), *SIZES]):
            await press(pilot, "down")
            await until(pilot, lambda: "waiting" not in text(app, "#about"))
            await press(pilot, "up", "enter")
            dealt = at_table(app).table.hand
            await press(pilot, "escape")
            await until(pilot, lambda: "A hand is waiting for you." in text(app, "#about"))
            await until_in_sight(pilot)
        await press(pilot, "enter")
        assert at_table(app).table.hand.held == dealt.held


def test_exploitability_has_as_many_places_however_small_it_is(folder):
    """Rounding makes the smallest ones negative: a narrow terminal showed -2e-16, and 0e+00."""
    exact = choose("a").read()
    each = [
        replace(exact, evaluation=replace(exact.evaluation, exploitability=chips))
        for chips in (2.5, 0.001646, 1e-6, 6e-12, 0.0, -2e-16)
    ]
    shown = [opponent.exploitability for opponent in each]
    assert shown == ["2.500000", "0.001646", "0.000001", *["<0.000001"] * 3]
    narrow = [CELLS["Expl."](None, opponent) for opponent in each]
    assert narrow == ["2e+00", "2e-03", "1e-06", *["<1e-6"] * 3]


@pytest.mark.slow
async def test_play_by_clicks(folder):
    app = make_app()
    async with driven(app) as pilot:
        await all_read(pilot)
        await pilot.click("#play")
        assert at_table(app).opponent.path == folder / "b.json"


@pytest.mark.slow
async def test_the_seat_by_key_and_by_click(folder):
    app = make_app()
    async with driven(app) as pilot:
        await all_read(pilot)
        for seat in ("first", "second", "alternate", "first", "second"):
            await pilot.press("a")
            await pilot.pause()
            assert app.screen.seat.chosen == seat
            dots = ["●" in button.render().plain for button in app.screen.query(RadioButton)]
            assert dots == [seat == each for each in SEAT_CHOICES]
        await pilot.press("enter")
        assert at_table(app).table.person == 1
        await pilot.press("escape")
        await pilot.pause()
        await pilot.click("RadioButton")
        await pilot.pause()
        assert app.screen.seat.chosen == "alternate"


@pytest.mark.slow
async def test_a_broken_file_is_listed_with_its_fault(folder):
    (folder / "a.json").write_text('{"format": "pokerbot-strategy", "version": 1}')
    app = make_app()
    async with driven(app) as pilot:
        await pilot.press("i")
        await all_read(pilot)
        async for _ in at_each(pilot, SIZES):
            assert rows(app)[-1][:2] == ["a", "not usable"]
            assert rows(app)[0][:2] == ["b", "kuhn"]
            await press(pilot, "home", "down", "down", "down")
            await pilot.pause()
            assert "game is missing" in text(app, "#about").replace("\n", " ")
            assert_all_in_sight(app)
        await pilot.press("enter")
        assert isinstance(app.screen, LobbyScreen)


def test_a_game_without_a_summary_is_told_by_its_name(monkeypatch):
    """The app ended with a traceback when the cursor came there."""
    monkeypatch.setitem(FAMILIES, "bare", replace(FAMILIES["kuhn"], name="bare", summary=""))
    bare = driving.opponent(parse_game("bare"))
    assert shown.about(Entry(bare.path), bare, None)[0] == "Bare."


@pytest.mark.slow
@pytest.mark.drawn
async def test_text_from_files_is_neither_markup_nor_escape_codes(folder, monkeypatch):
    kuhn = parse_game("kuhn")
    evil = "[/][@click=app.quit]x[/]"
    name = "a[@click=app.quit]x"
    (folder / "a.json").unlink()
    storage.save(Strategy(kuhn, uniform(kuhn).infosets, {"name": evil}), folder / f"{name}.json")
    odd = json.loads((folder / "b.json").read_text())
    odd["infosets"]["[/]\x1b[2J"] = {}
    told_late = json.dumps(dict(reversed(odd.items())))  # until it is read, it has but a name
    (folder / "[x][@click=app.quit]z\x1b.json").write_text(told_late)
    app, go = make_app(), threading.Event()
    monkeypatch.setattr(shown, "read", lambda path: go.wait(30) and opponents.read(path))
    async with driven(app, (150, 40)) as pilot:
        await pilot.press("i")
        assert rows(app)[-1][0] == "[x][@click=app.quit]z?"
        go.set()
        await all_read(pilot)
        assert rows(app)[-1][0] == "[x][@click=app.quit]z?"
        places = [row[2] for row in rows(app)]
        assert places[1] == evil
        await press(pilot, "down", "down", "down")
        await pilot.pause()
        assert "\x1b" not in text(app, "#about")
        assert "[/]" in app.screen.query_one("#about", Static).visual.plain
        await press(pilot, "up", "up", "enter")
        assert name in str(at_table(app)._title())
        assert not {"\x1b", "\x07"} & {*app.export_screenshot()}


@pytest.mark.slow
async def test_an_empty_library_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(library, "folders", lambda: [tmp_path])
    app = make_app()
    async with driven(app) as pilot:
        assert "e solves a game" in text(app, "#about")
        await pilot.press("enter", "a", "down")
        assert isinstance(app.screen, LobbyScreen)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (200, 60)])
async def test_every_key_of_the_lobby_is_shown(folder, tmp_path, size):
    app = PokerApp(7, pace=0, history=tmp_path / "history.jsonl")
    async with driven(app, size):
        told = str(app.screen.query_one(Keys).render())
        active = [each.binding for each in app.screen.active_bindings.values() if each.enabled]
        assert "e Solve" in told
        assert all(f" {each.description}" in told for each in active if each.show)


@pytest.mark.slow
async def test_enter_and_a_click_beside_a_pop_up_end_it_and_a_click_on_it_does_not(folder):
    app = make_app()
    async with driven(app) as pilot:
        lobby = app.screen
        await press(pilot, "question_mark")
        await until(pilot, lambda: app.screen.query_one("#help").region)
        await pilot.click("#help")
        assert isinstance(app.screen, HelpScreen)
        await pilot.click(offset=(0, 0))
        await until(pilot, lambda: app.screen is lobby)
        await press(pilot, "question_mark", "enter")
        assert app.screen is lobby
        await press(pilot, "question_mark")
        page = app.screen
        for _ in range(2):  # both before the first is answered
            page.post_message(Click(page, 0, 0, 0, 0, 1, False, False, False))
        await until(pilot, lambda: not page.is_attached)
        assert app.screen is lobby


@pytest.mark.slow
async def test_enter_pressed_twice_at_once_opens_one_table(folder):
    """Two would have the bot act twice."""
    app = make_app()
    async with driven(app) as pilot:
        await all_read(pilot)
        for _ in range(2):
            app.post_message(Key("enter", None))
        await until(pilot, lambda: len(app.screen_stack) > 1)
        await press(pilot, "f1")  # what was asked for is answered by then
        assert [type(each) for each in app.screen_stack] == [LobbyScreen, TableScreen]


@pytest.mark.slow
async def test_help_and_palette_over_the_lobby(folder):
    app = make_app()
    async with driven(app) as pilot:
        async for _ in at_each(pilot, SIZES):
            await pilot.press("question_mark")
            assert isinstance(app.screen, HelpScreen)
            await pilot.press("escape", "colon")
            assert isinstance(app.screen, CommandPalette)
            await pilot.press("escape")
            assert isinstance(app.screen, LobbyScreen)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "code"), [("q", 0), ("ctrl+c", 130)])
async def test_leaving_by_q_and_by_ctrl_c(folder, key, code):
    app = make_app()
    async with driven(app) as pilot:
        await pilot.press(key)
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


async def test_who_is_still_being_read_is_played_all_the_same(folder, monkeypatch):
    go = threading.Event()
    monkeypatch.setattr("pokerbot.tui.lobby.rows.read", lambda path: go.wait(30) and read(path))
    app = make_app()
    async with driven(app) as pilot:
        await until(pilot, lambda: app.screen.rows.item)
        entry = app.screen.rows.item
        assert entry.found is None
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.ready)
        assert app.screen.opponent.path == entry.path
        go.set()


def test_a_spot_at_hand_goes_by_its_name():
    assert [path.stem for path in choose("srp-wet-river").paths] == ["srp-wet-river-dcfr"]
    with pytest.raises(storage.InputError, match="pokerbot solve srp-dry-turn"):
        choose("srp-dry-turn")


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("kuhn:cards=4", "no strategy for kuhn:cards=4, only for kuhn;"),
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


async def test_files_keep_their_bytes(folder):
    before = {path: path.read_bytes() for path in folder.iterdir()}
    async with driven(make_app()) as pilot:
        await all_read(pilot)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    assert json.loads(before[folder / "a.json"])["format"] == "pokerbot-strategy"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("above", "back"), [(["colon"], []), (["enter", "question_mark"], ["escape", "escape"])]
)
async def test_a_size_that_is_new_while_others_lie_above_is_the_lobbys_too(above, back):
    """Behind the palette it is seen at once, below a table and its help when it is back."""
    app = make_app()
    async with driven(app, (40, 15)) as pilot:
        lobby = app.screen
        assert isinstance(lobby, LobbyScreen)
        await until(pilot, lambda: lobby.rows.item and lobby.rows.item.found)
        await press(pilot, "i")
        await press(pilot, *above)
        await until(pilot, lambda: app.screen.is_modal)
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        for key in back:
            await press(pilot, key)
        await until(pilot, lambda: "Value" in [str(c.label) for c in lobby.rows.columns.values()])


@pytest.fixture
def cast(monkeypatch):
    """Kuhn's, and nothing else."""
    there = [entry for entry in named() if entry.member.game == "kuhn"]
    monkeypatch.setattr(shown, "named", lambda: there)
    monkeypatch.setattr(library, "files", list)
    return {entry.name: entry.path for entry in there if not entry.adapts}


async def all_stand(pilot):
    entries = pilot.app.screen.entries
    await until(pilot, lambda: all(e.win_share for e in entries.values()))
    await until(pilot, lambda: drawn(pilot.app.screen))
    await pilot.pause()


@pytest.mark.slow
async def test_the_cast_is_who_one_plays(cast):
    """By name, from the easiest on, with what there is to win; no column is cut."""
    app = make_app()
    async with driven(app) as pilot:
        await all_stand(pilot)
        temper = member("betty").temper
        async for width in at_each(pilot, [(40, 15), (60, 20), (80, 24), (160, 50)]):
            await until(pilot, lambda: drawn(app.screen))
            shown = rows(app)
            assert [row[0] for row in shown] == [*KUHN, "echo"]
            assert [row[-2 - (width > 110)] for row in shown] == ["0.16", "0.12", "0.00", "0.00"]
            assert not app.screen.rows.show_horizontal_scrollbar
            assert_all_in_sight(app)
            assert (shown[1][1] == temper) == (width >= 80)
            await press(pilot, "down")
            assert temper in text(app, "#about")
            await press(pilot, "home")
        await press(pilot, "down", "enter")
        assert "kuhn against betty" in str(at_table(app)._title())


def test_what_is_nothing_to_win_is_none_in_the_column_and_in_words():
    """As of vera: 0.0054 chips a hand, where the pot is 400."""
    dear = parse_game("kuhn:ante=40,bet=40")
    opponent = opponents.made(lopsided(dear), "dear")
    for to_win, told in ((0.0054, "0.00"), (0.19, "0.00"), (0.21, "0.21")):
        stands = MemberReport("dear", dear.spec, "", 0, 0, (to_win, to_win), (0, 0))
        entry = Entry(
            opponent.path, found=opponent, win_share=WinShare(stands, opponent, Reviewer())
        )
        (cell,) = shown.in_words(entry, ["To win"])
        assert str(cell) == told
        nobody = "Nobody wins" in shown.about(entry, opponent, None)[-1]
        assert nobody == (told == "0.00")


@pytest.mark.slow
async def test_what_one_takes_of_what_there_is_to_win(cast, data, tmp_path, monkeypatch):
    """One who answers felix best takes all there is, which is seen on a small screen, too."""
    paths = [tmp_path / f"{place}.json" for place in range(3)]
    for path in paths:
        storage.save(lopsided(parse_game("von-neumann:hands=3")), path)
    monkeypatch.setattr(library, "files", lambda: paths)
    felix = opponents.read(cast["felix"])
    history = data / "history.jsonl"
    table = OpenTables(1, history, print).at(felix, "alternate").table
    judges = felix.judges
    for _ in range(60):
        while not table.hand.over:
            if table.bot_to_act:
                table.bot_act()
            else:
                seen = table.hand.observe()
                worth = judges[table.person].chips(seen.spot)
                best = max(seen.actions, key=lambda action: worth[action.name])
                table.act(best)
        table.next_hand()
    app = PokerApp(7, pace=0, history=history)
    async with driven(app) as pilot:
        entries = app.screen.entries
        await until(pilot, lambda: any(e.taken for e in entries.values()) and drawn(app.screen))
        await pilot.pause()
        (_, _, _, _, share), *others = rows(app)
        assert share.endswith("%★")
        assert "luck taken out" in text(app, "#about")
        assert [row[-1] for row in others] == [""] * 6
        for size in ((80, 24), (40, 15)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda width=size[0]: len(rows(app)[0]) == (5 if width > 76 else 4))
            await until_in_sight(pilot)
            assert rows(app)[0][-1] == share
            assert not app.screen.rows.show_horizontal_scrollbar


def test_a_habit_is_hidden_until_the_star_but_for_the_first_of_a_game():
    """Nor is there one to hide of a sound player, of echo, or of any other file."""
    entries = {each.name: each for each in named() if not each.adapts}
    hidden = {name for name, each in entries.items() if each.hides}
    found = {"betty", "wim", "clara", "paula", "carlo", "nina", "hugo", "dora", "greta", "tom"}
    assert hidden == found
    for beaten in (True, False):
        taken = Taken(500, 0.9, 0.1, star=beaten)
        assert replace(entries["betty"], taken=taken).hides != beaten
    assert not Entry(Path("x.json")).hides


def test_hands_with_a_hint_are_said_to_be_left_out(cast):
    felix, few = opponents.read(cast["felix"]), Taken(5, 0.0, 2.0, star=False)
    stands = win_share_against(felix, Reviewer())
    entry = Entry(cast["felix"], member=member("felix"), win_share=stands, taken=few)
    said = "\n".join(shown.about(entry, felix, None))
    assert "\n5 hands of yours without a hint so far: too few to tell what you take." in said


@pytest.mark.parametrize(
    ("result", "told"),
    [(252.964, "you won 252.96 chips"), (-1.0, "you lost 1 chip"), (0.0, "you are even")],
)
def test_a_result_is_told_with_the_decimals_that_matter(result, told):
    score = SimpleNamespace(decimals=2, starting_share=3.0, without_luck=None)
    chapter = SimpleNamespace(result=result, hands=60, score=score)
    assert came(chapter) == f"In 60 hands {told} compared with the game's value."


@pytest.mark.parametrize(
    ("ante", "sure", "told"), [(1, (3.4, 1.2), "+3 ± 1"), (0.01, (-0.034, 0.012), "−0.03 ± 0.01")]
)
def test_a_result_without_luck_is_told_to_about_an_ante(ante, sure, told):
    score = SimpleNamespace(decimals=decimals_of(ante), starting_share=0, without_luck=sure)
    chapter = SimpleNamespace(result=0.0, hands=60, score=score)
    assert came(chapter) == f"In 60 hands you are even; luck taken out, {told}."


@pytest.mark.slow
async def test_a_large_terminal_has_a_picture_of_the_chosen_one(cast, data):
    """Its numbers are the evaluation's and the career's; a small one works nothing out."""
    history = data / "history.jsonl"
    felix, betty, kurt = (opponents.read(cast[name]) for name in KUHN)
    table = OpenTables(2, history, print).at(betty, "alternate").table
    for _ in range(30):
        play_hand(table, default_rng(table.number))
        table.next_hand()
    app = PokerApp(7, pace=0, history=history)

    def bars():
        manner = app.screen.query_one(Manner)
        return manner.render().plain if manner.played else ""

    async with driven(app) as pilot:
        await all_stand(pilot)
        picture = app.screen.picture
        assert not picture.display
        assert picture.results.career is None
        await pilot.resize_terminal(160, 50)
        await until(pilot, lambda: bars() and picture.results.career)
        for opponent, words in ((felix, "bets more"), (betty, "Find out its habit")):
            await until(pilot, lambda words=words: words in bars())
            for each in tendencies(opponent.strategy, kurt.strategy) if opponent is felix else ():
                for kind, share in each.often.items():
                    assert f"{kind} {100 * share:.0f}" in bars()
            told, results = text(app, "#came"), picture.results
            (chapter,) = CareerCount(Reviewer()).look(history).chapters
            if opponent is felix:
                assert told == "No hands yet."
            else:
                won = f"{'won' if chapter.won > 0 else 'lost'} {abs(chapter.won):.0f}"
                assert told.startswith(f"In 30 hands you {won} chips; luck taken out, ")
                assert results.chart.result_curve.after == chapter.score.result_curve.after
            assert_all_in_sight(app)
            await press(pilot, "down")
        await until(pilot, lambda: "no habit to find" in bars())
        await press(pilot, "down")
        await until(pilot, lambda: "answers your habits" in bars())


@pytest.mark.slow
async def test_the_picture_of_a_strategy_without_rivers_says_why_there_is_none(
    tmp_path, monkeypatch
):
    (tmp_path / "strategies").mkdir()
    copy2(library.find("3bet-wet-flop-dcfr"), tmp_path / "strategies" / "my-flop.spot")
    monkeypatch.chdir(tmp_path)
    app = make_app()

    def entry_named(name):
        return next(each for each in app.screen.rows.items if each.name == name)

    async with driven(app, (120, 40)) as pilot:
        lobby = app.screen
        await until(pilot, lambda: entry_named("my-flop").found)
        manner = lobby.picture.manner
        lobby.rows.move_cursor(row=lobby.rows.items.index(entry_named("my-flop")))
        await until(pilot, lambda: "is kept without its rivers" in manner.render().plain)


def test_play_that_is_locked_is_not_said_to_be_sound():
    """KK should call a bet of half the pot two times in three, and calls three in four."""
    chips = {"board": "2s3h4d6c7c", "pot": 20, "stack": 10}
    players = {"oop": {"range": "AsAh,QsQh", "river.bet": "a"}, "ip": {"range": "KsKh"}}
    lock = {"player": "ip", "line": "bet 10", "play": {"fold": 0.25, "call": 0.75}}
    for locks, said in (([], "It plays soundly"), ([lock], NO_SOUNDER)):
        solution = solve(Spot(**chips, **players, lock=locks), "cfr+", iterations=2000)
        opponent = opponents.made(solution.strategy, "half")
        played = compared(opponent)
        assert in_words(played, adapts=False).startswith(said)
        for each in played:
            assert each.sound == ({} if locks else each.often)
    _, facing = played
    assert facing.often["call"] == pytest.approx(0.75)


@pytest.mark.slow
async def test_what_is_solved_after_nothing_sounder_was_found_is_compared_with(
    tmp_path, monkeypatch
):
    """Once the lobby's cursor comes back: it stayed with what it had found at first."""
    monkeypatch.chdir(tmp_path)
    weak = solve(parse_game("kuhn:cards=5"), "cfr", iterations=3)
    opponent, app, told = opponents.made(weak.strategy, "weak"), make_app(), []
    (tmp_path / "strategies").mkdir()
    async with driven(app, (120, 40)) as pilot:
        manner = app.screen.picture.manner
        for _ in range(2):
            manner.show(None)
            manner.show(opponent)
            await until(pilot, lambda: manner.played)
            told.append(in_words(manner.played, adapts=False))
            sound = solve(weak.strategy.game, "cfr+", iterations=2000)
            storage.save(sound.strategy, tmp_path / "strategies" / "sound.json")
    assert told[0] == NO_SOUNDER
    assert "sound play" in told[1]


@pytest.mark.slow
async def test_the_picture_of_the_one_who_adapts_is_whole_at_any_size(monkeypatch):
    """Its words take two lines: the last bar was cut below them."""
    monkeypatch.setattr(shown, "named", named)
    monkeypatch.setattr(library, "files", list)
    app = make_app()
    async with driven(app, (110, 36)) as pilot:
        lobby, manner = app.screen, app.screen.query_one(Manner)
        await press(pilot, *["down"] * 3)
        await until(pilot, lambda: lobby.rows.item.found and lobby.rows.item.adapts)
        async for _ in at_each(pilot, [(110, 36), (110, 38), (120, 40), (120, 42), (200, 50)]):
            await until(pilot, lambda: manner.played and manner.size.height)
            drawn = [line for line in driving.shown(app) if "sound play  " in line]
            assert len(drawn) == len(manner.played) == 2


@pytest.mark.slow
def test_while_the_hands_are_judged_the_picture_does_not_say_that_there_are_none(
    cast, data, monkeypatch
):
    history, waiting, fault = data / "history.jsonl", threading.Event(), []
    table = OpenTables(2, history, print).at(opponents.read(cast["felix"]), "alternate").table
    play_hand(table, default_rng(1))

    look = CareerCount.look

    def judged_late(*given):
        assert waiting.wait(60)
        if fault:
            raise fault[0]
        return look(*given)

    monkeypatch.setattr(CareerCount, "look", judged_late)

    async def scenario(pilot):
        app = pilot.app
        await until(pilot, lambda: app.screen.picture.results.opponent)
        assert text(app, "#came") == "Judging your hands …"
        waiting.set()
        said = str(fault[0]) if fault else "In 1 hand you"
        await until(pilot, lambda: text(app, "#came").startswith(said))
        if not fault:
            await press(pilot, "down")
            await until(pilot, lambda: text(app, "#came") == "No hands yet.")

    drive(PokerApp(7, pace=0, history=history), scenario, (120, 40))
    waiting.clear()
    fault.append(InputError("history.jsonl cannot be read"))
    drive(PokerApp(7, pace=0, history=history), scenario, (120, 40))


@pytest.mark.slow
async def test_the_rivers_that_ship_are_listed_and_read_when_they_are_wanted(monkeypatch):
    """Each in a line of its own, which names the board; enter reads it and sits down."""
    monkeypatch.setattr(library, "files", list)
    river = next(path for path in library.spots() if path.stem == "3bet-wet-river-dcfr")
    monkeypatch.setattr(shown, "spots", lambda: [shown.Entry(river)])
    app = make_app()
    async with driven(app) as pilot:
        await until(pilot, lambda: rows(app))
        assert rows(app)[0][:3] == ["river", "3bet-wet-river: T♦9♦6♥Q♣7♠", "hold'em"]
        assert "T♦ 9♦ 6♥ Q♣ 7♠, 440 in the pot, 680 behind" in text(app, "#about")
        await pilot.pause(0.3)
        assert app.screen.rows.item.found is None
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert at_table(app).opponent.path == river


def test_the_match_begins_with_the_largest_stack(tmp_path, monkeypatch):
    """However long the names of other blueprints are, and whatever else has their ending."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "strategies").mkdir()
    for name, content in [
        ("heads-up-12.5", blueprint_file({**HEAD, "stack": 12.5}, b"")),
        ("heads-up-broken", b"none"),
    ]:
        (tmp_path / "strategies" / f"{name}.blueprint").write_bytes(content)
    lines = shown.whole_games()
    assert [each.name for each in lines if each.match] == ["heads-up-20"]
    listed = [each.name.removeprefix("heads-up-") for each in sorted(lines, key=lambda e: e.order)]
    assert listed == ["broken", "10", "12.5", "14", "20", "20"]
