"""A spot of one's own: typed, picked and painted, solved, changed, and compared."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from threading import Event

import pytest
from textual.events import MouseDown, MouseMove, MouseUp, Paste
from textual.widgets import Input

from pokerbot.games.cards import RANKS
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.locks import locks_of
from pokerbot.games.ranges import SQUARE, Range
from pokerbot.games.spot_file import keys_of, spelled
from pokerbot.io.files import FOLDER
from pokerbot.opponents.opponents import read
from pokerbot.runs.codec import pack, unpack
from pokerbot.runs.limits import Limits
from pokerbot.runs.outlook import expected
from pokerbot.runs.run import SolveRun
from pokerbot.runs.solving import node, solve
from pokerbot.runs.training import Training
from pokerbot.strategy import library
from pokerbot.tui.lobby.screen import LobbyScreen
from pokerbot.tui.popups.boxes import AskScreen
from pokerbot.tui.popups.choose_line import ChooseLineScreen
from pokerbot.tui.popups.help import HelpScreen
from pokerbot.tui.ranges.board import BoardScreen
from pokerbot.tui.ranges.classes import Shown
from pokerbot.tui.ranges.lock import PaintLockScreen, shifted, with_locks
from pokerbot.tui.ranges.paint import PaintRangeScreen
from pokerbot.tui.ranges.screen import RangesScreen
from pokerbot.tui.ranges.square import CHANGE, EV
from pokerbot.tui.solver import form as form_screen
from pokerbot.tui.solver.form import SolveScreen
from pokerbot.tui.solver.saving import SavingScreen
from pokerbot.tui.solver.screen import DONE, SolvingScreen
from pokerbot.tui.solver.spot import SpotField
from tests.tui.driving import (
    assert_all_in_sight,
    at_each,
    driven,
    make_app,
    press,
    shown,
    text,
    until,
)

SPOT = """board = "2s3h4d 6c 7c"
pot = 20
stack = 10

[oop]
range = "AsAh,QsQh"
river.bet = "a"

