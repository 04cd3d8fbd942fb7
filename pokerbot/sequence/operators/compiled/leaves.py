"""The subtrees of the last street, one for each of its boards, as loops in machine code take them.

See `sequence.cut`: all leaves have the shape of one tree; what differs between them is in arrays.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from pokerbot.io.machine_code import jit
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.cut import Leaves
from pokerbot.sequence.form import Alike
from pokerbot.sequence.operators.compiled.flat import (
    FlatEndings,
    FlatTerminals,
    FlatTree,
    Index32,
    flatten_endings,
    flatten_tree,
    index32,
)
from pokerbot.sequence.operators.compiled.loops import normalize


class FlatLeaves(NamedTuple):
    """One player's leaves, as `Leaves`; its other fields have the same meaning.

    tree: the tree of any leaf, without what differs between boards
    inner: the tree without the entries: its rows are those that a leaf stores
    ends: where its rows end hands, on the first board
    roots: how many decisions of a leaf follow its entries directly
    same: [leaves, decisions] the tree's `same` on each board
    """

    tree: FlatTree
    inner: FlatTree
    ends: FlatEndings
    entries: Index32
    roots: int
    same: Index32
    others: Index32
    by: Index32


def flatten_leaves(leaves: Leaves, alike: Alike | None) -> FlatLeaves:
    """One player's leaves as the loops take them; `alike` is that of the whole tree."""
    tree, (count, entries) = leaves.tree, leaves.entries.shape
    flat = flatten_tree(tree)
    inner = np.concatenate([[0], flat.starts[1:] - entries])
    same = np.zeros((count, 0))
    if alike is not None:
        none = np.zeros(len(tree.starts) + 1)
        flat = flat._replace(maps=index32(alike.maps), others=index32(none))
        same = np.repeat(leaves.same[:, None], len(tree.starts), axis=1)
    return FlatLeaves(
        tree=flat,
        inner=flat._replace(starts=index32(inner)),
        ends=flatten_endings(tree),
        entries=index32(leaves.entries),
        roots=int((tree.above[1:] < entries).sum()),
        same=index32(same),
        others=index32(leaves.others if alike else np.zeros(count + 1)),
        by=index32(leaves.by),
    )


@partial(jit, inline=True)
def rows_in(leaves: FlatLeaves) -> int:
    """How many rows a leaf has, with its entries."""
    return int(leaves.tree.starts[-1])


@partial(jit, inline=True)
def decisions_in(leaves: FlatLeaves) -> int:
    """How many decisions a leaf has, with the one whose actions are its entries."""
    return len(leaves.tree.above)


@partial(jit, inline=True, allocates=True)
def tree_of(leaves: FlatLeaves, leaf: int) -> FlatTree:
    """The tree of one leaf; who holds its arrays is counted, as they leave the function."""
    tree = leaves.tree
    return FlatTree(
        tree.starts, tree.above, tree.below, tree.maps, leaves.same[leaf], tree.others, tree.by
    )


@partial(jit, inline=True, allocates=True)
def ends_of(leaves: FlatLeaves, leaf: int) -> FlatEndings:
    """Where the rows of one leaf end hands."""
    ends = leaves.ends.terminals
    here = FlatTerminals(
        ends.starts, ends.paid, ends.faced, ends.kernel, ends.chips, ends.removed, ends.weights,
        ends.kernels, ends.kernels * leaf,
    )  # fmt: skip
    return FlatEndings(here, leaves.ends.sorted, leaves.ends.rows)


@jit
def match_leaf(leaves: FlatLeaves, weights: Array, sigma: Array) -> None:
    """A leaf's strategy [rows, hands], in proportion to weights [rows less entries, hands]."""
    entries, hands = leaves.entries.shape[1], np.uintp(sigma.shape[1])
    stored = sigma.reshape(sigma.size)[entries * hands :].reshape(len(sigma) - entries, hands)
    normalize(leaves.inner, weights, stored, 1, decisions_in(leaves), np.uintp(0), hands)


@jit
def plan_leaf(leaves: FlatLeaves, leaf: int, trunk: Array, sigma: Array, plan: Array) -> None:
    """The plan of a leaf's strategy, both [rows, hands], after that of the trunk."""
    tree, hands = leaves.tree, np.uintp(plan.shape[1])
    for entry in range(leaves.entries.shape[1]):
        above = leaves.entries[leaf, entry]
        for hand in range(hands):
            plan[entry, hand] = trunk[above, hand]
    for decision in range(1, decisions_in(leaves)):
        above = tree.above[decision]
        for row in range(tree.starts[decision], tree.starts[decision + 1]):
            for hand in range(hands):
                plan[row, hand] = plan[above, hand] * sigma[row, hand]


@jit
def pass_on(v: Array, passed: Array, at: int) -> None:
    """Copy the values of a leaf's roots from those of its decisions [decisions, hands]."""
    for root in range(passed.shape[1]):
        for hand in range(np.uintp(passed.shape[2])):
            passed[at, root, hand] = v[1 + root, hand]


@jit
def add_up(leaves: FlatLeaves, passed: Array, q: Array, first: int, last: int) -> None:
    """Add the values of some leaves' roots [leaves, roots, hands] to the rows that they follow."""
    hands = np.uintp(q.shape[1])
    for leaf in range(first, last):
        for root in range(leaves.roots):
            row, at = leaves.entries[leaf, leaves.tree.above[root + 1]], leaf - first
            for hand in range(hands):
                q[row, hand] += passed[at, root, hand]
            for other in range(leaves.others[leaf], leaves.others[leaf + 1]):
                by = leaves.by[other]
                for hand in range(hands):
                    q[row, hand] += passed[at, root, leaves.tree.maps[by, hand]]
