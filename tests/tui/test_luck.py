"""The score without luck: exact, once the judges are there."""

import threading

import numpy as np
import pytest

from pokerbot.evaluation.whole_judge import judges
from pokerbot.games.catalogue import parse_game
from pokerbot.opponents.opponents import Opponent
from pokerbot.tui.table.screen import TableScreen
from pokerbot.tui.widgets.panel import Statistics
from tests.play.tables import lopsided
from tests.tui.driving import (
    SIZES,
    assert_all_in_sight,
    at_each,
    at_table,
    driven,
    make_app,
    opponent,
    press,
    text,
    until,
    view,
)

LEDUC = parse_game("leduc")


async def play(pilot, app, hands, rng):
    table = at_table(app).table
    while table.score.hands() < hands:
        choices = view(app).choices
        await press(pilot, choices[rng.integers(len(choices))].kind[0] if choices else "space")


def without_luck(app):
    lines = app.screen.query_one(Statistics).lines
    return next(line.amount for line in lines if line.name == "Without luck")


@pytest.mark.slow
async def test_the_panel_says_what_the_judges_say():
    app, strategy = make_app(opponent(LEDUC, lopsided(LEDUC))), lopsided(LEDUC)
    seen = []
    async with driven(app) as pilot:
        await until(pilot, lambda: at_table(app).ready)
        table = at_table(app).table
        table._keep = lambda table: seen.append((table.hand, table.person))
        await play(pilot, app, 6, np.random.default_rng(54))
        async for _ in at_each(pilot, SIZES):
            assert_all_in_sight(app)
        judge, worth, lost = judges(strategy), 0.0, []
        for hand, person in seen:
            actions = [step.action for step in hand.steps]
            judged = judge[person].judged(hand.held[person], hand.final_board, actions)
            split = judge[person].split(judged, hand.net(person))
            worth += split.seat_value
            lost.append(split.mistakes + split.missed)
        won, margin = table.score.without_luck
        assert won == pytest.approx(worth - sum(lost))
        assert margin == pytest.approx(2.570582 * np.std(lost, ddof=1) * 6**0.5)
        assert app.screen.query_one(Statistics).lines == view(app).session.statistics
        assert "±" in without_luck(app)


class Slow(Opponent):
    """Has judges only when the test says so."""

    @property
    def judges(self):
        assert self.go.wait(30)
        return super().judges


@pytest.mark.slow
async def test_play_does_not_wait_for_the_judges_and_they_catch_up():
    found = opponent(LEDUC)
    slow = Slow(found.path, found.strategy, found.sha256, evaluation=found.evaluation)
    object.__setattr__(slow, "go", threading.Event())
    app = make_app(slow, seat="first")
    async with driven(app) as pilot:
        await play(pilot, app, 3, np.random.default_rng(55))
        assert without_luck(app) == "–"
        status, hand = text(app, "#status"), at_table(app).table.hand
        slow.go.set()
        await until(pilot, lambda: at_table(app).ready)
        assert at_table(app).table.score.judged == 3
        assert "±" in without_luck(app)
        assert (text(app, "#status"), at_table(app).table.hand) == (status, hand)
        await play(pilot, app, 5, np.random.default_rng(56))
        assert at_table(app).table.score.judged == 5


async def test_the_judges_do_not_wake_the_bot_a_second_time():
    app = make_app(opponent(LEDUC), seat="second", pace=0.3)
    async with driven(app) as pilot:
        table = at_table(app).table
        await until(pilot, lambda: at_table(app).ready)
        await until(pilot, lambda: table.person_to_act)
        await pilot.pause(0.6)
        assert len(table.hand.steps) == 1
        assert isinstance(app.screen, TableScreen)
