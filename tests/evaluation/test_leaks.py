from __future__ import annotations

import math

import numpy as np
import pytest

from pokerbot.evaluation.leaks import BOT, HABIT, at_least, beyond_chance, find_leaks, wilson
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.strategy import library, storage
from pokerbot.strategy.strategy import Strategy
from tests.reference.recursion import best_response_value
from tests.reference.rules import Kuhn


def decisions(plays: dict[str, dict[str, float]], times: int, seed: int) -> list[tuple[str, str]]:
    rng = np.random.default_rng(seed)
    return [
        (key, str(action))
        for key, chances in plays.items()
        for action in rng.choice(list(chances), size=times, p=list(chances.values()))
    ]


@pytest.mark.slow
def test_playing_the_strategy_itself_shows_no_leak_in_most_sessions() -> None:
    """The interval holds for all actions together: it is wrong in one session of twenty."""
    strategy = storage.load(library.find("kuhn-gxfp"))
    wrong = 0
    for seed in range(100):
        found = find_leaks(strategy, BOT, decisions(dict(strategy.infosets), 200, seed))
        wrong += any(row.beyond_chance for row in found.rows)
    assert wrong <= 12


@pytest.mark.parametrize("times", [HABIT, 30, 200])
def test_equilibrium_play_is_marked_in_at_most_one_session_of_twenty(times: int) -> None:
    """Exactly, over every count of the first action at each of Kuhn's information sets."""
    strategy = storage.load(library.find("kuhn-gxfp"))
    unmarked = 1.0
    for chances in strategy.infosets.values():
        p = next(iter(chances.values()))
        unmarked *= sum(
            math.comb(times, taken) * p**taken * (1 - p) ** (times - taken)
            for taken in range(times + 1)
            if not beyond_chance(taken, times, p, 2 * len(strategy.infosets))
        )
    assert 0 <= 1 - unmarked <= 0.05


def test_what_was_done_once_is_no_habit() -> None:
    """Not even what the strategy never does: it takes a few decisions, and one lapse in them."""
    game = parse_game("kuhn")
    first = {
        k: {a: float(not i) for i, a in enumerate(acts)} for _, k, acts in game.information_sets()
    }
    strategy, lapse = Strategy(game, first), list(first["K:b"])[1]
    kept = [("K:b", next(iter(first["K:b"])))] * (HABIT - 2)
    once = find_leaks(strategy, BOT, [("K:b", lapse), *kept])
    often = find_leaks(strategy, BOT, [("K:b", lapse), *kept, kept[0]])
    assert [row.beyond_chance for row in once.rows] == [False, False]
    assert [row.beyond_chance for row in often.rows] == [True, True]


def test_a_gross_leak_is_found_and_what_it_offers() -> None:
    """Folding every hand to a bet lets a best response win the ante each time."""
    strategy = storage.load(library.find("kuhn-gxfp"))
    plays = {key: dict(chances) for key, chances in strategy.infosets.items()}
    for card in "JQK":
        plays[f"{card}:b"] = {"fold": 1.0, "call": 0.0}
    found = find_leaks(strategy, BOT, decisions(plays, 300, 0))
    leaks = {(row.infoset, row.action) for row in found.rows if row.beyond_chance}
    assert {("K:b", "fold"), ("Q:b", "fold")} <= leaks
    # a bet wins 1; K checks to let J bluff one time in three; the game's value is -1/18
    assert found.offered[0] == pytest.approx(1 + 1 / 18 + 1 / 18, abs=0.02)
    assert "often enough" in found.caution


def test_too_rarely_is_beyond_chance_as_well_as_too_often() -> None:
    """Heads fifty times: so few tails as so many heads; either by chance once in 2^49."""
    game = parse_game("kuhn")
    even = {k: dict.fromkeys(acts, 1 / 2) for _, k, acts in game.information_sets()}
    found = find_leaks(Strategy(game, even), BOT, [("J:", "check")] * 50)
    assert [(row.action, row.beyond_chance) for row in found.rows] == [
        *(("check", True), ("bet", True))
    ]
    five, six = (beyond_chance(many, many, 1 / 2, 1) for many in (5, 6))
    assert (five, six) == (False, True)  # on either side 1 in 32, and 1 in 64
    few = find_leaks(Strategy(game, even), BOT, [("J:", "check")] * 5)
    assert [row.beyond_chance for row in few.rows] == [False, False]


