"""A flop at the table: weighed beside the screen, and its river solved when it comes."""

from functools import cache

import pytest

from pokerbot import solve
from pokerbot.errors import InputError
from pokerbot.evaluation.breakdown import UNGRADED
from pokerbot.opponents.opponents import read
from pokerbot.strategy import library
from pokerbot.tui.table.again import NOT_SOLVED
from tests.tui.driving import at_table, driven, make_app, press, shown, until


@cache
def flop():
    return read(library.find("3bet-wet-flop-dcfr"))


async def to_the_river(pilot, screen):
    """Check and call until it is there, and somebody has to act."""
    table = screen.table
    while table.hand.betting.round < 2 or table.hand.over:
        await until(pilot, lambda: screen.again.can_judge or screen.again.solving)
        if table.hand.betting.round < 2 or table.hand.over:
            await press(pilot, "space" if table.hand.over else "c")


@pytest.mark.slow
async def test_a_hand_is_judged_to_its_end_and_its_river_kept(monkeypatch):
    def solver(game, thinker):
        return solve(game, iterations=60, backend="numpy", epsilon=0.002).strategy

    monkeypatch.setattr("pokerbot.tui.table.again.solve_again", solver)
    app = make_app(flop(), seat="first")
    async with driven(app, (120, 40)) as pilot:
        screen = at_table(app)
        await until(pilot, lambda: screen.ready and screen.again.can_judge)
        await press(pilot, "k", "h")
        assert any("Hint" in line for line in shown(app))
        await to_the_river(pilot, screen)
        await until(pilot, lambda: screen.again.can_judge)
        await press(pilot, "c", "c")
        await until(pilot, lambda: screen.table.hand.over and screen.again.can_judge)
        decisions = screen._decisions()
        assert len(decisions) == len([*screen.table.hand.decisions(0)])
        assert decisions[-1].round == 2
        assert decisions[-1].grade != UNGRADED
        await until(pilot, lambda: screen.table.score.judged == screen.table.score.hands())


async def test_where_a_river_cannot_be_solved_the_hand_waits(monkeypatch):
    def solver(game, thinker):
        raise InputError("out of memory")

    monkeypatch.setattr("pokerbot.tui.table.again.solve_again", solver)
    app = make_app(flop(), seat="first")
    async with driven(app, (120, 40)) as pilot:
        screen = at_table(app)
        await until(pilot, lambda: screen.ready)
        await to_the_river(pilot, screen)
        await until(pilot, lambda: screen.again.told == NOT_SOLVED)
        there = screen.table.hand
        await press(pilot, "c", "space", "b")
        assert screen.table.hand is there
        assert screen.view.status == NOT_SOLVED
