"""The table of the whole game, the bot's thoughts given: what it shows, takes, keeps, resumes."""

import math
import time
from dataclasses import replace
from itertools import combinations
from threading import Event, Semaphore

import numpy as np
import pytest
from phevaluator import evaluate_cards

from pokerbot.errors import InputError
from pokerbot.games.heads_up import game_of
from pokerbot.games.ranges import CARDS
from pokerbot.io.own_files import history_file
from pokerbot.opponents.finding import whole_game
from pokerbot.opponents.open_tables import OpenTables
from pokerbot.opponents.opponents import read_blueprint
from pokerbot.play.hand import deal
from pokerbot.play.history.file import append, hands
from pokerbot.play.session.statistics import statistics
from pokerbot.play.view.amounts import fixed
from pokerbot.runs.background import thinking
from pokerbot.runs.playing import Ahead, Answer, DecisionWorth, JamsOrFolds, Judged
from pokerbot.strategy.translation import Counted
from pokerbot.tui.app import PokerApp
from pokerbot.tui.lobby import rows
from pokerbot.tui.table import whole_game as whole_game_screen
from pokerbot.tui.table.amount import AmountScreen
from pokerbot.tui.table.whole_game import WholeGameScreen, _run_out
from tests.play import test_match as match
from tests.tui.driving import (
    at_each,
    drive,
    driven,
    press,
    shown,
    text,
    until,
    until_in_sight,
    view,
)

CALLS = {"call": 1.0, "check": 1.0}


@pytest.fixture(autouse=True)
def asked(monkeypatch):
    """A bot that checks and calls, and what it was asked."""
    questions = []

    def ask(self, question):
        questions.append(question)
        if isinstance(question, Judged):
            return DecisionWorth({"check": 12.3, "bet 100": -30.0}, "check")
        counted = [
            Counted(step, name, "100% of the pot")
            for step, name in enumerate(question.actions)
            if name == "raise 333"
        ]
        return Answer(CALLS, tuple(counted))

    monkeypatch.setattr(thinking.Thinker, "ask", ask)
    return questions


def make_app(seat="first", history=None, pace=0):
    return PokerApp(7, whole_game("heads-up"), seat, pace, history=history or history_file())


async def seated(pilot):
    await until(pilot, lambda: isinstance(pilot.app.screen, WholeGameScreen))
    return pilot.app.screen


async def check_the_turn(pilot):
    """Call before the flop, and check on it and on the turn."""
    for _ in range(3):
        await until(pilot, lambda: view(pilot.app).you.to_act)
        await press(pilot, "c")


def story(app):
    return " ".join(" ".join(view(app).story).split())


@pytest.mark.slow
async def test_a_hand_is_told_from_its_beginning_until_someone_acts(monkeypatch, tmp_path):
    """Where machine code is still being made, the first line, which says so, was out of sight."""
    monkeypatch.setattr(thinking.Thinker, "ask", lambda self, question: Answer(CALLS, making=True))
    app = make_app(history=tmp_path / "history.jsonl")
    async with driven(app) as pilot:
        table = await seated(pilot)
        box = table.panel.story
        for begins in (True, False):
            await until(
                pilot, lambda: view(app).you.to_act and whole_game_screen.MAKING in story(app)
            )
            assert view(app).begins is begins
            await until(pilot, lambda: box.max_scroll_y > 0)
            for _ in range(3):
                await pilot.pause()
            assert box.scroll_y == (0 if begins else box.max_scroll_y)
            await press(pilot, "c")


