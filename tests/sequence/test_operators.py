"""The four operators against their recursive definitions on random strategies."""

from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.games.game import Game
from pokerbot.games.rules import Deck, Menu, Round, Rules
from pokerbot.sequence.compile import compile_game, forget_games
from pokerbot.sequence.floors import constant_floor, make_floor
from pokerbot.sequence.moments import powered
from pokerbot.sequence.operators import bind as operators_of
from pokerbot.sequence.operators import (
    draw,
    floored,
    free_values,
)
from pokerbot.sequence.showdown import paired_hands, sorted_hands
from pokerbot.strategy.arrays import NamedProfile, to_arrays
from tests.reference.recursion import (
    best_response_value,
    information_sets,
    random_strategy,
    terminals,
    traverse,
)
from tests.reference.rules import by_the_book
from tests.reference.solving import best_response
from tests.sequence.test_kernels import picked
from tests.solvers.cases import NEEDS_NUMBA, SPOTS

WIDER = SPOTS | {
    f"wider {name}": spot.replace("8c8d", "KcJc,5h5d,8c8d").replace("9h9s", "KsJs,4s4c,9h9s")
    for name, spot in SPOTS.items()
}
"""With more than four hands each: fewer have machine code of their own."""

CASES = [
    ("kuhn", False, None),
    ("kuhn", True, None),
    ("kuhn:cards=5,ante=2,bet=3", True, None),
    ("leduc", True, None),
    ("leduc:raises=3", False, None),
    ("river", True, paired_hands),
    ("wider river", True, sorted_hands),
    ("turn", True, paired_hands),
    ("raked river", True, paired_hands),
    ("wider raked turn", True, sorted_hands),
]
"""A game, whether actions are left out, and how hands meet, where there are two ways."""


@pytest.fixture(params=["numpy", pytest.param("compiled", marks=NEEDS_NUMBA)])
def bind(request):
    """Both players' operators of a form, by each backend."""
    return partial(operators_of, backend=request.param)


def name_of(case):
    spec, pure, kernel = case
    return f"{spec}-{pure}-{kernel.__name__}" if kernel else f"{spec}-{pure}"


@pytest.fixture(scope="module", params=CASES, ids=name_of)
def case(request):
    """(form, reference game, strategy as a dict, the same as arrays)."""
    spec, pure, kernel = request.param
    game = parse_game(WIDER.get(spec, spec))
    form, book = compile_game(game), by_the_book(game)
    if kernel:
        form = meeting_by(kernel, form)
    strategy = random_strategy(book, np.random.default_rng(7), pure=pure)
    return form, book, strategy, to_arrays(form, strategy)


def by_key(form, player, array):
    """The player's array by key and action."""
    blank = [np.zeros(tree.shape) for tree in form.trees]
    blank[player] = array
    owners = {key: mover for mover, key, _ in form.game.information_sets()}
    table = NamedProfile(form, (blank[0], blank[1]))
    return {key: chances for key, chances in table.items() if owners[key] == player}


def assert_same(found, expected, tolerance=1e-12):
    for key, chances in found.items():
        for action, number in chances.items():
            assert number == pytest.approx(expected[key][action], abs=tolerance), (key, action)


@pytest.mark.thinned(3)
@pytest.mark.parametrize("player", [0, 1])
def test_realization_plan(bind, case, player):
    form, book, strategy, profile = case
    reach = traverse(book, strategy).reach
    plan = bind(form)[player].realization_plan(profile[player])
    expected = {
        key: {action: reach[key] * chance for action, chance in chances.items()}
        for key, chances in strategy.items()
    }
    assert_same(by_key(form, player, plan), expected)
    assert (plan[0] == 1).all()


@pytest.mark.thinned(3)
@pytest.mark.parametrize("player", [0, 1])
def test_gradient(bind, case, player):
    form, book, strategy, profile = case
    reach = traverse(book, strategy).reach
    expected = {
        key: dict.fromkeys(actions, 0.0) for key, (_, actions) in information_sets(book).items()
    }
    for mine, (key, action), amount in terminals(book, player):
        expected[mine[0]][mine[1]] += amount * reach[key] * strategy[key][action]
    other_plan = bind(form)[1 - player].realization_plan(profile[1 - player])
    earned = bind(form)[player].gradient(other_plan)
    assert_same(by_key(form, player, earned), expected)
    plan = bind(form)[player].realization_plan(profile[player])
    value = traverse(book, strategy).values[player]
    assert np.vdot(plan, earned) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("of_squares", [False, True])
