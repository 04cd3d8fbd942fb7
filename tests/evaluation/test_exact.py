"""Exact evaluation against published numbers, enumeration and recursion."""

from fractions import Fraction

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.evaluation import exact as evaluation
from pokerbot.evaluation.exact import Exact, evaluate, evaluate_profile, purified
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.floors import constant_floor
from pokerbot.sequence.operators import bind
from pokerbot.strategy.arrays import to_arrays
from pokerbot.strategy.strategy import Strategy
from tests.reference.recursion import (
    best_response_value,
    first_action,
    random_strategy,
    traverse,
    uniform,
)
from tests.reference.rules import Kuhn, Leduc, by_the_book
from tests.trials.values import brute_force


def exact(spec, strategy, epsilon=0.0):
    form = compile_game(parse_game(spec))
    first, second = (constant_floor(each, epsilon) if epsilon else None for each in bind(form))
    return evaluate_profile(form, to_arrays(form, strategy), (first, second))


def kuhn_equilibrium(alpha):
    """The family of Kuhn (1950), by player 1's bluffing frequency."""
    bets = {"J:": alpha, "Q:": 0, "K:": 3 * alpha, "J:k": 1 / 3, "Q:k": 0, "K:k": 1}
    calls = {"J:kb": 0, "Q:kb": alpha + 1 / 3, "K:kb": 1, "J:b": 0, "Q:b": 1 / 3, "K:b": 1}
    return {key: {"check": 1 - p, "bet": p} for key, p in bets.items()} | {
        key: {"fold": 1 - p, "call": p} for key, p in calls.items()
    }


@pytest.mark.parametrize("alpha", [0, 0.1, 0.2, 0.25, 1 / 3])
def test_every_kuhn_equilibrium_has_exploitability_0(alpha):
    found = exact("kuhn", kuhn_equilibrium(alpha))
    assert found.value == pytest.approx(-1 / 18, abs=1e-15)
    assert found.exploitability == pytest.approx(0, abs=1e-15)
    assert found.value_bounds == pytest.approx((-1 / 18, -1 / 18), abs=1e-15)


@pytest.mark.parametrize("alpha", [0.34, 0.5, 1])
def test_no_other_alpha_does(alpha):
    strategy = kuhn_equilibrium(alpha)
    strategy["K:"] = {"check": 0, "bet": 1}
    strategy["Q:kb"] = {"fold": 0.3, "call": 0.7}
    assert exact("kuhn", strategy).exploitability > 1e-3


def test_uniform_play():
    found = exact("kuhn", uniform(Kuhn()))
    assert found.value == pytest.approx(1 / 8, abs=1e-15)
    assert found.best_response_values == pytest.approx((0.5, 5 / 12), abs=1e-15)
    assert found.nash_conv == pytest.approx(11 / 12, abs=1e-15)
    assert found.exploitability == pytest.approx(11 / 24, abs=1e-15)
    assert found.value_bounds == pytest.approx((-5 / 12, 1 / 2), abs=1e-15)
    assert exact("leduc", uniform(Leduc())).nash_conv == pytest.approx(4.747222222222222, abs=1e-12)


def test_always_the_first_action():
    assert exact("kuhn", first_action(Kuhn())).nash_conv == pytest.approx(2, abs=1e-15)
    assert exact("leduc", first_action(Leduc())).nash_conv == pytest.approx(2, abs=1e-15)


def test_nash_conv_of_an_equilibrium_is_0_but_for_the_last_digits():
    found = [exact("kuhn", kuhn_equilibrium(a)).nash_conv for a in np.linspace(0, 1 / 3, 400)]
    assert all(abs(number) < 1e-14 for number in found)


def test_nash_conv_that_rounds_below_0_is_not_clipped(monkeypatch):
    """Clipping would hide a wrong sign. Which equilibria round below 0 hangs on the processor."""
    below = Exact(0.0, (0.25, -0.5))
    assert (below.nash_conv, below.exploitability) == (-0.25, -0.125)
    monkeypatch.setattr(evaluation, "evaluate_profile", lambda *_: below)
    strategy = Strategy(parse_game("kuhn"), kuhn_equilibrium(0))
    assert evaluate(strategy).nash_conv == -0.25
    assert evaluate(strategy).exploitability == -0.125


@pytest.mark.slow
def test_kuhn_best_responses_by_brute_force():
    """Against all 64 pure strategies of each player; 1,000 by `python -m tests.trials.values`."""
    assert max(brute_force(seed) for seed in range(20)) <= 1e-12


@pytest.mark.parametrize(
    "spec", ["leduc", "leduc:ranks=4,raises=1", "leduc:ranks=2,raises=3", "kuhn:cards=7"]
)
@pytest.mark.parametrize("epsilon", [0.0, 0.1])
@pytest.mark.parametrize("pure", [False, True])
def test_value_and_best_responses_by_recursion(spec, epsilon, pure):
    book = by_the_book(parse_game(spec))
    strategy = random_strategy(book, np.random.default_rng(8), pure=pure)
    found = exact(spec, strategy, epsilon)
    assert found.value == pytest.approx(traverse(book, strategy).value, abs=1e-12)
    for player in (0, 1):
        best = best_response_value(book, strategy, player, epsilon)
        assert found.best_response_values[player] == pytest.approx(best, abs=1e-12)
    assert found.nash_conv == sum(found.best_response_values)
    assert found.exploitability == found.nash_conv / 2