@pytest.mark.slow
async def test_a_hand_to_the_showdown(asked, tmp_path):
    app = make_app(history=tmp_path / "history.jsonl")
    async with driven(app) as pilot:
        table = await seated(pilot)
        assert [choice.kind for choice in view(app).choices] == ["call", "raise", "fold"]
        await press(pilot, "r")
        assert isinstance(app.screen, AmountScreen)
        await press(pilot, "3", "3", "3", "enter")
        await until(pilot, lambda: len(view(app).betting) == 2 and view(app).you.to_act)
        assert "Your raise to 333 counts as 100% of the pot for the bot." in story(app)
        assert (view(app).pot, view(app).you.stack, view(app).bot.stack) == (666, 1667, 1667)
        for _ in range(3):
            await press(pilot, "c")
            await until(pilot, lambda: view(app).net is not None or view(app).you.to_act)
        assert table.table.hand.showdown
        assert abs(view(app).net) == 333 or view(app).net == 0
        held = table.table.game.rules.hands[1].name(table.table.hand.held[1])
        own = [each for each in asked if not isinstance(each, Ahead)]
        assert own[0].actions == ("raise 333",)
        assert len(own[1].board) == 6
        assert {each.hand for each in own} == {held}
        assert {each.hand for each in asked if isinstance(each, Ahead)} == {""}
        assert {each.bot for each in asked} == {1}
        assert all(len(each.draws) == len(each.actions) for each in asked)
        await press(pilot, "space")
        assert view(app).number == 2
    (kept,) = hands(tmp_path / "history.jsonl")
    assert kept.hand.game.spec == "heads-up"
    assert kept.opponent.endswith("heads-up-20.blueprint")


@pytest.mark.slow
async def test_the_bot_plays_on_though_its_file_is_read_again():
    app = make_app()
    async with driven(app) as pilot:
        table = (await seated(pilot)).table
        app.action_lobby()
        app.sit_down(read_blueprint(app.opponent.paths[0]))
        assert (await seated(pilot)).table is table
        await press(pilot, "c")
        await until(pilot, lambda: len(table.hand.steps) > 1)


@pytest.mark.slow
async def test_an_all_in_is_run_out_with_equities():
    """Exact: what is told before the flop, on the flop and on the turn."""
    app = make_app()
    async with driven(app) as pilot:
        table = await seated(pilot)
        await press(pilot, "4")
        assert isinstance(app.screen, AmountScreen)
        await press(pilot, "enter")
        await until(pilot, lambda: "All-in" in story(app))
        hand = table.table.hand
        assert hand.run_out
        assert hand.board == hand.final_board
        told = story(app).partition("All-in: yours is ")[2]
        assert [part.split("% ")[1] for part in told.split(", ")] == [
            "before the flop",
            "on the flop",
            "on the turn.",
        ]
        assert abs(view(app).net) in (0, 2000)
        share = float(told.partition("%")[0]) / 100
        luck = table.table.score.all_in_luck[1]
        assert view(app).net - luck == pytest.approx((2 * share - 1) * 2000, abs=2.1)
        lines = {line.name: line.amount for line in view(app).session.statistics}
        assert lines["Won without that"] == fixed(view(app).net - luck, 0)
        table.table.score.all_in_luck[1] = math.nan  # as until it is known
        unknown = {line.name: line.amount for line in statistics(table.table.score)}
        assert unknown["Luck of all-ins"] == unknown["Won without that"] == "–"


@pytest.mark.parametrize("person", [0, 1])
@pytest.mark.parametrize(
    ("line", "told"),
    [
        (["call", "check", "bet 1900", "call"], ["on the flop", "on the turn."]),
        (["call", "check", "check", "check", "bet 1900", "call"], ["on the turn."]),
    ],
)
def test_an_all_in_after_the_flop_stands_by_every_board_that_may_come(line, told, person):
    hand = deal(game_of(20), np.random.default_rng(3))
    for name in line:
        hand = hand.after(next(each for each in hand.observe().actions if each.name == name))
    rules = hand.game.rules
    one, two = (rules.hands[seat].name(hand.held[seat]) for seat in (person, 1 - person))
    mine, other, every = (
        [names[at : at + 2] for at in range(0, len(names), 2)]
        for names in (one, two, rules.boards.lying(hand.final_board).replace(" ", ""))
    )
    shares = []
    for lying in range(5 - len(told), 5):
        left = [card for card in CARDS if card not in {*mine, *other, *every[:lying]}]
        ends = [[*every[:lying], *come] for come in combinations(left, 5 - lying)]
        apart = [evaluate_cards(*mine, *on) - evaluate_cards(*other, *on) for on in ends]
        shares.append(sum((gap < 0) + (gap == 0) / 2 for gap in apart) / len(apart))
    number, luck, text = _run_out(7, hand, person)
    assert number == 7
    assert luck == pytest.approx(hand.net(person) - (2 * shares[0] - 1) * 2000)
    parts = [f"{share:.1%} {where}" for share, where in zip(shares, told, strict=True)]
    assert text == f"All-in: yours is {', '.join(parts)}"


