import re
from dataclasses import replace
from itertools import product

import pytest
from textual.widgets import OptionList

from pokerbot.evaluation.bots import BUILT_IN
from pokerbot.evaluation.grid import Cell
from pokerbot.games.catalogue import parse_game
from pokerbot.games.game import Game
from pokerbot.games.rules import Deck, Limit, Round, Rules
from pokerbot.opponents.opponents import read
from pokerbot.play.history.file import append
from pokerbot.play.history.file import read as kept
from pokerbot.strategy import library
from pokerbot.tui.grid.cells import alone, both, change
from pokerbot.tui.grid.matrix import Matrix
from pokerbot.tui.grid.screen import BrowserScreen
from pokerbot.tui.grid.spot import SpotPanel, _share
from pokerbot.tui.popups.choose_opponent import ChooseOpponentScreen
from pokerbot.tui.widgets.bars import bar
from tests.opponents.test_beliefs import changed
from tests.opponents.test_win_share import hands
from tests.tui.driving import driven, make_app, opponent, press, shown, text, until

SIZES = [(40, 15), (120, 40)]


@pytest.fixture(autouse=True)
def few_at_hand(monkeypatch):
    """Only what these tests ask for, lest the lobby read the rest meanwhile."""
    paths = [library.find("kuhn-cfr+"), library.find("kuhn-gxfp")]
    monkeypatch.setattr(library, "files", lambda: paths)


def spelled(parts):
    return "".join(text for _, text in parts)


def cell(frequencies, chips=None):
    return Cell("Q:", frequencies, chips, 0.5)


def test_a_bar_is_as_long_as_it_is_asked_to_be():
    thirds, rare = {"fold": 1 / 3, "call": 1 / 3, "raise": 1 / 3}, {"check": 0.001, "bet": 1}
    for frequencies, width in product((thirds, rare), range(1, 40)):
        parts = bar(frequencies, width)
        assert len(spelled(parts)) == width
        for kind, text_ in parts:
            assert abs(len(text_) - width * frequencies[kind]) <= 1
            letter = {"fold": "f", "call": "c", "raise": "r", "bet": "b"}[kind]
            percent = f"{100 * frequencies[kind]:.0f}"
            roomy = width >= 10 and len(f" {kind} {percent} ") <= len(text_)
            whole = f"{kind if roomy else letter}{percent}"
            assert text_.replace(" ", "") == (whole if len(text_) >= len(whole) else "")


def test_all_sizes_of_a_bet_are_one_segment():
    assert bar({"check": 0.5, "bet 1": 0.2, "bet 20": 0.3}, 20) == [
        ("check", " check 50 "),
        ("bet", "   bet 50 "),
    ]


def test_without_colours_patterns_tell_the_segments_apart():
    assert spelled(bar({"fold": 0.5, "call": 0.5}, 16, plain=True)) == " f 50 ··░░ c 50 "
    wide = bar({"fold": 0.5, "call": 0.5}, 24, plain=True)
    assert spelled(wide) == " fold 50 ···░░░ call 50 "


def test_what_cells_say():
    one = cell({"check": 0.25, "bet": 0.75}, {"check": -1.0, "bet": 0.5})
    two = cell({"check": 0.75, "bet": 0.25}, {"check": -1.0, "bet": 0.5})
    assert spelled(alone(one, 16, 1, plain=False, decimals=2)[0]).endswith(" +0.50")
    assert spelled(alone(one, 20, 4, plain=False, decimals=2)[2]) == "k −1.00  b +0.50"
    assert spelled(alone(one, 24, 4, plain=False, decimals=2)[2]) == "check −1.00  bet +0.50"
    small = cell({"check": 0.25, "bet": 0.75}, {"check": -0.01, "bet": 0.005})
    assert spelled(alone(small, 18, 1, plain=False, decimals=4)[0]).endswith(" +0.0050")
    assert spelled(alone(small, 20, 4, plain=False, decimals=4)[2]) == "k −0.0100  b +0.0050"
    assert spelled(alone(small, 10, 4, plain=False, decimals=4)[2]) == "+0.0050"
    assert [spelled(line) for line in both(one, two, 8, plain=False)] == ["     b75", "k75     "]
    assert spelled(change(one, two, 20, plain=True)[0]) == " k +50 ░░░░░░"
    assert spelled(change(one, one, 20, plain=False)[0]).strip() == "="
    near = cell({"check": 0.2549, "bet": 0.7451})
    assert spelled(change(one, near, 20, plain=False)[0]).strip() == "="
    assert (
        spelled(alone(cell({"check": 1.0}), 20, 4, plain=False, decimals=2)[2]) == "never reached"
    )


