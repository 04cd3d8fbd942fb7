from dataclasses import replace

import numpy as np
import pytest

from pokerbot.io.own_files import history_file
from pokerbot.opponents import finding
from pokerbot.opponents.finding import challenged
from pokerbot.play.history.file import read
from pokerbot.play.session.challenge import Challenge, parse
from pokerbot.tui.app import PokerApp
from pokerbot.tui.popups.boxes import TellScreen
from pokerbot.tui.table.challenge import ChallengeScreen
from pokerbot.tui.table.screen import TableScreen
from tests.tui.driving import at_table, drive, driven, press, shown, text, until
from tests.tui.test_palette import listed

HANDS = 10


async def hand(pilot, app, rng):
    """The hand on the table, the same for the same draws."""
    table = at_table(app)
    while not table.table.hand.over:
        choices = table.view.choices
        await press(pilot, choices[rng.integers(len(choices))].kind[0])


async def code_asked_for(pilot, app, name, against):
    """The code that the palette shows at a command of that name, also on the clipboard."""
    await press(pilot, "colon", *name)
    await until(pilot, lambda: [line for line in listed(app) if line.startswith(name.title())])
    await press(pilot, "enter")
    await until(pilot, lambda: isinstance(app.screen, TellScreen))
    told = text(app, "#ask Static").split()[-1]
    assert app.clipboard == told
    assert any(f": {against}, {HANDS} hands" in line for line in shown(app))
    await press(pilot, "enter")
    return told


async def play(pilot, app, rng):
    """That many hands."""
    table = at_table(app)
    for number in range(HANDS):
        await hand(pilot, app, rng)
        if number < HANDS - 1:
            await press(pilot, "space")
    await until(pilot, lambda: table.table.score.breakdown)


@pytest.mark.slow
async def test_a_challenge_goes_on_where_its_hands_are_resumed(data):
    """Nor is the table that comes after it one of its session: each hand there is kept."""
    betty, history = finding.choose("betty").read(), data / "history.jsonl"
    duel = challenged(Challenge(5, "alternate", HANDS, betty.sha256[:12], 1.0))
    app, rng = PokerApp(77, duel, pace=0, history=history), np.random.default_rng(4)
    async with driven(app) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ChallengeScreen))
        await hand(pilot, app, rng)
        await press(pilot, "escape")
        lobby = app.screen
        await until(pilot, lambda: lobby.resumable)
        await press(pilot, "space")
        await until(pilot, lambda: isinstance(app.screen, ChallengeScreen))
        for _ in range(HANDS - 1):
            await press(pilot, "space")
            await hand(pilot, app, rng)
        await until(pilot, lambda: isinstance(app.screen, TellScreen))
        await press(pilot, "enter")
        await until(pilot, lambda: type(app.screen) is TableScreen)
        assert app.screen.table.score.hands() == 0
        for _ in range(3):
            await hand(pilot, app, rng)
            await press(pilot, "space")
    assert [played.number for _, played in read(history)] == [*range(1, HANDS + 1), 1, 2, 3]


@pytest.mark.slow
def test_a_friend_is_challenged_and_told_who_played_better(tmp_path):
    betty = finding.choose("betty").read()
    betty = replace(betty, path=betty.path.with_name("my [red] one.json"))
    app, sent = PokerApp(31, betty, pace=0, history=history_file()), []

    async def challenger(pilot):
        await play(pilot, app, np.random.default_rng(4))
        sent.append(await code_asked_for(pilot, app, "challenge", "my [red] one"))
        assert sent == [app.tables.at(betty, "alternate").offers.code]

    drive(app, challenger)
    challenge = parse(sent[0])
    friend = PokerApp(77, challenged(challenge), pace=0, history=tmp_path / "his.jsonl")

    async def scenario(pilot):
        await until(pilot, lambda: isinstance(friend.screen, ChallengeScreen))
        assert any("10 hands of kuhn against betty" in line for line in shown(friend))
        await press(pilot, "h")
        assert not friend.screen.table.assisted
        assert friend.tables.duel.verdict == "0 of the challenge's 10 hands"
        await press(pilot, "escape")
        friend.sit_down(friend.tables.duel.opponent)
        await until(pilot, lambda: isinstance(friend.screen, ChallengeScreen))
        at = friend.screen
        await play(pilot, friend, np.random.default_rng(4))
        await until(pilot, lambda: isinstance(friend.screen, TellScreen))
        assert "equally well" in friend.tables.duel.verdict
        assert friend.tables.duel.offers == replace(challenge, tied=True)
        await press(pilot, "space")
        answer = await code_asked_for(pilot, friend, "answer", "betty")
        assert parse(answer) == friend.tables.duel.offers
        assert friend.screen is at
        assert not at.query_one("#next").display
        friend.tables.duel.challenge = replace(challenge, lost=99.0)
        assert "you played better" in friend.tables.duel.verdict
        await press(pilot, "space")
        assert "you played better" in text(friend, "#ask Static")
        await press(pilot, "space")
        assert friend.screen.active_bindings["enter"].binding.description == "Play on"
        await press(pilot, "enter")
        await until(pilot, lambda: type(friend.screen) is TableScreen)
        assert friend.screen.table.score.hands() == 0

    drive(friend, scenario)
