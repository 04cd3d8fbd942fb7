import math

import pytest

from pokerbot.play.session import Session, Verdict
from pokerbot.play.words import score, summary, verdict


def session(value, *results):
    return Session(value, results)


def judged(session, *hands):
    """Each hand a seat's value and what a decision gave away."""
    for seat_value, lost in hands:
        session.judge(Verdict(seat_value, (lost,), (not lost,)))
    return session


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
        ("Without luck", "–"),
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


def test_without_luck_agrees_with_a_calculation_by_hand():
    played = session(-0.05, (0, 3), (1, -2), (0, 1))
    judged(played, (-0.04, 0.0), (0.1, 0.6), (-0.04, 0.3))
    # The seats are worth 0.02 together and 0.9 is given away. Mistakes 0, 0.6, 0.3: mean 0.3,
    # variance 0.09; the root of 3 times 0.09 is 0.519615; 1.959964 times that is 1.018427.
    assert played.without_luck == pytest.approx((-0.88, 1.018427), abs=1e-6)
    assert dict(score(played))["Without luck"] == "−0.88 ± 1.02"
    assert played.won() == 2


def test_without_luck_waits_for_every_hand_to_be_judged():
    played = judged(session(0.0, (0, 1)), (0.0, 0.25))
    assert played.without_luck is None
    played.add(1, 1)
    assert played.without_luck is None
    assert dict(score(played))["Without luck"] == "–"
    assert judged(played, (0.0, 0.25)).without_luck == (-0.5, 0)


@pytest.mark.parametrize(
    ("lost", "text"),
    [
        ((0, 0), "0 ± 0"),
        ((0, 4), "−4 ± 7.84"),
        ((0, 40), "−40 ± 78.4"),
        ((0, 400), "−400 ± 784"),
        ((9999, 9999), "−19998 ± 0"),
    ],
)
def test_without_luck_fits_its_line(lost, text):
    played = session(0.0, (0, 1), (1, 1))
    judged(played, *((0.0, each) for each in lost))
    assert dict(score(played))["Without luck"] == text