[ip]
range = "KsKh"
"""
SIZES = [(40, 15), (80, 24), (120, 40)]
RIVER = library.find("3bet-wet-river-dcfr").resolve()


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A current folder with one spot, and nothing else at hand."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(library, "folders", lambda: [tmp_path / FOLDER])
    (tmp_path / "nuts.toml").write_text(SPOT)
    return tmp_path


async def form(pilot, name="nuts"):
    """The form with a spot."""
    await press(pilot, "e")
    screen = pilot.app.screen
    screen.spec.value = name
    await until(pilot, lambda: screen.game is not None and screen.game.is_spot)
    return screen


def put(screen, key, value):
    field = screen.query_one(f"#{key.replace('.', '-')}", Input)
    field.value = value
    return field


@pytest.mark.slow
async def test_each_line_that_is_wrong_is_named_and_marked():
    app = make_app()
    wrong = {
        "board": ("Td9d6x", "Board has '6x'"),
        "pot": ("", "Pot is needed"),
        "stack": ("a few", "Stack behind must be a number"),
        "oop.range": ("AKx", "OOP range has 'AKx'"),
        "ip.range": ("", "IP range is empty"),
        "oop.river.bet": ("50", "OOP river bets are parts of the pot"),
        "tree.rake": ("7", "Rake must be a number from 0 to 1"),
        "tree.add_allin": ("1,5", "Add all-in must be a number, not '1,5'"),
        "tree.rake_cap": ("7", "Cap has no effect"),
    }
    async with driven(app) as pilot:
        screen = await form(pilot)
        assert text(app, "#rules").startswith("nuts: 2 and 1 hands, 5 nodes; under 1 MB")
        before = screen.spot.texts()
        for key, (value, words) in wrong.items():
            field = put(screen, key, value)
            await until(pilot, lambda words=words: words in text(app, "#rules"))
            assert field.has_class("-wrong")
            assert not screen.ready
            field.value = before[key]
            await until(pilot, lambda: screen.ready)
            assert not screen.query(".-wrong")
        assert screen.game == parse_game("nuts.toml")
        put(screen, "oop.flop.bet", "33%")
        put(screen, "board", "2s\t3h\t4d")
        await until(pilot, lambda: screen.game and screen.game.parameters["board"] == "2s3h4d")
        assert screen.game.parameters["oop.flop.bet"] == "33%"
        async for width in at_each(pilot, [(40, 20), (60, 24)]):
            rare = [screen.query_one(f"#tree-{key}").region for key in ("add_allin", "rake_cap")]
            assert all(field.width >= (10 if width == 40 else 5) for field in rare)
        bets, raises = (screen.query_one(f"#ip-flop-{kind}") for kind in ("bet", "raise"))
        await until(pilot, lambda: bets.region.height)
        async for _ in at_each(pilot, SIZES):
            assert_all_in_sight(app)
            assert bets.region.right < raises.region.x


@pytest.mark.slow
async def test_all_lines_of_a_range_that_is_pasted_are_taken():
    app = make_app()
    async with driven(app) as pilot:
        screen = await form(pilot)
        field = screen.query_one("#oop-range", Input)
        field.focus()
        field.value = ""
        app.post_message(Paste("AA,KK,\r\nQQ:0.5,\nAhKh\n"))
        await until(pilot, lambda: field.value)
        assert Range(field.value) == Range("AA,KK,QQ:0.5,AhKh")


@pytest.mark.slow
async def test_the_limits_are_told_as_their_lines_call_them():
    app = make_app()
    in_pots = {
        ("", "0.1"): "stops at that part of the pot; it",
        ("1e3", "0.1"): "stops at the first of the two; it",
        ("1,000", ""): "stops after so many; it",
        ("", "x"): "% of pot must be a number, not 'x'",
        ("", "0,5"): "% of pot must be a number, not '0,5'",
        ("", "-1"): "% of pot must be a number above 0, not -1",
        ("1.5", "0.1"): "Iterations must be a whole number from 1 up, not 1.5",
        ("", ""): "iterations or an exploitability are needed",
    }
    in_chips = {
        ("5", "1e-3"): "stops at the first of the two; it",
        ("", "1e-3"): "stops at that exploitability; it",
        ("5", "x"): "Down to must be a number, not 'x'",
    }
    async with driven(app) as pilot:
        screen = await form(pilot)
        for name, cases in (("nuts", in_pots), ("kuhn", in_chips)):
            screen.spec.value = name
            await until(pilot, lambda name=name: screen.game and name in screen.game.spec)
            for (iterations, target), words in cases.items():
                screen.iterations.value, screen.target.value = iterations, target
                await until(pilot, lambda words=words: text(app, "#limits").startswith(words))


@pytest.mark.slow
async def test_an_empty_line_does_not_look_like_one_with_a_number():
    """Without colours a placeholder is told from what was typed by its words alone."""
    app = make_app()
    async with driven(app) as pilot:
        screen = await form(pilot)
        hints = {field.placeholder for field in screen.query(SpotField) if not field.value} - {""}
        assert "pots left" in hints
        for hint in hints:
            with pytest.raises(ValueError, match="could not convert"):
                float(hint)


@pytest.mark.slow
async def test_another_game_asks_before_changes_to_a_spot_are_lost():
    """The arrows in the line of the game leave a changed spot only after a yes."""
    app = make_app()
    async with driven(app) as pilot:
        screen = await form(pilot)
        put(screen, "pot", "77")
        await until(pilot, lambda: screen.game and screen.game.rules.pot == 77)
        screen.spec.focus()
        await press(pilot, "down")
        await until(pilot, lambda: isinstance(app.screen, AskScreen))
        assert "changes to nuts" in text(app, "Static")
        await press(pilot, "n")
        await until(pilot, lambda: screen.game and screen.game.rules.pot == 77)
        assert screen.spec.value == "nuts"
        screen.spec.value = "nut"
        await until(pilot, lambda: not screen.pending)
        screen.spec.value = "nuts"
        await until(pilot, lambda: screen.game and screen.game.rules.pot == 77)
        await press(pilot, "down")
        await until(pilot, lambda: isinstance(app.screen, AskScreen))
        await press(pilot, "y")
        await until(pilot, lambda: screen.game and not screen.game.is_spot)
        await press(pilot, "up")
        await until(pilot, lambda: screen.game and screen.game.is_spot)
        assert screen.game.rules.pot == 20
        put(screen, "pot", "77")
        await until(pilot, lambda: screen.game and screen.game.rules.pot == 77)
        other = replace(screen.start, label="other")
        screen.begin_with(other)
        await until(pilot, lambda: isinstance(app.screen, AskScreen))
        await press(pilot, "n")
        assert screen.spot.texts()["pot"] == "77"
        screen.begin_with(other)
        await press(pilot, "y")
        await until(pilot, lambda: screen.game and screen.game.rules.pot == 20)
        screen.spec.value = "kuhn"
        await until(pilot, lambda: screen.game and screen.game.name == "kuhn")
        assert "Kuhn" in text(app, "#rules")
        screen.begin_with(other)
        assert "Kuhn" not in text(app, "#rules")  # while what it takes is worked out


@pytest.mark.slow
@pytest.mark.parametrize("solved", [False, True])
async def test_a_spot_comes_from_elsewhere_into_the_form_whatever_lay_over_it(solved):
    app = make_app()
    async with driven(app) as pilot:
        await form(pilot)
        if solved:
            await press(pilot, "enter")
            await until(pilot, lambda: isinstance(app.screen, SolvingScreen))
            solving = app.screen
            await until(pilot, lambda: solving.state == DONE)
            await press(pilot, "x", "enter")
            await until(pilot, lambda: not solving.unsaved and app.screen is solving)
        else:
            await press(pilot, "tab")
        await press(pilot, "question_mark")
        assert isinstance(app.screen, HelpScreen)
        app.action_lobby()
        Path("other.toml").write_text(SPOT.replace("pot = 20", "pot = 30"))
        game = parse_game("other.toml")
        await app.change(game)
        assert isinstance(app.screen, SolveScreen)
        await until(pilot, lambda: app.screen.game == game)
        assert app.solving is None
        assert app.focused.selected_text == "other"  # all of it is typed over


@pytest.mark.slow
async def test_who_leaves_before_the_spot_is_read_wants_no_solver(monkeypatch):
    read, understood = Event(), form_screen.understood

    def wait(*typed):
        assert read.wait(60)
        return understood(*typed)

    app = make_app()
    async with driven(app) as pilot:
        screen = await form(pilot)
        monkeypatch.setattr(form_screen, "understood", wait)
        screen.query_one("#pot", Input).value = "30"
        await until(pilot, lambda: screen.pending)
        await press(pilot, "enter", "escape")
        assert isinstance(app.screen, LobbyScreen)
        read.set()
        await until(pilot, lambda: not screen.pending)
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        assert app.solving is None


@pytest.mark.slow
async def test_the_arrows_bring_back_the_numbers_that_were_typed():
    app = make_app()
    async with driven(app) as pilot:
        await press(pilot, "e")
        field = app.screen.spec
        field.value = "leduc:ranks=4"
        field.focus()
        await press(pilot, "down", "down", "up", "up")
        assert field.value == "leduc:ranks=4"


@pytest.mark.slow
async def test_picked_painted_solved_and_saved(folder):
    app = make_app()
    async with driven(app) as pilot:
        screen = await form(pilot)
        screen.query_one("#board").focus()
        await press(pilot, "down")
        assert isinstance(app.screen, BoardScreen)
        await press(pilot, "space", "space", *["down"] * 3, *["right"] * 7, "space")
        await press(pilot, "left", "space")  # 7c put back, 8c picked
        assert text(app, "#lying") == "2♠3♥4♦ 6♣ 8♣   river"
        await press(pilot, "left", "space")
        assert text(app, "#lying") == "2♠3♥4♦ 6♣ 8♣   five are the most"
        await press(pilot, "enter")
        await until(pilot, lambda: app.screen is screen)
        assert screen.spot.board == "2s3h4d 6c 8c"
        screen.query_one("#ip-range").focus()
        await press(pilot, "down")
        painter = app.screen
        assert isinstance(painter, PaintRangeScreen)
        async for _ in at_each(pilot, SIZES):
            assert_all_in_sight(app)
        await press(pilot, "5", "space", "right", "0", "space", "space", "space", "backspace")
        assert "AA 0 %" not in text(app, "#comes-to")
        await press(pilot, "space")
        told = f"11 hands on this board, {(6 * 0.5 + 4 + 1) / 13.26:.1f} % of all before the flop"
        assert told in text(app, "#comes-to")
        await press(pilot, "enter")
        await until(pilot, lambda: app.screen is screen)
        assert app.focused.value == "AA:0.5,AKs,KsKh"
        await until(pilot, lambda: screen.ready)
        await pilot.pause(0.2)
        await until(pilot, lambda: screen.ready)
        assert "changed: 2 and 11 hands" in text(app, "#rules")
        screen.query_one("#save").focus()
        await press(pilot, "x")
        assert isinstance(app.screen, SavingScreen)
        app.screen.query_one(Input).value = "mine.toml"
        await press(pilot, "enter")
        await until(pilot, lambda: screen.spec.value == "mine" and screen.game)
        assert parse_game("mine.toml") == screen.game
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, SolvingScreen))
        solving = app.screen
        await until(pilot, lambda: solving.state == DONE)
        assert "% of the pot, EV oop" in text(app, "#figures")
        await press(pilot, "g")
        assert app.screen.query_one(Input).value == "strategies/mine-dcfr.json"
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, RangesScreen) and app.screen.shown)
        assert app.screen.opponent.strategy.game == parse_game("mine.toml")
        assert app.screen.opponent.strategy.game.spec == "mine"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["my turn", "v1.5"])
async def test_a_name_without_an_ending_gets_the_usual_one(folder, name):
    """So that spot and strategy are found again."""
    app = make_app()

    async def save(pilot, name):
        await until(pilot, lambda: isinstance(app.screen, SavingScreen))
        app.screen.query_one(Input).value = name
        await press(pilot, "enter")

    async with driven(app) as pilot:
        screen = await form(pilot)
        put(screen, "pot", "30")
        await until(pilot, lambda: screen.game and screen.game.rules.pot == 30)
        screen.query_one("#save").focus()
        await press(pilot, "x")
        await save(pilot, name)
        await until(pilot, lambda: screen.spec.value == name and screen.game)
        assert any(f"saved to {name}.toml" in each.message for each in app._notifications)
        assert parse_game(f"{name}.toml") == screen.game
        screen.spec.value = "kuhn"
        await until(pilot, lambda: screen.game and screen.game.name == "kuhn")
        screen.spec.value = name
        await until(pilot, lambda: screen.game and screen.game.rules.pot == 30)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, SolvingScreen))
        solving = app.screen
        await until(pilot, lambda: solving.state == DONE)
        await press(pilot, "x")
        await save(pilot, f"strategies/{name}")
        await until(pilot, lambda: solving.saved)
        assert f"saved to strategies/{name}.json" in text(app, "#news")
    assert [path.name for path in library.files()] == [f"{name}.json"]


@pytest.mark.slow
@pytest.mark.drawn
async def test_the_whole_deck_is_in_sight_at_each_size():
    app = make_app()
    async with driven(app) as pilot:
        app.push_screen(BoardScreen("2s3h4d"))
        await until(pilot, lambda: app.screen.is_mounted)
        async for _ in at_each(pilot, SIZES):
            lines = [line for line in shown(app) if "A♠" in line or line.count("♣") == 13]
            assert [line.count("♠") for line in lines] == [13, 0]
            assert_all_in_sight(app)
            assert "esc back" in "\n".join(shown(app))


@pytest.mark.slow
@pytest.mark.parametrize("width", [39, 28])
async def test_a_click_picks_its_card_where_there_is_no_room_between_cards(width):
    app = make_app()
    async with driven(app, size=(width, 15)) as pilot:
        app.push_screen(board := BoardScreen("2s3h4d"))
        await until(pilot, lambda: board.is_mounted)
        await pilot.pause()
        for card in ("9♥", "2♣"):
            lines = shown(app)
            row = next(y for y, line in enumerate(lines) if card in line and "K" in line)
            assert lines[row].count(card[1]) == 13
            deck = board.query_one("Picker")
            x, y = deck.region.offset
            await pilot.click(deck, offset=(lines[row].index(card) - x, row - y))
            await until(pilot, lambda card=card: card in text(app, "#lying"))


@pytest.mark.slow
async def test_a_stroke_of_the_mouse_is_taken_back_whole():
    painter, app = PaintRangeScreen("oop", "QQ", ""), make_app()
    async with driven(app) as pilot:
        app.push_screen(painter)
        await until(pilot, lambda: painter.is_mounted)
        await press(pilot, "space")
        strokes = [(MouseDown, 1), (MouseMove, 2), (MouseMove, 3), (MouseMove, 4), (MouseUp, 4)]
        for event, column in strokes:
            x, left = 2 + 4 * column, (0, 0, 1, False, False, False)
            painter.canvas.post_message(event(painter.canvas, x, 1, *left))
            await pilot.pause()
        assert "AA,ATs+,QQ" in text(app, "#comes-to")
        await press(pilot, "backspace")
        assert text(app, "#comes-to").endswith("\nAA,QQ")
        await press(pilot, "backspace")
        assert text(app, "#comes-to").endswith("\nQQ")


async def test_who_paints_nothing_keeps_what_was_typed():
    """Where it is not valid yet, and the square has none of it."""
    app = make_app()
    async with driven(app) as pilot:
        found = []
        for keys in ["enter"], ["space", "backspace", "enter"]:
            painter = PaintRangeScreen("oop", "QQ+,AKx,JTs", "")
            app.push_screen(painter, found.append)
            await until(pilot, lambda painter=painter: painter.is_mounted)
            await press(pilot, *keys)
            await until(pilot, lambda painter=painter: app.screen is not painter)
        assert found == [None, None]


@pytest.mark.slow
async def test_an_invalid_range_is_told_before_it_is_painted_over():
    painter, app = PaintRangeScreen("oop", "QQ+,AKx,JTs", ""), make_app()
    async with driven(app) as pilot:
        app.push_screen(painter)
        await until(pilot, lambda: painter.is_mounted)
        async for _ in at_each(pilot, [(40, 15), (120, 40)]):
            assert "what you paint replaces" in " ".join(shown(app))
        assert "AKx" in text(app, "#comes-to")
        await press(pilot, "space")
        assert text(app, "#comes-to").endswith("\nAA")


def stroke(app, canvas, row, at, ends):
    """Draw the mouse over classes of a row, as a terminal tells of it.

    at: the column where it begins; ends: those where it is told of next
    """
    wide, _ = canvas._cell
    x, y = canvas.region.x + canvas._side, canvas.region.y + canvas._head + row
    left = (0, 1, False, False, False)
    app.post_message(MouseDown(None, x + wide * at, y, 0, *left))
    for end in ends:
        app.post_message(MouseMove(None, x + wide * end, y, wide * (end - at), *left))
        at = end
    app.post_message(MouseUp(None, x + wide * at, y, 0, *left))


async def paint(app, pilot):
    """Open the square for a range that is empty yet."""
    painter = PaintRangeScreen("oop", "", "")
    app.push_screen(painter)
    await until(pilot, lambda: painter.is_mounted)
    await pilot.pause()
    return painter


@pytest.mark.parametrize("ends", [(2, 3, 4), (4,)], ids=["many", "far"])
async def test_a_fast_stroke_leaves_no_class_out(ends):
    """Where the mouse is told of often before the first is answered, or over three classes."""
    app = make_app()
    async with driven(app) as pilot:
        painter = await paint(app, pilot)
        stroke(app, painter.canvas, 0, 1, ends)
        await until(pilot, lambda: painter.canvas.cursor.x == 4)
        await pilot.pause()
        assert text(app, "#comes-to").endswith("\nATs+")
        assert text(app, "#comes-to").startswith("ATs 100 %")
        await press(pilot, "backspace")
        assert text(app, "#comes-to").endswith("\nnothing yet")


async def test_a_stroke_that_begins_beside_the_square_paints_nothing():
    """It painted with the weight of the last stroke, and was a part of its step."""
    app = make_app()
    async with driven(app) as pilot:
        painter = await paint(app, pilot)
        canvas = painter.canvas
        stroke(app, canvas, 0, 0, (1,))
        await until(pilot, lambda: text(app, "#comes-to").endswith("\nAA,AKs"))
        stroke(app, canvas, 2, 13, (4,))
        await pilot.pause()
        await until(pilot, lambda: app.mouse_captured is None)
        assert text(app, "#comes-to").endswith("\nAA,AKs")
        assert canvas.name_there == "AKs"


async def test_a_stroke_stays_in_its_row_on_a_low_screen():
    """Where not all rows are in sight, and the cursor moves to the last one that is."""
    app = make_app()
    async with driven(app, size=(40, 15)) as pilot:
        painter = await paint(app, pilot)
        canvas = painter.canvas
        last = canvas.size.height - 1
        assert SQUARE[last][4] == "T6o"
        stroke(app, canvas, last, 4, (5, 6))
        await until(pilot, lambda: canvas.cursor.x == 6)
        await pilot.pause()
        assert text(app, "#comes-to").endswith("\nT6o,96o,86o")
        for key in ["down"] * 4 + ["up"] * 12:
            await press(pilot, key)
            assert canvas._top <= canvas.cursor.y <= canvas._top + last
        assert canvas._top == 0


async def solved(pilot, name):
    """The ranges of what the solver has solved, and left and seen again."""
    app = pilot.app
    await until(pilot, lambda: isinstance(app.screen, SolvingScreen))
    solving = app.screen
    words = "exploitability within" if solving.game.locks else "exploitability 0"
    await until(pilot, lambda: solving.state == DONE and words in text(app, "#figures"))
    await press(pilot, "g")
    app.screen.query_one(Input).value = name
    await press(pilot, "enter")
    await until(pilot, lambda: isinstance(app.screen, RangesScreen) and app.screen.shown)
    await press(pilot, "escape")
    assert app.screen is solving
    await press(pilot, "g")
    await until(pilot, lambda: isinstance(app.screen, RangesScreen) and app.screen.shown)
    return app.screen


@pytest.mark.slow
async def test_a_painted_lock_is_solved_and_shown_beside_what_was_before():
    """Node locking's worked example: kings that always call lose what queens stop bluffing."""
    app = make_app()
    async with driven(app) as pilot:
        await form(pilot)
        await press(pilot, "enter")
        grid = await solved(pilot, "strategies/before.json")
        assert grid.shown.node.ev[0] == pytest.approx(40 / 3, abs=0.05)
        await press(pilot, "b")
        await until(pilot, lambda: grid.shown.node.line == "bet 10")
        grid.square.point_at("KK")
        await press(pilot, "n")
        assert isinstance(painter := app.screen, PaintLockScreen)
        assert painter.canvas.name_there == "KK"
        await press(pilot, "enter")
        assert app.screen is painter
        assert any("First paint what ip does: space" in each.message for each in app._notifications)
        await press(pilot, "c", "space")
        assert painter.painted == {"KK": (0.0, 1.0)}
        await press(pilot, "minus", "minus", "plus", "f", "minus", "backspace")
        assert painter.painted == {"KK": (0.1, 0.9)}
        app.set_keymap({"lock.call": "y"})
        await press(pilot, "y", "plus", "enter")
        await until(pilot, lambda: isinstance(app.screen, SolveScreen) and app.screen.ready)
        told = "ip | bet 10 | KK | call 1.0"
        await until(pilot, lambda: app.screen.query_one("#lock").value == told)
        await press(pilot, "enter")
        grid = await solved(pilot, "strategies/after.json")
        await until(pilot, lambda: grid.shown.other)
        assert grid.shown.node.ev[0] == pytest.approx(15, abs=0.05)
        assert "was" in text(app, "#totals")
        assert "beside before" in text(app, "#subtitle")
        grid.mode = CHANGE
        grid.draw()
        assert grid.square.classes_shown["QQ"].ev < 0 < grid.square.classes_shown["AA"].ev
        await press(pilot, "u")
        await until(pilot, lambda: grid.shown.other is None and grid.mode == EV)
        await press(pilot, "u")
        await until(pilot, lambda: isinstance(app.screen, ChooseLineScreen))
        await press(pilot, "enter")
        await until(pilot, lambda: grid.shown.other)


