"""The table of one who adapts: it thinks beside the screen, and says what it believes."""

from dataclasses import replace
from threading import Event

import psutil
import pytest

from pokerbot.opponents import finding, opponents
from pokerbot.opponents.adapting import RISK, resume
from pokerbot.play.history import sessions
from pokerbot.play.history.file import append, read
from pokerbot.runs.background.answering import ResponseRun
from pokerbot.runs.background.thinking import Thinker
from pokerbot.runs.responses import exploit
from pokerbot.strategy import library, storage
from pokerbot.tui.app import PokerApp
from pokerbot.tui.lobby import rows
from pokerbot.tui.lobby.rows import named
from pokerbot.tui.lobby.screen import LobbyScreen
from pokerbot.tui.popups.help import HelpScreen
from pokerbot.tui.table.screen import TableScreen
from tests.opponents.test_beliefs import changed
from tests.opponents.test_win_share import hands
from tests.tui.driving import (
    at_each,
    at_table,
    drive,
    driven,
    press,
    text,
    until,
    until_in_sight,
)


@pytest.mark.slow
async def test_it_answers_a_habit_and_tells_of_it(data, monkeypatch):
    go_on = Event()
    ask = Thinker.ask
    monkeypatch.setattr(Thinker, "ask", lambda *asked: go_on.wait() and ask(*asked))
    kurt = opponents.read(library.find("kurt"))
    folder = changed(kurt, lambda key: True, "fold")
    history = data / "history.jsonl"
    append(history, *hands(kurt, folder, 60))
    app = PokerApp(7, opponents.adapting(kurt.strategy), pace=0, history=history)
    async with driven(app) as pilot:
        table = at_table(app)
        sound = table.opponent.strategy
        await until(pilot, lambda: text(app, "#subtitle").startswith("thinking"))
        await press(pilot, "j")
        assert isinstance(app.screen, HelpScreen)
        assert "Nothing yet" in app.screen.text
        await press(pilot, "escape")
        go_on.set()
        await until(pilot, lambda: table.adapting.coming)
        assert text(app, "#subtitle") == "j  what it believes"
        assert table.opponent.strategy is sound
        await over(pilot, app)
        assert table.opponent.strategy is sound
        await press(pilot, "space")
        assert text(app, "#subtitle") == "j  what it believes from 40 hands"
        assert table.opponent.strategy != sound
        assert table.opponent.evaluation.exploitability <= RISK + 1e-6
        await press(pilot, "j")
        assert "you fold to a bet too often" in app.screen.text
        await press(pilot, "escape")
        async for _ in at_each(pilot, [(40, 15), (80, 24)]):
            await until_in_sight(pilot)
        await press(pilot, "escape")
        assert isinstance(app.screen, LobbyScreen)
        app.sit_down(opponents.adapting(kurt.strategy))
        await until(pilot, lambda: app.screen is not table and at_table(app).ready)
        assert at_table(app).opponent is table.opponent


@pytest.mark.slow
async def test_it_thinks_after_ten_hands_without_a_hint_whatever_session_they_are_of(data):
    """Eight from before, and the second and third of the session; the first has a hint."""
    kurt, history = opponents.read(library.find("kurt")), data / "history.jsonl"
    append(history, *hands(kurt, kurt.strategy.infosets, 8))
    app = PokerApp(7, opponents.adapting(kurt.strategy), pace=0, history=history)
    async with driven(app) as pilot:
        table = at_table(app)
        await until(pilot, lambda: table.ready)
        await press(pilot, "h")
        for number in (1, 2, 3):
            assert table.table.number == number
            await over(pilot, app)
            assert table.table.score.assisted == 1
            if number < 3:
                await press(pilot, "space")
        await until(pilot, lambda: table.adapting.coming)
        assert table.adapting.coming.report.hands == 10


@pytest.mark.slow
def test_a_session_goes_on_with_the_answer_as_of_then(data):
    """Each hand so far is judged by what was played in it; the next has the cards it would have."""
    kurt, history = opponents.read(library.find("kurt")), data / "history.jsonl"
    append(history, *hands(kurt, changed(kurt, lambda key: True, "fold"), 60))
    first = PokerApp(7, opponents.adapting(kurt.strategy), pace=0, history=history)

    async def play(pilot):
        await until(pilot, lambda: at_table(first).adapting.coming)
        for number in range(1, 5):
            await press(pilot, "d")
            await over(pilot, first)
            assert at_table(first).table.number == number
            await press(pilot, "space")
        await until(pilot, lambda: at_table(first).table.score.judged == 4)

    drive(first, play)
    (sitting,) = first.tables.by_opponent.values()
    table = sitting.table
    second = PokerApp(8, None, pace=0, history=history)
    told = []
    second.notify = lambda text, **options: told.append(text)

    async def go_on(pilot):
        await until(pilot, lambda: second.screen.resumable)
        await press(pilot, "space")
        await until(pilot, lambda: isinstance(second.screen, TableScreen) and second.screen.ready)
        resumed = at_table(second)
        answer, before = resumed.sitting.answer, sitting.answer
        assert told == [f"I go on as I played last. {before.says}"]
        assert text(second, "#subtitle") == "j  what it believes from 40 hands"
        assert answer.opponent.strategy == before.opponent.strategy == resumed.opponent.strategy
        assert resumed.table._infosets == before.opponent.strategy.infosets
        assert answer.page == before.page
        assert answer.wins == pytest.approx(before.wins, abs=1e-4)
        session, expected = resumed.table.score, table.score
        assert (resumed.table.number, resumed.table.hand.held) == (5, table.hand.held)
        assert session.breakdown == expected.breakdown
        assert (session.thrown, session.followed) == (expected.thrown, expected.followed)
        assert session.accuracy == expected.accuracy
        await over(pilot, second)
        await press(pilot, "space")
        assert sessions.summaries(history)[-1].hands == 5
        assert resumed.table.number == 6

    drive(second, go_on)
    kept = [played for _, played in read(history)][60:]
    assert [each.number for each in kept] == [1, 2, 3, 4, 5]
    assert {each.started for each in kept} == {kept[0].started}
    assert (
        kept[1].sha256
        == kept[4].sha256
        != kept[0].sha256
        == opponents.adapting(kurt.strategy).sha256
    )
    assert sitting.begins.who == kept[0].who


