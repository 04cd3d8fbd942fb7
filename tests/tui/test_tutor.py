import re
from dataclasses import replace
from datetime import date, timedelta
from threading import Event
from threading import enumerate as enumerate_threads

import pytest

from pokerbot.errors import InputError
from pokerbot.opponents.lessons import LESSONS
from pokerbot.opponents.opponents import drill_opponent
from pokerbot.opponents.progress import progress
from pokerbot.opponents.puzzles import AGAINST_ONE, RIVER, Puzzle, note_answer
from pokerbot.opponents.reviews import Reviewer
from pokerbot.play.history.file import append, read
from pokerbot.play.session.drill import against_the_clock
from pokerbot.tui.app import PokerApp
from pokerbot.tui.lobby.screen import LobbyScreen
from pokerbot.tui.palette import Commands
from pokerbot.tui.popups.boxes import TellScreen
from pokerbot.tui.popups.help import HelpScreen
from pokerbot.tui.practise.items import COLUMNS, ItemsScreen
from pokerbot.tui.practise.screen import PractiseScreen
from pokerbot.tui.practise.today import TodayScreen
from pokerbot.tui.practise.tutor import HELP
from pokerbot.tui.table.screen import TableScreen
from pokerbot.tui.widgets.keys import Keys
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
from tests.tui.test_review import hands

SIZES = [(40, 15), (100, 24)]


def names(screen):
    """What the lines of a list of things to begin are called."""
    return [each.what for each in screen.listing.items]


async def begin(pilot, row):
    """Go to a line of the tutor, and past what is told of it beforehand."""
    tutor = pilot.app.screen
    assert isinstance(tutor, ItemsScreen)
    tutor.listing.move_cursor(row=row)
    await press(pilot, "enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, TellScreen))
    await press(pilot, "enter")
    assert isinstance(pilot.app.screen, PractiseScreen)
    return pilot.app.screen


def missed_days_ago():
    """Hands of a drill in which decisions were missed."""
    return [
        replace(each, drill="spot", mode="practise", given=0, time=each.time - timedelta(2))
        for each in hands("kuhn-cfr+", 60)
        if each.decisions
    ]


@pytest.mark.slow
async def test_a_lesson_to_its_end_and_what_is_kept_of_it():
    """Every decision as the lesson says, but for one."""
    app, lesson = make_app(), LESSONS[1]
    async with driven(app) as pilot:
        async for width in at_each(pilot, SIZES):
            rules = "the rules" if width == 40 else "the rules in a minute"
            assert f"new here? {rules}, then lessons" in "\n".join(shown(app))
        await press(pilot, "t")
        await until(pilot, lambda: app.screen.listing.items)
        tutor = app.screen
        async for _ in at_each(pilot, SIZES):
            await until_in_sight(pilot)
        row = names(tutor).index(lesson.drill.title)
        screen = await begin(pilot, row)
        for number in range(1, 9):
            right = lesson.spots[screen.practice.spot.key]
            wrong = {"bet": "c", "fold": "c"}[right]
            await press(pilot, wrong if number == 3 else right[0])
            while not screen.table.hand.over:
                await press(pilot, "f")
            if number < 8:
                await press(pilot, "enter", "space")
                assert screen.table.number == number + 1
        await until(pilot, lambda: isinstance(app.screen, TellScreen))
        assert app.screen.text.startswith(
            "7 of 8 hands right: 5 in a row reach the goal.\nGiven away: "
        )
        assert app.screen_stack[-2].query_one("#next").styles.visibility == "hidden"
        await press(pilot, "enter")
        assert "enter Next" in screen.query_one(Keys).render().plain
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, TellScreen))
        following = LESSONS[2].drill
        assert app.screen.text == following.told
        await press(pilot, "enter")
        assert app.screen.practice.drill == following
        await press(pilot, "escape")
        await until(pilot, lambda: tutor.listing.items[row].best == "5 in a row ✓")
        assert f"1 of {len(LESSONS)} lessons" in text(app, "#costs")
        assert [str(each.label) for each in tutor.listing.columns.values()] == [*COLUMNS]
        assert tutor.listing.items[tutor.listing.cursor_row].what == LESSONS[2].drill.title
        kept = [played for _, played in read(app.history)]
        assert {(each.drill, each.mode) for each in kept} == {(lesson.drill.name, "practise")}
        screen = await begin(pilot, row)
        await press(pilot, "escape", "escape")
        assert "new here" not in text(app, "#last")