@pytest.mark.slow
async def test_the_bot_takes_its_time():
    app = make_app(pace=1.0)
    async with driven(app) as pilot:
        table = (await seated(pilot)).table
        begun = time.monotonic()
        await press(pilot, "c")
        await until(pilot, lambda: len(table.hand.steps) > 1)
        assert time.monotonic() - begun >= 1


@pytest.mark.slow
async def test_until_it_is_known_the_luck_of_an_all_in_is_not_told(monkeypatch):
    """It was told as 0 for the seconds that counting the boards takes."""
    app, known = make_app(), Event()

    def late(number, hand, person):
        assert known.wait(60)
        return number, 12.0, "All-in: counted."

    monkeypatch.setattr(whole_game_screen, "_run_out", late)
    async with driven(app) as pilot:
        table = await seated(pilot)
        await press(pilot, "4", "enter")
        await until(pilot, lambda: table.table.hand.over)
        await pilot.pause()
        lines = {line.name: line.amount for line in view(app).session.statistics}
        assert lines["Luck of all-ins"] == lines["Won without that"] == "–"
        known.set()
        await until(pilot, lambda: "All-in: counted." in story(app))
        lines = {line.name: line.amount for line in view(app).session.statistics}
        assert lines["Luck of all-ins"] == "+12"


@pytest.mark.slow
async def test_the_latest_all_in_is_told_before_those_that_wait_since_earlier_hands(monkeypatch):
    """Going on with a session of many all-ins, it was told once all of these were counted."""
    app, goes_on, counted = make_app(), Semaphore(0), []

    def late(number, hand, person):
        counted.append(number)
        assert goes_on.acquire(timeout=60)
        return number, 12.0, f"All-in of hand {number}: counted."

    monkeypatch.setattr(whole_game_screen, "_run_out", late)
    async with driven(app) as pilot:
        table = await seated(pilot)
        for number in range(1, 4):
            await press(pilot, "4", "enter")
            await until(pilot, lambda: table.table.hand.over)
            if number < 3:
                await press(pilot, "space")
        goes_on.release()
        goes_on.release()
        await until(pilot, lambda: "All-in of hand 3: counted." in story(app))
        await until(pilot, lambda: len(counted) == 3)
        goes_on.release()
        await until(pilot, lambda: not table._looks_back)
        assert counted == [1, 3, 2]
        assert table.table.score.all_in_luck == dict.fromkeys((1, 2, 3), 12.0)


@pytest.mark.slow
async def test_the_coach_says_when_it_speaks_and_from_the_turn_on_what_actions_are_worth(asked):
    app = make_app()
    async with driven(app) as pilot:
        told = "Turn: check comes to +12 chips on average, 42 more than bet 100."
        await seated(pilot)
        assert "has a coach" in text(app, "#betting")
        await press(pilot, "k")
        assert "The coach speaks from the turn on" in story(app)
        assert "has a coach" not in text(app, "#betting")
        assert not app.screen.panel.story.coach.display  # where it would say that it is watching
        assert not app.screen.check_action("hint", ())
        await check_the_turn(pilot)
        await until(pilot, lambda: told in " ".join(story(app).split()))
        (judged,) = [each for each in asked if isinstance(each, Judged)]
        assert judged.actions[-1] == "check"
        assert len(judged.draws) == len(judged.actions)
        held = app.screen.table.hand.held[0]
        assert judged.hand == app.screen.table.game.rules.hands[0].name(held)


