import threading
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.opponents.career import CareerCount
from pokerbot.opponents.lessons import LESSONS
from pokerbot.opponents.opponents import read
from pokerbot.play.history.file import append
from pokerbot.play.session.score import Score, Verdict
from pokerbot.strategy import library
from pokerbot.tui.app import PokerApp
from pokerbot.tui.career import screen as career_screen
from pokerbot.tui.career.screen import CareerScreen
from pokerbot.tui.review import screen as review_screen
from pokerbot.tui.table.screen import TableScreen
from pokerbot.tui.widgets.chart import ResultChart
from pokerbot.tui.widgets.fitting import COUNTING
from pokerbot.tui.widgets.keys import Keys
from pokerbot.tui.widgets.listing import Listing
from tests.opponents.test_win_share import hands as table_hands
from tests.opponents.test_win_share import players
from tests.play.hands import played
from tests.tui.driving import assert_all_in_sight, at_each, driven, make_app, press, text, until
from tests.tui.test_review import app_with, hands

RIVER = 'board = "2s3h4d 6c 7c"\npot = 20\nstack = 20\noop.range = "AA"\nip.range = "KK,88"\n'


@pytest.mark.slow
async def test_a_line_for_each_opponent_and_the_course_of_the_highlighted_one(data):
    app = app_with(data, hands("kuhn-cfr+", 60), hands("leduc-cfr+", 9))
    async with driven(app) as pilot:
        await press(pilot, "m")
        screen = app.screen
        assert isinstance(screen, CareerScreen)
        await until(pilot, lambda: screen.listing.row_count == 2)
        leduc, kuhn = screen.listing.items
        await until(pilot, lambda: screen.query_one(ResultChart).result_curve.hands == 9)
        assert "Too few decisions" in text(app, "#periods")
        await press(pilot, "down")
        await until(pilot, lambda: screen.query_one(ResultChart).result_curve.hands == 60)
        lines = text(app, "#periods").splitlines()
        assert len(lines) == len(kuhn.periods) > 1
        assert f"{kuhn.periods[0].lost:.3f} ± {kuhn.periods[0].margin:.3f}" in lines[0]
        async for width in at_each(pilot, [(40, 15), (120, 40)]):
            cells = [str(cell) for cell in screen.listing.get_column("Won")]
            assert [float(cell.replace("−", "-")) for cell in cells] == [leduc.won, kuhn.won]
            there = "" if width > 80 else "kuhn"
            await until(pilot, lambda named=there: screen.listing.border_subtitle == named)
            if width > 80:
                assert "best streak" in text(app, "#name")
                assert f"0 of {len(LESSONS)} lessons" in text(app, "#name")
            assert_all_in_sight(app)
        await press(pilot, "escape")
        assert app.screen is not screen


@pytest.mark.slow
async def test_a_spot_is_called_as_its_file_is(data, tmp_path):
    """Where the column of games has no room."""
    spot = tmp_path / "my [red] river.toml"
    spot.write_text(RIVER)
    app = app_with(data, played(parse_game(str(spot)), 1))
    async with driven(app, (40, 15)) as pilot:
        await press(pilot, "m")
        await until(pilot, lambda: app.screen.listing.row_count == 1)
        listing = app.screen.listing
        await until(pilot, lambda: listing._border_subtitle)
        assert listing._border_subtitle.plain == "my [red] river"


def test_small_chips_are_told_to_as_many_decimals_as_matter():
    """At a hundredth of a chip, two decimals tell nothing of what is won without luck."""
    score = Score((0.0, 0.0), unit=0.01)
    for chips in (0.03, -0.01):
        score.add(0, chips)
        score.judge(Verdict(0.0, (0.0012,), (True,)))
    against = {"opponent": "one.json", "who": "", "match": False, "game": parse_game("kuhn")}
    chapter = SimpleNamespace(**against, score=score, overall=None, hands=2, result=0.02)
    *_, result, sure, _, _ = map(str, career_screen._cells(chapter, ()))
    assert result == "+0.0200"
    assert sure.startswith("−0.0024 ± ")


@pytest.mark.slow
async def test_who_is_beaten_has_a_star(data):
    """As many hands against each: one answers felix best, and plays betty soundly.

    Felix's file has moved since; it is known by its fingerprint.
    """
    felix, betty = (read(library.find(name)) for name in ("felix", "betty"))
    (sound, _), (best, _) = players(felix)
    history = data / "history.jsonl"
    moved = [replace(hand, opponent="/gone/felix.json") for hand in table_hands(felix, best, 120)]
    append(history, *moved, *table_hands(betty, sound, 120))
    app = PokerApp(7, pace=0, history=history)
    async with driven(app, (120, 40)) as pilot:
        await press(pilot, "m")
        await until(pilot, lambda: app.screen.listing.row_count == 2)
        named = [str(cell) for cell in app.screen.listing.get_column("Opponent")]
        assert named == ["betty", "felix ★"]


