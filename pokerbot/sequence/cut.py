"""A form cut at its last street into a *trunk*, what comes before, and a *leaf* for each board.

The betting of the last street is the same on each of its boards. So one small tree stands for all
leaves, and a few numbers tell a leaf from the others. Most of a large game lies in the leaves: what
has to be remembered is kept leaf by leaf, and all else is made anew for one leaf at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.behaviour import Profile
from pokerbot.sequence.form import Alike, Endings, Form, Terminals, Tree
from pokerbot.sequence.layout import in_order
from pokerbot.sequence.merged import numbered, part_of


@dataclass(frozen=True, eq=False)
class Leaves:
    """One player's decisions on the boards of the last street, a leaf for each board.

    tree: the decisions of one leaf; decision 0 has for its actions the *entries*, which stand for
        the rows of the trunk that lead into the leaf
    entries: [leaves, entries] the row of the trunk that each entry stands for
    rows: [leaves, rows less entries] the rows of the whole form that the leaf's other rows are
    boards: [leaves] how many boards each leaf stands for
    same: [leaves] as `Alike`, where all decisions of a leaf have the same
    others: [leaves + 1] where in `by` the other boards of each leaf's class begin, and the end
    by: [others] which map makes the leaf's board of each of these boards
    """

    tree: Tree
    entries: Index
    rows: Index
    boards: Index
    same: Index
    others: Index
    by: Index

    @property
    def starts(self) -> Index:
        """[decisions of a leaf] the first row of each decision, among the leaf's `rows`."""
        starts: Index = self.tree.starts[1:] - self.entries.shape[1]
        return starts


@dataclass(frozen=True, eq=False)
class Cut:
    """A form in two parts.

    form: the whole form
    trunk: the form up to the last street
    rows: for each player, [rows of the trunk] the rows of the whole form that they are
    leaves: for each player, what follows on the boards of the last street
    waves: [waves, 2] the first leaf and the end of the leaves that follow one board of the trunk
    """

    form: Form
    trunk: Form
    rows: tuple[Index, Index]
    leaves: tuple[Leaves, Leaves]
    waves: Index


class Weights(Protocol):
    """An array [leaves, rows less entries, hands], or an object that makes parts of one."""

    def __getitem__(self, leaves: slice, /) -> NDArray[Any]:
        """[leaves, rows less entries, hands] the weights of some leaves."""


@dataclass(frozen=True, eq=False)
class LeafProfile:
    """A strategy of a form that is cut, kept leaf by leaf.

    trunk: for each player, [rows of the trunk, hands] the strategy
    weights: for each player, numbers whose positive parts the strategy on the leaves is
        proportional to, decision by decision
    """

    cut: Cut
    trunk: Profile
    weights: tuple[Weights, Weights]

    def is_finite(self) -> bool:
        """Whether all of its numbers are finite."""
        return all(np.isfinite(sigma).all() for sigma in self.trunk) and all(
            np.isfinite(weights[here]).all()
            for leaves, weights in zip(self.cut.leaves, self.weights, strict=True)
            for here in some_leaves(leaves)
        )


def split(cut: Cut, profile: Profile) -> LeafProfile:
    """Split a strategy of the whole form into trunk and leaves."""
    (one, two), (rows, others) = profile, cut.rows
    first, second = (array[leaves.rows] for array, leaves in zip(profile, cut.leaves, strict=True))
    return LeafProfile(cut, (one[rows], two[others]), (first, second))


def joined(profile: LeafProfile) -> Profile:
    """Join trunk and leaves to the strategy of the whole form."""
    form, found = profile.cut.form, []
    for player, (tree, leaves) in enumerate(zip(form.trees, profile.cut.leaves, strict=True)):
        sigma = np.empty(tree.shape)
        sigma[profile.cut.rows[player]] = profile.trunk[player]
        for here in some_leaves(leaves):
            sigma[leaves.rows[here]] = played(leaves, profile.weights[player][here])
        found.append(sigma)
    return found[0], found[1]