@pytest.mark.parametrize(
    ("line", "hands", "play", "begun"),
    [
        ("bet", "KK", "call 1.0", {"KK": (0.0, 1.0)}),
        ("", "QQ", "bet 1.0", {"QQ": (0.0, 1.0)}),
        ("bet 10", "KsKh", "call 0.5, fold 0.5", {"KK": None}),
        ("bet 10", "KdKc,QcQd", "call 1.0", {"KK": None, "QQ": (0.0, 1.0)}),
    ],
    ids=["line", "play", "part", "both"],
)
def test_what_a_file_locks_stays_where_more_is_painted(line, hands, play, begun):
    """However its line and its actions are spelled, and where it holds part of a class."""
    player, other = ("ip", "JJ") if line else ("oop", "AA")
    given = {
        **parse_game("nuts.toml").parameters,
        "oop.range": "AsAh,QsQh",
        "ip.range": "KsKh,KdKc,QcQd,JsJh",
        "lock": f"{player} | {line} | {hands} | {play}",
    }
    spot = make_game("holdem", given)
    seen = Shown.of(node(solve(spot, iterations=20), "bet 10" if line else ""))
    painter = PaintLockScreen(seen, spot, other)
    assert painter.begun == begun
    (before,) = spot.locks
    after = with_locks(spot, seen, {**begun, other: (1.0, 0.0)}).locks
    held = {hand: lock.play for lock in after for hand in lock.hands}
    assert {hand: held.pop(hand) for hand in before.hands} == dict.fromkeys(
        before.hands, before.play
    )
    assert [*held.values()] == [(1.0, 0.0)]
    assert not with_locks(spot, seen, {}).locks


