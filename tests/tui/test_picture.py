"""The picture of the table that README.md shows: UPDATE_PICTURES=1 pytest makes it anew."""

import os
import re
from pathlib import Path

import numpy as np

from pokerbot import shelf
from pokerbot.play.bot import Bot
from pokerbot.play.table import Table
from pokerbot.tui import themes
from pokerbot.tui.app import PokerApp
from pokerbot.tui.opponents import read
from tests.tui.driving import drive, until

PICTURE = Path(__file__).parents[2] / ".github" / "table.svg"
SEED, HANDS, SLIPS = 1, 40, 0.2


def draw() -> str:
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
    pictures = []

    async def scenario(pilot):
        await until(pilot, lambda: table.session.without_luck)
        await pilot.pause()
        pictures.append(app.export_screenshot(title="pokerbot play leduc"))

    drive(app, scenario)
    return re.sub(r"terminal-\d+", "table", pictures[0])


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


def test_the_picture_in_the_readme_is_current():
    picture = draw()
    if os.environ.get("UPDATE_PICTURES"):
        PICTURE.parent.mkdir(exist_ok=True)
        PICTURE.write_text(picture, encoding="utf-8")
    kept = PICTURE.read_text(encoding="utf-8")
    assert said(picture) == said(kept)
    for colour in (themes.DARK.background, themes.DARK.panel):
        assert colour in kept


def test_the_picture_is_the_same_every_time():
    assert draw() == draw()
