"""Strategies by name and as arrays."""

import numpy as np
import pytest

from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.ends import EndsGame, gather
from pokerbot.sequence.behaviour import can_be_held, realization_plans
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


SPOT = {
    "board": "Td9d6h Qc", "pot": 20, "stack": 40, "oop.range": "AhKd,Th9h:0.5,7c2c,AA:0.1",
    "ip.range": "QsJs,8d7d", "oop.turn.bet": "50%", "oop.river.bet": "100%", "ip.river.raise": "a",
}  # fmt: skip
NAMED = [
    parse_game("kuhn:cards=12"),
    parse_game("leduc"),
    parse_game("leduc:suits=1"),
    parse_game("von-neumann:hands=9"),
    make_game("holdem", SPOT),
    EndsGame("mine", lambda: gather([
        (1, 1, ((":a", "up"),), (("b/:", "l"),)), (1, 1, ((":a", "up"),), (("b/:", "r"),)),
        (0, 1, ((":a", "down"),), (("b/:", "l"),)), (2, 1, ((":a", "down"),), (("b/:", "r"),)),
    ])),
]  # fmt: skip


@pytest.mark.parametrize("game", NAMED, ids=lambda game: game.name)
def test_one_name_leads_to_what_all_of_them_hold(game):
    form, rng = compile_game(game), np.random.default_rng(5)
    first, second = (each.normalize(rng.random(each.shape)) for each in bind(form))
    asked, whole = NamedProfile(form, (first, second)), NamedProfile(form, (first, second))
    assert asked.is_sound()
    assert len(asked) == len([*whole])
    assert {key: asked[key] for key in whole} == dict(whole.items())
    assert "_named" not in vars(asked)
    for wrong in ("", ":", "Z:", "J", "AhKd:kb9", "AhAd/7s:", "QhJh:", "AhKd:kk/Ah:", "K/K:kk/"):
        assert (wrong in asked) == (wrong in {*whole}), wrong


@pytest.mark.parametrize("game", NAMED, ids=lambda game: game.name)
def test_probabilities_that_are_none_are_not_sound(game):
    form = compile_game(game)
    for player in (0, 1):
        for row, change in ((1, 1e-5), (-1, -1.1), (1, np.nan)):
            sigma = [each.normalize(np.zeros(each.shape)) for each in bind(form)]
            hand = np.flatnonzero(can_be_held(form, player)[form.trees[player].decision[row]])[0]
            sigma[player][row, hand] += change
            assert not NamedProfile(form, (sigma[0], sigma[1])).is_sound()
