import math
from decimal import Decimal

import numpy as np
import pytest

from pokerbot.play.session.score import Score, Verdict
from pokerbot.play.session.statistics import brief, statistics
from pokerbot.play.view.words import summary, verdict
from tests.play.tables import counted


def session(value, *results):
    return counted(Score((value, -value)), results)


def shown(session):
    """What the score says, by its labels."""
    return {line.name: line.amount for line in statistics(session)}


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
    # The root of three hands' variance 3 · 1.5² is 2.598076; 1.959964 times that is 5.092136.
    played.deviation = 1.5
    assert played.margin == pytest.approx(5.092136, abs=1e-6)


@pytest.mark.parametrize("hands", [10, 20])
def test_few_hands_without_luck_hold_what_a_large_mistake_costs(hands):
    """One hand in 20 gives away 10: over all numbers of such hands, 95 of 100 intervals hold it."""
    covered = 0.0
    for often in range(hands + 1):
        played = counted(Score((0.0, 0.0), 7.0), [(0, 0.0)] * hands)
        played = judged(played, *[(0.0, 10.0)] * often, *[(0.0, 0.0)] * (hands - often))
        sure, margin = played.without_luck
        chance = math.comb(hands, often) * 0.05**often * 0.95 ** (hands - often)
        covered += chance * (abs(sure + 10 * hands / 20) <= margin)
    assert covered > 0.95


def test_what_the_game_is_worth_may_be_known_later():
    """The course is that of a session which knew it from the start."""
    results = (0, 1), (1, -2), (0, 1), (0, -1)
    late, early = session(0.3, *results[:3]), session(-0.05, *results)
    late.settle((-0.05, 0.05), 1.5)
    late.add(*results[3])
    assert list(late.result_curve.after) == pytest.approx([1.05, -1.0, 0.05, -0.9])
    assert list(late.result_curve.after) == pytest.approx(list(early.result_curve.after))
    assert (late.difference, late.deviation) == (early.difference, 1.5)


def test_the_second_seat_is_worth_the_opposite():
    assert session(0.25, (1, 0), (1, 0)).expected == -0.5
    assert session(0.25, (0, 0), (1, 0)).expected == 0


def test_with_rake_the_second_seat_is_worth_less_than_the_opposite():
    """Of 20 each found, 2 are raked: 19 and 19 where neither has an edge, and nobody is behind."""
    results = [(0, 19.0), (1, 19.0), (1, 19.0)]
    played = counted(Score((-1.0, -1.0), starting_share=20.0), results)
    assert (played.expected, played.difference) == (57, 0)
    late = counted(Score(None, starting_share=20.0), results)
    late.settle((-1.0, -1.0), None)
    assert [*late.result_curve.after] == [*played.result_curve.after] == [0, 0, 0]


def test_the_interval_is_there_from_the_first_hand_on_where_the_deviation_is_known():
    """Not from the hands' own scatter: two hands won by folds would have none."""
    assert session(-0.05, (0, 1)).margin is None
    assert shown(session(-0.05, (0, 1)))["Won − game value"] == "+1.05"
    known = counted(Score((0.0, 0.0), 2.0), [(0, 1)])
    assert known.margin == pytest.approx(3.919928, abs=1e-6)
    known.add(0, 1)
    assert shown(known)["Won − game value"] == "+2.00 ± 5.54"


def test_many_small_amounts_add_up_exactly():
    assert session(0.0, *[(0, 0.1)] * 10).won() == 1.0


def test_score_in_words():
    played = session(-1 / 18, (0, 2), (1, -1), (0, -1.5))
    played.deviation = 2
    assert shown(played) == {
        "You won": "−0.50",
        "= value of seats": "–",
        "+ luck": "–",
        "− mistakes": "–",
        "− missed chances": "–",
        "2 acting first": "+0.50",
        "1 acting second": "−1.00",
        "Won − game value": "−0.44 ± 6.79",  # 1.96 · 2 · √3
        "Without luck": "–",
        "Decisions": "0",
        "Lost per decision": "–",
        "Perfect hands": "0 of 0",
        "Decision streak": "0, best 0",
    }
    assert summary(played) == "3 hands, −0.5 chips"
    assert summary(session(0.0, (0, 1))) == "1 hand, +1 chip"
    assert not any("nan" in line.amount for line in statistics(session(math.pi)))


def test_where_no_value_is_known_the_results_are_told_by_seat():
    played = counted(Score(None), [(0, 250), (1, -400), (0, -100)])
    assert shown(played) == {
        "You won": "−250",
        "Luck of all-ins": "+0",
        "Won without that": "−250",
        "2 on the button": "+150",
        "1 in the big blind": "−400",
    }
    played.all_in_luck = {1: 90.0, 2: -30.0}
    lines = shown(played)
    assert (lines["Luck of all-ins"], lines["Won without that"]) == ("+60", "−310")