@pytest.mark.slow
async def test_what_a_decision_was_worth_comes_too_late_for_the_next_hand(monkeypatch):
    begun, answered, at_once = Event(), Event(), thinking.Thinker.ask

    def ask(self, question):
        if isinstance(question, Judged):
            begun.set()
            assert answered.wait(60)
        return at_once(self, question)

    monkeypatch.setattr(thinking.Thinker, "ask", ask)
    app = make_app()
    async with driven(app) as pilot:
        screen = await seated(pilot)
        await press(pilot, "k")
        await check_the_turn(pilot)
        await until(pilot, begun.is_set)
        await until(pilot, lambda: view(app).you.to_act)
        await press(pilot, "F")
        await until(pilot, lambda: screen.table.hand.over)
        await press(pilot, "space")
        assert view(app).number == 2
        answered.set()
        await until(pilot, lambda: not screen._looks_back)
        assert app.screen is screen
        assert "Turn: check" not in story(app)


@pytest.mark.slow
async def test_a_question_that_fails_is_asked_again_and_a_judgement_ends_nothing(monkeypatch):
    asked, judged, answered, at_once = [], Event(), Event(), thinking.Thinker.ask

    def ask(self, question):
        if isinstance(question, Judged):
            judged.set()
            raise InputError("the process that thinks was killed")
        if not isinstance(question, Ahead):
            asked.append(question)
            assert len(asked) < 5 or answered.wait(60)  # the judgement fails meanwhile
            if len(asked) == 2:
                raise InputError("the process that thinks was killed")
        return at_once(self, question)

    monkeypatch.setattr(thinking.Thinker, "ask", ask)
    monkeypatch.setattr(whole_game_screen, "AGAIN_AFTER", 0.1)
    app = make_app()
    async with driven(app) as pilot:
        screen = await seated(pilot)
        await press(pilot, "k")
        await check_the_turn(pilot)
        await until(pilot, lambda: judged.is_set() and not screen._looks_back)
        answered.set()
        await until(pilot, lambda: not screen.table.bot_to_act)
        assert app.screen is screen
        assert asked[1] == asked[2] != asked[3]


async def test_without_machine_code_it_says_what_is_not_solved(monkeypatch):
    def ask(self, question):
        if isinstance(question, Judged):
            return DecisionWorth({}, "check")
        return Answer(CALLS, alone=len(question.board.replace(" ", "")) == 8)

    monkeypatch.setattr(thinking.Thinker, "ask", ask)
    app = make_app()
    async with driven(app) as pilot:
        await seated(pilot)
        await press(pilot, "k")
        assert "without numba only on the river" in " ".join(story(app).split())
        for _ in range(2):
            await until(pilot, lambda: view(app).you.to_act)
            await press(pilot, "c")
        await until(pilot, lambda: view(app).you.to_act and "Without numba" in story(app))
        await press(pilot, "c")
        await until(pilot, lambda: "The coach is silent on the turn" in story(app))


@pytest.mark.slow
async def test_while_machine_code_is_made_it_says_so(monkeypatch):
    making = [True]
    monkeypatch.setattr(thinking.Thinker, "ask", lambda *_: Answer(CALLS, making=making[0]))
    app = make_app()
    async with driven(app) as pilot:
        await seated(pilot)
        await until(pilot, lambda: "Machine code is being made" in story(app))
        making[0] = False  # it asks again by itself
        await until(pilot, lambda: "Machine code is being made" not in story(app))


