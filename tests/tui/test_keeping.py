"""Every hand goes into the history when it ends, and a fault there does not end the session."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from pokerbot.games.catalogue import parse_game
from pokerbot.opponents import finding, opponents
from pokerbot.opponents.resuming import left
from pokerbot.opponents.reviews import Reviewer
from pokerbot.play.history import sessions
from pokerbot.play.history.file import append, read
from pokerbot.strategy import library
from pokerbot.tui.app import PokerApp
from pokerbot.tui.lobby.screen import LobbyScreen
from tests.play.hands import NOON, played
from tests.tui.driving import at_table, drive, driven, press, until, view
from tests.tui.test_command import LEAVE, Terminal


async def finish(pilot, app, rng):
    while view(app).net is None:
        choices = view(app).choices
        await press(pilot, choices[rng.integers(len(choices))].kind[0])


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["kuhn", "leduc"])
async def test_each_hand_is_kept_when_it_ends(data, spec):
    opponent = finding.choose(spec).read()
    app = PokerApp(31, opponent, pace=0, history=data / "history.jsonl")
    rng = np.random.default_rng(52)
    before = datetime.now(UTC) - timedelta(seconds=1)
    async with driven(app) as pilot:
        for number in range(1, 6):
            assert len(list(read(app.history))) == number - 1
            await finish(pilot, app, rng)
            table = at_table(app).table
            line, kept = list(read(app.history))[-1]
            assert line == kept.number == number
            assert (kept.hand, kept.person) == (table.hand, table.person)
            assert kept.result == table.hand.net(table.person)
            assert kept.seed == 31
            assert kept.opponent == str(opponent.path.resolve())
            assert before <= kept.time <= datetime.now(UTC)
            assert opponents.recall(opponent.path, kept.sha256).strategy == opponent.strategy
            await press(pilot, "space")
    assert not app.tables.unkept


@pytest.mark.slow
async def test_two_opponents_share_a_history_and_count_their_own_hands(data):
    found = [opponents.read(library.find(name)) for name in ("kuhn-gxfp", "leduc-cfr+")]
    app = PokerApp(31, found[0], pace=0, history=data / "history.jsonl")
    rng = np.random.default_rng(52)
    async with driven(app) as pilot:
        for opponent in (*found, found[0]):
            app.sit_down(opponent)
            await pilot.pause()
            if view(app).net is not None:
                await press(pilot, "space")
            await finish(pilot, app, rng)
    kept = [hand for _, hand in read(app.history)]
    assert [hand.sha256 for hand in kept] == [found[i].sha256 for i in (0, 1, 0)]
    assert [hand.number for hand in kept] == [1, 1, 2]


@pytest.mark.slow
def test_a_session_is_gone_on_with_where_it_stood(data):
    """The same keys at an app that is left and opened again make the same history."""
    opponent, kept = finding.choose("leduc").read(), []
    for stops in ([6], [2, 4]):
        path, rng = data / f"{len(stops)}.jsonl", np.random.default_rng(52)
        for stop in stops:
            app = PokerApp(31 + len(list(read(path))), None, pace=0, history=path)

            async def scenario(pilot, app=app, stop=stop, rng=rng):
                if last := sessions.latest(sessions.summaries(app.history)):
                    app.tables.resume(opponent, app.seat, left(app.history, last))
                app.sit_down(opponent)
                await pilot.pause()
                for _ in range(stop):
                    await finish(pilot, app, rng)
                    await press(pilot, "space")
                table = at_table(app).table
                assert len(list(read(app.history))) == table.score.hands() == table.number - 1

            drive(app, scenario)
        (session,) = sessions.summaries(path)
        kept.append([(h.hand, h.person, h.number) for h in sessions.hands(path, session)])
    assert kept[0] == kept[1]


@pytest.mark.slow
async def test_a_home_that_was_moved_still_has_its_opponents(data):
    """Files of those that had none are beside the history; its hands name where that was."""
    first, moved = data / "first" / "history.jsonl", data / "moved" / "history.jsonl"
    app = PokerApp(31, opponents.built_in("call", parse_game("kuhn")), pace=0, history=first)
    async with driven(app) as pilot:
        await finish(pilot, app, np.random.default_rng(52))
        await press(pilot, "space")
    first.parent.rename(moved.parent)
    ((_, kept),) = read(moved)
    reviewer = Reviewer()
    assert reviewer.breakdown(kept) is not None
    session = sessions.latest(sessions.summaries(moved))
    assert left(moved, session).in_play.played.opponent == kept.opponent


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
async def test_a_hand_of_another_game_that_says_it_is_of_a_session_is_passed_over(data):
    opponent, path = finding.choose("leduc").read(), data / "history.jsonl"
    for spec in ("leduc", "kuhn"):
        hands = played(parse_game(spec), 2)
        append(path, *(replace(h, sha256=opponent.sha256, started=NOON) for h in hands))
    app = PokerApp(31, None, pace=0, history=path)
    async with driven(app) as pilot:
        (session,) = sessions.summaries(path)
        app.tables.resume(opponent, app.seat, left(path, session))
        app.sit_down(opponent)
        await pilot.pause()
        await until(pilot, lambda: at_table(app).ready)
        assert at_table(app).table.score.hands() == 2


@pytest.mark.slow
async def test_what_cannot_be_kept_is_told_once_and_play_goes_on(data, monkeypatch):
    data.write_text("in the way")
    opponent = finding.choose("kuhn").read()
    app = PokerApp(31, opponent, pace=0, history=data / "[/]history.jsonl")
    told, rng = [], np.random.default_rng(52)
    monkeypatch.setattr(app, "notify", lambda text, **options: told.append(text))
    async with driven(app) as pilot:
        for _ in range(3):
            await finish(pilot, app, rng)
            await press(pilot, "space")
    assert len(app.tables.unkept) == 3
    (line,) = told  # of the lock, the hand in play and three hands
    assert line.startswith("cannot lock ")
    assert line.endswith(f": {app.tables.unkept[0].cause}")


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
