"""The cast: weak in one way, sound in all others, by the test's own linear program."""

import pytest

from pokerbot.errors import InputError
from pokerbot.opponents.cast import CAST, member, reports
from pokerbot.strategy import library
from tests.reference.recursion import information_sets
from tests.reference.rules import by_the_book
from tests.solvers.test_floors import least_of, worst

LARGEST_FILE = 2 * 10**6
BY_CARD = [one for one in CAST if one.game != "jam-or-fold"]
"""Those of the games that the book has; tests/games/test_jam_or_fold.py has the others."""
SMALL = [one for one in BY_CARD if "nolimit" not in one.game]


@pytest.fixture(scope="module")
def stands():
    return {each.name: each for each in reports()}


@pytest.mark.parametrize("one", BY_CARD, ids=lambda one: one.name)
def test_each_keeps_to_its_leak(one):
    strategy = one.strategy()
    book = by_the_book(strategy.game)
    for seat in (0, 1):
        least = least_of(one.floor, seat)
        for key, (player, actions) in information_sets(book).items():
            for action in actions if player == seat else ():
                assert strategy.infosets[key][action] >= least(seat, actions, action) - 1e-9


@pytest.mark.parametrize("one", SMALL, ids=lambda one: one.name)
def test_given_its_leak_it_plays_its_best(one, stands):
    """In each seat, against a free opponent; no-limit's is measured by its solver alone."""
    pytest.importorskip("scipy")
    from tests.reference.program import game_value

    strategy = one.strategy()
    book = by_the_book(strategy.game)
    gaps = []
    for seat, sign in ((0, 1), (1, -1)):
        value = game_value(book, least_of(one.floor, seat))
        gaps.append(sign * (value - worst(book, strategy.infosets, seat)))
    assert min(gaps) > -1e-8
    assert max(gaps) < 1e-4
    assert stands[one.name].exploitability_within >= sum(gaps) / 2 - 1e-8


def test_no_one_has_another_leak(stands):
    assert all(each.exploitability_within < 1e-4 for each in stands.values())


def test_there_is_something_to_win(stands):
    assert len(stands) >= 8
    assert sum(each.to_win > 0.1 for each in stands.values()) >= 5
    assert {each.game.partition(":")[0] for each in stands.values()} == {
        "kuhn",
        "leduc",
        "leduc-nolimit",
        "jam-or-fold",
    }


def test_they_stand_from_the_easiest_to_the_unbeatable(stands):
    for game in {each.game for each in stands.values()}:
        there = [each.to_win for each in stands.values() if each.game == game]
        assert there == sorted(there, reverse=True)
        assert there[-1] < 1e-3


def test_names_are_one_persons_and_files_are_small():
    names = [one.name for one in CAST]
    assert len(set(names)) == len(names)
    for name in names:
        assert library.find(name.title()).stat().st_size < LARGEST_FILE
        assert member(name.upper()).name == name


def test_no_one_else_is_in_it():
    with pytest.raises(InputError, match="no one is called 'gus'; there are felix, betty"):
        member("gus")
