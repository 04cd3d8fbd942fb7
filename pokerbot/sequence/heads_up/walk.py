"""Walks over a betting tree with every pair of hands: what they read and write, as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.heads_up.tree import DECISION, NodeArrays


class Play(NamedTuple):
    """How both players play, by their buckets.

    offset: [nodes] where each decision's probabilities, [buckets, actions], begin in `cells`
    rows: [nodes] how many buckets each decision has, 0 at other nodes
    cells: [cells] the probabilities
    """

    offset: Index
    rows: Index
    cells: Array

    def at(self, nodes: NodeArrays, node: int) -> Array:
        """[buckets, actions] the probabilities at a decision, as a view."""
        many, begin = int(nodes.below[node]), int(self.offset[node])
        return self.cells[begin:][: int(self.rows[node]) * many].reshape(-1, many)

    def decisions(self, nodes: NodeArrays) -> Iterator[Array]:
        """Yield for each decision what `at` returns."""
        return (self.at(nodes, node) for node in np.flatnonzero(self.rows).tolist())


def unplayed(nodes: NodeArrays, buckets: Sequence[int] | Index) -> Play:
    """A play whose probabilities are all 0; decisions stand in the order of the tree.

    buckets: [streets] how many buckets each street has
    """
    rows = np.asarray(buckets)[nodes.street] * (nodes.kind == DECISION)
    many = rows * nodes.below
    return Play(np.cumsum(many) - many, rows, np.zeros(many.sum()))


def play_after(play: Play, after: Index, nodes: NodeArrays) -> Play:
    """The part of a play below a CHANCE.

    Args:
        play: the play of the whole tree.
        after: the nodes below the CHANCE, as `tree.below` gives them.
        nodes: the nodes of the tree that begins there.
    """
    there = Play(play.offset[after], play.rows[after], play.cells)
    cells = np.concatenate([each.ravel() for each in there.decisions(nodes)])
    many = there.rows * nodes.below
    return Play(np.cumsum(many) - many, there.rows, cells)


def mixed(nodes: NodeArrays, first: Play, second: Play) -> Play:
    """The play in which player 1 plays as in `first` and player 2 as in `second`, in one tree."""
    is_first = nodes.player == 0
    return Play(
        np.where(is_first, first.offset, len(first.cells) + second.offset),
        np.where(is_first, first.rows, second.rows),
        np.r_[first.cells, second.cells],
    )


class Stops(NamedTuple):
    """Where a walk stops.

    at: [nodes] the place of a node among the stops, −1 where the walk goes on
    reach: [stops, 2, hands] both players' reach, which the walk writes
    value: [stops, 2, hands] what hands are worth to both players, which the walk reads
    """

    at: Index
    reach: Array
    value: Array


class Held(NamedTuple):
    """The hands on a board.

    cards: [hands, 2] the cards of each hand
    ends: [groups] where each group of hands that tie ends, in order of strength
    buckets: [2, streets, hands] each player's bucket of each hand, which is its row at a decision
    """

    cards: Index
    ends: Index
    buckets: Index


class Aim(NamedTuple):
    """What a walk is for.

    best: from this street on each player takes the best action for each hand
    sees: [2] whose values are worked out
    learn: whether to add to `regret` the value of each action of these players, and to `reached`,
        at a decision's first action, how often each bucket is reached
    """

    best: int
    sees: Index
    learn: bool
    regret: Array
    reached: Array


class Way(NamedTuple):
    """The nodes from a walk's root to where it is, by depth; there are `tree.longest_line` at most.

    at: [4, depth] the node; how many of its actions are done; and for each player the depth at
        which `reach` has their reach, as it changes at their own decisions alone
    reach: [depth, 2, hands] both players' reach of the node
    value: [depth, 2, hands] what hands are worth to both players at the node
    by_card: [cards] room to work in
    """

    at: Index
    reach: Array
    value: Array
    by_card: Array