async def test_a_lock_on_hands_that_do_not_come_stays_where_the_range_is_painted():
    """The square has no class of aces there, as they always bet before."""
    given = {
        **parse_game("nuts.toml").parameters,
        "oop.range": "AA,QQ",
        "ip.river.bet": "50%",
        "lock": "oop | | AA | bet 1.0; oop | check, bet 10 | AA | call 1.0",
    }
    spot = make_game("holdem", given)
    seen = Shown.of(node(solve(spot, iterations=20), "check, bet 10"))
    painter = PaintLockScreen(seen, spot, "QQ")
    app = make_app()
    async with driven(app) as pilot:
        await app.push_screen(painter)
        assert "painted: 0 of 1" in text(app, "#comes-to")
        for chosen in (["enter"], ["end", "up", "enter"]):
            await press(pilot, "u", *chosen)
            assert app.screen is painter
            assert painter.painted.keys() == {"AA", "QQ"}
            _, kept, painted = with_locks(spot, seen, painter.painted).locks
            assert kept == spot.locks[1]
            assert len(painted.hands) == 6


async def test_what_one_paints_with_is_in_sight_where_the_text_is_below_the_square():
    spot = parse_game("nuts.toml")
    seen = Shown.of(node(solve(spot, iterations=20), "bet 10"))
    app = make_app()
    async with driven(app, (40, 20)) as pilot:
        await app.push_screen(painter := PaintLockScreen(seen, spot, "QQ"))
        await press(pilot, "c")
        async for width in at_each(pilot, [(40, 20), (60, 24)]):
            lines = "\n".join(shown(app))
            assert "brush c" in lines
            assert "enter Done" in lines
            assert painter.canvas.size.height > len(RANKS)
            assert width == 40 or "painted: 0 of" in lines


