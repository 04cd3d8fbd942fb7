"""Small spots of hold'em beside the recursion and its linear program."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import pokerbot
from pokerbot.errors import InputError
from pokerbot.evaluation.exact import evaluate_profile
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.dealer import Dealer
from pokerbot.games.game import Game
from pokerbot.runs.training import Training
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.operators import bind, uniform
from pokerbot.solvers.catalogue import ALGORITHMS
from pokerbot.solvers.sampling import SampledGradients
from pokerbot.strategy import library
from pokerbot.strategy.arrays import to_arrays
from pokerbot.strategy.strategy import Strategy
from tests.reference.program import game_value
from tests.reference.recursion import (
    best_response_value,
    information_sets,
    random_strategy,
    traverse,
)
from tests.reference.rules import by_the_book
from tests.solvers.cases import SPOTS
from tests.solvers.test_sampling import SAMPLED

OTHER_SUITS = str.maketrans("cdhs", "hscd")


def evaluated(game):
    """What uniform play is worth: the value, and both best responses to it."""
    form = compile_game(game)
    first, second = map(uniform, bind(form))
    found = evaluate_profile(form, (first, second))
    return found.value, *found.best_response_values


def test_who_solves_a_flop_is_known_without_its_hands_on_every_river(monkeypatch):
    """They are some 560,000, and the form asks again whenever a line of it has changed."""
    monkeypatch.setattr(Game, "views", None)
    flop = parse_game(str(library.spot_files()["srp-wet-flop"]))
    taking = {name for name, each in ALGORITHMS.items() if each.takes(flop)}
    assert "dcfr" in taking
    assert not taking & {"lp", "ipm"}


@pytest.mark.parametrize("algorithm", ["lp", "ipm", "dcfr", "pcfr+", "xfp", "gxfp"])
def test_the_programs_value_is_inside_every_certified_bound(algorithm):
    pytest.importorskip("scipy", reason="the program needs SciPy: the extra lp")
    game = parse_game(SPOTS["river"])
    value = game_value(by_the_book(game))
    iterations = 30 if algorithm == "ipm" else 300
    found = pokerbot.solve(game, algorithm, iterations=iterations)
    low, high = found.value_bounds
    assert low - 1e-9 <= value <= high + 1e-9
    assert found.exploitability < {"lp": 1e-7, "ipm": 1e-7}.get(algorithm, 0.5)


@pytest.mark.slow
def test_a_flop_is_worth_what_the_recursion_says():
    """Where no hand of the other's is left on a board, the recursion does not come to it."""
    spot = {"board": "Td9d6h", "pot": 25, "stack": 60, "oop.river.bet": "50%"}
    game = make_game("holdem", spot | {"oop.range": "AhKh", "ip.range": "AhAd,9h9s:0.5,7c7h"})
    book, form = by_the_book(game), compile_game(game)
    sigma = random_strategy(book, np.random.default_rng(1))
    every = {
        key: sigma.get(key) or dict.fromkeys(actions, 1 / len(actions))
        for _, key, actions in game.information_sets()
    }
    found = evaluate_profile(form, to_arrays(form, every))
    best = [best_response_value(book, sigma, player) for player in (0, 1)]
    assert found.value == pytest.approx(traverse(book, sigma).value, abs=1e-12)
    assert found.best_response_values == pytest.approx(best, abs=1e-12)


def test_with_a_rake_each_one_gains_on_their_own_value():
    """And nothing is said that holds only where one wins what the other loses."""
    game = parse_game(SPOTS["raked river"])
    found = pokerbot.solve(game, "dcfr", iterations=50)
    book, sigma = by_the_book(game), dict(found.strategy.infosets)
    values = traverse(book, sigma).values
    best = [best_response_value(book, sigma, player) for player in (0, 1)]
    assert found.nash_conv == pytest.approx(sum(best) - sum(values), abs=1e-12)
    assert found.ev == pytest.approx([12.5 + value for value in values], abs=1e-12)
    assert 25 - 4 <= sum(found.ev) <= 25 * 0.95
    assert found.value == pytest.approx(found.ev[0] - 12.5, abs=1e-12)
    assert found.value_bounds is found.ev_bounds is None
    again = pokerbot.evaluate(found.strategy)
    assert (again.value_bounds, again.nash_conv) == (None, found.nash_conv)


PAIRS = "KK-22,K9-K2,Q8-Q2,J8-J2,T8-T2,92+,82+,72+,62+"
"""As spots are published where aces never lose, on AcAdKh."""


@pytest.mark.parametrize(
    ("board", "others", "rake", "ev"),
    [
        ("AcAdKh", PAIRS, {}, (60, 0)),
        ("AcAdKh", PAIRS, {"tree.rake": 0.05, "tree.rake_cap": 10}, (57, 0)),
        ("AcAdKh", PAIRS, {"tree.rake": 0.05, "tree.rake_cap": 2}, (58, 0)),
        ("2c6dTh", "AA", {}, (30, 30)),
        ("2c6dTh", "AA", {"tree.rake": 0.05}, (28.5, 28.5)),
        ("2c6dTh", "AA", {"tree.rake": 1}, (0, 0)),
    ],
)
def test_sure_things(board, others, rake, ev):
    spot = {"board": f"{board} 2d 3s" if "A" in board else f"{board} 3s Jc", "pot": 60}
    spot |= {"stack": 970, "oop.range": "AA", "ip.range": others, "oop.river.bet": ""}
    found = pokerbot.solve(make_game("holdem", spot | rake), "cfr", iterations=1)
    assert found.ev == pytest.approx(ev, abs=1e-9)
    assert found.exploitability == pytest.approx(0, abs=1e-9)
    assert found.equity[0] == pytest.approx(1 if "A" in board else 0.5)