@pytest.mark.slow
def test_a_new_session_begins_with_what_it_knows_and_says_so(data, monkeypatch):
    who = [each for each in named() if each.member.game == "kuhn"]
    monkeypatch.setattr(rows, "named", lambda: who)
    kurt, history = opponents.read(library.find("kurt")), data / "history.jsonl"
    append(history, *hands(kurt, changed(kurt, lambda key: True, "fold"), 60))
    first = PokerApp(7, opponents.adapting(kurt.strategy), pace=0, history=history)

    async def play(pilot):
        await until(pilot, lambda: at_table(first).adapting.coming)
        await press(pilot, "j")
        assert "you fold to a bet too often" in first.screen.text
        await press(pilot, "escape")
        for _ in range(2):
            await over(pilot, first)
            await press(pilot, "space")

    drive(first, play)
    (before,) = (each.answer for each in first.tables.by_opponent.values())
    wanted = finding.OpponentRequest(
        "echo", (library.find("kurt"),), kurt.strategy.game, bot="echo"
    )
    for begins in (None, wanted):
        app, told = PokerApp(8, begins, pace=0, history=history), []
        app.notify = lambda text, told=told, **options: told.append(text)

        async def begin(pilot, app=app, begins=begins):
            if begins is None:
                entries = app.screen.entries
                await until(pilot, lambda: any(e.adapts and e.taken for e in entries.values()))
                (echo,) = (each for each in entries.values() if each.adapts)
                assert echo.found.strategy == before.opponent.strategy
                assert echo.taken.hands == 2
                await press(pilot, *["down"] * 3)
                async for width in at_each(pilot, [(40, 15), (160, 50), (80, 24)]):
                    await until_in_sight(pilot)
                    assert "2 hands of yours" in text(app, "#about") or width == 40
                app.sit_down(echo.found)
            await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.ready)
            table = at_table(app)
            assert table.table._infosets == before.opponent.strategy.infosets
            assert text(app, "#subtitle") == "j  what it believes from 40 hands"
            await press(pilot, "j")
            assert app.screen.text == before.page
            await press(pilot, "escape")
            await over(pilot, app)

        drive(app, begin)
        assert told[0] == f"I begin with what I know of you. {before.says} j tells more."
        kept = [played for _, played in read(history)][-1]
        assert (kept.number, kept.sha256) == (1, before.opponent.sha256)
    resumed = resume(history, [kept])
    assert (resumed.begins, resumed.answer.page) == (before.opponent, before.page)


def test_an_answer_to_all_hands_that_there_were_is_told_as_such(data):
    """Answers kept before the last hands alone told."""
    kurt, history = opponents.read(library.find("kurt")), data / "history.jsonl"
    earlier = hands(kurt, changed(kurt, lambda key: True, "fold"), 60)
    append(history, *earlier)
    faced = opponents.adapting(replace(kurt.strategy, algorithm={"name": "exploit", "hands": 60}))
    for each in (echo := opponents.adapting(kurt.strategy)), faced:
        storage.save(each.strategy, data / f"{each.sha256}.gz")
    past = [
        replace(each, opponent=str(data / f"{one.sha256}.gz"), sha256=one.sha256, adapts=True)
        for one, each in zip((echo, faced), earlier, strict=False)
    ]
    assert resume(history, past).answer.report.latest == 60


@pytest.mark.slow
def test_a_session_whose_answer_is_gone_is_not_gone_on_with(data):
    kurt, history = opponents.read(library.find("kurt")), data / "history.jsonl"
    echo = opponents.adapting(kurt.strategy)
    past = [replace(each, adapts=True) for each in hands(echo, kurt.strategy.infosets, 3)]
    assert resume(history, past).says.startswith("I go on soundly")
    past[1] = replace(past[1], sha256="ab" * 32)
    with pytest.raises(opponents.InputError, match="not at hand any more"):
        resume(history, past)


async def over(pilot, app):
    """Play the hand to its end, with the last of what the buttons offer."""
    while not at_table(app).table.hand.over:
        await press(pilot, at_table(app).view.choices[-1].kind[0])


def test_another_process_answers_as_this_one_does():
    model, thinker = opponents.read(library.find("kurt")).strategy, Thinker()
    assert thinker.ask(ResponseRun(model, 0.2)) == exploit(model, risk=0.2)
    with pytest.raises(opponents.InputError, match="must be at least"):
        thinker.ask(ResponseRun(model, 1e-16))
    thinker.leave()
    with pytest.raises(opponents.InputError, match="was left"):
        thinker.ask(ResponseRun(model, 0.2))


@pytest.mark.slow
def test_a_process_that_is_killed_says_so_and_is_started_again():
    model, thinker = opponents.read(library.find("kurt")).strategy, Thinker()
    thinker.begin()
    for child in psutil.Process().children():
        child.kill()
    with pytest.raises(opponents.InputError, match="was ended by SIGKILL"):
        thinker.ask(ResponseRun(model, 0.2))
    assert thinker.ask(ResponseRun(model, 0.2)).exploitability <= 0.2
    thinker.leave()
