"""Which session of a history a code answers."""

import math
from dataclasses import replace

import pytest
from numpy.random import default_rng

from pokerbot.errors import InputError
from pokerbot.opponents.challenges import answered
from pokerbot.opponents.finding import challenged, choose
from pokerbot.opponents.open_tables import OpenTables
from pokerbot.opponents.reviews import verdict
from pokerbot.play.history.file import hands
from pokerbot.play.session.challenge import Challenge
from pokerbot.strategy import library, storage
from tests.play.tables import play_hand

HANDS, SEED = 10, 31


@pytest.fixture
def betty():
    return choose("betty").read()


def sit(betty, history, seat):
    """Play a session in a seat; its challenge."""
    sitting = OpenTables(SEED, history, pytest.fail).at(betty, seat)
    rng = default_rng(4)
    for number in range(HANDS):
        if number:
            sitting.table.next_hand()
        play_hand(sitting.table, rng)
    sitting.table.judge(lambda hand, seat: verdict(betty.breakdown(hand, seat)))
    return sitting.offers


def gave_away(betty, history, place):
    """What the hands of a history's session number `place`, from 0, gave away, one by one."""
    played = [*hands(history)][place * HANDS :][:HANDS]
    splits = (betty.breakdown(each.hand, each.person) for each in played)
    return math.fsum(each.mistakes + each.missed for each in splits)


def test_a_code_answers_the_session_in_the_same_seats(betty, tmp_path):
    """Sessions with the same seed, which play takes, may differ in their seats alone."""
    history = tmp_path / "history.jsonl"
    codes = {seat: sit(betty, history, seat) for seat in ("first", "second", "alternate")}
    for place, (seat, code) in enumerate(codes.items()):
        assert code.seat == seat
        lost = gave_away(betty, history, place)
        assert code.lost == pytest.approx(lost, abs=1e-4)
        told = answered(history, replace(code, lost=99.0))
        assert f"came to {lost:.2f} chips, your friend's to 99" in told
        assert answered(history, code) is None, "the code that was sent"


@pytest.mark.parametrize("name", ["leduc-cfr+", "vera", "3bet-dry-river-dcfr"])
def test_whoever_ships_is_found_by_a_code_alone(name):
    digits = storage.fingerprint(library.find(name))[:12]
    found = challenged(Challenge(SEED, "alternate", HANDS, digits, 1.0))
    assert [path.stem for path in found.paths] == [name]


@pytest.mark.parametrize(("named", "where"), [(None, "strategies at hand"), ("betty", "you name")])
def test_what_to_do_without_the_file_is_told(named, where):
    with pytest.raises(InputError, match=f"{where}: ask .* file, .* 0123456789ab, and name"):
        challenged(Challenge(SEED, "alternate", HANDS, "0123456789ab", 1.0), named)
