"""The flops of hold'em, by what is known of them and by looking at every pair of hands."""

from functools import cache, partial
from itertools import combinations, product
from math import comb

import pytest
from phevaluator import evaluate_cards

from pokerbot.games import flops as classes
from pokerbot.games.flops import Flop, flops, mean, some_of
from pokerbot.games.ranges import CARDS, Range

flops = cache(flops)
OOP, IP = Range("AA,KQs,J8:0.5,76s"), Range("QQ,ATs:0.25,98o")


@pytest.mark.slow
def test_1755_differ_by_more_than_suits():
    every = flops(OOP, IP)
    assert len(every) == 1755
    assert sum(each.suitings for each in every) == comb(52, 3)


@pytest.mark.slow
@pytest.mark.parametrize(("oop", "ip"), [(OOP, IP), (Range("AhKh"), Range("QQ"))])
def test_every_pair_of_hands_is_met_on_the_flops_that_it_leaves(oop, ip):
    met = sum(
        weight * other
        for hand, weight in oop.weights.items()
        for held, other in ip.weights.items()
        if not {*hand} & {*held}
    )
    assert sum(each.weight for each in flops(oop, ip)) == pytest.approx(met * comb(48, 3))


def test_suits_that_a_range_tells_apart_are_not_alike(monkeypatch):
    some = {CARDS[name] for name in ("Ah", *map("".join, product("765", "cdhs")))}
    among = partial(filter, some.issuperset)
    monkeypatch.setattr(classes, "combinations", lambda *every: among(combinations(*every)))
    found = classes.flops(Range("AhKh"), Range("QQ"))
    every = {each.name: each.suitings for each in found}
    assert every["7h6h5h"] == 1
    assert every["7s6s5s"] == 3
    assert not any("Ah" in name for name in every)


def test_a_flop_that_leaves_no_two_hands_is_none(monkeypatch):
    """On three aces both would need the last one; rounding left a weight other than 0 there."""
    flop = [("As", "Ah", "Ad"), ("As", "Ah", "Kd"), ("Ks", "8h", "7d")]
    some = [tuple(CARDS[name] for name in names) for names in flop]
    monkeypatch.setattr(classes, "combinations", lambda *every: iter(some))
    found = classes.flops(Range("AA:0.3,AK:0.7"), Range("AQs:0.4,AJs:0.1,ATs:0.7"))
    assert [each.name for each in found] == ["AsAhKd", "Ks8h7d"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["QsJs8s", "AsKh7d", "9s9h2d"])
def test_who_is_ahead_is_by_every_pair_of_hands(name):
    flop = [name[at : at + 2] for at in (0, 2, 4)]
    won = met = 0.0
    for hand, weight in OOP.hands.items():
        for held, other in IP.hands.items():
            cards = [*flop, hand[:2], hand[2:], held[:2], held[2:]]
            if len({*cards}) == 7:
                mine, theirs = (evaluate_cards(*flop, *cards[at : at + 2]) for at in (3, 5))
                won += weight * other * ((mine < theirs) + (mine == theirs) / 2)
                met += weight * other
    found = {each.name: each for each in flops(OOP, IP)}[name]
    assert found.ahead == pytest.approx(won / met)
    assert found.weight == pytest.approx(found.suitings * met)


@pytest.mark.parametrize("count", [25, 49, 95, 184])
def test_some_stand_for_all(count):
    every = flops(OOP, IP)
    some = some_of(every, count)
    assert len({each.name for each in some}) == count
    ahead, of_all = (mean(each, lambda flop: flop.ahead) for each in (some, every))
    assert ahead == pytest.approx(of_all, abs=0.05)
    assert {each.kind for each in some} >= {(3, 3), (2, 3), (2, 2), (3, 2), (1, 3)}
    assert {*some_of(every[:7], count)} == {*every[:7]}


def test_a_mean_over_all_flops_is_that_over_all_deals():
    """How often an ace comes; the fewer, the more of them are held."""
    met = without = 0.0
    for hand, weight in OOP.hands.items():
        for held, other in IP.hands.items():
            if not {hand[:2], hand[2:]} & {held[:2], held[2:]}:
                met += weight * other
                without += weight * other * comb(44 + (hand + held).count("A"), 3) / comb(48, 3)
    found = mean(flops(OOP, IP), lambda flop: max(flop.cards) // 4 == 12)
    assert found == pytest.approx(1 - without / met)


def test_the_middle_one_of_each_part_is_chosen():
    alike = [Flop((48, 25, 2), 1, 1.0, ahead / 9) for ahead in (5, 0, 8, 3, 1, 7, 2, 6, 4)]
    assert [round(9 * each.ahead) for each in some_of(alike, 3)] == [1, 4, 7]


def test_names_are_those_of_the_cards():
    for each in flops(OOP, IP)[:50]:
        names = [each.name[at : at + 2] for at in (0, 2, 4)]
        assert tuple(CARDS[name] for name in names) == each.cards
        assert all(one > other for one, other in combinations(each.cards, 2))
