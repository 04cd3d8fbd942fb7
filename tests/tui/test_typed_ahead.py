"""Keys that are read at once, as on a busy machine, do what they do one by one."""

import pytest
from textual.widgets import Input

from pokerbot.games.catalogue import parse_game
from pokerbot.tui.grid.screen import BrowserScreen
from tests.tui.driving import at_table, drive, make_app, opponent, press, until

NO_LIMIT = parse_game("leduc-nolimit:stack=8")


def type_at_once(app, *keys):
    for key in keys:
        app.simulate_key(key)


async def first_action(pilot, *keys):
    """What the keys do at a table."""
    app = pilot.app
    await until(pilot, lambda: at_table(app).ready)
    table = at_table(app).table
    type_at_once(app, *keys)
    await until(pilot, lambda: table.hand.steps)
    return table.hand.steps[0].action


@pytest.mark.parametrize("amount", ["2", "3", "7"])
def test_an_amount_is_the_one_that_was_typed(amount):
    """Without its digits enter bets the least amount."""
    app = make_app(opponent(NO_LIMIT), "first")

    async def scenario(pilot):
        first = await first_action(pilot, "b", amount, "enter")
        assert (first.kind, first.amount) == ("bet", int(amount))

    drive(app, scenario)


def test_the_next_size_is_chosen():
    app = make_app(opponent(NO_LIMIT), "first")

    async def scenario(pilot):
        assert (await first_action(pilot, "b", *["plus"] * 9, "enter")).amount == 7

    drive(app, scenario)


def test_a_filter_takes_what_is_typed_after_its_key():
    """In the lobby, a turns the seat, e goes to the solver and q leaves."""
    app = make_app()

    async def scenario(pilot):
        lobby, seat = app.screen, app.screen.seat.chosen
        type_at_once(app, "slash", *"aeq")
        await until(pilot, lambda: lobby.query_one("#words", Input).value == "aeq")
        assert (app.screen, lobby.seat.chosen) == (lobby, seat)

    drive(app, scenario)


def test_a_betting_is_found_that_is_typed_after_its_key():
    """In the grid, a shows one player, and q leaves."""
    app = make_app()

    async def scenario(pilot):
        app.push_screen(screen := BrowserScreen(opponent(parse_game("kuhn"))))
        await until(pilot, lambda: screen.is_mounted and screen.matrix.situations)
        await press(pilot, "home")
        type_at_once(app, "slash", *"kbaq")
        await until(pilot, lambda: screen.query_one("#find", Input).value == "kbaq")
        assert (app.screen, screen.player) == (screen, None)

    drive(app, scenario)


def test_a_key_after_one_that_opens_a_screen_is_of_that_screen():
    """Escape after help closes the help, and the table stays."""
    app = make_app(opponent(NO_LIMIT), "first")

    async def scenario(pilot):
        assert (await first_action(pilot, "question_mark", "escape", "c")).kind == "check"

    drive(app, scenario)