@pytest.mark.parametrize("spec", ["kuhn:cards=70", "von-neumann-raise:hands=66"])
def test_many_hands_earn_what_each_pair_of_them_does(bind, spec, of_squares, monkeypatch):
    """Whether or not equal hands can meet, and where who wins does not count."""
    game = parse_game(spec)

    def form():
        forget_games()
        found = compile_game(game)
        return powered(found, 2) if of_squares else found

    ranked = form()
    monkeypatch.setattr("pokerbot.sequence.showdown.MOST_DENSE", game.rules.deck.ranks)
    paired = form()
    for player in (0, 1):
        plan = np.random.default_rng(player).random(paired.trees[1 - player].shape)
        expected = operators_of(paired)[player].gradient(plan)
        np.testing.assert_allclose(bind(ranked)[player].gradient(plan), expected, atol=1e-14)
    forget_games()


@pytest.mark.thinned(2)
@pytest.mark.parametrize("of_squares", [False, True])
@pytest.mark.parametrize("private", [1, 2])
@pytest.mark.parametrize("turned", [(0,), (1,), (0, 1, 1)], ids=str)
def test_sorted_hands_earn_what_each_pair_of_them_does(bind, turned, private, of_squares):
    """With ranges of unequal size, on every street."""
    deck = Deck(4, 3, told_apart=True)
    ranges = [picked(deck, private, count, count) for count in ((9, 5), (30, 17))[private - 1]]
    rounds = tuple(Round(Menu(("50%",)), board=cards) for cards in turned)
    rules = Rules(deck, 1, rounds, stack=4, private=private, ranges=tuple(ranges))
    form = compile_game(Game("wide", (), rules))
    for player in (0, 1):
        plan = np.random.default_rng(player).random(form.trees[1 - player].shape)
        expected, found = (
            bind(meeting_by(kernel, form, squared=of_squares))[player].gradient(plan)
            for kernel in (paired_hands, sorted_hands)
        )
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-14)
        assert abs(expected).max() > 1e-3


def meeting_by(kernel, form, *, squared=False):
    """The form where hands meet by a kernel, `paired_hands` or `sorted_hands`."""
    trees = []
    for tree in form.trees:
        endings = tuple(
            replace(each, hands=kernel(form.game.rules, each.street, tree.player, squared=squared))
            for each in tree.terminals.endings
        )
        trees.append(replace(tree, terminals=replace(tree.terminals, endings=endings)))
    return replace(form, trees=tuple(trees))


@NEEDS_NUMBA
def test_hands_that_meet_in_another_way_have_no_machine_code():
    strange = meeting_by(lambda *_, **__: object(), compile_game(parse_game("kuhn")))
    with pytest.raises(InputError, match="no machine code"):
        operators_of(strange, "compiled")


@pytest.mark.thinned(3)
@pytest.mark.parametrize("player", [0, 1])
def test_backup(bind, case, player):
    form, book, strategy, profile = case
    tree, found = form.trees[player], traverse(book, strategy)
    other_plan = bind(form)[1 - player].realization_plan(profile[1 - player])
    earned = bind(form)[player].gradient(other_plan)
    q, v = bind(form)[player].backup(profile[player], earned)
    assert_same(by_key(form, player, q), found.action_values)
    by_row = v.take(tree.decision, axis=0)
    for key, values in by_key(form, player, by_row).items():
        expected = sum(strategy[key][a] * found.action_values[key][a] for a in strategy[key])
        assert set(values.values()) == {next(iter(values.values()))}
        assert next(iter(values.values())) == pytest.approx(expected, abs=1e-12)
    assert v[0].sum() == pytest.approx(found.values[player], abs=1e-12)


@pytest.mark.thinned(6)
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("epsilon", [0.0, 0.1])
def test_best_response(bind, case, player, epsilon):
    form, book, strategy, profile = case
    own, other = bind(form)[player], bind(form)[1 - player]
    floor = constant_floor(own, epsilon) if epsilon else None
    q, v = own.best_response(own.gradient(other.realization_plan(profile[1 - player])), floor)
    value = best_response_value(book, strategy, player, epsilon)
    assert v[0].sum() == pytest.approx(value, abs=1e-12)
    answered = traverse(book, strategy | best_response(book, strategy, player, epsilon))
    assert answered.values[player] == pytest.approx(value, abs=1e-12)
    assert_same(by_key(form, player, q), answered.action_values)


