"""`--ascii`: not a glyph outside ASCII on any screen, and everything as wide as it was."""

import ast
import re
from pathlib import Path

import numpy as np
import pytest
from rich.cells import cell_len

import pokerbot
from pokerbot.games.catalogue import parse_game
from pokerbot.io import ascii as ascii_module
from pokerbot.io.ascii import plain
from pokerbot.io.own_files import history_file
from pokerbot.plots import text as charts
from pokerbot.tui.app import PokerApp
from pokerbot.tui.bound import key_of
from pokerbot.tui.solver.form import SolveScreen
from tests.play.tables import NO_LIMIT, lopsided
from tests.tui.driving import driven, make_app, opponent, press, shown, until

pytestmark = pytest.mark.drawn


def drawn(app):
    """All that is to be read on the terminal."""
    lines = "".join(shown(app))
    assert len(lines) > app.size.width
    return lines


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "size"),
    [(parse_game("leduc"), (40, 15)), (NO_LIMIT, (80, 24)), (parse_game("leduc"), (120, 40))],
    ids=["leduc, small", "no limit", "leduc, large"],
)
async def test_nothing_on_the_screen_is_outside_ascii(game, size):
    app = PokerApp(
        7, opponent(game, lopsided(game)), pace=0, history=history_file(), ascii_only=True
    )
    rng = np.random.default_rng(5)
    keys = [
        "c",
        "b",
        "r",
        "f",
        "space",
        "h",
        "d",
        "i",
        "s",
        "enter",
        "question_mark",
        "k",
        "escape",
    ]
    async with driven(app, size) as pilot:
        await until(pilot, lambda: app.screen.ready)
        await press(pilot, "k")
        for count in range(18):
            await press(pilot, keys[rng.integers(len(keys))])
            if count % 3 == 0:
                await pilot.pause()
                text = drawn(app)
                assert text.isascii(), {char for char in text if not char.isascii()}


async def test_without_it_there_are_others():
    app = make_app(opponent(parse_game("leduc")))
    async with driven(app):
        assert not drawn(app).isascii()


async def test_arrow_keys_are_told_in_words():
    """What an arrow looks like in ASCII is a key of its own: a field takes v as text."""
    app = PokerApp(7, history=history_file(), ascii_only=True)
    async with driven(app) as pilot:
        await press(pilot, "e")
        await until(pilot, lambda: isinstance(app.screen, SolveScreen))
        await pilot.pause()
        assert "down Games, spots" in drawn(app)
        names = "watch.step", "watch.hand", "replay.before", "replay.up"
        assert [key_of(app, name) for name in names] == ["right", "down", "left", "up"]
    for path in Path(pokerbot.__file__).parent.joinpath("tui").rglob("*.py"):
        assert not re.search(r"\*\*[^*\n]*[←↑→↓]", told(path)), path


@pytest.mark.parametrize(
    ("text", "like"),
    [
        ("Bet 2", "Bet 2"),
        ("−0.63 ± 0.85", "-0.63+/-0.85"),
        ("13 ±88 %", "13+-88 %"),
        ("The bot is thinking …", "The bot is thinking.."),
        ("●● 6 ▶ You", "oo 6 > You"),
        ("\u2801\u2880\u28ff\u2800", "'.: "),
        ("札 é", "?? ?"),
        ("▊▔▔▎", "|--|"),
    ],
)
def test_each_glyph_has_a_likeness_of_its_width(text, like):
    assert plain(text) == like
    assert cell_len(like) == cell_len(text)


def told(path):
    """The texts in a module that are no docstrings; of a command these, too, are help."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    expressions = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    alone = set() if path.parent.name == "commands" else {id(each) for each in expressions}
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return "".join(
        each.value for each in texts if isinstance(each.value, str) and id(each) not in alone
    )


@pytest.mark.slow
def test_every_glyph_that_is_told_has_a_likeness():
    """All but the marks of charts, in whose place letters stand where there is only ASCII."""
    used = set()
    for path in Path(pokerbot.__file__).parent.rglob("*.py"):
        if path not in map(Path, (ascii_module.__file__, charts.__file__)):
            used |= {char for char in told(path) if not char.isascii()}
    surrogates = {char for char in used if "\ud800" <= char <= "\udfff"}
    assert len(used) > 40
    for char in used - surrogates:
        assert plain(char).isascii()
        assert "?" not in plain(char), char
