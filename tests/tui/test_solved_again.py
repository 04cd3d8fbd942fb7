"""Streets that were solved again: the ranges of a hand, its replay and its session."""

from dataclasses import replace

import pytest

from pokerbot import solve
from pokerbot.errors import InputError
from pokerbot.evaluation.rest import widened
from pokerbot.games.actions import Action
from pokerbot.opponents.open_tables import OpenTables
from pokerbot.opponents.opponents import made, read
from pokerbot.opponents.resuming import left
from pokerbot.opponents.reviews import ReviewedHand, Reviewer
from pokerbot.play.hand import replayed
from pokerbot.play.history import journal
from pokerbot.play.history.file import append, hands
from pokerbot.play.history.sessions import summaries
from pokerbot.strategy.storage import save
from pokerbot.tui.app import PokerApp
from pokerbot.tui.places import PLACES
from pokerbot.tui.practise.screen import PractiseScreen
from pokerbot.tui.ranges.screen import RangesScreen
from pokerbot.tui.review.leaks import LeaksScreen
from tests.opponents.test_rests import (
    HALF,
    POLAR,
    RAISED,
    calling,
    dealt,
    kept_by,
    on_turn,
    raised,
    solved_after,
    solver,
)
from tests.play.hands import NOON
from tests.play.tables import latest
from tests.tui.driving import at_table, driven, make_app, press, text, until, view


def polar():
    return made(solve(POLAR, iterations=400, backend="numpy").strategy, "polar")


def by_numpy(game, thinker):
    return solver(game)


async def bet(pilot, screen, amount):
    """Bet an amount of one's own, and wait for what is solved again."""
    await press(pilot, "b", *str(amount), "enter")
    await until(pilot, lambda: not screen.again.solving and not screen.table.bot_to_act)


@pytest.mark.slow
async def test_the_ranges_and_the_table_s_words_are_of_the_street_that_was_solved_again(
    monkeypatch,
):
    monkeypatch.setattr("pokerbot.tui.table.again.solve_again", by_numpy)
    app = make_app(replace(polar(), made=False), seat="first")  # as if read from a file
    async with driven(app) as pilot:
        screen = at_table(app)
        await until(pilot, lambda: screen.ready)
        await bet(pilot, screen, 10)
        told = "The river is solved again with bet 10, which changes what every action wins."
        assert told in view(app).story
        await press(pilot, "g")
        await until(pilot, lambda: isinstance(app.screen, RangesScreen) and app.screen.shown)
        assert app.screen.shown.node.actions == ("check", "bet 10", "bet 20")
        assert text(app, "#name").split() == ["pokerbot", "polar"]


@pytest.mark.slow
async def test_a_replayed_decision_after_a_size_of_ones_own_is_drilled_from_before_that():
    opponent = made(solve(RAISED, iterations=400, backend="numpy").strategy, "raiser")
    kept, solved = raised(opponent)
    reviewer = Reviewer(opponent, solved[0].opponent)
    app = make_app()
    async with driven(app) as pilot:
        hands = [ReviewedHand(kept, reviewer.breakdown(kept))]
        app.push_screen(PLACES["replay"].open(reviewer, hands, 0))
        await pilot.pause()
        await press(pilot, "right", "enter")
        await until(pilot, lambda: len(app.screen_stack) == 4)
        drill = next(each for each in app.screen_stack if isinstance(each, PractiseScreen))
        assert drill.practice.spot.key == "JsJh:k"


@pytest.mark.slow
async def test_a_leak_on_a_street_that_was_solved_again_is_drilled_from_before_that():
    """Kings that call a bet which never comes are dealt where they act before it."""
    opponent, hand = calling(), on_turn("check", "check", "bet 20", "call", river="Qd")
    (solved,) = solved_after(opponent, replayed(hand, 3))
    kept, app = kept_by(opponent, [solved], hand, 1), make_app()
    async with driven(app) as pilot:
        app.push_screen(LeaksScreen(Reviewer(opponent, solved.opponent), [kept]))
        await until(pilot, lambda: isinstance(app.screen, LeaksScreen) and app.screen.report)
        await press(pilot, "down", "enter")
        await until(pilot, lambda: len(app.screen_stack) == 4)
        drill = next(each for each in app.screen_stack if isinstance(each, PractiseScreen))
        assert drill.practice.spot.key == "KsKh:k"


