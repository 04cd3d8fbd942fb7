"""What the app and the command say of the history; what is kept is in test_open_tables.py."""

import pytest

from pokerbot.games.catalogue import parse_game
from pokerbot.opponents import finding
from pokerbot.play.history import sessions
from pokerbot.play.history.file import append, read
from pokerbot.tui.app import PokerApp
from pokerbot.tui.lobby.screen import LobbyScreen
from tests.play.hands import played
from tests.tui.driving import driven, until
from tests.tui.test_command import LEAVE, Terminal


async def test_a_history_that_cannot_be_read_any_more_is_told_in_the_lobby(data):
    append(data / "history.jsonl", *played(parse_game("kuhn"), 1))
    (session,) = sessions.summaries(data / "history.jsonl")
    path = finding.choose("kuhn-gxfp").paths[0]
    app, told = PokerApp(31, None, pace=0, history=data), []
    app.notify = lambda text, **options: told.append(text)
    async with driven(app) as pilot:
        wanted = finding.OpponentRequest("kuhn", (path,), session=session)
        app.go("table", wanted, "first")
        await until(pilot, lambda: told and isinstance(app.screen, LobbyScreen))
        assert "is not a file" in told[0]


@pytest.mark.slow
@pytest.mark.parametrize("in_the_way", [False, True])
def test_the_command_keeps_its_hands_or_says_so(data, in_the_way):
    if in_the_way:
        data.write_text("in the way")
    terminal = Terminal("kuhn-gxfp", "--seed", "4", "--seat", "first")
    terminal.read_until(b"Your turn")
    terminal.send(b"b")
    terminal.read_until(b"Next hand")
    terminal.send(b"q")
    assert terminal.exit_status() == 0
    after = terminal.output[terminal.output.rindex(LEAVE) :]
    assert b"kuhn-gxfp: 1 hand, " in after
    if in_the_way:
        assert b"1 of these hands not kept: cannot write the history" in after
    else:
        ((_, kept),) = read(data / "history.jsonl")
        assert kept.seed == 4