async def test_a_lock_on_a_part_of_a_class_goes_only_with_its_own_class():
    """Neither does it go with what is freed beside it, nor stay where its class is freed."""
    given = {
        **parse_game("nuts.toml").parameters,
        "ip.range": "KsKh,KdKc,QcQd,QsQh",
        "lock": "ip | bet 10 | KdKc,QQ | call 1.0",
    }
    spot = make_game("holdem", given)
    seen = Shown.of(node(solve(spot, iterations=20), "bet 10"))
    app = make_app()
    async with driven(app) as pilot:
        left = []
        for name, keys in ("QQ", ["c", "space"]), ("KK", ["c", "space", "space"]):
            await app.push_screen(painter := PaintLockScreen(seen, spot, name), left.append)
            begun = "locked in part" if name == "KK" else "painted"
            assert f"{name}  {begun}" in text(app, "#comes-to")
            await press(pilot, *keys)
            assert f"{name}  free" in text(app, "#comes-to")
            await press(pilot, "enter")
            assert app.screen is not painter
        hands = [
            {spot.rules.hands[1].name(hand) for lock in after.locks for hand in lock.hands}
            for after in (with_locks(spot, seen, painted) for painted in left)
        ]
        assert hands == [{"KdKc"}, {"QdQc", "QsQh"}]


