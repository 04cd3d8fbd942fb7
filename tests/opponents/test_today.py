"""The day's plan: what it opens on, whom it names, and the row of days."""

from collections import deque
from dataclasses import replace
from datetime import date, timedelta
from types import SimpleNamespace

import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import make_game
from pokerbot.opponents.progress import in_a_row
from pokerbot.opponents.reviews import Reviewer
from pokerbot.opponents.today import note_shown, opening, today_of
from pokerbot.play.history.file import append
from pokerbot.tui.practise.today import TodayScreen
from tests.opponents.known import best_against, known
from tests.opponents.test_one_echo import history_of
from tests.opponents.test_win_share import hands
from tests.play.hands import NOON, played
from tests.play.tables import uniform

DAY = date(2026, 11, 24)


def test_play_opens_on_the_tutor_then_on_the_plan_once_a_day(tmp_path):
    history = tmp_path / "history.jsonl"
    assert opening(history, DAY) == "tutor"
    history.touch()
    assert opening(history, DAY) == "today"
    note_shown(history, DAY)
    assert opening(history, DAY) == "lobby"
    assert opening(history, DAY + timedelta(1)) == "today"
    assert opening(history, DAY - timedelta(1)) == "today"  # the clock set back


@pytest.mark.parametrize("content", ["", "[]", '{"shown": 3}', '{"shown": "x"}', "{", "\xff"])
def test_a_damaged_plan_is_one_line_and_mended_by_the_next(tmp_path, content):
    history, place = tmp_path / "history.jsonl", tmp_path / "today.json"
    history.touch()
    place.write_text(content, "latin-1")
    with pytest.raises(InputError, match=r"today\.json is damaged"):
        opening(history, DAY)
    note_shown(history, DAY)
    assert opening(history, DAY) == "lobby"


@pytest.mark.parametrize(
    ("ago", "row"),
    [((), 0), ((0,), 1), ((1,), 1), ((2,), 0), ((0, 1, 2), 3), ((1, 2, 4), 2), ((0, 2), 1)],
)
def test_a_row_of_days_ends_where_one_is_missing_today_may_be_to_come(ago, row):
    assert in_a_row({DAY - timedelta(days) for days in ago}.__contains__, DAY) == row


@pytest.mark.slow
def test_the_next_is_the_first_who_is_not_beaten(tmp_path):
    """Felix is, by one who takes all that there is."""
    history, felix = tmp_path / "history.jsonl", known("felix")
    best = best_against(felix.strategy)
    bruno = known("bruno")
    append(history, *hands(felix, felix.strategy.infosets, 3))
    plan = today_of(history, Reviewer(), NOON.astimezone().date())
    assert (plan.next.name, plan.rematch) == ("felix", None)
    assert plan.days == 1
    append(history, *(replace(each, seed=9) for each in hands(felix, best, 400, seed=9)))
    later = hands(bruno, bruno.strategy.infosets, 2)
    append(history, *(replace(each, time=each.time + timedelta(1)) for each in later))
    plan = today_of(history, Reviewer(), NOON.astimezone().date() + timedelta(2))
    assert (plan.next.name, plan.rematch) == ("betty", None)
    assert plan.days == 2


def test_there_is_a_rematch_with_whom_one_has_met_in_the_same_game(tmp_path):
    history = history_of(tmp_path, lambda strategy: uniform(strategy.game).infosets, 2)
    bruno = known("bruno")
    append(history, *hands(bruno, bruno.strategy.infosets, 2))
    rematch = today_of(history, Reviewer(), DAY).rematch
    assert (rematch.bot, rematch.game.spec) == ("echo", "kuhn")


def test_there_is_a_plan_after_hands_with_echo_at_a_spot_whose_file_is_gone(tmp_path):
    """Its name alone did not tell the game: *no game 'my'* stood there in place of the plan."""
    given = {"board": "2s3h4d6c7c", "oop.range": "KK", "ip.range": "AA", "pot": 20, "stack": 90}
    spot = make_game("holdem", given, "my")
    append(tmp_path / "history.jsonl", *(replace(each, adapts=True) for each in played(spot, 2)))
    rematch = today_of(tmp_path / "history.jsonl", Reviewer(), DAY).rematch
    assert (rematch.bot, rematch.game) == ("echo", spot)


@pytest.mark.slow
def test_what_costs_the_most_is_named(tmp_path):
    """The best play but for calls with a jack, which win never: each gives away a chip."""
    history, felix = tmp_path / "history.jsonl", known("felix")
    best = best_against(felix.strategy)
    append(history, *hands(felix, best, 20))
    assert today_of(history, Reviewer(), DAY).costly is None
    calling = {**best, "J:b": {"fold": 0.0, "call": 1.0}}
    append(history, *(replace(each, seed=9) for each in hands(felix, calling, 60, seed=9)))
    last, cost = today_of(history, Reviewer(), DAY).costly
    assert (last.who, cost.seen.key) == (felix.who, "J:b")
    assert cost.now == pytest.approx(1)
    cost = replace(cost, recent=deque([0.0043]))
    stub = SimpleNamespace(drill_against=lambda *drill: None)
    about = TodayScreen._costly(stub, last, cost).about
    assert about.startswith("0.004 chips a decision against felix. ")
