"""Keys that are read at once, as on a busy machine, do what they do one by one."""

import pytest
from textual.events import MouseDown, MouseUp, Paste
from textual.widgets import Input

from pokerbot.games.catalogue import parse_game
from pokerbot.tui.frame import frame
from pokerbot.tui.grid.screen import BrowserScreen
from tests.tui.driving import at_table, driven, make_app, opponent, press, until

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


@pytest.mark.slow
@pytest.mark.parametrize("amount", ["2", "3", "7"])
async def test_an_amount_is_the_one_that_was_typed(amount):
    """Without its digits enter bets the least amount."""
    app = make_app(opponent(NO_LIMIT), "first")
    async with driven(app) as pilot:
        first = await first_action(pilot, "b", amount, "enter")
        assert (first.kind, first.amount) == ("bet", int(amount))


@pytest.mark.slow
async def test_the_next_size_is_chosen():
    app = make_app(opponent(NO_LIMIT), "first")
    async with driven(app) as pilot:
        assert (await first_action(pilot, "b", *["plus"] * 9, "enter")).amount == 7


@pytest.mark.slow
async def test_a_size_is_the_next_one_after_the_digits():
    """The key for it is not taken before the digits that were typed before it."""
    app = make_app(opponent(NO_LIMIT), "first")
    async with driven(app) as pilot:
        await until(pilot, lambda: at_table(app).ready)
        table = at_table(app).table
        await press(pilot, "b")
        type_at_once(app, "4", "plus", "enter")
        await until(pilot, lambda: table.hand.steps)
        assert table.hand.steps[0].action.amount == 7


@pytest.mark.parametrize("end", ["enter", "escape"])
async def test_a_key_after_the_filter_is_of_the_list(end):
    app = make_app()
    async with driven(app) as pilot:
        lobby, seat = app.screen, app.screen.seat.chosen
        await press(pilot, "slash")
        type_at_once(app, *"ku", end, "a")
        await until(pilot, lambda: lobby.seat.chosen != seat)
        assert lobby.query_one("#words", Input).value == ("ku" if end == "enter" else "")


@pytest.mark.slow
async def test_each_field_of_the_solver_takes_its_own():
    app = make_app()
    async with driven(app) as pilot:
        type_at_once(app, "e", *"kuhn", "tab", *"7", "tab", *"25")
        await until(pilot, lambda: app.screen.query("#iterations"))
        fields = [app.screen.query_one(f"#{name}", Input) for name in ("game", "iterations")]
        await until(pilot, lambda: fields[1].value == "25")
        assert fields[0].value == "kuhn"


async def test_a_click_comes_after_the_keys_before_it():
    """After the filter, on the list: what is typed before it is still of the filter."""
    app = make_app()
    async with driven(app) as pilot:
        field, rows = app.screen.query_one("#words", Input), app.screen.rows
        await press(pilot, "slash")
        await until(pilot, lambda: field.region.area and rows.region.area)
        type_at_once(app, *"kuhn")
        for kind in (MouseDown, MouseUp):
            app.post_message(kind(None, *rows.content_region.center, 0, 0, 1, *[False] * 3))
        await until(pilot, lambda: rows.has_focus)
        assert field.value == "kuhn"


async def test_what_is_pasted_after_the_key_of_a_filter_is_in_it():
    app = make_app()
    async with driven(app) as pilot:
        field = app.screen.query_one("#words", Input)
        type_at_once(app, "slash", "k")
        app.post_message(Paste("uhn"))
        await until(pilot, lambda: field.value == "kuhn")


async def test_a_filter_takes_what_is_typed_after_its_key():
    """In the lobby, a turns the seat, e goes to the solver and q leaves."""
    app = make_app()
    async with driven(app) as pilot:
        lobby, seat = app.screen, app.screen.seat.chosen
        type_at_once(app, "slash", *"aeq")
        await until(pilot, lambda: lobby.query_one("#words", Input).value == "aeq")
        assert (app.screen, lobby.seat.chosen) == (lobby, seat)


@pytest.mark.slow
async def test_a_betting_is_found_that_is_typed_after_its_key():
    """In the grid, a shows one player, and q leaves."""
    app = make_app()
    async with driven(app) as pilot:
        app.push_screen(screen := BrowserScreen(opponent(parse_game("kuhn"))))
        await until(pilot, lambda: screen.is_mounted and screen.matrix.situations)
        await press(pilot, "home")
        type_at_once(app, "slash", *"kbaq")
        await until(pilot, lambda: screen.query_one("#find", Input).value == "kbaq")
        assert (app.screen, screen.player) == (screen, None)


@pytest.mark.slow
async def test_a_key_after_one_that_opens_a_screen_is_of_that_screen():
    """Escape after help closes the help, and the table stays."""
    app = make_app(opponent(NO_LIMIT), "first")
    async with driven(app) as pilot:
        assert (await first_action(pilot, "question_mark", "escape", "c")).kind == "check"


@pytest.mark.slow
async def test_a_key_that_is_never_done_does_not_hold_up_the_next_for_ever(monkeypatch):
    monkeypatch.setattr(frame, "PATIENCE", 0.0)
    monkeypatch.setattr(frame.Frame, "_climb", lambda *_: None)
    app = make_app(opponent(NO_LIMIT), "first")
    async with driven(app) as pilot:
        assert (await first_action(pilot, "question_mark", "escape", "c")).kind == "check"