@pytest.mark.slow
async def test_what_is_due_stands_first_and_is_practised(data):
    history = data / "history.jsonl"
    append(history, *missed_days_ago())
    app = PokerApp(7, history=history, pace=0)
    async with driven(app) as pilot:
        await press(pilot, "t")
        await until(pilot, lambda: names(app.screen)[:1] not in ([], ["Rules: kuhn"]))
        first = app.screen.listing.items[0]
        assert first.what == "What you missed"
        assert "against kuhn-cfr+" in first.about
        async for _ in at_each(pilot, SIZES):
            await until_in_sight(pilot)
        screen = await begin(pilot, 0)
        assert screen.practice.drill.name == "due"
        assert screen.practice.hand.observe() == screen.practice.drill.spots[0]


async def test_what_is_due_moves_the_line_under_the_cursor_along(data, monkeypatch):
    """The line that the person has gone to by the time that the history is looked through."""
    history, looked_through = data / "history.jsonl", Event()
    append(history, *missed_days_ago())
    monkeypatch.setattr(
        "pokerbot.tui.practise.tutor.progress",
        lambda *given: progress(*given) if looked_through.wait(60) else None,
    )
    app = PokerApp(7, history=history, pace=0)
    async with driven(app) as pilot:
        await press(pilot, "t")
        await until(pilot, lambda: app.screen.listing.items)
        screen = app.screen
        screen.listing.move_cursor(row=names(screen).index(LESSONS[1].drill.title))
        looked_through.set()
        await until(pilot, lambda: names(screen)[0] == "What you missed")
        assert screen.listing.item.what == LESSONS[1].drill.title


@pytest.mark.slow
async def test_against_the_clock_the_last_hand_is_played_on():
    app = make_app()
    drill = replace(against_the_clock("kuhn"), seconds=1)
    async with driven(app) as pilot:
        app.practise(drill_opponent("felix"), drill, 1)
        await until(pilot, lambda: isinstance(app.screen, TellScreen))
        await press(pilot, "enter")
        screen = app.screen
        await until(pilot, lambda: "1 second left." in text(app, "#about-spot"))
        await until(pilot, lambda: screen.practice.stopped)
        assert not screen.practice.ended
        while not screen.table.hand.over:
            await press(pilot, "c", "f")
        await until(pilot, lambda: isinstance(app.screen, TellScreen))
        (right,) = screen.practice.right
        score = "1 right, 0 wrong: 1." if right else "0 right, 1 wrong: −1."
        assert app.screen.text.startswith(score)


@pytest.mark.slow
async def test_against_the_clock_the_bot_acts_at_once_whatever_pace_is_chosen(data):
    app = PokerApp(7, history=data / "history.jsonl")
    async with driven(app) as pilot:
        app.practise(drill_opponent("felix"), against_the_clock("kuhn"), 1)
        await until(pilot, lambda: isinstance(app.screen, TellScreen))
        await press(pilot, "enter")
        commands = {str(hit.display): hit.command async for hit in Commands(app.screen).discover()}
        commands["Pace, the bot's speed: slowly"]()
        assert app.pace > 0
        table = app.screen.table
        while not table.hand.over:
            await press(pilot, "c", "f")
            assert not table.bot_to_act


@pytest.mark.slow
async def test_after_the_last_lesson_enter_sits_down_with_the_first_of_the_cast():
    """A queen calls with a heart beside it and folds without one; either ends the hand."""
    app, lesson = make_app(), LESSONS[-1]
    async with driven(app) as pilot:
        await press(pilot, "t")
        await until(pilot, lambda: app.screen.listing.items)
        titles = names(app.screen)
        screen = await begin(pilot, titles.index(lesson.drill.title))
        while not screen.practice.ended:
            hand = screen.table.hand
            if hand.over:
                await press(pilot, "space")
            elif screen.table.person_to_act:
                await press(pilot, lesson.spots[screen.practice.spot.key][0])
        await until(pilot, lambda: isinstance(app.screen, TellScreen))
        await press(pilot, "enter", "enter")
        await until(pilot, lambda: type(app.screen) is TableScreen)
        assert app.screen.opponent.name == "felix"


