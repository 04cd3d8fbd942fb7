"""Both ways that hands meet, against the plain double sum."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from pokerbot.games.catalogue import parse_game
from pokerbot.games.rules import Deck, Limit, Round, Rules
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.operators import bind, protocol
from pokerbot.sequence.operators.kernels import showdown_kernel
from pokerbot.sequence.operators.sums import Groups, ascend, group
from pokerbot.sequence.reach import meet
from pokerbot.sequence.showdown import (
    PairedHands,
    hands_of,
    paired_hands,
    ranked_hands,
)
from pokerbot.solvers.catalogue import ALGORITHMS, find_algorithm
from pokerbot.solvers.options import Options

NO_FLOOR = [(None, None)]


def double_sum(rules: Rules, round_: int, reach: Array) -> Array:
    """[boards, n, 2, hands] hand by hand, card by card."""
    public = [(card,) for card in range(rules.deck.ranks)] if rules.has_board else [()]
    boards = [[each] for each in public] if rules.rounds[round_].board else [public]
    orders = rules.deck.orders(2 + rules.has_board)
    found = np.zeros((*reach.shape[:2], 2, rules.deck.ranks))
    for place, lying in enumerate(boards):
        for cards in lying:
            for own in range(rules.deck.ranks):
                for other in range(rules.deck.ranks):
                    weight = rules.deck.ways(*cards, own, other) / orders
                    winner = rules.winner((own, other), 1 + cards[0] if cards else 0)
                    sign = 0 if winner is None else 1 - 2 * winner
                    found[place, :, 0, own] += weight * reach[place, :, other]
                    found[place, :, 1, own] += sign * weight * reach[place, :, other]
    return found


@pytest.mark.parametrize(
    "spec",
    [
        *("kuhn", "kuhn:cards=7", "von-neumann:hands=6", "von-neumann-raise:hands=9"),
        *("leduc", "leduc:ranks=5,suits=1", "leduc:ranks=4,suits=3", "leduc-nolimit:stack=3"),
    ],
)
def test_hands_meet_as_the_double_sum_says(spec: str) -> None:
    rules, rng = parse_game(spec).rules, np.random.default_rng(0)
    for round_ in range(len(rules.rounds)):
        street = rules.street(round_)
        reach = rng.random((len(rules.boards.of(street)), 3, rules.deck.ranks))
        expected = double_sum(rules, round_, reach)
        paired = paired_hands(rules, street)
        np.testing.assert_allclose(meet(paired, reach.copy()), expected, atol=1e-15)
        if not rules.has_board:
            np.testing.assert_allclose(
                meet(ranked_hands(rules), reach.copy()), expected, atol=1e-15
            )


def test_hands_of_three_cards_meet_as_pairs_of_them_do() -> None:
    """Two of them can share two cards: taken off card by card, such a pair was taken off twice."""
    rules = Rules(Deck(3, 3, told_apart=True), 1, (Round(Limit((1,))),), private=3)
    hands = [*map(set, combinations(range(9), 3))]
    ours = [hands.index(set(cards)) for cards in rules.hands[0]]
    reach = np.random.default_rng(3).random((1, 2, 84))
    expected = np.zeros((1, 2, 2, 84))
    high = [sorted((card // 3 for card in hand), reverse=True) for hand in hands]
    for (own, one), (other, two) in product(enumerate(ours), repeat=2):
        if not hands[one] & hands[two]:
            sign = (high[one] > high[two]) - (high[one] < high[two])
            expected[0, :, 0, own] += reach[0, :, other] / (84 * 20)
            expected[0, :, 1, own] += sign * reach[0, :, other] / (84 * 20)
    np.testing.assert_allclose(meet(hands_of(rules, 0), reach.copy()), expected, atol=1e-14)


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["kuhn:cards=200", "von-neumann:hands=150"])
def test_many_hands_meet_by_prefix_sums_in_parts_too(spec: str) -> None:
    rules = parse_game(spec).rules
    reach = np.random.default_rng(1).random((1, 2, rules.deck.ranks))
    hands = hands_of(rules, 0)
    assert not isinstance(hands, PairedHands)
    expected = double_sum(rules, 0, reach).reshape(4, -1)
    outcomes = showdown_kernel(hands)(reach.copy())
    for part in (slice(0, 7), slice(7, 100), slice(100, None)):
        np.testing.assert_allclose(outcomes(part), expected[:, part], atol=1e-14)


def test_matrices_sum_as_reduceat_does() -> None:
    rng = np.random.default_rng(2)
    starts, x = np.array([0, 1, 4, 6]), rng.random((9, 5))
    by_matrix, by_reduceat = group(starts, 9), Groups(starts, None)
    assert by_matrix.matrix is not None
    np.testing.assert_allclose(by_matrix.sum(x), by_reduceat.sum(x))
    above = np.array([2, 2, 4, 4, 4, 5, 5, 5, 5])
    small, large = ascend(above, slice(1, 7)), ascend(above, slice(1, 700))
    assert small.matrix is not None
    assert large.matrix is None
    one, other = np.ones((8, 5)), np.ones((8, 5))
    small.add(one, x)
    large.add(other, x)
    np.testing.assert_allclose(one, other)
    np.testing.assert_allclose(one[2], 1 + x[:2].sum(axis=0))


@pytest.mark.parametrize(
    "name",
    [name for name, each in ALGORITHMS.items() if "updates" not in each.refuses and name != "fp"],
)
@pytest.mark.parametrize("updates", ["alternating", "simultaneous"])
def test_blocks_of_hands_change_nothing(
    name: str, updates: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    profiles, states = [], []
    for block in (1 << 12, 30):
        monkeypatch.setattr(protocol, "BLOCK", block)
        bind.cache_clear()
        form = compile_game(parse_game("von-neumann-raise:hands=100"))
        options = Options(updates=updates)
        solver = find_algorithm(name).build(form, options, NO_FLOOR, np.random.default_rng(0))
        for _ in range(5):
            solver.step()
        state = {key: array.copy() for key, array in solver.state().items()}
        solver = find_algorithm(name).build(form, options, NO_FLOOR, np.random.default_rng(1))
        solver.restore(state)
        assert all((array == state[key]).all() for key, array in solver.state().items())
        solver.iterations = 5
        solver.step()
        profiles.append([*solver.profile(), *solver.profile("last"), *solver.plans()])
        states.append(solver.state())
    bind.cache_clear()
    for one, other in zip(*profiles, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-12)
    assert {k: v.shape for k, v in states[0].items()} == {k: v.shape for k, v in states[1].items()}
