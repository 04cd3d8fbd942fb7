"""Which table one comes to; what is kept of it is under tests/tui/test_keeping.py."""

from dataclasses import replace

import pytest

from pokerbot.games.catalogue import parse_game
from pokerbot.opponents.open_tables import OpenTables
from pokerbot.opponents.resuming import LeftSession
from pokerbot.play.history import sessions
from pokerbot.play.history.file import append
from tests.play.hands import played
from tests.play.tables import uniform
from tests.tui.driving import opponent

KUHN, LEDUC = parse_game("kuhn"), parse_game("leduc")


@pytest.fixture
def tables():
    return OpenTables(7, None, pytest.fail)


def test_a_session_that_was_left_goes_on_with_the_seat_that_is_asked_for_last(tables):
    table = tables.at(opponent(KUHN), "first")
    assert table.person == 0
    assert tables.at(opponent(KUHN), "second") is table
    assert table.seat == "second"
    assert tables.at(opponent(LEDUC), "second").person == 1


def test_a_file_that_is_written_anew_is_another_opponent(tables):
    """Even one of another game: nothing of what it held before is judged by what it holds now."""
    before = opponent(KUHN)
    now = replace(opponent(LEDUC), path=before.path, sha256="1" * 64)
    table = tables.at(before, "first")
    assert tables.at(now, "first").game == LEDUC
    assert tables.at(before, "first") is table


def test_a_session_goes_on_unless_another_has_begun_at_the_table(tables, tmp_path):
    past = [replace(hand, sha256="0" * 64) for hand in played(KUHN, 3)]
    append(tmp_path / "history.jsonl", *past)
    (saved,) = sessions.summaries(tmp_path / "history.jsonl")
    against = opponent(KUHN, uniform(KUHN))
    tables.at(against, "first")  # no hand is over there
    assert tables.resume(against, "first", LeftSession(saved, tuple(past)))
    table = tables.at(against, "first")
    assert (table.session.hands(), table.number) == (3, 4)
    assert tables.resume(against, "first", LeftSession(saved, tuple(past[:1])))
    assert tables.at(against, "first") is table