@pytest.mark.slow
@pytest.mark.parametrize("place", ["help", "grid"])
async def test_a_drill_goes_on_from_below_help_but_not_from_below_another_place(place):
    """Who comes next is read beside the screen: meanwhile something may be opened above it."""
    felix, met = drill_opponent("felix"), []
    app, drill = make_app(), LESSONS[1].drill
    async with driven(app) as pilot:
        app.practise(felix, replace(drill, hands=1, goal=1), then=("felix", met.append))
        await until(pilot, lambda: isinstance(app.screen, TellScreen))
        await press(pilot, "enter", "b")
        await until(pilot, lambda: app.screen.practice.ended)
        screen, threads = app.screen, {*enumerate_threads()}
        screen.action_go_on()
        if place == "help":
            app.action_help()
        else:
            app.browse(felix)
            await until(pilot, lambda: app.screen.ready and {*enumerate_threads()} <= threads)
            await pilot.pause()
            await press(pilot, "escape")
            assert app.screen is screen
            await press(pilot, "enter")
        await until(pilot, lambda: met)
        assert [type(each) for each in app.screen_stack] == [LobbyScreen]
        assert len(met) == 1


@pytest.mark.slow
async def test_the_die_of_a_lesson_is_told():
    app, lesson = make_app(), LESSONS[3]
    async with driven(app) as pilot:
        app.practise(drill_opponent(lesson.against), lesson.drill, 1)
        await until(pilot, lambda: isinstance(app.screen, TellScreen))
        await press(pilot, "enter")
        table = app.screen.practice
        assert "check 67%, bet 33%" in text(app, "#about-spot")
        await press(pilot, "d")
        said = "check" if table.die < 67 else "bet"
        die = table.die
        await press(pilot, said[0])
        while not table.hand.over:
            await press(pilot, "f")
        assert f"Die {die} said {said}." in text(app, "#about-spot")
        assert table.right == [True]
        await press(pilot, "space", "c")
        while not table.hand.over:
            await press(pilot, "f")
        assert "You threw no die, so the hand is not right." in text(app, "#about-spot")
        assert table.right == [True, False]


@pytest.mark.slow
async def test_what_a_lesson_does_not_count_as_right_reads_missed_where_it_is_sound():
    """Sound play checks lesson 2's queen, who would win more by a bet."""
    app, lesson = make_app(), LESSONS[1]
    queen = replace(lesson.drill, spots=lesson.drill.spots[-1:])
    assert [seen.key for seen in queen.spots] == ["Q:"]
    async with driven(app) as pilot:
        app.practise(drill_opponent(lesson.against), queen)
        await until(pilot, lambda: isinstance(app.screen, TellScreen))
        await press(pilot, "enter", "b")
        assert text(app, "#grades").splitlines()[0] == "bet: best"
        assert app.screen.table.right == [True]
        await press(pilot, "space", "c")
        if not app.screen.table.hand.over:
            await press(pilot, "f")
        grades = " ".join(text(app, "#grades").split())
        assert re.search(r"check: missed 0\.\d+ chips: sound, but", grades)
        assert app.screen.table.right == [True, False]


@pytest.mark.slow
async def test_the_rules_and_the_puzzle_of_the_day():
    app = make_app()
    async with driven(app) as pilot:
        await press(pilot, "t")
        await until(pilot, lambda: app.screen.listing.items)
        await press(pilot, "enter")
        assert isinstance(app.screen, HelpScreen)
        assert "J < Q < K" in app.screen.text
        assert "ante" in app.screen.text
        await press(pilot, "escape")
        tutor = app.screen
        await until(pilot, lambda: tutor.listing.item.what == "Rules: leduc")
        _, drill = AGAINST_ONE.drill(date.today())
        row = names(tutor).index(drill.title)
        hands = []
        for _ in range(2):
            screen = await begin(pilot, row)
            hands.append(screen.table.hand)
            assert hands[-1].observe() == drill.spots[0]
            await press(pilot, "escape")
        assert hands[0] == hands[1]


