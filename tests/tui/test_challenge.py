from dataclasses import replace

import numpy as np

from pokerbot.opponents import opponents
from pokerbot.opponents.duels import challenged
from pokerbot.play.session.challenge import parse
from pokerbot.tui.app import PokerApp
from pokerbot.tui.popups.tell import TellScreen
from pokerbot.tui.table.challenge import ChallengeScreen
from tests.tui.driving import at_table, drive, press, until

HANDS = 10


async def play(pilot, app, rng):
    """That many hands, the same for the same draws."""
    table = at_table(app)
    for number in range(HANDS):
        while not table.table.hand.over:
            choices = table.view.choices
            await press(pilot, choices[rng.integers(len(choices))].kind[0])
        if number < HANDS - 1:
            await press(pilot, "space")
    await until(pilot, lambda: table.table.session.breakdown)


def test_a_friend_is_challenged_and_told_who_played_better():
    betty = opponents.choose("betty").read()
    app, sent = PokerApp(31, betty, pace=0), []

    async def challenger(pilot):
        await play(pilot, app, np.random.default_rng(4))
        sent.append(app.tables.challenge(betty.key))

    drive(app, challenger)
    challenge = parse(sent[0].code)
    friend = PokerApp(77, challenged(challenge), pace=0)

    async def scenario(pilot):
        await until(pilot, lambda: isinstance(friend.screen, ChallengeScreen))
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
        await press(pilot, "enter", "space")
        assert friend.screen is at
        assert not at.query_one("#next").display
        friend.tables.duel = replace(friend.tables.duel, challenge=replace(challenge, lost=99.0))
        assert "you played better" in friend.tables.duel.verdict

    drive(friend, scenario)