@pytest.mark.slow
async def test_a_lock_on_what_was_typed_asks_nothing():
    """Nothing but locks is lost where the form holds the spot already; a changed line is."""
    app = make_app()
    async with driven(app) as pilot:
        screen = await form(pilot)
        put(screen, "pot", "30")
        await until(pilot, lambda: screen.game and screen.game.rules.pot == 30)
        spot = screen.game
        lock = "ip | bet 10 | KK | call 1.0"
        locked = make_game("holdem", {**spot.parameters, "lock": lock}, "nuts-locked")
        for begun, told in ((locked, lock), (spot, "")):
            screen.begin_with(begun)
            assert app.screen is screen
            await until(pilot, lambda begun=begun: screen.game == begun)
            assert screen.query_one("#lock", Input).value == told
        put(screen, "stack", "20")
        await until(pilot, lambda: screen.game and screen.game.rules.stack != spot.rules.stack)
        screen.begin_with(locked)
        assert isinstance(app.screen, AskScreen)


async def test_a_painted_lock_is_not_lost_to_an_arrow():
    """It is in no file, though nothing was typed: another game takes its place only after a yes."""
    app = make_app()
    async with driven(app) as pilot:
        screen = await form(pilot)
        spot, lock = screen.game, "ip | bet 10 | KK | call 1.0"
        screen.begin_with(make_game("holdem", {**spot.parameters, "lock": lock}, "nuts-locked"))
        await until(pilot, lambda: screen.ready)
        await press(pilot, "down")
        await until(pilot, lambda: isinstance(app.screen, AskScreen))
        assert "changes to nuts-locked" in text(app, "Static")
        await press(pilot, "n")
        await until(pilot, lambda: screen.ready)
        assert screen.spec.value == "nuts-locked"
        assert screen.game.parameters["lock"] == lock