@pytest.mark.slow
@pytest.mark.parametrize(("first", "then", "right"), [("c", "b", False), ("b", "c", True)])
async def test_the_first_answer_to_a_puzzle_counts_though_its_hand_is_left(
    data, first, then, right
):
    """It was graded at once, and only a hand that was over was kept: leave, and answer again.

    Of two answers the worse one counted.
    """
    history, day = data / "history.jsonl", date(2026, 1, 1)
    while AGAINST_ONE.drill(day)[1].spots[0].key != "J:":
        day += timedelta(1)
    who, drill = AGAINST_ONE.drill(day)

    async def answered(pace, key):
        app = PokerApp(7, history=history, pace=pace)
        async with driven(app) as pilot:
            app.practise(drill_opponent(who), drill, day.toordinal())
            await until(pilot, lambda: isinstance(app.screen, TellScreen))
            await press(pilot, "enter")
            assert "One decision." in text(app, "#about-spot")
            await press(pilot, key)
            if not pace:
                graded = "Right.\n" if key == "b" else "Not right: 0.5 chips given away.\n"
                await until(pilot, lambda: f"{graded}The first" in text(app, "#about-spot"))
                assert ("bet: best" in text(app, "#grades")) is (key == "b"), "nothing over it"
        return progress(history, Reviewer()).solved(day)

    assert who == "felix"
    assert await answered(60, first) is right
    assert not history.exists()
    assert await answered(0, then) is right
    (data / "puzzles.json").write_text("{")
    assert progress(history, Reviewer()).solved(day) is not right
    await answered(0, first)
    assert progress(history, Reviewer()).solved(day) is not right, "the history has the first one"


@pytest.mark.parametrize("content", ["{", "[]", '{"first": 3}', '{"first": {"puzzle 1": 1}}'])
def test_damaged_answers_are_one_line_until_the_next_answer_sets_them_aside(data, content):
    history, place, day = data / "history.jsonl", data / "puzzles.json", date(2026, 1, 1)
    append(history, *hands("felix", 1))
    place.write_text(content)
    assert "puzzles.json is damaged" in progress(history, Reviewer()).wrong
    aside = place.with_name("puzzles.json.unread-1")
    aside.write_text("an earlier one")
    note_answer(history, AGAINST_ONE.drill(day)[1].name, right=True)
    assert (progress(history, Reviewer()).wrong, progress(history, Reviewer()).solved(day)) == (
        "",
        True,
    )
    assert place.with_name("puzzles.json.unread-2").read_text() == content
    assert aside.read_text() == "an earlier one"


async def test_what_is_wrong_with_the_day_s_puzzles_is_said_in_a_line_each(data, monkeypatch):
    history = data / "history.jsonl"
    append(history, *hands("felix", 1))
    (data / "puzzles.json").write_text("{")

    def gone(name):
        raise InputError("no such solution")

    monkeypatch.setattr("pokerbot.strategy.library.drill_file", gone)
    app = PokerApp(7, history=history, pace=0, opens="today")
    async with driven(app) as pilot:
        await until(pilot, lambda: len(app.screen.listing.items) >= 3)
        assert "puzzles.json is damaged" in text(app, "#costs")
        river = app.screen.listing.items[1]
        assert (river.what, river.about) == (RIVER.title(date.today()), "no such solution")
        app.screen.listing.move_cursor(row=1)
        await press(pilot, "enter")
        assert text(app, "#costs") == "no such solution"