def number(text):
    return Decimal(text.replace("−", "-"))


def test_the_split_adds_up_to_the_last_digit():
    rng = np.random.default_rng(3)
    for _ in range(200):
        played = session(0.0)
        for seat in range(rng.integers(1, 9)):
            played.add(seat % 2, float(rng.integers(-6, 7)) / 3)
            losses = tuple(rng.random(3) / 9)
            played.judge(Verdict(rng.normal() / 7, losses, (False, True, None)))
        lines = shown(played)
        value, luck = number(lines["= value of seats"]), number(lines["+ luck"])
        lost, left = number(lines["− mistakes"]), number(lines["− missed chances"])
        assert number(lines["You won"]) == value + luck - lost - left
        assert {each.name: each.amount for each in brief(played)}["Given away"] == f"{lost}"
        worth, exact, lost, left = played.breakdown
        assert played.loss == pytest.approx(lost + left, abs=1e-12)
        assert worth + exact - lost - left == pytest.approx(played.won(), abs=1e-12)
        assert float(luck) == pytest.approx(exact, abs=0.0201)


@pytest.mark.parametrize("unit", [0.001, 0.02, 1.0])
def test_amounts_are_told_to_a_hundredth_of_a_small_ante(unit):
    played = counted(Score((0.0, 0.0), unit=unit), [(0, 2 * unit), (1, -unit)])
    judged(played, (0.0, 0.03 * unit), (0.0, 0.0))
    told = {each.name: each.amount for each in (*statistics(played), *brief(played))}
    amounts = {
        "You won": 1,
        "+ luck": 1.03,
        "− mistakes": 0.03,
        "Given away": 0.03,
        "1 acting first": 2,
        "1 acting second": -1,
        "Won − game value": 1,
        "Lost per decision": 0.015,
    }
    for name, units in amounts.items():
        assert float(number(told[name])) == pytest.approx(units * unit, abs=0.0101 * unit), name
    sure, margin = map(number, told["Without luck"].split(" ± "))
    assert float(sure) == pytest.approx(-0.03 * unit, abs=0.0101 * unit)
    assert float(margin) == pytest.approx(played.without_luck[1], abs=0.0101 * unit)
    assert summary(played) == f"2 hands, +{unit:g} {'chip' if unit == 1 else 'chips'}"
    little = counted(Score((0.0, 0.0), unit, unit=unit), [(0, 0.0)] * 40)
    judged(little, *[(0.1 * unit, 0.0)] * 40)
    assert verdict(little).endswith("Without luck you are ahead.")


def test_perfect_decisions_hands_and_streaks():
    """Faultless hands, one with a fault, one with a hint, one without a choice, sound decisions.

    What is sound is a decision, but neither a fault nor perfect: a hand that has nothing worse does
    not count as either.
    """
    hands = [
        ((0.0, 0.0), (True, True), False),
        ((0.0, 0.5, 0.0), (True, False, True), False),
        ((0.7,), (False,), True),
        ((), (), False),
        ((0.0,), (True,), False),
        ((0.25, 0.0), (None, True), False),
        ((0.25,), (None,), False),
        ((0.25, 0.2), (None, False), False),
    ]
    played = session(0.0)
    for losses, perfect, assisted in hands:
        played.add(0, 1, assisted=assisted)
        played.judge(Verdict(0.25, losses, perfect), assisted=assisted)
    lines = shown(played)
    assert lines["Decisions"] == "11"
    assert lines["Lost per decision"] == "0.0636"  # 0.7 chips in eleven
    assert lines["Perfect hands"] == "2 of 4"
    assert lines["Decision streak"] == "0, best 3"
    assert lines["Hands with a hint"] == "1"
    assert lines["− mistakes"] == "1.40"  # with the hint, too: the split is of all that was won
    assert lines["− missed chances"] == "0.75"
    assert "Mix kept" not in lines


def test_the_mix_counts_where_the_die_could_say_something_else():
    played = session(0.0)
    mixed, pure = {"check": 0.5, "bet": 0.5}, {"check": 0.0, "bet": 1.0}
    taken = [(action, sound) for action in ("check", "bet", "bet") for sound in (pure, mixed)]
    played.add(0, 1)
    seven = Verdict(0.0, (0.0,) * 7, (True,) * 7, taken=(("bet", mixed), *taken))
    played.judge(seven, rolled=[None, *[70] * 6])
    assert shown(played)["Mix kept"] == "2 of 3"


@pytest.mark.slow
def test_ten_thousand_hands_stay_cheap():
    """What a hand adds does not grow with the hands before it, beyond one number of the course."""
    played, sizes = session(0.1), []
    for hand in range(10_000):
        played.add(hand % 2, hand % 5 / 3)
        played.judge(Verdict(0.1, (0.25,), (True,)))
        if hand % 1000 == 999:
            after = played.result_curve.after
            sizes.append(len(after) * after.itemsize)
            assert all(seat.total.denominator < 2**80 for seat in played._seats)
    assert sizes == [8000 * (place + 1) for place in range(10)]