def test_no_operator_modifies_its_inputs(bind, case):
    form, _, _, profile = case
    first, second = bind(form)
    sigma, plan = profile[0], second.realization_plan(profile[1])
    earned, floor = first.gradient(plan), constant_floor(first, 0.1)
    arrays = [sigma, profile[1], plan, earned]
    before = [array.copy() for array in arrays]
    for array in arrays:
        array.flags.writeable = False
    first.realization_plan(sigma)
    first.gradient(plan)
    first.backup(sigma, earned)
    first.best_response(earned)
    first.best_response(earned, floor)
    first.best_decision(earned)
    first.normalize(sigma)
    floored(first, sigma, floor)
    free_values(first, earned, floor)
    draw(first, sigma, np.random.default_rng(0))
    for array, old in zip(arrays, before, strict=True):
        assert (array == old).all()


def decisions(tree):
    """The rows of every decision."""
    return [slice(a, b) for a, b in pairwise([*tree.starts.tolist(), tree.rows])]


def test_best_decision_takes_the_first_of_the_best(bind, case):
    tree = case[0].trees[0]
    q = np.random.default_rng(3).integers(0, 3, tree.shape).astype(float)
    chosen = bind(case[0])[0].best_decision(q)
    for rows in decisions(tree):
        for hand in range(tree.hands):
            expected = np.zeros(rows.stop - rows.start)
            expected[int(np.argmax(q[rows, hand]))] = 1
            assert chosen[rows, hand].tolist() == expected.tolist()


def test_normalize_is_proportional_and_uniform_where_there_is_nothing(bind, case):
    tree = case[0].trees[1]
    weights = np.random.default_rng(4).integers(0, 3, tree.shape) * 1e-300
    sigma = bind(case[0])[1].normalize(weights)
    for rows in decisions(tree):
        for hand in range(tree.hands):
            w = weights[rows, hand]
            expected = w / w.sum() if w.any() else np.full(len(w), 1 / len(w))
            np.testing.assert_allclose(sigma[rows, hand], expected, rtol=1e-12)


def test_a_constant_floor_keeps_every_action_at_epsilon(bind, case):
    operators, sigma = bind(case[0])[0], case[3][0]
    squeezed = floored(operators, sigma, constant_floor(operators, 0.05))
    actions = operators.tree.actions.take(operators.tree.decision)[:, None]
    np.testing.assert_allclose(squeezed, 0.05 + (1 - 0.05 * actions) * sigma, atol=1e-15)
    assert floored(operators, sigma, None) is sigma


@pytest.mark.thinned(2)
def test_the_parts_of_a_floor_are_what_they_say(bind, case):
    """The floor is played and, with what it leaves free, the choice; its worth is of all that."""
    operators, rng = bind(case[0])[0], np.random.default_rng(8)
    tree = operators.tree
    least = operators.normalize(rng.random(operators.shape)) * rng.random(tree.hands)
    floor, q = make_floor(operators, least), rng.normal(size=operators.shape)
    for rows in decisions(tree):
        for hand in range(tree.hands):
            for row in range(rows.start, rows.stop):
                only = np.zeros(operators.shape)
                only[row] = 1
                played = floored(operators, only, floor)[rows, hand]
                free = 1 - least[rows, hand].sum()
                expected = least[rows, hand] + free * (np.arange(rows.start, rows.stop) == row)
                np.testing.assert_allclose(played, expected, atol=1e-15)
                worth = free_values(operators, q, floor)[row, hand]
                assert worth == pytest.approx(played @ q[rows, hand])


def test_draw_takes_one_action_as_often_as_it_is_probable(bind):
    operators = bind(compile_game(parse_game("leduc")))[0]
    tree = operators.tree
    sigma = operators.normalize(np.random.default_rng(5).exponential(size=tree.shape))
    sigma[tree.starts[1]], sigma[tree.starts[1] + 1] = 0, 1
    rng, draws = np.random.default_rng(6), 4000
    total = np.zeros(tree.shape)
    for _ in range(draws):
        taken = draw(operators, sigma, rng)
        assert (np.add.reduceat(taken, tree.starts, axis=0) == 1).all()
        total += taken
    bound = 5 * np.sqrt(sigma * (1 - sigma) / draws) + 1e-12
    assert (np.abs(total / draws - sigma) <= bound).all()
