"""The cast: weak in one way, sound in all others, by the test's own linear program."""

import pytest

from pokerbot.errors import InputError
from pokerbot.opponents.cast import CAST, RIVER, member, reports
from pokerbot.strategy import library
from tests.reference.recursion import information_sets
from tests.reference.rules import by_the_book
from tests.solvers.test_floors import least_of, worst

FLOORS = {
    "felix": {"fold": 0.5},
    "betty": {"call": 0.8},
    "bruno": {"bet+raise": 0.6},
    "wim": {"fold": 0.35},
    "clara": {"call": 0.6},
    "paula": {"check": 0.8},
    "rex": {"bet+raise": 0.5},
    "carlo": {"call": 0.6},
    "nina": {"fold": 0.35},
    "otto": {"jam+call": 0.6},
    "hugo": {"fold": 0.35},
    "emil": {"call": 0.5},
    "dora": {"no pair:bet+raise": 0.7},
    "greta": {"fold": 0.3},
    "tom": {"check": 0.75},
}
"""The least probability of the kinds of action that each takes too often."""
LARGEST_FILE = 2 * 10**6
BY_CARD = [one for one in CAST if one.game not in ("jam-or-fold", RIVER)]
"""Those of the games that the book has; tests/games/test_jam_or_fold.py has some of the others."""
HOLDEM = [one for one in CAST if one.game == RIVER]
SMALL = [one for one in BY_CARD if "nolimit" not in one.game]


@pytest.fixture(scope="module")
def stands():
    return {each.name: each for each in reports()}


@pytest.mark.parametrize("one", BY_CARD, ids=lambda one: one.name)
def test_each_keeps_to_its_leak(one):
    strategy = one.strategy()
    book = by_the_book(strategy.game)
    for seat in (0, 1):
        least = least_of(FLOORS.get(one.name, {}), seat)
        for key, (player, actions) in information_sets(book).items():
            for action in actions if player == seat else ():
                assert strategy.infosets[key][action] >= least(seat, actions, action, key) - 1e-9


@pytest.mark.parametrize("one", HOLDEM, ids=lambda one: one.name)
def test_those_of_hold_em_keep_to_theirs_with_the_hands_that_it_is_of(one):
    """On that board these ranges have no straight and no flush: no pair is seven ranks."""
    strategy = one.strategy()
    board, floored = str(strategy.game.parameters["board"]).replace(" ", ""), 0
    for key, chances in strategy.infosets.items():
        cards = key.partition(":")[0] + board
        for leak, least in FLOORS.get(one.name, {}).items():
            hands, _, kinds = leak.rpartition(":")
            of_kind = [p for name, p in chances.items() if name.split()[0] in kinds.split("+")]
            if of_kind and (not hands or len({*cards[::2]}) == 7):
                assert sum(of_kind) >= least - 1e-5, key
                floored += 1
    assert floored > 100 or one.sound


@pytest.mark.parametrize("one", SMALL, ids=lambda one: one.name)
def test_given_its_leak_it_plays_its_best(one, stands):
    """In each seat, against a free opponent; no-limit's is measured by its solver alone."""
    pytest.importorskip("scipy")
    from tests.reference.program import game_value

    strategy = one.strategy()
    book = by_the_book(strategy.game)
    gaps = []
    for seat, sign in ((0, 1), (1, -1)):
        value = game_value(book, least_of(FLOORS.get(one.name, {}), seat))
        gaps.append(sign * (value - worst(book, strategy.infosets, seat)))
    assert min(gaps) > -1e-8
    assert max(gaps) < 1e-4
    assert stands[one.name].exploitability_within >= sum(gaps) / 2 - 1e-8


def test_no_one_has_another_leak(stands):
    """Beside an ante, a big blind or a pot of 400."""
    for each in stands.values():
        assert each.exploitability_within < (8e-3 if each.game == RIVER else 1e-4)


def test_there_is_something_to_win(stands):
    assert len(stands) >= 8
    assert sum(each.to_win > 0.1 for each in stands.values()) >= 5
    assert {each.game.partition(":")[0] for each in stands.values()} == {
        "kuhn",
        "leduc",
        "leduc-nolimit",
        "jam-or-fold",
        RIVER,
    }


def test_they_stand_from_the_easiest_to_the_unbeatable(stands):
    for game in {each.game for each in stands.values()}:
        there = [each.to_win for each in stands.values() if each.game == game]
        assert there == sorted(there, reverse=True)
        assert there[-1] < (8e-3 if game == RIVER else 1e-3)


def test_names_are_one_persons_and_files_are_small():
    names = [one.name for one in CAST]
    assert len(set(names)) == len(names)
    for name in names:
        assert library.find(name.title()).stat().st_size < LARGEST_FILE
        assert member(name.upper()).name == name


def test_no_one_else_is_in_it():
    with pytest.raises(InputError, match="no one is called 'gus'; there are felix, betty"):
        member("gus")
