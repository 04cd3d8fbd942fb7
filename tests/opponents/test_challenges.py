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
from pokerbot.play.history.file import append, hands, read
from pokerbot.play.session.challenge import Challenge, parse
from pokerbot.strategy import library, storage
from tests.play.tables import play_hand

HANDS, SEED = 10, 31


@pytest.fixture
def betty():
    return choose("betty").read()


def sit(betty, history, seat):
    """Play a session in a seat; its challenge."""
    return play(betty, OpenTables(SEED, history, pytest.fail).at(betty, seat), 4)


def play(betty, sitting, seed):
    """Play a session, the person choosing by this seed; what it offers then."""
    play_hands(sitting.table, seed)
    sitting.table.judge(lambda hand, seat: verdict(betty.breakdown(hand, seat)))
    return sitting.offers


def play_hands(table, seed):
    """Play the hands of a session, none of which is judged."""
    rng = default_rng(seed)
    for number in range(HANDS):
        if number:
            table.next_hand()
        play_hand(table, rng)


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


def test_who_played_better_is_told_when_all_hands_are_judged(betty, tmp_path):
    mine = sit(betty, tmp_path / "history.jsonl", "alternate")
    duel = OpenTables(77, tmp_path / "his.jsonl", pytest.fail).take(betty, mine)
    play_hands(duel.table, 4)
    assert duel.table.ended
    assert duel.verdict == "10 of the challenge's 10 hands"
    duel.table.judge(lambda hand, seat: verdict(betty.breakdown(hand, seat)))
    assert "equally well" in duel.verdict


def test_an_answer_tells_the_challenger_without_another_hand(betty, tmp_path):
    """Sent back, its code holds what the friend gave away; one's own is a challenge as before."""
    history = tmp_path / "history.jsonl"
    mine = sit(betty, history, "alternate")
    duel = OpenTables(77, tmp_path / "his.jsonl", pytest.fail).take(betty, mine)
    assert duel.offers is None
    theirs = play(betty, duel, 9)
    assert (theirs.seed, theirs.hands, theirs.fingerprint) == (
        mine.seed,
        mine.hands,
        mine.fingerprint,
    )
    told = answered(history, parse(theirs.code))
    better = "you" if mine.lost < theirs.lost else "your friend"
    assert f"Luck apart, {better} played better, by {abs(mine.lost - theirs.lost):.4f}"[:-4] in told
    assert "your friend's to" in told
    assert answered(history, parse(mine.code)) is None
    assert "you played equally well" in answered(history, parse(replace(mine, tied=True).code))
    assert answered(tmp_path / "his.jsonl", parse(theirs.code)) is None
    assert answered(tmp_path / "none.jsonl", parse(theirs.code)) is None
    assisted = [replace(played, assisted=True) for _, played in read(history)]
    append(tmp_path / "hinted.jsonl", *assisted)
    assert answered(tmp_path / "hinted.jsonl", parse(theirs.code)) is None
    lines = history.read_text().splitlines(keepends=True)
    torn = tmp_path / "torn.jsonl"
    torn.write_text("".join([*lines[:4], lines[4][:-9] + "\n", *lines[5:]]))
    with pytest.raises(InputError, match="answers a session of yours with hands that cannot be"):
        answered(torn, parse(theirs.code))
    torn.write_text("".join(lines[:4]))
    assert answered(torn, parse(theirs.code)) is None, "a session of its own, with the same seed"


@pytest.mark.parametrize("name", ["leduc-cfr+", "vera", "3bet-dry-river-dcfr"])
def test_whoever_ships_is_found_by_a_code_alone(name):
    digits = storage.fingerprint(library.find(name))[:12]
    found = challenged(Challenge(SEED, "alternate", HANDS, digits, 1.0))
    assert [path.stem for path in found.paths] == [name]


@pytest.mark.parametrize(("named", "where"), [(None, "strategies at hand"), ("betty", "you name")])
def test_what_to_do_without_the_file_is_told(named, where):
    with pytest.raises(InputError, match=f"{where}: ask .* file, .* 0123456789ab, and name"):
        challenged(Challenge(SEED, "alternate", HANDS, "0123456789ab", 1.0), named)
