"""The operators in NumPy, level by level, with the arrays with which NumPy is fastest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.form import Terminals, Tree
from pokerbot.sequence.operators.kernels import Outcomes, showdown_kernel
from pokerbot.sequence.operators.protocol import Floor, blocks_of
from pokerbot.sequence.operators.sums import MOST_CELLS, Ascent, Groups, ascend, group

MOST_REPEATED = 64
"""With at most so many hands, it is faster to multiply by chips that are repeated for each hand."""


class VectorizedOperators:
    """`Operators` in NumPy; their index arrays are made at first use, once for all blocks."""

    def __init__(self, tree: Tree) -> None:
        self.tree, self.shape, self._arrays = tree, tree.shape, _IndexArrays(tree)
        self.blocks = blocks_of(self)

    def sums(self, x: Array) -> Array:
        """As `Operators`."""
        return self._arrays.groups.sum(x)

    def maxima(self, x: Array) -> Array:
        """As `Operators`."""
        return self._arrays.groups.max(x)

    def collect(self, outcomes: Array) -> Array:
        """[rows, columns] what each own sequence earns, given the outcomes [outcomes, columns]."""
        return self._arrays.collect(outcomes)

    def realization_plan(self, sigma: Array) -> Array:
        """As `Operators`. Level 1 follows the empty sequence, whose plan is 1."""
        plan = sigma.copy()
        for level in self._arrays.levels[2:]:
            plan[level.rows] *= plan.take(level.above, axis=0, mode="clip")
        return plan

    def gradient(self, opponent_plan: Array) -> Array:
        """As `Operators`."""
        met = [
            meet(opponent_plan.take(rows, axis=0, mode="clip"))
            for rows, meet in self._arrays.endings
        ]
        if len(self.blocks) == 1:
            return self._earned(met, ALL)
        earned = np.empty(self.shape)
        for hands, _ in self.blocks:
            earned[:, hands] = self._earned(met, hands)
        return earned

    def _earned(self, met: list[Outcomes], hands: slice) -> Array:
        """The gradient of some hands."""
        outcomes = [each(hands) for each in met]
        collect = self._arrays.collect
        return collect(outcomes[0] if len(outcomes) == 1 else np.concatenate(outcomes))

    def backup(self, sigma: Array, gradient: Array) -> tuple[Array, Array]:
        """As `Operators`."""
        q = gradient.copy()
        for level in self._arrays.levels[:0:-1]:
            if level.even:
                level.even_out(q)
            earned = sigma[level.rows] * q[level.rows]
            level.rows_up.add(q, earned)
            for others in level.others:
                others.add(q, level.groups.sum(earned))
        self._arrays.levels[0].even_out(q)
        return q, self.sums(sigma * q)

    def best_response(self, gradient: Array, floor: Floor | None = None) -> tuple[Array, Array]:
        """As `Operators`."""
        q = gradient.copy()
        for level in self._arrays.levels[:0:-1]:
            level.even_out(q)
            best = _best(level.groups, q[level.rows], floor, level.rows, level.decisions)
            level.decisions_up.add(q, best)
            for others in level.others:
                others.add(q, best)
        self._arrays.levels[0].even_out(q)
        return q, _best(self._arrays.groups, q, floor)

    def by_row(self, v: Array) -> Array:
        """As `Operators`."""
        return v.take(self.tree.decision, axis=0, mode="clip")

    def normalize(self, weights: Array) -> Array:
        """As `Operators`."""
        total = self.sums(weights)
        idle = np.logical_not(total)
        np.copyto(total, self.tree.choices, where=idle)
        sigma: Array = weights + self.by_row(idle)
        sigma /= self.by_row(total)
        return sigma

    def best_decision(self, q: Array) -> Array:
        """As `Operators`: an earlier action wins a tie, since its place has the larger number."""
        places = np.arange(len(q), 0.0, -1)[:, None]
        best = np.where(q == self.by_row(self.maxima(q)), places, 0)
        return np.equal(best, self.by_row(self.maxima(best))).astype(np.float64)


ALL = slice(None)


def _best(
    groups: Groups, q: Array, floor: Floor | None, rows: slice = ALL, decisions: slice = ALL
) -> Array:
    """The value of each decision where the best action gets all that the floor leaves free."""
    best = groups.max(q)
    if floor is not None:
        best *= floor.free[decisions]
        best += floor.scale * groups.sum(floor.weight[rows] * q)
    return best


class _IndexArrays:
    """The index arrays of a tree's operators."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    @cached_property
    def groups(self) -> Groups:
        """All rows by decision."""
        return group(self._tree.starts, self._tree.rows)

    @cached_property
    def levels(self) -> list[_Level]:
        """The levels, from the empty sequence down."""
        return _levels(self._tree)

    @cached_property
    def endings(self) -> list[tuple[Index, Callable[[Array], Outcomes]]]:
        """For each street, the opponent's rows that end hands, and how the hands meet."""
        ends = self._tree.terminals.endings
        return [(each.rows, showdown_kernel(each.hands)) for each in ends]

    @cached_property
    def collect(self) -> Callable[[Array], Array]:
        """A function from outcomes to what each own row earns."""
        return _payoffs(self._tree)