def test_with_a_rake_what_takes_a_zero_sum_game_refuses_in_a_line():
    game = parse_game(SPOTS["raked river"])
    pytest.importorskip("scipy", reason="lp needs SciPy")
    for name in ("lp", "ipm"):
        with pytest.raises(InputError, match=f"^{name} takes zero-sum games, and holdem"):
            pokerbot.solve(game, name)
        assert not ALGORITHMS[name].takes(game)
    with pytest.raises(InputError, match=r"^exploit takes zero-sum games"):
        pokerbot.exploit("random", risk=1, game=game)
    with pytest.raises(InputError, match=r"^tournament takes zero-sum games"):
        pokerbot.tournament(["random", "call"], game=game)
    training = Training(game, "cfr", updates="simultaneous")
    training.run(iterations=1)
    with pytest.raises(InputError, match="no rake"):
        training.regret_bound()
    with pytest.raises(InputError, match=r"^start takes zero-sum games"):
        Training(game, "cfr", start=pokerbot.solve(game, "cfr", iterations=1))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"tree.rake": 1.1}, "tree.rake must be a number from 0 to 1"),
        ({"tree.rake": -0.1}, "tree.rake must be a number from 0 to 1"),
        ({"tree.rake_cap": 3}, "tree.rake_cap has no effect without tree.rake"),
        ({"tree.rake": 0.1, "tree.rake_cap": -3}, "tree.rake_cap must be a number from 0"),
    ],
)
def test_a_rake_that_cannot_be_is_named(given, said):
    with pytest.raises(InputError, match=said):
        make_game("holdem", given)


@pytest.mark.slow
def test_a_raked_match_is_what_its_expectation_says():
    game = parse_game(SPOTS["raked turn"])
    book = by_the_book(game)
    one, other = (random_strategy(book, np.random.default_rng(seed)) for seed in (1, 2))
    played = pokerbot.match(Strategy(game, one), Strategy(game, other), hands=20_000, seed=3)
    first = traverse(book, {**other, **_of(book, one, 0)}).values[0]
    second = traverse(book, {**other, **_of(book, one, 1)}).values[1]
    assert played.exact_ev_by_seat == pytest.approx((first, second), abs=1e-12)
    assert abs(played.mean - played.exact_ev) < 4 * played.stderr
    assert abs(played.luck_adjusted_mean - played.exact_ev) < 4 * played.luck_adjusted_stderr


def _of(book, strategy, player):
    """What a strategy does in one seat."""
    return {
        key: strategy[key] for key, (seat, _) in information_sets(book).items() if seat == player
    }


@pytest.mark.parametrize("algorithm", SAMPLED)
def test_sampled_gradients_are_raked_alike(algorithm):
    """On average, within six standard errors of every cell that is always met."""
    form, rng = compile_game(parse_game(SPOTS["raked river"])), np.random.default_rng(2)
    first, second = (each.realization_plan(uniform(each)) for each in bind(form))
    dealer = partial(Dealer(form.game.rules).draw, 2000, rng)
    sampled = SampledGradients(form, SAMPLED[algorithm], dealer, rng)
    for player, (own, other) in enumerate([(first, second), (second, first)]):
        estimates = np.stack([sampled(player, own, other)[0] for _ in range(40)])
        error = estimates.mean(axis=0) - bind(form)[player].gradient(other)
        sigma = estimates.std(axis=0, ddof=1) / np.sqrt(len(estimates))
        assert (np.abs(error) <= 6 * sigma + 1e-12).all()


@pytest.mark.parametrize("name", SPOTS)
def test_other_suits_change_nothing(name):
    game = parse_game(SPOTS[name])
    cards = ("board", "oop.range", "ip.range")
    moved = {key: str(game.parameters[key]).translate(OTHER_SUITS) for key in cards}
    other = make_game("holdem", game.parameters | moved)
    assert other != game
    assert evaluated(other) == pytest.approx(evaluated(game), abs=1e-12)


@pytest.mark.parametrize("name", SPOTS)
def test_the_order_of_hands_changes_nothing(name):
    game = parse_game(SPOTS[name])
    first, second = game.rules.ranges
    turned = replace(game.rules, ranges=(first[::-1], second[::-1]))
    found = evaluated(Game("turned", (), turned))
    assert found == pytest.approx(evaluated(game), abs=1e-12)


@pytest.mark.slow
def test_uniform_play_before_the_last_card():
    """Only bets of half the pot on the river, which the other half the time folds to."""
    spot = {"board": "Td9d6h Qc", "pot": 60, "stack": 970, "oop.river.bet": "50%"}
    game = make_game("holdem", {**spot, "oop.range": "random", "ip.range": "random"})
    assert game.hands == (1128, 1128)
    assert evaluated(game)[0] == pytest.approx(7.5, abs=1e-9)


@pytest.mark.slow
def test_a_spot_whose_program_ends_in_an_error_at_first():
    """HiGHS, as tight as it can be told to be, gives up at the optimum of this one."""
    pytest.importorskip("scipy")
    told = {
        "board": "Js Td 4c 4h 9s",
        "pot": 100,
        "stack": 150,
        "oop.range": "QQ+,JTs,KQ,87s,A4s,JJ-TT,AJ,AsKs,AsQs,65s",
        "ip.range": "AA,KJ,QJ,T9s,98s,99,44,AQ:0.5,Q8s,K8s,A5s",
        **{f"{seat}.river.bet": "50%, a" for seat in ("oop", "ip")},
        **{f"{seat}.river.raise": "a" for seat in ("oop", "ip")},
    }
    assert abs(pokerbot.solve(make_game("holdem", told), "lp").nash_conv) < 1e-9
