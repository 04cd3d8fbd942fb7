"""The four operators against their recursive definitions on random strategies."""

from itertools import pairwise

import numpy as np
import pytest

from pokerbot.games.catalogue import parse_game
from pokerbot.sequence import operators
from pokerbot.sequence.behaviour import to_arrays, to_infosets
from pokerbot.sequence.compile import compile_game
from tests.reference.recursion import (
    best_response_value,
    information_sets,
    random_strategy,
    terminals,
    traverse,
)
from tests.reference.rules import by_the_book
from tests.reference.solving import best_response

CASES = [
    ("kuhn", False),
    ("kuhn", True),
    ("kuhn:cards=5,ante=2,bet=3", True),
    ("leduc", True),
    ("leduc:ranks=2,raises=3", False),
]


@pytest.fixture(scope="module", params=CASES, ids=str)
def case(request):
    """(form, reference game, strategy as a dict, the same as arrays)."""
    spec, pure = request.param
    game = parse_game(spec)
    form, book = compile_game(game), by_the_book(game)
    strategy = random_strategy(book, np.random.default_rng(7), pure=pure)
    return form, book, strategy, to_arrays(form, strategy)


def own(form, player, array):
    """The player's array by key and action."""
    blank = [np.zeros(tree.shape) for tree in form.trees]
    blank[player] = array
    owners = {key: mover for mover, key, _ in form.game.information_sets()}
    table = to_infosets(form, (blank[0], blank[1]))
    return {key: chances for key, chances in table.items() if owners[key] == player}


def assert_same(found, expected, tolerance=1e-12):
    for key, chances in found.items():
        for action, number in chances.items():
            assert number == pytest.approx(expected[key][action], abs=tolerance), (key, action)


@pytest.mark.parametrize("player", [0, 1])
def test_realization_plan(case, player):
    form, book, strategy, profile = case
    reach = traverse(book, strategy).reach
    plan = operators.realization_plan(form.trees[player], profile[player])
    expected = {
        key: {action: reach[key] * chance for action, chance in chances.items()}
        for key, chances in strategy.items()
    }
    assert_same(own(form, player, plan), expected)
    assert (plan[0] == 1).all()


@pytest.mark.parametrize("player", [0, 1])
def test_gradient(case, player):
    form, book, strategy, profile = case
    reach = traverse(book, strategy).reach
    expected = {
        key: dict.fromkeys(actions, 0.0) for key, (_, actions) in information_sets(book).items()
    }
    for mine, (key, action), amount in terminals(book, player):
        expected[mine[0]][mine[1]] += amount * reach[key] * strategy[key][action]
    other_plan = operators.realization_plan(form.trees[1 - player], profile[1 - player])
    earned = operators.gradient(form, player, other_plan)
    assert_same(own(form, player, earned), expected)
    plan = operators.realization_plan(form.trees[player], profile[player])
    value = traverse(book, strategy).value * (1 - 2 * player)
    assert np.vdot(plan, earned) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("player", [0, 1])
def test_backup(case, player):
    form, book, strategy, profile = case
    tree, found = form.trees[player], traverse(book, strategy)
    other_plan = operators.realization_plan(form.trees[1 - player], profile[1 - player])
    earned = operators.gradient(form, player, other_plan)
    q, v = operators.backup(tree, profile[player], earned)
    assert_same(own(form, player, q), found.action_values)
    by_row = v.take(tree.decision, axis=0)
    for key, values in own(form, player, by_row).items():
        expected = sum(strategy[key][a] * found.action_values[key][a] for a in strategy[key])
        assert set(values.values()) == {next(iter(values.values()))}
        assert next(iter(values.values())) == pytest.approx(expected, abs=1e-12)
    assert v[0].sum() == pytest.approx(found.value * (1 - 2 * player), abs=1e-12)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("epsilon", [0.0, 0.1])
