import math

import pytest

from pokerbot.play.session import Session
from pokerbot.play.words import score, summary, verdict


def session(value, *results):
    found = Session(value)
    for seat, chips in results:
        found = found.add(seat, chips)
    return found


def test_session_agrees_with_a_calculation_by_hand():
    played = session(-0.05, (0, 1), (1, -2), (0, 1))
    assert (played.hands(), played.hands(0), played.hands(1)) == (3, 2, 1)
    assert (played.won(), played.won(0), played.won(1)) == (0, 2, -2)
    assert played.expected == pytest.approx(-0.05)  # twice -0.05 acting first, once +0.05
    assert played.difference == pytest.approx(0.05)
    # Surplus 1.05, -2.05, 1.05: mean 1/60, squares about it 6.406667, variance 3.203333;
    # The root of 3 times 3.203333 is 3.1; 1.959964 times that is 6.075888.
    assert played.interval == pytest.approx((0.05 - 6.075888, 0.05 + 6.075888), abs=1e-6)


def test_the_second_seat_is_worth_the_opposite():
    assert session(0.25, (1, 0), (1, 0)).expected == -0.5
    assert session(0.25, (0, 0), (1, 0)).expected == 0


def test_no_interval_under_two_hands():
    assert session(-0.05).interval is None
    assert session(-0.05, (0, 1)).interval is None
    assert dict(score(session(-0.05, (0, 1))))["95 % interval"] == "–"
    assert session(-0.05, (0, 1), (0, 1)).interval == pytest.approx((2.1, 2.1))


def test_adding_a_hand_leaves_the_session_before_it_alone():
    before = session(0.0, (0, 1))
    before.add(1, 5)
    assert before.results == ((0, 1),)


def test_many_small_amounts_add_up_exactly():
    assert session(0.0, *[(0, 0.1)] * 10).won() == 1.0


def test_score_in_words():
    played = session(-1 / 18, (0, 2), (1, -1), (0, -1.5))
    assert score(played) == (
        ("Hands played", "3"),
        ("You won", "−0.5"),
        ("  2 acting first", "+0.5"),
        ("  1 acting second", "−1"),
        ("Game value says", "−0.06"),
        ("Difference", "−0.44"),
        ("95 % interval", "−7 to +6.1"),
    )
    assert summary(played) == "3 hands, −0.5 chips"
    assert summary(session(0.0, (0, 1))) == "1 hand, +1 chip"
    assert not any("nan" in text for _, text in score(session(math.pi)))


@pytest.mark.parametrize(
    ("results", "words"),
    [
        ([(0, 1)] * 29, "Under 30 hands"),
        ([(0, 1), (0, 2)] * 15, "Better than luck"),
        ([(0, -1), (0, -2)] * 15, "Worse than luck"),
        ([(0, 1), (0, -1)] * 15, "Luck alone may"),
    ],
)
def test_verdict(results, words):
    assert verdict(session(0.0, *results)).startswith(words)
