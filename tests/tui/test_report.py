"""The next cards of a spot, solved beside the screen, and the way to one of them."""

import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import spot
from pokerbot.runs.executors import InProcess
from pokerbot.runs.report import report
from pokerbot.tui.ranges.report import ReportScreen
from pokerbot.tui.solver.form import SolveScreen
from tests.tui.driving import (
    at_each,
    driven,
    make_app,
    press,
    shown,
    text,
    until,
    until_in_sight,
)

TURN = spot(
    name="turn",
    board="2s3h4d 6c",
    pot=20,
    stack=20,
    oop={"range": "AsAh,QsQh", "turn": {"bet": "a"}, "river": {"bet": "a"}},
    ip={"range": "KsKh"},
)


@pytest.mark.slow
async def test_every_card_is_solved_and_leads_to_its_spot(monkeypatch):
    monkeypatch.setattr("pokerbot.tui.ranges.report.Processes", lambda jobs, retries: InProcess())
    app = make_app()
    async with driven(app) as pilot:
        await press(pilot, "e")
        await until(pilot, lambda: isinstance(app.screen, SolveScreen))
        form = app.screen
        form.begin_with(TURN)
        form.algorithm.focus()
        while not isinstance(app.screen, ReportScreen):  # what is filled in is worked out once more
            await until(pilot, lambda: form.check_action("report", ()))
            await press(pilot, "z")
        table = report(TURN)
        cards = {card: each for each in table.cards for card in each.cards}
        assert ReportScreen(TURN).cards == len(cards)  # as is told before the first is solved
        await press(pilot, "right", "enter")  # the king of spades, which ip holds
        await until(pilot, lambda: text(app, "#subtitle") == "EV of oop by card, %")
        found = app.screen.found
        assert found.keys() == cards.keys()
        assert all(found[card].ev == cards[card].ev for card in cards)
        async for width in at_each(pilot, [(40, 15), (80, 24), (160, 50)]):
            await until_in_sight(pilot)
            assert shown(app)[0].ljust(width).endswith("  EV of oop by card, % ")
        await press(pilot, "i")
        assert text(app, "#subtitle") == "equity of oop by card, %"
        deck = app.screen.deck
        wide, high = deck._cell
        await pilot.click(deck, offset=(1 + 7 * wide, 2 + 2 * high))  # that ends no solving
        assert app.screen is deck.screen
        assert str(deck.render()).splitlines()[-2].startswith("7♦  oop EV")
        await press(pilot, *["left"] * 5, "up", "enter")
        await until(pilot, lambda: app.screen is form)
        await until(pilot, lambda: form.game is not None)
        assert form.game.parameters["board"] == "2s3h4d 6c Qh"


class BreaksOff(InProcess):
    """Fails after three spots."""

    def carry_out(self, runs, tell, stopped):
        super().carry_out(runs[:3], tell, stopped)
        raise InputError("there is not enough memory")


@pytest.mark.slow
async def test_what_is_solved_before_an_error_stays_and_nothing_more_is_awaited(monkeypatch):
    monkeypatch.setattr("pokerbot.tui.ranges.report.Processes", lambda jobs, retries: BreaksOff())
    app, screen = make_app(), ReportScreen(TURN)
    async with driven(app) as pilot:
        app.push_screen(screen)
        await until(pilot, lambda: app._notifications)
        await pilot.pause()
        assert [each.message for each in app._notifications] == ["there is not enough memory"]
        assert len(screen.found) >= 3
        assert text(app, "#subtitle") == "EV of oop by card, %"
        await press(pilot, "i")
        assert text(app, "#subtitle") == "equity of oop by card, %"