async def test_after_midnight_the_river_of_the_day_before_is_not_today_s(monkeypatch):
    """It stood under today's title until today's was read, and could be begun there."""

    class Clock(date):
        day = date(2026, 12, 31)

        @classmethod
        def today(cls):
            return cls.day

    read = Event()

    def waits(puzzle, day):
        assert puzzle is AGAINST_ONE or Clock.day.year == 2026 or read.wait(60)
        return drill(puzzle, day)

    monkeypatch.setattr("pokerbot.tui.practise.items.date", Clock)
    app = make_app()
    at = [RIVER.title(day) for day in (date(2026, 12, 31), date(2027, 1, 1))]
    told = [RIVER.drill(day)[1].told for day in (date(2026, 12, 31), date(2027, 1, 1))]
    assert told[0] != told[1]
    drill = Puzzle.drill
    monkeypatch.setattr(Puzzle, "drill", waits)

    def river(tutor):
        return next((each.what, each.about) for each in tutor.listing.items if each.what in at)

    async with driven(app) as pilot:
        await press(pilot, "t")
        await until(pilot, lambda: app.screen.listing.items)
        tutor = app.screen
        await until(pilot, lambda: river(tutor) == (at[0], told[0]))
        await press(pilot, "question_mark")
        Clock.day = date(2027, 1, 1)
        await press(pilot, "escape")
        await until(pilot, lambda: app.screen is tutor)
        assert river(tutor) == (at[1], "Reading …")
        read.set()
        await until(pilot, lambda: river(tutor) == (at[1], told[1]))


@pytest.mark.slow
async def test_the_day_s_plan_is_opened_on_and_leads_to_each_thing(data):
    history = data / "history.jsonl"
    append(history, *hands("felix", 3))
    met = [replace(each, adapts=True) for each in hands("kurt", 2)]
    app = PokerApp(7, history=history, pace=0, opens="today")
    async with driven(app) as pilot:
        today = app.screen
        assert isinstance(today, TodayScreen)
        await until(pilot, lambda: len(today.listing.items) >= 3)
        assert names(today)[2:] == ["Next: felix"]  # echo was never met
        append(history, *met)
        await press(pilot, "escape", "y")
        today = app.screen
        await until(pilot, lambda: len(today.listing.items) >= 4)
        _, drill = AGAINST_ONE.drill(date.today())
        _, river = RIVER.drill(date.today())
        what = names(today)
        assert what == [drill.title, river.title, "Rematch: echo", "Next: felix"]
        async for _ in at_each(pilot, SIZES):
            await until_in_sight(pilot)
        screen = await begin(pilot, 0)
        assert screen.practice.drill == drill
        await press(pilot, "escape")
        assert app.screen is today
        screen = await begin(pilot, 1)
        assert screen.practice.hand.observe() == river.spots[0]
        await press(pilot, "escape", "escape")
        assert isinstance(app.screen, LobbyScreen)
        await press(pilot, "y")
        await until(pilot, lambda: len(app.screen.listing.items) >= 4)
        app.screen.listing.move_cursor(row=2)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert app.screen.opponent.adapts
        await press(pilot, "escape", "y")
        await until(pilot, lambda: len(app.screen.listing.items) >= 4)
        app.screen.listing.move_cursor(row=3)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert app.screen.opponent.name == "felix"


@pytest.mark.slow
async def test_jam_or_fold_begins_at_a_close_decision_with_a_stack_that_is_drawn():
    app = make_app()
    async with driven(app) as pilot:
        await press(pilot, "t")
        await until(pilot, lambda: app.screen.listing.items)
        row = names(app.screen).index("Jam or fold")
        screen = await begin(pilot, row)
        assert screen.opponent.strategy.game.name == "jam-or-fold"
        assert "big blinds" in screen.practice.drill.title
        kinds = {choice.kind for choice in screen.view.choices}
        assert kinds in ({"jam", "fold"}, {"call", "fold"})
        await press(pilot, "f")
        await until(pilot, lambda: "fold" in text(app, "#grades"))
        blind = "−1.000" if "call" in kinds else "−0.500"
        assert blind in text(app, "#grades")
        assert "what each action wins is told in big blinds" in " ".join(HELP.split())
        before = [each.key for each in screen.practice.drill.spots]
        screen.action_again()
        await until(pilot, lambda: isinstance(app.screen, TellScreen))
        await press(pilot, "enter")
        assert app.screen is not screen
        assert [each.key for each in app.screen.practice.drill.spots] != before
