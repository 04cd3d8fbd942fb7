"""The pictures of screens that README.md shows: UPDATE_PICTURES=1 pytest makes them anew."""

import os
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import numpy as np
import pytest
from textual.pilot import Pilot

from pokerbot import shelf
from pokerbot.opponents import read
from pokerbot.play.bot import Bot
from pokerbot.play.table import Table
from pokerbot.tui import themes
from pokerbot.tui.app import PokerApp
from pokerbot.tui.screens.browser import BrowserScreen
from tests.tui.driving import drive, press, until

PICTURES = Path(__file__).parents[2] / ".github"
SEED, HANDS, SLIPS = 1, 40, 0.2


def draw_table() -> str:
    """The table in the middle of a hand of Leduc, some hands into a session."""
    opponent = read(shelf.find("leduc-cfr+"))
    app = PokerApp(SEED, opponent, pace=0)
    table = Table(opponent.strategy, opponent.evaluation.value, opponent.draws(SEED))
    rng = np.random.default_rng(SEED)
    person = Bot(opponent.strategy.infosets, rng)
    while table.session.hands() < HANDS or not telling(table):
        if table.hand.over:
            table.next_hand()
        elif table.bot_to_act:
            table.bot_act()
        elif rng.random() < SLIPS:
            actions = table.hand.observe().actions
            table.act(actions[rng.integers(len(actions))])
        else:
            table.act(person.choose(table.hand.observe()))
    app.tables[opponent.path] = table
    return shoot(app, lambda pilot: until(pilot, lambda: table.session.without_luck))


def draw_grid() -> str:
    """The whole strategy of Leduc as a grid, the cursor where something is mixed."""
    app = PokerApp(SEED, pace=0)

    async def reach(pilot):
        app.push_screen(BrowserScreen(read(shelf.find("leduc-cfr+"))))
        await until(pilot, lambda: isinstance(app.screen, BrowserScreen) and app.screen.ready)
        await press(pilot, *["down"] * 3, "right")

    return shoot(app, reach, (100, 30))


def shoot(
    app: PokerApp, reach: Callable[[Pilot], Awaitable[None]], size: tuple[int, int] = (80, 24)
) -> str:
    """A picture of the screen that is reached so."""
    pictures = []

    async def scenario(pilot):
        await reach(pilot)
        await pilot.pause()
        pictures.append(app.export_screenshot(title="pokerbot play leduc"))

    drive(app, scenario, size)
    return re.sub(r"terminal-\d+", "screen", pictures[0])


def telling(table: Table) -> bool:
    """Whether the hand shows all there is: a public card, a bet to answer, a full pot."""
    hand = table.hand
    return (
        table.person_to_act
        and hand.betting.round == 1
        and hand.betting.to_call > 0
        and hand.pot >= 6
        and hand.cards[table.person] == hand.board
    )


def said(picture: str) -> str:
    """The words in a picture; how they are laid out may change with the version of Textual."""
    return "".join(re.findall(r"<text [^>]*>([^<]*)</text>", picture))


@pytest.mark.parametrize("draw", [draw_table, draw_grid])
def test_the_pictures_in_the_readme_are_current(draw):
    picture, file = draw(), PICTURES / f"{draw.__name__.removeprefix('draw_')}.svg"
    if os.environ.get("UPDATE_PICTURES"):
        file.write_text(picture, encoding="utf-8")
    kept = file.read_text(encoding="utf-8")
    assert said(picture) == said(kept)
    for colour in (themes.DARK.background, themes.DARK.panel):
        assert colour in kept


def test_a_picture_is_the_same_every_time():
    assert draw_table() == draw_table()