@pytest.mark.slow
async def test_what_is_painted_is_kept_where_a_solver_is_at_work():
    app = make_app()
    async with driven(app) as pilot:
        await form(pilot)
        app.begin_solving(SolveRun("kuhn", "cfr", 10**9))
        await until(pilot, lambda: isinstance(app.screen, SolvingScreen) and app.screen.latest)
        solving = app.screen
        await press(pilot, "escape")
        await app.push_screen(grid := RangesScreen(read(RIVER)))
        await until(pilot, lambda: grid.shown)
        for keys, sure in (("space", "right"), "n"), ((), "y"):
            await press(pilot, "n", *keys)
            assert len(app.screen.painted) == 1  # what was painted is there again after the no
            await press(pilot, "enter")
            await until(pilot, lambda: isinstance(app.screen, AskScreen))
            assert app.solving is solving
            await press(pilot, sure)
            assert (app.screen is grid) == (sure == "n")
        await until(pilot, lambda: isinstance(app.screen, SolveScreen) and app.screen.ready)
        assert app.screen.query_one("#lock").value.startswith("oop |  |")
        assert app.solving is None
        game = app.screen.query_one("#game", Input)
        its, game.value = game.value, "g"
        await until(pilot, lambda: "no game 'g'" in text(app, "#rules"))
        game.value = its
        await until(pilot, lambda: app.screen.ready)
        assert app.screen.query_one("#lock").value.startswith("oop |  |")


