"""What the 95 % intervals of matches cover, and where they say that it may be less."""

import math

import numpy as np
import pytest

from pokerbot import match
from pokerbot.evaluation.action_values import seat_values
from pokerbot.evaluation.coverage import chips_moments, loss_moments
from pokerbot.games.catalogue import parse_game
from pokerbot.games.tally import Tally, students_p, students_t
from pokerbot.runs.tournament import holm
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy.arrays import to_arrays
from pokerbot.strategy.strategy import Strategy
from tests.reference.recursion import random_strategy, unfold
from tests.reference.rules import by_the_book
from tests.solvers.cases import SPOTS
from tests.trials.coverage import covered


@pytest.mark.slow
def test_students_t_is_scipys():
    stats = pytest.importorskip("scipy.stats")
    for freedom in (*range(1, 41), 100, 10**4, 10**9):
        assert students_t(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 20, 99, 1000, 1001, 10**6])
def test_the_probability_of_students_t_is_scipys(freedom):
    stats = pytest.importorskip("scipy.stats")
    for t in (0.0, 0.3, -1.0, 2.5, 6.0):
        assert students_p(t, freedom) == pytest.approx(2 * stats.t.sf(abs(t), freedom), abs=1e-6)


def test_holms_method_on_his_rule():
    """Sorted, the k-th of m stands up to error / (m + 1 - k), and none after one that does not."""
    assert holm([0.03, 0.005, 0.04, 0.01]) == [False, True, False, True]
    assert holm([0.0125, 0.0166, 0.025, 0.05]) == [True] * 4
    assert holm([0.013, 0.0, 0.9]) == [True, True, False]
    assert holm([0.026, 0.026]) == [False, False]


def test_where_no_one_is_better_few_tournaments_find_one():
    """Of ten even matches one looks decided in 40 of 100 tournaments; corrected, in 5."""
    rng = np.random.default_rng(3)
    means = rng.normal(size=(2000, 10, 12))
    t = means.mean(2) / means.std(2, ddof=1) * np.sqrt(12)
    chances = [[students_p(each, 11) for each in row] for row in t.tolist()]
    assert 0.035 < np.mean([any(holm(row)) for row in chances]) < 0.065
    assert np.mean([min(row) < 0.05 for row in chances]) > 0.35


def test_few_samples_have_a_wider_interval():
    """Student (1908), "The probable error of a mean": the hours of sleep by two drugs."""
    tally = Tally()
    for gained in (1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4):
        tally.add(gained)
    assert tally.ci95 == pytest.approx((0.70011, 2.45989), abs=1e-5)


@pytest.mark.slow
@pytest.mark.usefixtures("refused_once")
@pytest.mark.thinned(2)
@pytest.mark.parametrize(("a", "b"), [("bruno", "leduc-cfr+"), ("leduc-cfr+", "leduc-gxfp")])
def test_intervals_of_fifty_deals_cover(a, b):
    """Three standard deviations of the count are allowed for."""
    (raw, _), (given, _) = covered(a, b, 100, 200)
    assert given == 200
    assert raw >= 181


def test_no_interval_rests_on_a_few_deals_of_two_values():
    """Played twice, a deal comes to -0.5 two times in three, else to 0.

    At 50 deals an interval by Student's t covers in 95 of 100 cases, at 10 in 88.
    """
    pytest.importorskip("scipy")
    from scipy import stats

    def covers(deals):
        often = np.arange(deals + 1)
        spread = np.sqrt(often * (deals - often) / (deals - 1)) / deals
        reached = abs(often / deals - 1 / 3) <= students_t(deals - 1) * spread + 1e-12
        return stats.binom.pmf(often[reached], deals, 1 / 3).sum()

    for hands in range(10, 100, 10):
        assert match("call", "honest", game="kuhn", hands=hands).ci95 is None
    assert match("call", "honest", game="kuhn", hands=100).ci95 is not None
    assert covers(50) > 0.94
    assert covers(10) < 0.90


def test_what_rare_hands_decide_has_no_interval():
    """A mistake of 2 antes once in 10,000 hands; most samples do not have it."""
    rare = "no 95 % interval without luck: rare hands count for much in"
    for hands in (100, 10_000, 100_000):
        played = match("leduc-cfr+", "leduc-gxfp", hands=hands)
        assert (played.luck_adjusted_ci95, played.doubt) == (None, f"{rare} {hands:,}")
        assert played.ci95 is not None
    few = match("leduc-cfr+", "leduc-gxfp", hands=8)
    assert (few.ci95, few.doubt) == (None, "8 hands are too few for an interval")
    single = match("leduc-cfr+", "leduc-gxfp", hands=1, duplicate=False)
    assert single.doubt == "1 hand is too few for an interval"


