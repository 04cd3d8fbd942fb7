"""What keys do in popups can be done by clicks alone, as in a browser without a keyboard."""

from pathlib import Path

import pytest
from textual.events import MouseDown, MouseMove, MouseUp
from textual.widgets import Input

from pokerbot.tui.popups.boxes import TellScreen
from pokerbot.tui.ranges.board import BoardScreen
from pokerbot.tui.solver.saving import SavingScreen
from pokerbot.tui.table.amount import AmountScreen
from tests.play.tables import NO_LIMIT
from tests.tui.driving import at_table, driven, make_app, opponent, press, shown, until

pytestmark = [pytest.mark.slow, pytest.mark.drawn]


async def click_on(pilot, words):
    """Click on the last place of the screen where these words stand."""
    await pilot.pause()
    y, line = [(y, line) for y, line in enumerate(shown(pilot.app)) if words in line][-1]
    await pilot.click(offset=(line.rindex(words), y))
    await pilot.pause()


async def test_an_amount_is_bet_by_clicks_alone():
    app = make_app(opponent(NO_LIMIT), seat="first")
    async with driven(app) as pilot:
        await pilot.click("#bet")
        await until(pilot, lambda: isinstance(app.screen, AmountScreen) and app.screen.is_mounted)
        field = app.screen.query_one(Input)
        for words, amount in (
            ("all-in", "4"),
            ("−", "2"),
            ("half", "1"),
            ("↑", "2"),
            ("+", "4"),
            ("↓", "3"),
        ):
            await click_on(pilot, words)
            assert field.value == amount
        await click_on(pilot, "enter do it")
        await until(pilot, lambda: at_table(app).table.hand.steps)
        assert at_table(app).table.hand.steps[0].action.name == "bet 3"


@pytest.mark.parametrize(("words", "answer"), [("y yes", True), ("n no", False)])
async def test_a_question_is_answered_by_a_click(words, answer):
    app, answers = make_app(), []
    async with driven(app) as pilot:
        app.ask("Leave?", lambda: answers.append(True), lambda: answers.append(False))
        await click_on(pilot, words)
        await until(pilot, lambda: answers == [answer])


async def test_a_board_is_taken_by_a_click():
    app, boards = make_app(), []
    async with driven(app) as pilot:
        app.push_screen(BoardScreen("2s3h4d"), boards.append)
        await click_on(pilot, "enter done")
        await until(pilot, lambda: boards == ["2s3h4d"])


async def test_a_file_is_taken_by_a_click():
    app, files = make_app(), []
    async with driven(app) as pilot:
        app.push_screen(SavingScreen(Path("a.json"), "Save?"), files.append)
        await click_on(pilot, "enter saves")
        await until(pilot, lambda: files == [Path("a.json")])


async def test_a_click_goes_on_to_what_the_frame_names_as_it_is_called():
    app, answers = make_app(), []
    async with driven(app) as pilot:
        app.push_screen(TellScreen("The end", "A tie.", "my [red] river"), answers.append)
        await click_on(pilot, "enter my [red] river")
        await until(pilot, lambda: answers == [True])


async def test_ctrl_c_copies_what_is_selected_and_leaves_without():
    """Ended by Ctrl-C, the app would have the clipboard as it was."""
    app = make_app()
    async with driven(app) as pilot:
        app.push_screen(TellScreen("Send this code", "pb1-AbC"))
        await pilot.pause()
        y, line = next((y, line) for y, line in enumerate(shown(app)) if "pb1-AbC" in line)
        x = line.index("pb1-AbC")
        for event, column in ((MouseDown, x), (MouseMove, x + 6), (MouseUp, x + 6)):
            app.screen._forward_event(event(None, column, y, 0, 0, 1, False, False, False))
            await pilot.pause()
        await press(pilot, "ctrl+c")
        assert (app.clipboard, app.return_code) == ("pb1-AbC", None)
        await press(pilot, "ctrl+c")
        await until(pilot, lambda: app.return_code == 130)