@pytest.mark.slow
async def test_a_fold_and_the_next_hand_at_once(monkeypatch):
    """Where there is nothing to call, a check, and a fold to the bet that comes then."""
    app = make_app(seat="second")

    def ask(self, question):
        bets = len(question.actions) == 3  # call, check, and the person's check on the flop
        return Answer({"bet 100": 1.0} if bets else CALLS)

    monkeypatch.setattr(thinking.Thinker, "ask", ask)
    async with driven(app) as pilot:
        table = await seated(pilot)
        await until(pilot, lambda: view(app).you.to_act)
        await press(pilot, "F")
        await until(pilot, lambda: view(app).number == 2)
        assert table.table.score.hands() == 1
        assert table.table.score.won() == -100
        await until(pilot, lambda: view(app).you.to_act)
        assert table.table.hand.betting.round == 0


@pytest.mark.slow
@pytest.mark.parametrize("key", ["space", "enter"])
def test_a_match_that_was_left_goes_on_with_its_stacks(tmp_path, monkeypatch, key):
    """Two hands over and one begun, chosen in the lobby; the last one may be dealt all-in.

    Enter on the match's line began a new one.
    """
    monkeypatch.setattr(rows, "spots", rows.whole_games)
    history = tmp_path / "history.jsonl"
    app, left = PokerApp(7, None, "first", 0, history=history), []

    async def leave(pilot):
        await until(pilot, lambda: app.screen.entries)
        app.screen.point_at(next(key for key, each in app.screen.entries.items() if each.match))
        await press(pilot, "enter")
        table = (await seated(pilot)).table
        for number in (2, 3):
            await until(pilot, lambda: view(app).you.to_act)
            await press(pilot, "F")
            await until(pilot, lambda n=number: view(app).number == n or view(app).net is not None)
            if view(app).number != number:
                await press(pilot, "space")
        await until(pilot, lambda: view(app).you.to_act)
        await press(pilot, "c")
        left.append((view(app).number, [*table.stacks], table.hand.held, table.before))

    drive(app, leave)
    ((number, stacks, held, before),) = left
    assert stacks != [2000, 2000]
    kept = [*hands(history)]
    assert [each.match for each in kept] == [(2000, 2000), kept[1].match]
    assert kept[1].match == tuple(2000 + sign * kept[0].result for sign in (1, -1))
    again = PokerApp(8, None, "first", 0, history=history)

    async def resume(pilot):
        await until(pilot, lambda: again.screen.resumable)
        again.screen.point_at(next(at for at, each in again.screen.entries.items() if each.match))
        await press(pilot, key)
        table = (await seated(pilot)).table
        assert (table.number, table.stacks, table.before) == (number, stacks, before)
        assert table.hand.held == held

    drive(again, resume)


@pytest.mark.slow
@pytest.mark.parametrize(("kept", "anew", "number"), [(1, False, 2), (1, True, 1), (0, False, 1)])
async def test_a_match_goes_on_unless_a_new_one_is_asked_for(
    tmp_path, monkeypatch, kept, anew, number
):
    """Or where the history cannot be read, which ended the app."""
    history, wanted, of_match = tmp_path / "history", whole_game("heads-up", match=True), []
    table = match.table_of(2, keep=lambda table: of_match.append(match.record_of(table)))
    match.play_out(table, np.random.default_rng(2))
    if kept:
        append(history, *(replace(each, sha256=wanted.read().sha256) for each in of_match))
    else:
        history.mkdir()
    app, told = PokerApp(7, replace(wanted, anew=anew), "first", 0, history=history), []
    monkeypatch.setattr(app, "notify", lambda message, **_: told.append(message))
    async with driven(app) as pilot:
        screen = await seated(pilot)
        assert ("The match that you left goes on." in told) == (number == 2)
        assert screen.table.number == number
        assert (screen.table.before == (2000, 2000)) == (number == 1)


