"""Hands and walks with NumPy are those of machine code."""

import numpy as np
import pytest

pytest.importorskip("numba")

from pokerbot.games.all_in import CLASSES
from pokerbot.games.heads_up import rules_of
from pokerbot.sequence.heads_up import cards, compiled, kernels, vectorized
from pokerbot.sequence.heads_up.board import BoardPlay, Walker, board_of
from pokerbot.sequence.heads_up.buckets import Bucketing, alive, ordered, potential, scores
from pokerbot.sequence.heads_up.jams import Jams
from pokerbot.sequence.heads_up.tree import CHANCE, Sizes, tree_of
from pokerbot.sequence.heads_up.walk import Stops, unplayed
from pokerbot.solvers.heads_up import BoardLearner
from pokerbot.solvers.subgames import Leaving, Subgame

SIZES = Sizes(flop=(3, 2), turn=(3, 2), river=5)
BOARDS = [np.random.default_rng(seed).choice(52, 5, replace=False) for seed in range(20)]
FLUSHES = [np.array([51, 47, 43, 39, 35]), np.array([0, 4, 8, 13, 17]), np.array([0, 1, 2, 3, 51])]


@pytest.fixture
def by_both(monkeypatch):
    """What a function gives with machine code, and with NumPy."""

    def work(function):
        for made in (compiled, vectorized):
            monkeypatch.setattr(kernels, "made", made)
            yield function()

    return work


@pytest.fixture(scope="module")
def tree():
    return tree_of(rules_of(4))


@pytest.mark.parametrize("board", [*BOARDS, *FLUSHES], ids=str)
def test_hands_are_ranked_alike(by_both, board):
    (value, order), (numpy_s, numpy_s_order) = by_both(lambda: ordered(board))
    assert (value == numpy_s).all()
    assert (order == numpy_s_order).all()
    found, numpy_s = by_both(lambda: scores(board))
    assert (found == numpy_s).all()


def test_what_hands_may_become_is_alike(by_both):
    found, numpy_s = by_both(lambda: np.stack(potential(BOARDS[0][:4])))
    assert (found == numpy_s).all()


@pytest.mark.parametrize("best", [3, 4])
def test_walks_are_alike(by_both, tree, best):
    """With stops, several roots, by buckets, and with what is learned."""
    rng, board = np.random.default_rng(3), board_of(BOARDS[1])
    play = unplayed(tree.nodes, SIZES.counts)
    play.cells[:] = rng.random(len(play.cells))
    own = Bucketing(SIZES).of(BOARDS[1])[:, board.order]
    below = np.arange(tree.nodes.below[0]) + tree.nodes.first[0]
    at = np.full(len(tree.betting), -1)
    at[below[-1]] = 0
    reach = rng.random((len(below), 2, len(board.order)))
    given = rng.random((1, 2, len(board.order)))

    def walked():
        stops, learned = Stops(at, np.zeros_like(given), given), np.zeros((2, len(play.cells)))
        there = BoardPlay(Walker(tree), board, np.stack([own, own[:, ::-1]]), play)
        worth = there.walk(
            roots=below, reach=reach, stops=stops, best=best, learned=(*learned,),
        )  # fmt: skip
        begun = there.begun()[1]
        return np.concatenate([worth.ravel(), stops.reach.ravel(), begun.ravel(), *learned])

    found, numpy_s = by_both(walked)
    assert np.allclose(found, numpy_s, rtol=0, atol=1e-9)


def test_a_river_is_solved_alike(by_both, tree):
    rng = np.random.default_rng(4)
    reach = rng.random((2, cards.HANDS)) * alive(BOARDS[2])
    worth = rng.random(cards.HANDS)
    (first, *_) = np.flatnonzero((tree.nodes.kind == CHANCE) & (tree.nodes.street == 2))
    river = tree_of(tree.rules, tree.betting[first])

    def solved():
        leaving = Leaving(0, worth, reach[0] / 2)
        subgame = Subgame(river, BOARDS[2], reach, leaving)
        subgame.iterate(5)
        subgame.settle()
        return np.append(subgame.top.play.cells, subgame.worth(3))

    found, numpy_s = by_both(solved)
    assert np.allclose(found, numpy_s, rtol=0, atol=1e-9)


@pytest.mark.slow
def test_a_board_is_learned_alike(by_both, tree):
    """All-ins before the flop are worth what is handed in."""
    rng, play = np.random.default_rng(5), unplayed(tree.nodes, SIZES.counts)
    kernels.made.match_regrets(tree.nodes, rng.random(play.cells.shape), play)
    jams = rng.random((Jams(tree).stop.max() + 1, 2, len(CLASSES)))

    def learned():
        found = np.zeros((2, len(play.cells)))
        BoardLearner(tree, SIZES, {}).learn(BOARDS[3:4], play, jams, found)
        return found

    found, numpy_s = by_both(learned)
    assert np.allclose(found, numpy_s, rtol=1e-12, atol=1e-9)