TOGETHER = 8
"""How many leaves are gone through at once."""


def some_leaves(leaves: Leaves) -> Iterator[slice]:
    """All leaves, a few at a time."""
    for begin in range(0, len(leaves.rows), TOGETHER):
        yield slice(begin, begin + TOGETHER)


def played(leaves: Leaves, weights: NDArray[Any], epsilon: float = 0.0) -> Array:
    """[leaves, rows less entries, hands] the strategy that the weights of some leaves stand for.

    epsilon: the least probability of every action; the rest is shared in proportion to the weights
    """
    inner, entries = leaves.tree, leaves.entries.shape[1]
    decision = inner.decision[entries:] - 1
    kept = weights.clip(min=0).astype(np.float64)
    total = np.add.reduceat(kept, leaves.starts, axis=1)
    idle = total == 0
    sigma: Array = kept + idle[:, decision]
    sigma /= np.where(idle, inner.choices[1:], total)[:, decision]
    if epsilon:
        sigma *= 1 - epsilon * inner.choices[1:][decision]
        sigma += epsilon
    return sigma


@lru_cache(maxsize=4)
def cut_last_street(form: Form) -> Cut | None:
    """A form cut at its last street; None where it cannot be.

    It cannot where no hand ends before the last street, all is one street, or a player does not act
    in the last street before a hand may end there.
    """
    if not form.game.has_cards:
        return None
    boards = form.game.rules.boards
    first = boards.first[-2]
    if any(tree.terminals.endings[-1].street != boards.streets - 1 for tree in form.trees):
        return None
    if boards.streets < 2 or any(len(tree.terminals.endings) < 2 for tree in form.trees):
        return None
    kept = [tree.board < first for tree in form.trees]
    if any(mask.all() for mask in kept):
        return None
    numbers = [
        numbered(np.repeat(mask, tree.actions)) for mask, tree in zip(kept, form.trees, strict=True)
    ]
    if any(_ends_later(tree, numbers[tree.player]) for tree in form.trees):
        return None
    halves = [_Half(tree, numbers[tree.player], first) for tree in form.trees]
    trunks = [
        replace(
            part_of(tree, mask, number),
            terminals=_before(tree, numbers),
            alike=tree.alike and _alike(tree.alike, mask),
        )
        for tree, mask, number in zip(form.trees, kept, numbers, strict=True)
    ]
    above = np.array([boards.parent(int(board)) for board in halves[0].boards])
    borders = np.flatnonzero(np.diff(above, prepend=-1, append=-1))
    return Cut(
        form=form,
        trunk=replace(form, trees=(trunks[0], trunks[1])),
        rows=(np.flatnonzero(numbers[0] >= 0), np.flatnonzero(numbers[1] >= 0)),
        leaves=(halves[0].leaves(halves[1]), halves[1].leaves(halves[0])),
        waves=np.stack([borders[:-1], borders[1:]], axis=1),
    )


