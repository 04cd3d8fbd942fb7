"""Strategies by name and as arrays."""

import numpy as np
import pytest

from pokerbot.games.catalogue import parse_game
from pokerbot.sequence.behaviour import realization_plans
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.operators import bind
from pokerbot.strategy.arrays import InfosetSample, NamedProfile, to_arrays
from tests.reference.recursion import random_strategy
from tests.reference.rules import by_the_book


@pytest.mark.parametrize("spec", ["kuhn", "kuhn:cards=12", "leduc", "leduc:suits=1"])
def test_there_and_back(spec):
    game = parse_game(spec)
    form = compile_game(game)
    strategy = random_strategy(by_the_book(game), np.random.default_rng(1))
    back = NamedProfile(form, to_arrays(form, strategy))
    assert back.keys() == strategy.keys()
    for key, chances in strategy.items():
        assert back[key] == pytest.approx(chances, abs=1e-15)


def test_the_order_of_a_file_does_not_matter():
    game = parse_game("leduc")
    form = compile_game(game)
    strategy = random_strategy(by_the_book(game), np.random.default_rng(2))
    shuffled = {key: dict(reversed(chances.items())) for key, chances in reversed(strategy.items())}
    for ours, theirs in zip(to_arrays(form, strategy), to_arrays(form, shuffled), strict=True):
        assert (ours == theirs).all()


def test_probabilities_that_sum_to_almost_one_are_normalized():
    form = compile_game(parse_game("kuhn"))
    strategy = random_strategy(by_the_book(form.game), np.random.default_rng(3))
    strategy["J:"] = {"check": 0.5, "bet": 0.5000009}
    sigma = to_arrays(form, strategy)[0]
    np.testing.assert_allclose(np.add.reduceat(sigma, form.trees[0].starts), 1, atol=1e-15)


def test_player_1_comes_first_and_each_player_by_betting():
    form = compile_game(parse_game("kuhn"))
    uniform = NamedProfile(form, tuple(np.ones(tree.shape) for tree in form.trees))
    firsts = [key for key in uniform if key.endswith((":", ":kb"))]
    assert list(uniform)[: len(firsts)] == firsts
    assert firsts[:3] == ["J:", "Q:", "K:"]


@pytest.mark.parametrize("spec", ["kuhn", "leduc:suits=1", "von-neumann:hands=9"])
def test_a_glimpse_shows_what_the_whole_strategy_says(spec):
    form = compile_game(parse_game(spec))
    rng = np.random.default_rng(3)
    first, second = (each.normalize(rng.random(each.shape)) for each in bind(form))
    plans = realization_plans(form, (first, second))
    whole, seen = NamedProfile(form, (first, second)), InfosetSample(form)(plans)
    assert {player for player, key, _ in form.game.information_sets() if key in seen} == {0, 1}
    for key, chances in seen.items():
        assert chances == pytest.approx(whole[key], abs=1e-12)
    nothing = InfosetSample(form)((plans[0] * 0, plans[1] * 0))
    assert all(set(chances.values()) == {1 / len(chances)} for chances in nothing.values())
