"""The order of a strategy's rows in files, betting by betting, and its probabilities in 16 bits.

Probabilities are rounded to whole parts of 65,535 that still add up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerbot.games.actions import Betting
from pokerbot.games.rules import Rules
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.behaviour import can_be_held
from pokerbot.sequence.compile import explored
from pokerbot.sequence.cut import Cut, LeafProfile, played, some_leaves
from pokerbot.sequence.form import Form, Tree
from pokerbot.sequence.merged import AlikeBoards
from pokerbot.sequence.showdown import alive

PARTS = 65_535
"""What the parts of a decision add up to, for each hand."""
TOGETHER = 256
"""How many decisions are rounded at once, so that the arrays for it stay small."""
Rounded = NDArray[np.uint16]
"""Probabilities in parts."""


def to_parts(form: Form, player: int, sigma: Array) -> Rounded:
    """[rows - 1, hands] a player's strategy in parts, in the order of `filed`; 0 for dead hands.

    A decision's parts add up to `PARTS`: the running total of its actions is rounded, so that no
    probability is off by a part or more, and what is 0 stays 0. Hands that are alike on a board get
    the same parts.

    sigma: [rows, hands] the strategy
    """
    tree, there = form.trees[player], can_be_held(form, player)
    found = np.empty(tree.shape, dtype=np.uint16)
    for begin in range(0, len(tree.starts), TOGETHER):
        starts = tree.starts[begin : begin + TOGETHER]
        end = tree.starts[begin + TOGETHER] if begin + TOGETHER < len(tree.starts) else tree.rows
        rows = slice(int(starts[0]), int(end))
        parts = _rounded(sigma[rows], starts - starts[0])
        found[rows] = parts * there[tree.decision[rows]]
    if tree.alike is not None:
        same = tree.alike.same[tree.decision]
        for group in np.unique(same[same > 0]).tolist():
            here = np.flatnonzero(same == group)
            found[here] = found[here][:, tree.alike.maps[group]]
    return found[filed(tree)]


def _rounded(sigma: Array, starts: Index) -> Array:
    """[…, rows, hands] a strategy in parts; its decisions begin at the rows `starts`."""
    decision = np.repeat(np.arange(len(starts)), np.diff(starts, append=sigma.shape[-2]))
    shares = sigma * PARTS
    upto = np.cumsum(shares, axis=-2)
    before = upto[..., starts, :] - shares[..., starts, :]
    rounded = np.rint(upto - before[..., decision, :])
    parts: Array = np.diff(rounded, axis=-2, prepend=0)
    parts[..., starts, :] = rounded[..., starts, :]
    return parts


def leaves_to_parts(profile: LeafProfile, player: int) -> Rounded:
    """As `to_parts`, for a strategy that is kept leaf by leaf."""
    cut, leaves = profile.cut, profile.cut.leaves[player]
    tree, place = cut.form.trees[player], filed_at(cut.form.trees[player])
    there = alive(cut.form.game.rules, player)
    found = np.empty((tree.rows - 1, tree.hands), dtype=np.uint16)
    before = np.sort(place[cut.rows[player]])[1:]
    found[before] = to_parts(cut.trunk, player, profile.trunk[player])
    for here in some_leaves(leaves):
        rows = leaves.rows[here]
        parts = _rounded(played(leaves, profile.weights[player][here]), leaves.starts)
        parts *= there[tree.board[tree.decision[rows[:, 0]]]][:, None]
        if tree.alike is not None:
            moved = tree.alike.maps[leaves.same[here]]
            parts = np.take_along_axis(parts, moved[:, None], axis=2)
        found[place[rows]] = parts
    return found


@dataclass(frozen=True, eq=False)
class FiledLeaves:
    """A strategy's parts as the `Weights` of its leaves.

    parts: [rows - 1, hands] the parts, in the order of files
    rows: [leaves, rows less entries] where each row of a leaf is in that order
    """

    parts: Rounded
    rows: Index

    def __getitem__(self, leaves: slice) -> Rounded:
        """[leaves, rows less entries, hands] the parts of some leaves."""
        found: Rounded = self.parts[self.rows[leaves]]
        return found


def leaves_from_parts(cut: Cut, parts: tuple[Rounded, Rounded]) -> LeafProfile:
    """The strategy that both players' parts stand for; on the leaves the parts are the weights."""
    trunks, weights = [], []
    for player, tree in enumerate(cut.form.trees):
        place = filed_at(tree)
        before = np.sort(place[cut.rows[player]])[1:]
        trunks.append(from_parts(cut.trunk, player, parts[player][before]))
        weights.append(FiledLeaves(parts[player], place[cut.leaves[player].rows]))
    return LeafProfile(cut, (trunks[0], trunks[1]), (weights[0], weights[1]))


def from_parts(form: Form, player: int, parts: Rounded) -> Array:
    """[rows, hands] the strategy that parts stand for, uniform for dead hands."""
    tree, rows = form.trees[player], filed(form.trees[player])
    sigma = np.ones(tree.shape)
    sigma[rows] = parts
    sigma[1:] /= PARTS
    dead = ~can_be_held(form, player)[tree.decision]
    np.copyto(sigma, 1 / tree.choices[tree.decision], where=dead)
    return sigma


def filed(tree: Tree) -> Index:
    """[rows - 1] a player's rows in the order of files: by betting, then board, then action."""
    order = np.lexsort((tree.board, tree.node))[1:]
    count = tree.actions[order]
    first = np.cumsum(count) - count
    rows: Index = np.repeat(tree.starts[order] - first, count) + np.arange(tree.rows - 1)
    return rows


def filed_at(tree: Tree) -> Index:
    """[rows] where each of a player's rows is in the order of files, -1 for the empty sequence."""
    place = np.full(tree.rows, -1)
    place[filed(tree)] = np.arange(tree.rows - 1)
    return place


class Section(NamedTuple):
    """The rows of one betting of a player in the order of files, known without building a tree.

    boards: the boards of its street
    rows: where its rows are
    actions: how many rows each board has
    """

    betting: Betting
    boards: range
    rows: slice
    actions: int


def sections(
    rules: Rules, player: int, alike: AlikeBoards | None = None, *, last: bool = True
) -> Iterator[Section]:
    """The sections of all of a player's rows.

    alike: the classes of boards of which only the first one has rows; None where all boards do
    last: whether the last street has rows
    """
    found, first = explored(rules).decisions[player], 0
    for betting, actions in zip(found.nodes, found.actions, strict=True):
        street = rules.street(betting.round)
        if not last and street + 1 == rules.boards.streets:
            continue
        boards = rules.boards.of(street)
        there = alike.place[boards.start : boards.stop] if alike else np.arange(len(boards))
        rows = slice(first, first + int((there >= 0).sum()) * actions)
        yield Section(betting, boards, rows, actions)
        first = rows.stop


def gathered(form: Form, player: int, at: Callable[[Betting], Array]) -> Array:
    """[rows, hands] the strategy that `at` gives for each betting, [boards, actions, hands]."""
    sigma, rows = np.ones(form.trees[player].shape), filed(form.trees[player])
    for betting, _, section, _ in sections(form.game.rules, player):
        here = rows[section]
        sigma[here] = at(betting).reshape(len(here), -1)
    return sigma