def bold(folds="", often=1.0):
    """Always bets and calls in Kuhn with 13 cards, but often folds one of them to a bet."""
    game = parse_game("kuhn:cards=13")
    infosets = {}
    for card in map(str, range(1, 14)):
        infosets[f"{card}:"] = infosets[f"{card}:k"] = {"check": 0.0, "bet": 1.0}
        infosets[f"{card}:b"] = infosets[f"{card}:kb"] = {"fold": 0.0, "call": 1.0}
    if folds:
        infosets[f"{folds}:b"] = {"fold": often, "call": 1 - often}
    return Strategy(game, infosets, {"name": "bold"})


def test_what_few_of_the_deals_decide_has_no_interval_though_each_is_played_twice():
    """Of 39 deals 36 come to 0, two to 1.5 and one to -0.5, where the other would call with a 9."""
    one, two, truth = 2 / 39, 1 / 39, 2.5 / 39

    def covers(deals):
        """The share of the intervals by Student's t that hold the truth, over all outcomes."""
        share = given = 0.0
        for ups in range(deals + 1):
            for downs in range(min(deals - ups, 12) + 1):
                if not ups + downs:
                    continue
                rest = deals - ups - downs
                ways = math.comb(deals, ups) * math.comb(deals - ups, downs)
                chance = ways * one**ups * two**downs * (36 / 39) ** rest
                mean = (1.5 * ups - 0.5 * downs) / deals
                square = (2.25 * ups + 0.25 * downs) / deals
                error = math.sqrt((square - mean**2) / (deals - 1))
                given += chance
                share += chance * (abs(mean - truth) <= students_t(deals - 1) * error)
        return share / given

    for deals, enough in ((100, False), (200, False), (500, True)):
        played = match(bold(), bold("9"), hands=2 * deals)
        assert played.exact_ev == pytest.approx(truth)
        assert (played.ci95 is not None) == enough
        assert (covers(deals) > 0.94) == enough
    few = match(bold(), bold("9"), hands=200)
    assert "no 95 % interval with luck: rare hands count for much in 200" in few.doubt


def test_what_is_rarer_than_one_in_all_that_are_rehearsed_has_no_interval():
    """Once in 65,000 deals, so that 0 or 1 of the 50,000 do not come to 0."""
    other = bold("9", often=2e-4)
    few = [match(bold(), other, hands=100_000, seed=seed) for seed in range(6)]
    assert {each.ci95 for each in few} == {None}
    assert any(each.stderr for each in few)
    same = match(bold(), bold(), hands=100_000)
    assert (same.ci95, same.exact_ev) == ((0, 0), 0)


@pytest.mark.slow
@pytest.mark.usefixtures("refused_once")
def test_what_covers_is_given():
    """Three standard deviations of the count are allowed for."""
    covering, given = covered("kuhn-cfr+", "honest", 200, 100)
    assert given == [100, 100]
    assert min(covering) >= 87


def test_where_all_hands_come_to_the_same_by_chance_there_is_no_interval():
    played = [match("kuhn-cfr+", "honest", hands=6, seed=seed) for seed in range(60)]
    alike = [one for one in played if one.stderr == 0 and abs(one.mean - one.exact_ev) > 1e-9]
    assert len(alike) > 5
    assert not any(one.ci95 or one.significant for one in alike)
    assert all(one.doubt for one in alike)
    always = match("fold", "raise", game="kuhn", hands=100)
    assert (always.ci95, always.doubt) == ((-1.0, -1.0), None)


@pytest.mark.parametrize("spec", ["kuhn", "leduc:ranks=2", *SPOTS.values()])
def test_moments_are_those_of_the_whole_tree(spec):
    game = parse_game(spec)
    form, book = compile_game(game), by_the_book(game)
    strategy = random_strategy(book, np.random.default_rng(7))
    profile = to_arrays(form, strategy)

    def moment(node, seat, power):
        if not node.after:
            return node.payoffs[seat] ** power
        chances = [strategy[node.key][action] for action in node.actions] or node.chances
        after = zip(chances, node.after, strict=True)
        return sum(p * moment(each, seat, power) for p, each in after)

    for seat in (0, 1):
        expected = [moment(unfold(book), seat, power) for power in (1, 2, 3)]
        assert chips_moments(form, seat, profile) == pytest.approx(expected)
        worth = seat_values(form, seat, profile[1 - seat])
        lost, _, _ = loss_moments(form, seat, profile[seat], worth)
        assert lost == pytest.approx(worth.value - expected[0])