def test_a_spot_s_file_is_written_as_it_is_read():
    import tomllib

    text = spelled(parse_game("nuts.toml").parameters)
    assert 'range = "AsAh,QsQh"' in text
    locked = "ip | bet 10 | KK | call 0.25, fold 0.75; oop |  |  | check 1.0"
    given = {**parse_game("nuts.toml").parameters, "lock": locked, "tree.merge": 0.1}
    game = make_game("holdem", given)
    again = make_game("holdem", keys_of(tomllib.loads(spelled(game.parameters)), "x"))
    assert again == game
    assert len(locks_of(game.rules, str(again.parameters["lock"]))) == 2


def test_a_range_in_few_entries_is_the_same():
    for written in ("QQ+,AKs,A5s-A4s,A3s:0.5", "random", "22+,AhKh", "A2s+,KJs+:0.25,72o", "AA"):
        assert Range(written).short == written
        assert Range(Range(written).short) == Range(written)


def test_a_spot_keeps_its_name_in_another_process():
    spot = parse_game("nuts.toml")
    assert unpack(pack(spot)).spec == "nuts"


def test_what_is_expected_is_counted_as_the_form_has_it():
    game = parse_game("nuts.toml")
    trees = Training(game, "dcfr").form.trees
    rows = sum(tree.rows - 1 for tree in trees)
    assert f"{rows} nodes" in expected(game, Limits(target=0.02))


def test_shares_stay_shares():
    rare = (0.0, 0.3007, 0.6446, 0.0547, 0.0)
    for play in ((1.0, 0.0, 0.0), (0.333, 0.333, 0.334), (0.0, 0.05, 0.95), (1.0,), rare):
        for by in (-0.1, 0.0, 0.1):
            found = shifted(play, 0, by)
            assert sum(found) == pytest.approx(1, abs=1e-9)
            assert min(found) >= 0
    assert shifted((1 - 4e-16, 4e-16), 0, -0.1) == (0.9, 0.1)


def test_plays_of_many_sizes_can_be_locked_as_they_were_solved():
    """Each share is within two thousandths of the exact one; what is never taken stays so."""
    chance = Random(1)
    for _ in range(500):
        parts = [Fraction(chance.randrange(10**6)) for _ in range(4)]
        exact = [Fraction(0), *(part / sum(parts) for part in parts)]
        for place, by in ((0, 0.0), (4, 0.0), (0, -0.1)):
            found = shifted([*map(float, exact)], place, by)
            assert sum(round(1000 * share) for share in found) == 1000
            assert sum(found) == pytest.approx(1, abs=1e-9)
            assert found[0] == 0
            for share, truth in zip(found, exact, strict=True):
                assert abs(Fraction(share) - truth) < Fraction(2, 1000)
