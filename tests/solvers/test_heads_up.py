"""Public-chance-sampled CFR: what is learned on a board, and how iterations are weighted."""

import numpy as np
import pytest

pytest.importorskip("numba")

from pokerbot.games.all_in import CLASSES, outcomes
from pokerbot.games.heads_up import rules_of
from pokerbot.sequence.heads_up import kernels
from pokerbot.sequence.heads_up.board import Walker, played_by_both
from pokerbot.sequence.heads_up.buckets import Bucketing
from pokerbot.sequence.heads_up.cards import deck
from pokerbot.sequence.heads_up.jams import Jams
from pokerbot.sequence.heads_up.tree import Sizes, tree_of
from pokerbot.sequence.heads_up.walk import Stops, unplayed
from pokerbot.solvers.heads_up import BOARDS, SHARES, BlueprintSolver, BoardLearner, deal

SIZES = Sizes(flop=(1, 1), turn=(1, 1), river=1)
BOARD = np.array([3, 21, 30, 40, 51])


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


def test_each_iteration_and_each_seed_has_boards_of_its_own():
    shares = [deal(seed, iteration) for seed in range(3) for iteration in range(3)]
    assert [[len(share) for share in each] for each in shares] == [[BOARDS] * SHARES] * 9
    assert len({board.tobytes() for each in shares for share in each for board in share}) == (
        9 * SHARES * BOARDS
    )


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
    place = Jams(solver.tree).stop[called]
    aces = CLASSES.index("AA")
    win, _, lose = outcomes().sum(axis=2)[:, aces] / outcomes().sum(axis=(0, 2))[aces]
    assert given[0][place, 0, aces] == pytest.approx(2 * 990 / 2 * (win - lose))


def test_what_is_learned_on_a_board_is_what_each_action_is_better_there(solver):
    """At the first decision: by walks from the nodes after it, all-ins before the flop worth 0."""
    nodes, rng = solver.tree.nodes, np.random.default_rng(6)
    play = unplayed(nodes, SIZES.counts)
    kernels.made.match_regrets(nodes, rng.random(play.cells.shape), play)
    stop, learned = Jams(solver.tree).stop, np.zeros((2, len(play.cells)))
    jams = np.zeros((stop.max() + 1, 2, len(CLASSES)))
    BoardLearner(solver.tree, SIZES, {}).learn([BOARD], play, jams, learned)

    there = played_by_both(Walker(solver.tree), BOARD, Bucketing(SIZES), play)
    after = nodes.first[0] + np.arange(nodes.below[0])
    nothing = np.zeros((len(jams), 2, len(there.board.order)))
    worth = there.walk(roots=after, stops=Stops(stop, nothing, nothing.copy()))[:, 0]
    of_class = deck().classes[there.board.order]
    values = np.stack([np.bincount(of_class, each, len(CLASSES)) for each in worth], axis=1)
    played, (regret, average) = at_the_root(solver, play.cells), learned
    better = values - (values * played).sum(axis=1, keepdims=True)
    assert at_the_root(solver, regret) == pytest.approx(better, abs=1e-9)
    often = np.bincount(of_class, minlength=len(CLASSES))[:, None]
    assert at_the_root(solver, average) == pytest.approx(often * played)
