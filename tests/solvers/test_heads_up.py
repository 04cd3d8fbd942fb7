"""Public-chance-sampled CFR: how iterations are weighted, and what an iteration is given."""

import numpy as np
import pytest

pytest.importorskip("numba")

from pokerbot.games.all_in import CLASSES, outcomes
from pokerbot.games.heads_up import rules_of
from pokerbot.sequence.heads_up.jams import Jams
from pokerbot.sequence.heads_up.tree import Sizes, tree_of
from pokerbot.solvers.heads_up import SHARES, BlueprintSolver

SIZES = Sizes(flop=(1, 1), turn=(1, 1), river=1)


@pytest.fixture
def solver():
    return BlueprintSolver(tree_of(rules_of(2)), SIZES, 0)


def at_the_root(solver, cells):
    """[classes, actions] the cells of the first decision."""
    many = int(solver.tree.nodes.below[0])
    return cells[: len(CLASSES) * many].reshape(-1, many)


def in_proportion(rows):
    """Each row divided by its sum, its negative numbers taken for 0; uniform without others."""
    rows = np.maximum(rows, 0)
    rows[~rows.any(axis=1)] = 1
    return rows / rows.sum(axis=1, keepdims=True)


def test_regrets_and_strategies_count_in_proportion_to_their_iteration(solver):
    """Linear CFR (Brown & Sandholm 2019)."""
    rng, played = np.random.default_rng(4), []
    learned = rng.normal(size=(4, SHARES, 2, len(solver.regret)))
    learned[:, :, 1] = np.abs(learned[:, :, 1])

    def learn(seed, iteration, play, jams, into):
        played.append(at_the_root(solver, play.cells))
        into[:] = learned[iteration - 1]

    for _ in learned:
        solver.iterate(learn)
    weighted = np.arange(1, 5)[:, None, None] * learned.sum(axis=1)
    regret, average = np.moveaxis(weighted.cumsum(axis=0), 1, 0)
    assert played[0] == pytest.approx(1 / played[0].shape[1])
    for found, before in zip(played[1:], regret, strict=False):
        assert found == pytest.approx(in_proportion(at_the_root(solver, before)))
    mean = at_the_root(solver, solver.strategy().cells)
    assert mean == pytest.approx(in_proportion(at_the_root(solver, average[-1])))


def test_on_a_board_an_all_in_meets_the_hands_that_are_alive_there(solver):
    """The small blind's aces, if all hands call half the time: 2 big blinds from each of 990."""
    nodes, given = solver.tree.nodes, []
    solver.iterate(lambda seed, iteration, play, jams, into: given.append(jams))
    raised = nodes.first[0] + nodes.below[0] - 1
    called = nodes.first[raised] + nodes.below[raised] - 1
    place = Jams(solver.tree, solver.offset).stop[called]
    aces = CLASSES.index("AA")
    win, _, lose = outcomes().sum(axis=2)[:, aces] / outcomes().sum(axis=(0, 2))[aces]
    assert given[0][place, 0, aces] == pytest.approx(2 * 990 / 2 * (win - lose))