def test_hands_are_judged_anew_once_a_file_by_which_they_are_judged_has_come(tmp_path, monkeypatch):
    """By all screens: a better solution may grade them otherwise."""
    monkeypatch.chdir(tmp_path)
    app = make_app()
    judge, count = app.reviewer, app.career_count
    assert (app.reviewer, app.career_count, count.reviewer) == (judge, count, judge)
    Path("strategies").mkdir()
    Path("strategies/better.json").write_text("{}")
    assert app.reviewer not in (judge, None)
    assert app.career_count.reviewer is app.reviewer


@pytest.mark.slow
async def test_it_counts_the_hands_that_are_judged(data, monkeypatch):
    app = app_with(data, hands("kuhn-cfr+", 60), hands("leduc-cfr+", 9, mode="practise"))
    go_on, judged, look = threading.Event(), [], CareerCount.look

    def held(count, history, wanted):
        def waits():
            judged.append(wanted())
            return judged[-1] and (len(judged) != 8 or go_on.wait(60))

        return look(count, history, waits)

    monkeypatch.setattr(CareerCount, "look", held)
    async with driven(app) as pilot:
        await press(pilot, "m")
        await until(pilot, lambda: text(app, "#name") == "Judging your hands: 7 of 60 …")
        go_on.set()
        await until(pilot, lambda: text(app, "#name").startswith("Career  60 hands"))
        await pilot.pause(2 * COUNTING)
        assert text(app, "#name").startswith("Career  60 hands")


@pytest.mark.slow
async def test_what_was_counted_before_is_not_told_as_more_than_there_is(data, monkeypatch):
    app = app_with(data, hands("kuhn-cfr+", 60))
    go_on, left_out = threading.Event(), career_screen.left_out
    async with driven(app) as pilot:
        await press(pilot, "m")
        await until(pilot, lambda: text(app, "#name").startswith("Career  60 hands"))
        await press(pilot, "escape")
        monkeypatch.setattr(
            career_screen, "left_out", lambda history: go_on.wait(60) and left_out(history)
        )
        await press(pilot, "m")
        assert text(app, "#name") == "Judging your hands …"
        go_on.set()
        await until(pilot, lambda: text(app, "#name").startswith("Career  60 hands"))


async def test_nothing_yet_and_nothing_to_read(data):
    app = app_with(data)
    async with driven(app) as pilot:
        await press(pilot, "m")
        await until(pilot, lambda: "No hands yet" in text(app, "#periods"))
        assert "enter Play" not in app.screen.query_one(Keys).render().plain
        await press(pilot, "escape")
        (data / "history.jsonl").mkdir(parents=True)
        await press(pilot, "m")
        await until(pilot, lambda: "is not a file" in text(app, "#name"))


@pytest.mark.slow
async def test_enter_sits_down_with_the_highlighted_opponent(data):
    history = data / "history.jsonl"
    append(history, *hands("felix", 3), *hands("kuhn-cfr+", 3))
    app = PokerApp(7, pace=0, history=history)
    async with driven(app) as pilot:
        await press(pilot, "m")
        screen = app.screen
        await until(pilot, lambda: screen.listing.row_count == 2)
        await until(pilot, lambda: "enter Play" in screen.query_one(Keys).render().plain)
        await press(pilot, "down", "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert app.screen.opponent.name == "felix"


@pytest.mark.parametrize("at", ["career", "review"])
async def test_a_file_is_looked_for_beside_the_screen(data, monkeypatch, at):
    """All files at hand are read to find it: that may take seconds. Its name is no markup."""
    evil = "[red]x"
    sought, threads = {"career": career_screen, "review": review_screen}[at], []
    played = [replace(each, opponent=f"{evil}.json") for each in hands("felix", 3)]
    append(data / "history.jsonl", *played)
    app = make_app()

    def nowhere(*_):
        threads.append(threading.current_thread())

    monkeypatch.setattr(sought, "locate", nowhere)
    async with driven(app) as pilot:
        await press(pilot, "m" if at == "career" else "v")
        await until(pilot, lambda: app.screen.query_one(Listing).row_count)
        await press(pilot, "enter" if at == "career" else "space")
        await until(pilot, lambda: app._notifications)
        (told,) = app._notifications
        assert told.message.startswith(evil)
        assert not told.markup
        assert threading.main_thread() not in threads


@pytest.mark.slow
async def test_echo_at_a_spot_without_a_solution_at_hand_is_refused_in_a_line(data):
    """Where the spot's own file was gone, too, enter ended the app with a traceback."""
    given = {"board": "2s3h4d6c7c", "oop.range": "KK", "ip.range": "AA", "pot": 20, "stack": 90}
    spot = make_game("holdem", given, "my")
    append(data / "history.jsonl", *(replace(each, adapts=True) for each in played(spot, 2)))
    app = PokerApp(5, opens="career", history=data / "history.jsonl")
    async with driven(app) as pilot:
        await until(pilot, lambda: app.screen.listing.row_count == 1)
        await press(pilot, "enter")
        await until(pilot, lambda: app._notifications)
        (told,) = app._notifications
        assert told.message.startswith("no strategy for my yet")