@pytest.mark.slow
async def test_a_match_that_is_played_is_not_said_to_be_one_that_was_left(tmp_path, monkeypatch):
    """Where another was left in the middle of a hand, which is at hand once this one is over."""
    history, wanted = tmp_path / "history.jsonl", whole_game("heads-up", match=True)
    before = OpenTables(8, history, pytest.fail)
    table = before.at(wanted.read(), "alternate").table
    while not table.person_to_act:
        match.play_out(table, np.random.default_rng(3))
        table.next_hand()
    table.act(table.hand.observe().actions[1])
    app, told = PokerApp(7, replace(wanted, anew=True), "first", 0, history=history), []
    monkeypatch.setattr(app, "notify", lambda message, **_: told.append(message))
    async with driven(app) as pilot:
        first = await seated(pilot)
        await until(pilot, lambda: view(app).you.to_act)
        match.play_out(first.table, np.random.default_rng(4))
        app.meet(wanted)
        await until(pilot, lambda: app.screen is not first and app.screen.is_mounted)
        again = await seated(pilot)
        assert again.table is first.table
        assert "The match that you left goes on." not in told


@pytest.mark.slow
async def test_a_match_goes_on_with_the_stacks_as_they_are(monkeypatch):
    """Down to jam or fold, which is asked for as such and without a blueprint's thinking ahead."""
    opponent, questions = whole_game("heads-up", match=True), []
    app = PokerApp(7, opponent, "first", 0, history=history_file())

    def ask(self, question):
        questions.append(question)
        jams = isinstance(question, JamsOrFolds)
        return Answer({"call" if question.actions else "jam": 1.0} if jams else CALLS)

    monkeypatch.setattr(thinking.Thinker, "ask", ask)
    async with driven(app) as pilot:
        table = (await seated(pilot)).table
        stands = "You 2000, the bot 2000: 20 big blinds. The bot plays by heads-up-20."
        await until(pilot, lambda: stands in story(app))
        table.stacks = [1300, 2700]
        await until(pilot, lambda: view(app).you.to_act)
        await press(pilot, "F")
        await until(pilot, lambda: view(app).number == 2)
        assert sum(table.stacks) == 4000
        await until(pilot, lambda: [each for each in questions if each.stack not in (None, 20)])
        asked = next(each for each in questions if each.stack not in (None, 20))
        assert asked.blueprint.endswith(f"heads-up-{10 if asked.stack < 12 else 14}.blueprint")
        questions.clear()
        await until(pilot, lambda: view(app).you.to_act)
        await press(pilot, "F")  # the bot only calls: to the showdown
        await until(pilot, lambda: view(app).net is not None)
        await until(pilot, lambda: view(app).story[-1].startswith("You "))  # what is in sight
        table.stacks = [700, 3300]
        await press(pilot, "space")
        await until(pilot, lambda: view(app).you.to_act and "jam or fold" in story(app))
        assert {choice.kind for choice in view(app).choices} <= {"fold", "jam", "call"}
        assert not [each for each in questions if isinstance(each, Ahead) and each.stack <= 8]
        await press(pilot, "k")
        await until(pilot, lambda: "The coach is silent in jam or fold" in story(app))


@pytest.mark.slow
@pytest.mark.drawn
async def test_everything_is_in_sight():
    app = make_app()
    async with driven(app) as pilot:
        await seated(pilot)
        async for width in at_each(pilot, [(60, 20), (80, 24), (120, 40)]):
            await until_in_sight(pilot)
            if width == 120:
                assert any("BTN, 1950" in line for line in shown(app))


@pytest.mark.slow
def test_a_hand_that_was_left_goes_on(tmp_path):
    history = tmp_path / "history.jsonl"
    app, left = make_app(history=history), []

    async def leave(pilot):
        await seated(pilot)
        await press(pilot, "c")
        await until(pilot, lambda: len(view(app).betting) == 2 and view(app).you.to_act)
        await press(pilot, "c")
        await until(pilot, lambda: len(view(app).betting) == 3 and view(app).you.to_act)

        left.append(view(app))

    drive(app, leave)
    (before,) = left
    again = PokerApp(8, None, "first", 0, history=history)

    async def resume(pilot):
        await until(pilot, lambda: again.screen.resumable)
        await press(pilot, "space")
        await seated(pilot)
        await until(pilot, lambda: view(again).betting == before.betting)
        assert view(again).board == before.board
        assert view(again).you.card == before.you.card

    drive(again, resume)