def test_how_often_a_hand_comes_is_said_in_words_where_a_figure_says_nothing():
    """What the strategy itself never does a person may well bring about."""
    never, hardly, often = (
        replace(cell({"check": 1.0}), reach=reach) for reach in (0.0, 2e-38, 1 / 3)
    )
    assert [_share([each]) for each in (never, hardly, often)] == [
        "Never reached", "under 0.001 % of hands", "33.33 % of hands",
    ]  # fmt: skip
    assert _share([hardly, often]) == "A under 0.001 %, B 33.33 % of hands"
    assert _share([never, never]) == "Never reached by either"


async def opened(pilot, screen):
    pilot.app.push_screen(screen)
    await until(pilot, lambda: screen.is_mounted and screen.ready)
    await pilot.pause()


@pytest.mark.slow
@pytest.mark.drawn
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_walk_through_a_strategy(size):
    """Move, narrow to what follows, one player, and back out again."""
    screen = BrowserScreen(opponent(parse_game("leduc")))
    app = make_app()
    async with driven(app, size) as pilot:
        await opened(pilot, screen)
        matrix = screen.query_one(Matrix)
        assert any("k50" in line.replace(" ", "") for line in shown(app))
        assert screen.query_one(SpotPanel).border_title == "J · to open"
        await press(pilot, "down", "right", "right", "right")
        assert screen.query_one(SpotPanel).border_title == "K · check"
        assert "50.0%" in text(app, "#figures")
        await press(pilot, "enter")
        assert {each.betting.history[:1] for each in matrix.situations} == {"k"}
        await press(pilot, "a")
        assert {each.betting.player for each in matrix.situations} == {0}
        await press(pilot, "end")
        await pilot.pause()
        assert any(line.startswith(" 1 K: kbrc/br") for line in shown(app))
        drawn = "".join(shown(app))
        assert "k check b bet f fold c call" in drawn
        assert "jam" not in drawn  # which is in no game with a grid
        assert text(app, "#subtitle").endswith(", after check")
        await press(pilot, "a", "a", "backspace", "o")
        assert len(matrix.situations) == 96
        assert matrix.situations[0].reach >= matrix.situations[1].reach >= 0.5
        await press(pilot, "escape")
        assert app.screen is not screen


@pytest.mark.slow
async def test_cells_tell_a_hundredth_of_a_small_ante():
    """Facing a bet, a jack loses the ante by a fold; a queen breaks even and a king wins both."""
    screen = BrowserScreen(opponent(parse_game("kuhn:ante=0.001,bet=0.001")))
    app = make_app()
    async with driven(app, (120, 40)) as pilot:
        await opened(pilot, screen)
        told = [re.findall(r"[−+]\d\.\d{5}\b", line) for line in shown(app)]
        assert ["−0.00100", "+0.00000", "+0.00200"] in told


@pytest.mark.slow
async def test_nothing_to_go_into():
    """After Kuhn's check and bet only the first player acts: of the second nothing is listed."""
    screen = BrowserScreen(opponent(parse_game("kuhn")))
    app = make_app()
    async with driven(app) as pilot:
        await opened(pilot, screen)
        await press(pilot, "slash", *"kb", "enter", "a", "a")
        assert not screen.query_one(Matrix).situations
        await press(pilot, "enter", "down", "end", "left", "up")
        assert screen.query_one(Matrix).cursor == (0, 0)
        await press(pilot, "a")
        assert len(screen.query_one(Matrix).situations) == 1


@pytest.mark.slow
async def test_find_a_betting():
    screen = BrowserScreen(opponent(parse_game("leduc")))
    app = make_app()
    async with driven(app) as pilot:
        await opened(pilot, screen)
        await press(pilot, "slash", *"kbc", "enter")
        matrix = screen.query_one(Matrix)
        assert {each.betting.history[:3] for each in matrix.situations} == {"kbc"}
        assert matrix.has_focus
        await press(pilot, "slash", "x")
        await until(pilot, lambda: "follows the betting x" in text(app, "#figures"))
        assert not screen.query_one(SpotPanel).border_title
        await press(pilot, "escape")
        assert app.screen is screen
        assert len(matrix.situations) == 96


async def test_a_raise_is_told_by_what_it_is_to():
    """In the figures, as above them; no-limit Leduc's files have the chips that it puts in."""
    screen = BrowserScreen(opponent(parse_game("leduc-nolimit:stack=7")))
    app = make_app()
    async with driven(app, (120, 40)) as pilot:
        await opened(pilot, screen)
        await press(pilot, "slash", *"b1r2", "enter")
        await until(pilot, lambda: "raise to 2" in screen.query_one(SpotPanel).border_title)
        figures = text(app, "#figures")
        assert "raise 3 " in figures
        assert "raise 6 " in figures  # all-in: puts in 5
        assert "raise 2 " not in figures


