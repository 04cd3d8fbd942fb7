"""What every terminal must be able to draw, and what no width may cut off."""

import ast
from pathlib import Path

import pytest
from rich.cells import cell_len

import pokerbot
from pokerbot.games.catalogue import parse_game
from pokerbot.io.ascii import plain
from pokerbot.tui.widgets.keys import Keys
from tests.tui.driving import at_each, driven, make_app, opponent, until

SOURCES = [
    path
    for room in ("tui", "play", "evaluation")
    for path in (Path(pokerbot.__file__).parent / room).rglob("*.py")
]


@pytest.mark.slow
def test_what_is_drawn_is_one_cell_wide_and_has_a_likeness_in_ascii():
    """Suits and other pictures are missing, or two cells wide, in some fonts."""
    drawn = {
        char
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for char in node.value
        if not char.isascii()
    }
    assert "●" in drawn
    for char in drawn:
        assert cell_len(char) == 1, char
        assert not char.isalpha() or plain(char) != "?", char
    assert plain("±5 … ♠ ☂ 漢") == "~5.. s ? ??"


@pytest.mark.parametrize("against", [None, opponent(parse_game("leduc"))], ids=["lobby", "table"])
async def test_no_key_is_cut_off_at_40_columns(against):
    """And whoever is lost finds help and the way out."""
    app = make_app(against, seat="first")
    async with driven(app, (40, 15)) as pilot:
        await pilot.pause()
        keys = app.screen.query_one(Keys)
        drawn = str(keys.render()).split("\n")
        assert len(drawn) == keys.size.height
        assert max(map(len, drawn)) <= keys.size.width <= 40
        assert keys.region.bottom == 15
        assert "? Help" in str(keys.render())
        assert "q Leave" in drawn[-1]
        await pilot.click(keys, offset=(1 + drawn[-1].index("q Leave"), len(drawn) - 1))
        await until(pilot, lambda: not app.is_running)


@pytest.mark.slow
async def test_the_lobby_says_at_every_size_how_to_play():
    app = make_app()
    async with driven(app) as pilot:
        title, button = app.screen.query_one("#opponents"), app.screen.query_one("#play")
        async for _ in at_each(pilot, [(40, 15), (40, 24), (80, 15), (60, 20), (100, 30)]):
            await until(pilot, lambda: title.border_title)
            assert ("enter plays" in title.border_title) != button.display
            assert len(title.border_title) + 4 <= title.size.width


async def test_at_100_columns_all_of_the_lobbys_keys_are_named_in_two_lines():
    app = make_app()
    async with driven(app, (100, 30)) as pilot:
        await pilot.pause()
        keys = app.screen.query_one(Keys)
        lines = str(keys.render()).splitlines()
        assert len(lines) == keys.size.height == 2
        assert max(map(len, lines)) <= keys.size.width
        named = {each for line in lines for each in line.split("  ")}
        assert {"v Review", "m Career", "e Solve", "i Details", ": More", "q Leave"} <= named