def going_on(opponent, history):
    """The app, in which the session that was played last goes on."""
    app = PokerApp(7, None, "first", 0, history=history)
    session = latest(
        summaries(history), in_play=[each.played for _, each in journal.found(history)]
    )

    async def sit_down(pilot):
        assert app.tables.resume(opponent, "first", left(history, session))
        app.sit_down(opponent)
        await pilot.pause()
        await until(pilot, lambda: at_table(app).ready)
        return at_table(app)

    return app, sit_down


@pytest.mark.slow
async def test_the_hands_of_a_session_that_was_left_are_judged_by_what_was_solved_in_each(tmp_path):
    """Two with the same cards and another size: each would be judged up to there by the other's."""
    history, opponent = tmp_path / "history.jsonl", polar()
    for number, size in enumerate((HALF, Action("bet", 7, sized=True, to=7)), 1):
        hand = dealt("QsQh")
        hand = replace(hand, game=widened(POLAR, hand.betting, size)).after(size)
        (solved,) = solved_after(opponent, hand)
        save(solved.opponent.strategy, tmp_path / f"{number}.spot")
        again = replace(solved, opponent=read(tmp_path / f"{number}.spot"))
        hand = hand.after(Action("fold"))
        kept = kept_by(opponent, [again], hand, 0, started=NOON)
        append(history, replace(kept, number=number))
    app, sit_down = going_on(opponent, history)
    async with driven(app) as pilot:
        session = (await sit_down(pilot)).table.score
        await until(pilot, lambda: session.judged == session.hands())
        assert (session.hands(), session.accuracy.decisions) == (2, 2)


def left_on_the_river(opponent, history):
    """A session left on the river of a turn that was solved again after a bet."""
    for seed in range(20):
        sitting = OpenTables(seed, history, pytest.fail).at(opponent, "first")
        table = sitting.table
        table.act(next(each for each in table.hand.observe().actions if each.name == "bet 10"))
        sitting.solved = solved_after(opponent, table.hand)
        table.play_rest(sitting.solved[-1])
        table.bot_act()
        if not table.hand.over:
            table.roll()
            return
    pytest.fail("it never called")


@pytest.mark.slow
async def test_a_hand_that_was_left_goes_on_by_what_was_solved_again_in_it(tmp_path):
    history, opponent = tmp_path / "history.jsonl", calling()
    left_on_the_river(opponent, history)
    app, sit_down = going_on(opponent, history)
    async with driven(app) as pilot:
        screen = await sit_down(pilot)
        assert screen.table.hand.betting.round == 1
        assert screen.table.rest is screen.again.solved[0]
        await press(pilot, "c")
        await until(pilot, lambda: screen.table.hand.over)
        assert [each.steps for each in hands(history)[-1].again] == [0]
        await until(pilot, lambda: screen.table.score.judged == 1)
        (bet, _) = screen._breakdown(screen.table.hand, 0).decisions
        assert bet.loss < 0.5


def left_after_half(opponent, history):
    """A session left after a bet of half the pot, which is no size of the spot's."""
    table = OpenTables(7, history, pytest.fail).at(opponent, "first").table
    table.add_sizes(widened(POLAR, table.hand.betting, HALF))
    table.act(HALF)


@pytest.mark.slow
async def test_the_bot_does_not_answer_before_it_is_known_what_must_be_solved_again(
    monkeypatch, tmp_path
):
    monkeypatch.setattr("pokerbot.tui.table.again.solve_again", by_numpy)
    history, opponent = tmp_path / "history.jsonl", polar()
    left_after_half(opponent, history)
    app, sit_down = going_on(opponent, history)
    async with driven(app) as pilot:
        screen = await sit_down(pilot)
        await until(pilot, lambda: screen.table.hand.over)
        assert [each.steps for each in hands(history)[-1].again] == [0]


async def test_a_size_that_is_taken_back_after_the_table_was_left_is_no_size_of_the_hand(
    monkeypatch, tmp_path
):
    """The hand is that of the spot again, and judged."""

    def solver(game, thinker):
        raise InputError("out of memory")

    monkeypatch.setattr("pokerbot.tui.table.again.solve_again", solver)
    history, opponent = tmp_path / "history.jsonl", polar()
    left_after_half(opponent, history)
    app, sit_down = going_on(opponent, history)
    async with driven(app) as pilot:
        screen = await sit_down(pilot)
        await until(pilot, lambda: screen.table.person_to_act)
        await press(pilot, "c")
        await until(pilot, lambda: screen.table.hand.over)
        assert Reviewer(opponent).breakdown(hands(history)[-1]).decisions[0].action == "check"