@pytest.mark.slow
@pytest.mark.drawn
async def test_two_strategies_beside_each_other():
    app = make_app()
    async with driven(app) as pilot:
        screen = BrowserScreen(read(library.find("kuhn-gxfp")))
        await opened(pilot, screen)
        await press(pilot, "u")
        assert isinstance(app.screen, ChooseOpponentScreen)
        options = app.screen.query_one(OptionList)
        others = ["kuhn-cfr+", "betty", "felix", "kurt", *BUILT_IN, "you"]
        assert [str(each.prompt) for each in options.options] == others
        await press(pilot, "end", "enter")
        await until(pilot, lambda: "no hands" in str(options.border_subtitle))
        await press(pilot, "home", "enter")
        await until(pilot, lambda: app.screen is screen and screen.ready)
        await pilot.pause()
        assert "A kuhn-gxfp, B kuhn-cfr+" in text(app, "#name")
        ours = read(library.find("kuhn-cfr+")).strategy.infosets["J:"]["bet"]
        assert f"23.0% {ours:.1%}" in " ".join(text(app, "#figures").split())
        assert "A 33.33 %, B 33.33 %" in text(app, "#figures")
        await press(pilot, "i")
        assert "B kuhn-cfr+ minus A kuhn-gxfp" in text(app, "#name")
        more = round(100 * (0.2302 - ours))
        await until(pilot, lambda: f"k +{more}" in shown(app)[2])
        await press(pilot, "o", "o")
        assert "most different first" in text(app, "#subtitle")
        apart = screen.opponent.grid.apart(screen.other.grid)
        assert screen.matrix.situations[0] == max(apart, key=apart.get)
        await press(pilot, "o")
        assert screen.matrix.situations == list(screen.opponent.grid.situations)


WIDE = ["leduc:raises=3", "leduc:ranks=9,raises=1", "von-neumann-raise"]


@pytest.mark.parametrize("spec", WIDE)
async def test_no_number_is_cut(spec):
    """In 40 columns: all the columns that are drawn are whole, and every one can be come to."""
    screen = BrowserScreen(opponent(parse_game(spec)))
    app = make_app()
    async with driven(app, (40, 15)) as pilot:
        await opened(pilot, screen)
        matrix = screen.query_one(Matrix)
        columns = matrix.extent.width
        for column in range(columns):
            await until(pilot, lambda at=column: at in matrix._in_sight)
            room = matrix._side + len(matrix._in_sight) * matrix._width
            assert room <= matrix.scrollable_content_region.width == 39
            if column < columns - 1:
                await press(pilot, "right")
        if columns == 3:
            assert not matrix.show_horizontal_scrollbar
        assert matrix.cursor.x == columns - 1


@pytest.mark.slow
async def test_many_cards_run_down_the_screen():
    screen = BrowserScreen(opponent(parse_game("von-neumann:hands=300")))
    app = make_app()
    async with driven(app) as pilot:
        await opened(pilot, screen)
        await press(pilot, "end", "right")
        assert screen.query_one(SpotPanel).border_title == "300 · bet"
        await pilot.click(Matrix, offset=(10, 1))
        assert screen.query_one(SpotPanel).border_title.endswith("to open")


@pytest.mark.slow
async def test_what_is_not_in_the_deck_is_no_cell():
    screen = BrowserScreen(opponent(parse_game("leduc:suits=1,raises=1")))
    app = make_app()
    async with driven(app) as pilot:
        await opened(pilot, screen)
        await press(pilot, "down", "down")
        assert "no such card" in text(app, "#figures")


@pytest.mark.slow
async def test_players_with_other_hands():
    """The app ended with a traceback where the second player has fewer hands than the first."""
    ranges = (("1", 1), ("2", 1), ("3", 1)), (("2", 1), ("4", 1))
    rules = Rules(Deck(4, 1), 1, (Round(Limit((1,))),), ranges=ranges)
    screen = BrowserScreen(opponent(Game("uneven", (), rules)))
    app = make_app()
    async with driven(app) as pilot:
        await opened(pilot, screen)
        assert shown(app)[1].split()[:4] == ["1", "2", "3", "4"]
        assert screen.query_one(SpotPanel).border_title == "1 · to open"
        await press(pilot, "down", "right")
        assert screen.query_one(SpotPanel).border_title == "2 · check"
        await press(pilot, "right")
        assert text(app, "#figures") == "Player 2 is never dealt it."


@pytest.mark.slow
async def test_oneself_beside_a_strategy(data):
    """What one has shown, told where one has shown nothing."""
    kurt = read(library.find("kurt"))
    append(data / "history.jsonl", *hands(kurt, changed(kurt, lambda key: True, "fold"), 40))
    app = make_app()
    async with driven(app) as pilot:
        screen = BrowserScreen(kurt)
        await opened(pilot, screen)
        await press(pilot, "u", "end", "enter")
        await until(pilot, lambda: app.screen is screen and screen.ready)
        await pilot.pause()
        assert "A kurt, B you" in text(app, "#name")
        told = [played.decisions[0][0].key for _, played in kept(app.history) if played.decisions]
        assert f"came here {told.count('J:')} times" in text(app, "#figures")
        assert screen.other.strategy.infosets["Q:b"]["fold"] > kurt.strategy.infosets["Q:b"]["fold"]