@pytest.mark.parametrize(
    "spec",
    [
        "kuhn:cards=70",
        "von-neumann:hands=70",
        "von-neumann-raise:hands=7,bet=2",
        "leduc-nolimit:stack=4",
    ],
)
def test_many_hands_and_other_betting_by_recursion(spec):
    book = by_the_book(parse_game(spec))
    strategy = random_strategy(book, np.random.default_rng(9), pure=True)
    found = exact(spec, strategy)
    assert found.value == pytest.approx(traverse(book, strategy).value, abs=1e-12)
    for player in (0, 1):
        best = best_response_value(book, strategy, player)
        assert found.best_response_values[player] == pytest.approx(best, abs=1e-12)


def test_a_report_is_made_from_the_probabilities_alone():
    game = parse_game("kuhn")
    claims = {"nash_conv": 0.0, "value": 99.0}
    strategy = Strategy(game, uniform(Kuhn()), {"name": "by hand"}, 17, results=claims)
    found = evaluate(strategy)
    assert (found.game, found.algorithm, found.iterations, found.infosets) == (
        "kuhn",
        "by hand",
        17,
        12,
    )
    assert found.nash_conv == pytest.approx(float(Fraction(11, 12)), abs=1e-15)
    assert found.value == pytest.approx(0.125, abs=1e-15)


def test_each_strategy_of_a_game_is_measured_by_itself():
    game = parse_game("kuhn")
    for infosets, nash_conv in (
        *((uniform(Kuhn()), 11 / 12), (kuhn_equilibrium(0.2), 0), (uniform(Kuhn()), 11 / 12)),
    ):
        assert evaluate(Strategy(game, infosets)).nash_conv == pytest.approx(nash_conv, abs=1e-15)


def test_the_players_are_not_taken_for_each_other():
    """Only player 1 errs: only player 2 can gain."""
    strategy = kuhn_equilibrium(0.2)
    strategy["K:"] = strategy["K:kb"] = {}
    strategy["K:"], strategy["K:kb"] = {"check": 1, "bet": 0}, {"fold": 1, "call": 0}
    found = exact("kuhn", strategy)
    assert found.best_response_values[0] == pytest.approx(-1 / 18, abs=1e-15)
    assert found.best_response_values[1] > 1 / 18 + 0.1


def test_locked_hands_are_not_purified():
    """The bounds with the locks hold what is measured beside them."""
    game = make_game("holdem", {"lock": "ip | bet 20 | | fold 0.4, call 0.6"})

    def play(_, actions):
        return [0.4, 0.6] if "call" in actions else [1 / len(actions)] * len(actions)

    strategy = Strategy.of(game, play)
    assert purified(strategy, 0.45).infosets == strategy.infosets
    found = evaluate(purified(strategy, 0.45))
    low, high = found.value_bounds
    assert low <= found.value <= high


def test_purification_drops_what_is_unlikely_and_shares_it_out():
    game = parse_game("kuhn:cards=2")
    even = {key: dict.fromkeys(acts, 0.5) for _, key, acts in game.information_sets()}
    strategy = Strategy(game, even | {"1:": {"check": 0.1, "bet": 0.9}})
    assert purified(strategy, 0.1) == strategy
    assert purified(strategy, 0.2).infosets == even | {"1:": {"check": 0, "bet": 1}}
    assert purified(strategy, 0).infosets == strategy.infosets
    for threshold in (-0.1, 1.1, float("nan")):
        with pytest.raises(InputError, match="from 0 to 1"):
            purified(strategy, threshold)
    with pytest.raises(InputError, match=r"no action of .* is as likely as 1"):
        purified(strategy, 1)


def test_with_rake_the_second_player_is_not_worth_what_the_first_one_loses():
    """Aces win the pot of 20 less 5 %, half of which was their own; kings lose their half."""
    spot = {"board": "2s3h4d6c7c", "pot": 20, "stack": 20, "oop.range": "AsAh", "ip.range": "KsKh"}
    tree = dict.fromkeys(("oop.river.bet", "ip.river.bet"), "")
    game = make_game("holdem", spot | tree | {"tree.rake": 0.05})
    found = evaluate(lambda *_: {"check": 1.0}, game)
    assert found.values == pytest.approx((9, -10))
    assert found.best_response_values == pytest.approx((9, -10))
    assert (found.nash_conv, found.value_bounds) == (pytest.approx(0), None)
    form = compile_game(game)
    first, second = (np.ones(tree.shape) for tree in form.trees)
    assert evaluate_profile(form, (first, second)).values == pytest.approx((9, -10))
