"""Small spots of hold'em beside the recursion and its linear program."""

from dataclasses import replace

import numpy as np
import pytest

import pokerbot
from pokerbot.evaluation.exact import evaluate_profile
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.game import Game
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.operators import bind, uniform
from pokerbot.strategy.arrays import to_arrays
from tests.reference.program import game_value
from tests.reference.recursion import best_response_value, random_strategy, traverse
from tests.reference.rules import by_the_book
from tests.solvers.cases import SPOTS

OTHER_SUITS = str.maketrans("cdhs", "hscd")


def evaluated(game):
    """What uniform play is worth: the value, and both best responses to it."""
    form = compile_game(game)
    first, second = map(uniform, bind(form))
    found = evaluate_profile(form, (first, second))
    return found.value, *found.best_response_values


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


def test_uniform_play_before_the_last_card():
    """Only bets of half the pot on the river, which the other half the time folds to."""
    spot = {"board": "Td9d6h Qc", "pot": 60, "stack": 970, "oop.river.bet": "50%"}
    game = make_game("holdem", {**spot, "oop.range": "random", "ip.range": "random"})
    assert game.hands == (1128, 1128)
    assert evaluated(game)[0] == pytest.approx(7.5, abs=1e-9)