def test_best_response(case, player, epsilon):
    form, book, strategy, profile = case
    tree = form.trees[player]
    other_plan = operators.realization_plan(form.trees[1 - player], profile[1 - player])
    q, v = operators.best_response(tree, operators.gradient(form, player, other_plan), epsilon)
    value = best_response_value(book, strategy, player, epsilon)
    assert v[0].sum() == pytest.approx(value, abs=1e-12)
    answered = traverse(book, strategy | best_response(book, strategy, player, epsilon))
    assert answered.value * (1 - 2 * player) == pytest.approx(value, abs=1e-12)
    assert_same(own(form, player, q), answered.action_values)


def test_no_operator_modifies_its_inputs(case):
    form, _, _, profile = case
    tree, sigma = form.trees[0], profile[0]
    plan = operators.realization_plan(form.trees[1], profile[1])
    earned = operators.gradient(form, 0, plan)
    arrays = [sigma, profile[1], plan, earned]
    before = [array.copy() for array in arrays]
    for array in arrays:
        array.flags.writeable = False
    operators.realization_plan(tree, sigma)
    operators.gradient(form, 0, plan)
    operators.backup(tree, sigma, earned)
    operators.best_response(tree, earned)
    operators.best_response(tree, earned, 0.1)
    operators.best_decision(tree, earned)
    operators.normalize(tree, sigma)
    operators.tremble(tree, sigma, 0.1)
    operators.trembled_values(tree, earned, 0.1)
    operators.draw(tree, sigma, np.random.default_rng(0))
    for array, old in zip(arrays, before, strict=True):
        assert (array == old).all()


def decisions(tree):
    """The rows of every decision."""
    return [slice(a, b) for a, b in pairwise([*tree.starts.tolist(), tree.rows])]


def test_best_decision_takes_the_first_of_the_best(case):
    tree = case[0].trees[0]
    q = np.random.default_rng(3).integers(0, 3, tree.shape).astype(float)
    chosen = operators.best_decision(tree, q)
    for rows in decisions(tree):
        for hand in range(tree.hands):
            expected = np.zeros(rows.stop - rows.start)
            expected[int(np.argmax(q[rows, hand]))] = 1
            assert chosen[rows, hand].tolist() == expected.tolist()


def test_normalize_is_proportional_and_uniform_where_there_is_nothing(case):
    tree = case[0].trees[1]
    weights = np.random.default_rng(4).integers(0, 3, tree.shape) * 1e-300
    sigma = operators.normalize(tree, weights)
    for rows in decisions(tree):
        for hand in range(tree.hands):
            w = weights[rows, hand]
            expected = w / w.sum() if w.any() else np.full(len(w), 1 / len(w))
            np.testing.assert_allclose(sigma[rows, hand], expected, rtol=1e-12)


def test_tremble_keeps_every_action_at_epsilon(case):
    tree, sigma = case[0].trees[0], case[3][0]
    trembled = operators.tremble(tree, sigma, 0.05)
    actions = tree.actions.take(tree.decision, axis=0)
    np.testing.assert_allclose(trembled, 0.05 + (1 - 0.05 * actions) * sigma, atol=1e-15)
    assert operators.tremble(tree, sigma, 0.0) is sigma


def test_draw_takes_one_action_as_often_as_it_is_probable():
    tree = compile_game(parse_game("leduc")).trees[0]
    sigma = operators.normalize(tree, np.random.default_rng(5).exponential(size=tree.shape))
    sigma[tree.starts[1]], sigma[tree.starts[1] + 1] = 0, 1
    rng, draws = np.random.default_rng(6), 4000
    total = np.zeros(tree.shape)
    for _ in range(draws):
        taken = operators.draw(tree, sigma, rng)
        assert (np.add.reduceat(taken, tree.starts, axis=0) == 1).all()
        total += taken
    bound = 5 * np.sqrt(sigma * (1 - sigma) / draws) + 1e-12
    assert (np.abs(total / draws - sigma) <= bound).all()
