"""Challenges: the same cards and dice, a code that cannot be altered, and who played better."""

import base64
import re
from dataclasses import replace

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.play.session.challenge import Challenge, challenge_of, parse
from pokerbot.play.session.score import Verdict
from pokerbot.play.table import SEAT_CHOICES, Table
from tests.play.tables import draws, play_hand, uniform

LEDUC = parse_game("leduc")
SENT = Challenge(2**63 - 1, "second", 40, "00ffab012345", 12.3456)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


def judge(hand, person):
    """Whoever folds gives a chip away, half of it by mistake."""
    folds = [step.action.kind == "fold" for step in hand.steps if step.player == person]
    losses = tuple(float(each) for each in folds for _ in range(2) if each)
    return Verdict(0.0, tuple(each / 2 for each in losses), (False, None) * (len(losses) // 2))


def sit(seat="alternate", hands=None, seed=5):
    return Table(uniform(LEDUC), (0.0, 0.0), draws(seed), seat, hands=hands)


def play(table, hands, rng):
    for number in range(hands):
        if number:
            table.next_hand()
        play_hand(table, rng)
    table.judge(judge)


def test_an_answer_with_the_same_score_has_a_code_of_its_own():
    """Older pokerbots say of a code that is not of version 1 that a newer one made it."""
    tied = replace(SENT, tied=True)
    assert parse(tied.code) == tied
    assert parse(SENT.code) == SENT
    versions = [base64.b32decode(each.code[:8])[0] >> 4 for each in (SENT, tied)]
    assert versions == [1, 2]


def test_every_character_counts():
    code = SENT.code
    assert parse(f" {code.lower().replace('-', ' ')}\n") == SENT
    plain = code.replace("-", "")
    assert len(plain) == 40
    for place, own in enumerate(plain):
        for letter in LETTERS:
            if letter != own:
                with pytest.raises(InputError, match="altered"):
                    parse(plain[:place] + letter + plain[place + 1 :])
    for broken in ("", plain[:-1], plain + "A", plain[8:], "é" * 40, plain[1:] + plain[0]):
        with pytest.raises(InputError, match="altered"):
            parse(broken)


@pytest.mark.parametrize("seat", SEAT_CHOICES)
def test_the_friend_is_dealt_the_same(seat):
    """Who takes the same actions meets the same answers, and gives as much away."""
    table = sit(seat)
    play(table, 12, np.random.default_rng(3))
    sent = challenge_of(table, 5, "ab" * 32)
    assert parse(sent.code) == sent
    friend = sit(sent.seat, sent.hands, sent.seed)
    play(friend, 12, np.random.default_rng(3))
    assert friend.ended
    assert friend.hand == table.hand
    assert friend.score.result_curve == table.score.result_curve
    with pytest.raises(InputError, match="last hand"):
        friend.next_hand()
    assert sent.lost == friend.score.loss > 0
    assert "equally well" in sent.verdict(friend.score.loss)
    assert sent.verdict(sent.lost - 1).endswith("you played better, by 1 chip.")
    assert sent.verdict(sent.lost + 0.5).endswith("your challenger played better, by 0.5 chips.")


@pytest.mark.parametrize(("sent", "lost"), [(10, 0), (104, 149), (10_060, 10_040), (0, 199)])
def test_whoever_played_better_did_so_by_more_than_nothing(sent, lost):
    """Amounts are in ten-thousandths; the told ones differ by just what is told."""
    told = Challenge(5, "first", 10, "0" * 12, sent / 10_000).verdict(lost / 10_000)
    own, other, by = re.findall(r"[\d.]*\d(?= chip|\.\n)", told.replace("10 hands", ""))
    assert [round(10_000 * float(each)) for each in (own, other)] == [lost, sent]
    assert round(10_000 * float(by)) == abs(sent - lost) > 0


def test_what_says_too_little_is_no_challenge():
    rng = np.random.default_rng(3)
    short, hinted, moved, waiting = sit(), sit(), sit(), sit()
    play(short, 9, rng)
    play(hinted, 5, rng)
    hinted.next_hand()
    while not hinted.person_to_act:
        hinted.bot_act() if hinted.bot_to_act else hinted.next_hand()
    hinted.hint()
    play(hinted, 10, rng)
    play(moved, 6, rng)
    moved.seat = "first"
    moved.next_hand()
    play(moved, 6, rng)
    play(waiting, 12, rng)
    waiting.next_hand()
    assert challenge_of(waiting, 5, "ab" * 32).hands == 12
    play_hand(waiting, rng)  # not judged yet
    assert [challenge_of(each, 5, "ab" * 32) for each in (short, hinted, moved, waiting)] == [
        None
    ] * 4