@pytest.mark.parametrize(
    ("results", "words"),
    [
        ([(0, 1)] * 29, "Under 30 hands"),
        ([(0, 1), (0, 2)] * 15, "Luck alone rarely wins"),
        ([(0, -1), (0, -2)] * 15, "Luck alone rarely loses"),
        ([(0, 1), (0, -1)] * 15, "The result alone proves nothing"),
    ],
)
def test_verdict(results, words):
    assert verdict(counted(Score((0.0, 0.0), 1.0), results)).startswith(words)


@pytest.mark.parametrize("values", [None, (0.0, 0.0)])
def test_where_the_luck_is_not_known_thirty_hands_are_not_told_to_be_fewer(values):
    assert verdict(counted(Score(values), [(0, 1)] * 29)) == "Under 30 hands tell little."
    assert verdict(counted(Score(values), [(0, 1)] * 30)) == ""


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ((0.0, 0.5), "Without luck you are behind."),
        ((0.5, 0.0), "Without luck you are ahead."),
        ((0.0, 0.0), "yet."),
        ((0.0001, 0.0), "yet."),  # +0.00 of thirty hands
    ],
)
def test_the_verdict_says_what_is_known_whatever_the_result(hand, words):
    """The result is within luck's reach; what was given away, or is to be won, is exact."""
    played = judged(counted(Score((0.0, 0.0), 1.0), [(0, 1), (0, -1)] * 15), *[hand] * 30)
    assert verdict(played).startswith("The result alone proves nothing")
    assert verdict(played).endswith(words)


def test_without_luck_agrees_with_a_calculation_by_hand():
    played = session(-0.05, (0, 3), (1, -2), (0, 1))
    judged(played, (-0.04, 0.0), (0.1, 0.6), (-0.04, 0.3))
    # The seats are worth 0.02 together and 0.9 is given away. Mistakes 0, 0.6, 0.3: mean 0.3,
    # variance 0.09. With one more hand that gives away 1.3, a chip more than the mean, the variance
    # is 0.93 / 3; the root of a quarter of that is 0.278388, 3.182446 times that is 0.885956
    # (Student's t with three degrees of freedom) a hand, 2.657867 in three: wider than without it
    # (4.302653 times 0.519615).
    assert played.without_luck == pytest.approx((-0.88, 2.657867), abs=1e-5)
    assert shown(played)["Without luck"] == "−0.88 ± 2.66"
    assert played.won() == 2


def test_a_pot_that_was_found_makes_nobody_look_good():
    """Each seat finds 65, worth 50 and 80 between perfect players: who gives 1 away is behind."""
    fresh = Score((-15.0, 15.0), 6.0, starting_share=65.0)
    played = counted(fresh, [(0, 130), (1, 0)] * 15)
    for _ in range(15):
        played.judge(Verdict(50.0, (1.0,), (False,), 50.0))
        played.judge(Verdict(80.0, (), (), 80.0))
    assert played.without_luck[0] == pytest.approx(-15.0)
    assert verdict(played).endswith("Without luck you are behind.")


def test_the_course_without_luck_is_what_the_seats_offer_less_what_was_given_away():
    played = session(-0.05, (0, 3), (1, -2))
    played.judge(Verdict(0.5, (0.2, 0.1), (False, None), -0.05))
    played.judge(Verdict(0.1, (), (), 0.05))
    assert [*played.result_curve.luck_free] == pytest.approx([0.25, 0.3])
    sure, _ = played.without_luck
    assert played.result_curve.luck_free[-1] == pytest.approx(sure - played.expected)


def test_without_luck_waits_for_every_hand_to_be_judged():
    played = judged(session(0.0, (0, 1)), (0.0, 0.25))
    assert played.without_luck is None
    played.add(1, 1)
    assert played.without_luck is None
    assert shown(played)["Without luck"] == "–"
    assert judged(played, (0.0, 0.25)).without_luck == pytest.approx((-0.5, 2.868435))


@pytest.mark.parametrize(
    ("lost", "text"),
    [
        ((0, 0), "+0.00 ± 2.87"),  # as if a third hand gave a chip away: 4.302653 · 2 / 3
        ((0, 4), "−4.00 ± 50.82"),  # 12.7062 · 4: of two hands one degree of freedom is left
        ((0, 70), "−70.00 ± 889.43"),
        ((0, 400), "−400 ± 5082"),
        ((9999, 9999), "−19998 ± 3"),
    ],
)
def test_without_luck_fits_its_line(lost, text):
    played = session(0.0, (0, 1), (1, 1))
    judged(played, *((0.0, each) for each in lost))
    assert shown(played)["Without luck"] == text