class _Half:
    """One player's leaves, and how rows are numbered within a leaf.

    boards: [leaves] the board of each leaf
    decisions: [leaves, decisions] the leaf's decisions as those of the whole tree, level by level
    local: [rows] the number of each row of the whole tree in the first leaf, -1 if it is not there
    """

    def __init__(self, tree: Tree, trunk: Index, first: int) -> None:
        self.tree = tree
        # The decisions of the last street by board; each board has the same ones in the same order.
        last = np.flatnonzero(tree.board >= first)
        last = last[np.argsort(tree.board[last], kind="stable")]
        self.boards = np.unique(tree.board[last])
        decisions = last.reshape(len(self.boards), -1)
        parents = tree.decision_of(tree.above[decisions[0]])
        level = _levels(decisions[0], parents)
        order = np.lexsort((tree.above[decisions[0]], level))
        self.decisions = decisions[:, order]
        self.levels = np.append(0, 1 + np.searchsorted(level[order], np.arange(1, level.max() + 2)))
        above, actions = tree.above[self.decisions], tree.actions[self.decisions[0]]
        # Entries: the rows that the decisions of level 1 follow; on all boards in the same order.
        leading, at = np.unique(above[0, : self.levels[2] - 1], return_index=True)
        self.entries = trunk[above[:, at]]
        self.starts = np.append(0, len(leading) + np.cumsum(actions) - actions)
        self.size = len(leading) + int(actions.sum())
        within = np.arange(len(leading), self.size) - np.repeat(self.starts[1:], actions)
        self.rows = np.repeat(tree.starts[self.decisions], actions, axis=1) + within
        self.local = np.full(tree.rows, -1)
        self.local[np.append(leading, self.rows[0])] = np.arange(self.size)

    def leaves(self, other: _Half) -> Leaves:
        """The player's leaves; `other` is the opponent's half."""
        tree, decisions = self.tree, self.decisions[0]
        local = replace(
            tree,
            starts=self.starts,
            above=np.append(0, self.local[tree.above[decisions]]),
            levels=self.levels,
            node=np.append(-1, tree.node[decisions]),
            board=np.append(0, tree.board[decisions]),
            terminals=self._terminals(other),
            rows=self.size,
            alike=None,
        )
        none = np.zeros(0, dtype=np.intp)
        boards, same, others, by = np.ones(len(self.boards), dtype=np.intp), none, none, none
        if tree.alike is not None:
            alike, roots = tree.alike, self.decisions[:, 0]
            boards, same = alike.boards[roots, 0].astype(np.intp), alike.same[roots]
            ways = [alike.by[alike.others[root] : alike.others[root + 1]] for root in roots]
            others, by = np.cumsum([0, *map(len, ways)]), np.concatenate(ways)
        return Leaves(local, self.entries, self.rows, boards, same, others, by)

    def _terminals(self, other: _Half) -> Terminals:
        """The terminals of one leaf; hands meet there as on the first board of the last street."""
        ends = self.tree.terminals
        ending = ends.endings[-1]
        before = sum(each.size for each in ends.endings[:-1])
        size = ending.size // len(self.boards)
        here = np.flatnonzero((ends.outcome >= before) & (ends.outcome < before + size))
        faced = Endings(other.local[ending.rows[:1]], ending.hands, ending.street)
        row, outcome = self.local[ends.row[here]], ends.outcome[here] - before
        return in_order(row, outcome, ends.chips[here], (faced,))


def _levels(decisions: Index, parents: Index) -> Index:
    """[decisions] how many own decisions of the leaf lead to each, itself included."""
    level = np.ones(len(decisions), dtype=np.intp)
    at = np.searchsorted(decisions, parents).clip(max=len(decisions) - 1)
    inside = decisions[at] == parents
    for place in np.flatnonzero(inside):
        level[place] = level[at[place]] + 1
    return level


def _alike(alike: Alike, kept: NDArray[np.bool_]) -> Alike:
    """The part of `alike` for the decisions that are kept."""
    count = np.diff(alike.others)
    return replace(
        alike,
        boards=alike.boards[kept],
        same=alike.same[kept],
        others=np.cumsum(np.append(0, count[kept])),
        by=alike.by[np.repeat(kept, count)],
    )


def _ends_later(tree: Tree, trunk: Index) -> bool:
    """Whether a player's rows of the trunk end hands in the last street."""
    ends = tree.terminals
    before = sum(each.size for each in ends.endings[:-1])
    return bool((trunk[ends.row[ends.outcome >= before]] >= 0).any())


def _before(tree: Tree, numbers: list[Index]) -> Terminals:
    """The terminals of the trunk."""
    own, other, ends = numbers[tree.player], numbers[1 - tree.player], tree.terminals
    kept = own[ends.row] >= 0
    endings = tuple(replace(each, rows=other[each.rows]) for each in ends.endings[:-1])
    return Terminals(own[ends.row[kept]], ends.outcome[kept], ends.chips[kept], endings)
