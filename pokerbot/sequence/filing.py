"""The order in which files have a strategy, betting by betting, and its numbers in 16 bits.

Those are whole parts of 65,535 that still add up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerbot.games.betting import Betting
from pokerbot.games.rules import Rules
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.behaviour import held
from pokerbot.sequence.compile import explored
from pokerbot.sequence.form import Form, Tree
from pokerbot.sequence.merged import AlikeBoards

PARTS = 65_535
TOGETHER = 256
"""So many decisions are rounded at once: a few arrays of them are smaller than the whole."""
Rounded = NDArray[np.uint16]


def to_parts(form: Form, player: int, sigma: Array) -> Rounded:
    """[rows - 1, hands] a player's strategy in parts, in the order of `filed`; 0 for dead hands.

    Each decision's parts are `PARTS` in all: the running total of its actions is rounded, so that
    no probability is off by a part or more, and what is 0 stays 0. Hands that are alike on a board
    have the same. `sigma` is [rows, hands].
    """
    tree, alive = form.trees[player], held(form, player)
    found, total = np.empty(tree.shape, dtype=np.uint16), np.zeros((1, tree.hands))
    for begin in range(0, len(tree.starts), TOGETHER):
        starts = tree.starts[begin : begin + TOGETHER]
        end = tree.starts[begin + TOGETHER] if begin + TOGETHER < len(tree.starts) else tree.rows
        rows = slice(int(starts[0]), int(end))
        decision, places = tree.decision[rows], starts - starts[0]
        upto = np.cumsum(np.concatenate([total, sigma[rows] * PARTS]), axis=0)
        total = upto[-1:]
        rounded = np.rint(upto[1:] - upto[places][decision - begin])
        parts = np.diff(rounded, axis=0, prepend=0)
        parts[places] = rounded[places]
        parts *= alive[decision]
        found[rows] = parts
    if tree.alike is not None:
        same = tree.alike.same[tree.decision]
        for group in np.unique(same[same > 0]).tolist():
            here = np.flatnonzero(same == group)
            found[here] = found[here][:, tree.alike.maps[group]]
    return found[filed(tree)]


def from_parts(form: Form, player: int, parts: Rounded) -> Array:
    """[rows, hands] the strategy of such parts, uniform for dead hands."""
    tree, rows = form.trees[player], filed(form.trees[player])
    sigma = np.ones(tree.shape)
    sigma[rows] = parts
    sigma[1:] /= PARTS
    dead = ~held(form, player)[tree.decision]
    np.copyto(sigma, 1 / tree.choices[tree.decision], where=dead)
    return sigma


def filed(tree: Tree) -> Index:
    """[rows - 1] a player's rows by betting, board and action, whatever order the tree has."""
    order = np.lexsort((tree.board, tree.node))[1:]
    count = tree.actions[order]
    first = np.cumsum(count) - count
    rows: Index = np.repeat(tree.starts[order] - first, count) + np.arange(tree.rows - 1)
    return rows


class Section(NamedTuple):
    """The rows of a player's betting in that order, known without a tree.

    boards: those of its street; rows: where they are; actions: how many each board has
    """

    betting: Betting
    boards: range
    rows: slice
    actions: int


def sections(rules: Rules, player: int, alike: AlikeBoards | None = None) -> Iterator[Section]:
    """All of a player's rows; with `alike` the first board of each class alone has some."""
    found, first = explored(rules).decisions[player], 0
    for betting, actions in zip(found.nodes, found.actions, strict=True):
        boards = rules.boards.of(rules.street(betting.round))
        there = alike.place[boards.start : boards.stop] if alike else np.arange(len(boards))
        rows = slice(first, first + int((there >= 0).sum()) * actions)
        yield Section(betting, boards, rows, actions)
        first = rows.stop


def gathered(form: Form, player: int, at: Callable[[Betting], Array]) -> Array:
    """[rows, hands] the strategy of which `at` tells what each betting has, by board and action."""
    sigma, rows = np.ones(form.trees[player].shape), filed(form.trees[player])
    for betting, _, section, _ in sections(form.game.rules, player):
        here = rows[section]
        sigma[here] = at(betting).reshape(len(here), -1)
    return sigma
