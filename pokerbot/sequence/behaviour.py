"""Behaviour strategies as arrays, and the names of their information sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.form import Form, Tree
from pokerbot.sequence.operators import bind
from pokerbot.sequence.showdown import alive

Profile = tuple[Array, Array]
"""A strategy [rows, hands] for each player."""


class NamedInfosets(NamedTuple):
    """A player's information sets at one betting, in the order of board, then hand.

    size: how many there are
    actions: the names of their actions
    keys: a function that makes their keys
    """

    size: int
    actions: tuple[str, ...]
    keys: Callable[[], Sequence[str]]


def infosets_of(form: Form, player: int) -> Iterator[NamedInfosets]:
    """The names of a player's information sets, in the order in which files list them."""
    game, nodes = form.game, form.trees[player].nodes
    seen = [[*game.views(round_, player)] for round_ in range(_rounds(nodes))]
    for node in nodes:
        views = seen[node.round]
        yield NamedInfosets(len(views), game.names(node), partial(game.keys, node, views))


@lru_cache(maxsize=8)
def can_be_held(form: Form, player: int) -> NDArray[np.bool_]:
    """[decisions, hands] whether the board of each decision leaves a hand."""
    tree = form.trees[player]
    if not form.game.has_cards:
        return np.ones((len(tree.starts), tree.hands), dtype=np.bool_)
    found: NDArray[np.bool_] = alive(form.game.rules, player)[tree.board]
    return found


@lru_cache(maxsize=8)
def cells_of_infosets(form: Form, player: int) -> tuple[Index, Index]:
    """Where a player's information sets, as `infosets_of` orders them, stand in [rows, hands].

    Returns:
        [information sets] the cell, row × hands + hand, of each one's first action; [actions of
        all of them] the cell of each action.
    """
    tree, game = form.trees[player], form.game
    round_ = np.array([node.round for node in tree.nodes], dtype=np.intp)
    seen = [[*game.views(each, player)] for each in range(_rounds(tree.nodes))]
    count = np.array([len(views) for views in seen], dtype=np.intp)[round_]
    ahead = np.cumsum(count) - count
    # All decisions but the empty sequence, by betting and then by board.
    order = np.lexsort((tree.board, tree.node))[1:]
    first = np.zeros(int(count.sum()), dtype=np.intp)
    for each, views in enumerate(seen):
        nodes = np.flatnonzero(round_ == each)
        if not nodes.size:
            continue
        board, hand = np.array([(board, hand) for board, hand, _ in views], dtype=np.intp).T
        # All bettings of a round have the same boards: [bettings, boards] the first rows.
        at = order[round_[tree.node[order]] == each]
        starts = tree.starts[at].reshape(len(nodes), -1)
        place = np.searchsorted(tree.board[at[: starts.shape[1]]], board)
        cells = starts[:, place] * tree.hands + hand
        first[ahead[nodes][:, None] + np.arange(len(views))] = cells
    actions = tree.actions[tree.decision[first // tree.hands]]
    end = np.cumsum(actions)
    within = np.arange(int(actions.sum())) - np.repeat(end - actions, actions)
    return first, np.repeat(first, actions) + within * tree.hands


def _rounds(nodes: Sequence[Any]) -> int:
    """How many rounds there are, up to the last one that a node belongs to."""
    return 1 + max((node.round for node in nodes), default=0)


def places(form: Form, player: int) -> Iterator[tuple[str, slice, int, tuple[str, ...]]]:
    """(key, rows, hand, names of the actions) of a player's information sets, by betting."""
    hands = form.trees[player].hands
    first = iter(cells_of_infosets(form, player)[0].tolist())
    for _, actions, keys in infosets_of(form, player):
        for key in keys():
            row, hand = divmod(next(first), hands)
            yield key, slice(row, row + len(actions)), hand, actions


def realization_plans(form: Form, profile: Sequence[Array]) -> tuple[Array, Array]:
    """The realization plan of each player's strategy."""
    first, second = (
        operators.realization_plan(sigma)
        for operators, sigma in zip(bind(form), profile, strict=True)
    )
    return first, second


def cumulative(tree: Tree, sigma: Array) -> Array:
    """[rows, hands] the cumulative probability of each decision's actions, infinite at the last."""
    place = np.arange(tree.rows) - tree.starts.take(tree.decision)
    ceilings = sigma.copy()
    for step in range(1, int(tree.actions.max())):
        rows = np.flatnonzero(place == step)
        ceilings[rows] += ceilings[rows - 1]
    ceilings[np.append(tree.starts[1:], tree.rows) - 1] = np.inf
    return ceilings


def pure_strategies(tree: Tree) -> Iterator[Array]:
    """Every way to choose one action at each decision for each hand, [rows, hands] of 0 and 1."""
    first = np.repeat(tree.starts, tree.hands)
    hand = np.tile(np.arange(tree.hands), len(tree.starts))
    for actions in product(*map(range, np.repeat(tree.actions, tree.hands).tolist())):
        sigma = np.zeros(tree.shape)
        sigma[first + actions, hand] = 1
        yield sigma


def first_of_two(regrets: Array) -> Array:
    """[n] how often the first of two actions is taken by regret matching; regrets: [2, n]."""
    positive = np.maximum(regrets, 0)
    total = positive.sum(axis=0)
    found: Array = np.where(total > 0, positive[0] / np.where(total > 0, total, 1), 0.5)
    return found