def test_hands_of_a_class_count_together_at_a_spot() -> None:
    """Three kings' hands, beside what the strategy does with each as often as it came up."""
    spot = make_game(
        "holdem", {"board": "2s3h4d6c7c", "oop.range": "KK", "ip.range": "AA", "stack": 20}
    )
    often = {"KsKh:": 0.8, "KsKd:": 0.2, "KhKc:": 0.5}
    strategy = Strategy.of(
        spot,
        lambda key, actions: (
            [1 - often[key], often[key]] if key in often else [1 / len(actions)] * len(actions)
        ),
    )
    done = [("KsKh:", "check")] * 3 + [("KsKd:", "bet 20")] * 6
    found = find_leaks(strategy, BOT, done)
    assert "leaves out hands that never came up" in found.caution
    check, bet = found.rows
    assert (bet.infoset, bet.action, bet.times) == ("KK:", "bet 20", 9)
    assert bet.observed == pytest.approx(6 / 9)
    assert bet.frequency == pytest.approx((3 * 0.8 + 6 * 0.2) / 9)
    assert check.frequency == pytest.approx(1 - bet.frequency)


def test_what_is_offered_at_jam_or_fold_leaves_out_hands_that_never_came_up() -> None:
    """Of what calling with everything offers, 30 calls with aces show nothing."""
    strategy = storage.load(library.find("jam-or-fold-lp"))
    found = find_leaks(strategy, BOT, [("AA:j", "call")] * 30)
    assert found.offered == pytest.approx((0, 0), abs=1e-9)
    assert "often enough" in found.caution
    assert "leaves out hands that never came up" in found.caution


def test_few_decisions_are_cautioned() -> None:
    strategy = storage.load(library.find("kuhn-gxfp"))
    found = find_leaks(strategy, BOT, [("K:", "check")] * 3)
    assert found.decisions == 3
    assert not any(row.beyond_chance for row in found.rows)
    assert "only 3 times" in found.caution
    none = find_leaks(strategy, BOT, [])
    assert (none.rows, none.caution) == ((), "no decision was seen that could be compared")
    enough = [("K:", "check")] * 30
    assert "only 29 times" in find_leaks(strategy, BOT, enough[1:]).caution
    caution = find_leaks(strategy, BOT, enough).caution
    assert "often enough" in caution
    assert "never came up" not in caution
    assert "only once" in find_leaks(strategy, BOT, [*enough, ("J:", "bet")]).caution


def test_wilsons_interval() -> None:
    """Wilson (1927), as Brown, Cai & DasGupta (2001) tabulate it for 0 and 5 of 10."""
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)


def test_binomial_tails() -> None:
    assert at_least(3, {1 / 3: 3}) == pytest.approx(1 / 27)
    assert at_least(1, {0.5: 2}) == pytest.approx(3 / 4)
    assert at_least(0, {0.2: 5}) == pytest.approx(1)
    assert (at_least(1, {0.0: 5}), at_least(5, {1.0: 5})) == (0, 1)
    above = 1 + 1e-15  # the sum of two sizes of a raise that is always made
    assert (at_least(1, {above: 5}), at_least(1, {above: 5, 0.5: 1})) == (1, 1)
    assert at_least(6, {above: 5, -1e-17: 3, 0.5: 1}) == 0.5


def test_tails_of_trials_that_are_not_alike() -> None:
    assert at_least(2, {0.5: 1, 0.25: 1}) == pytest.approx(0.125)
    assert at_least(9, {0.3: 5, 0.3 + 1e-12: 7}) == pytest.approx(at_least(9, {0.3: 12}))
    by_hand = sum(math.comb(12, k) * 0.3**k * 0.7 ** (12 - k) for k in range(9, 13))
    assert at_least(9, {0.3: 12}) == pytest.approx(by_hand)


@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_offered_is_what_best_responses_win_more(seat: int) -> None:
    """The observed player's information sets change, and the other seat's best response gains."""
    game = parse_game("kuhn")
    taken = {key: acts[0] for player, key, acts in game.information_sets() if player == seat}
    even = {k: dict.fromkeys(acts, 1 / 2) for _, k, acts in game.information_sets()}
    passive = {key: dict(zip(even[key], (1.0, 0.0), strict=True)) for key in taken}
    found = find_leaks(Strategy(game, even), BOT, taken.items()).offered
    for player in (0, 1):
        before, after = (
            best_response_value(Kuhn(), each, player) for each in (even, even | passive)
        )
        assert found[player] == pytest.approx(after - before, abs=1e-12)
    assert found[1 - seat] > found[seat] == 0