@dataclass(frozen=True, eq=False)
class _Others:
    """Passes up the values of decisions on the other boards of their classes.

    decisions: which of a level's decisions
    hands: [hands] the hand on the first board of the class that each hand there becomes
    up: to the rows above
    """

    decisions: Index
    hands: Index
    up: Ascent

    def add(self, q: Array, v: Array) -> None:
        """Add to q, in place, the values v [the level's decisions, hands] on those boards."""
        self.up.add(q, v[self.decisions][:, self.hands])


@dataclass(frozen=True, eq=False)
class _Level:
    """A level: the decisions that come after the same number of own decisions.

    rows, decisions: its part of all rows, and of all decisions
    groups: its rows by decision
    above: [rows] the row that each row continues
    rows_up, decisions_up: from its rows, and from its decisions, to the rows above
    others: the same for the other boards of classes
    even: some rows, and for each hand the first one that is alike there
    """

    rows: slice
    decisions: slice
    groups: Groups
    above: Index
    rows_up: Ascent
    decisions_up: Ascent
    others: list[_Others]
    even: list[tuple[Index, Index]]

    def even_out(self, q: Array) -> None:
        """Give hands that are alike one value, in place, lest rounding tell them apart."""
        for rows, hands in self.even:
            q[rows] = q[rows][:, hands]


def _levels(tree: Tree) -> list[_Level]:
    """The levels of a tree, from the empty sequence down."""
    levels: list[_Level] = []
    starts = np.append(tree.starts, tree.rows)
    for begin, end in zip(tree.levels[:-1].tolist(), tree.levels[1:].tolist(), strict=True):
        rows = slice(int(starts[begin]), int(starts[end]))
        into = levels[-1].rows if levels else slice(0, 1)
        above = tree.above[begin:end]
        by_row = np.repeat(above, tree.actions[begin:end])
        levels.append(
            _Level(
                rows=rows,
                decisions=slice(begin, end),
                groups=group(starts[begin:end] - rows.start, rows.stop - rows.start),
                above=by_row,
                rows_up=ascend(by_row, into),
                decisions_up=ascend(above, into),
                others=_others(tree, begin, end, into),
                even=_even(tree, begin, end),
            )
        )
    return levels


def _others(tree: Tree, begin: int, end: int, into: slice) -> list[_Others]:
    """The other boards of the decisions from `begin` to before `end`, map by map."""
    alike = tree.alike
    if alike is None:
        return []
    others = slice(alike.others[begin], alike.others[end])
    decision = np.repeat(np.arange(begin, end), np.diff(alike.others[begin : end + 1]))
    by = [(way, decision[alike.by[others] == way]) for way in np.unique(alike.by[others])]
    return [
        _Others(those - begin, alike.maps[way], ascend(tree.above[those], into))
        for way, those in by
    ]


def _even(tree: Tree, begin: int, end: int) -> list[tuple[Index, Index]]:
    """The rows of the decisions from `begin` to before `end` where hands are alike, map by map."""
    alike = tree.alike
    if alike is None:
        return []
    rows = np.flatnonzero((begin <= tree.decision) & (tree.decision < end))
    same = alike.same[tree.decision[rows]]
    return [(rows[same == each], alike.maps[each]) for each in np.unique(same[same > 0])]


def _payoffs(tree: Tree) -> Callable[[Array], Array]:
    """A function from outcomes to what each own row earns: by a small matrix, or else by sums.

    A row that ends no hand is given a terminal that pays nothing.
    """
    ends: Terminals = tree.terminals
    endless = np.flatnonzero(np.bincount(ends.row, minlength=tree.rows) == 0)
    row = np.concatenate([ends.row, endless])
    outcome = np.concatenate([ends.outcome, np.zeros_like(endless)])
    chips = np.concatenate([ends.chips, np.zeros(len(endless))])
    outcomes = 2 * (int(outcome.max()) // 2 + 1)
    if tree.rows * outcomes <= MOST_CELLS:
        matrix = np.zeros((tree.rows, outcomes))
        np.add.at(matrix, (row, outcome), chips)
        return matrix.dot
    order = np.argsort(row, kind="stable")
    repeated = tree.hands if ends.endings and tree.hands <= MOST_REPEATED else 1
    won = np.repeat(chips[order][:, None], repeated, axis=1)
    taken = outcome[order]
    groups = group(np.searchsorted(row[order], np.arange(tree.rows)), len(row))

    def collect(outcomes: Array) -> Array:
        each = outcomes.take(taken, axis=0, mode="clip")
        each *= won
        return groups.sum(each)

    return collect
