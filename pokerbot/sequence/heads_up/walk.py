"""Walks over a betting tree with every pair of hands: what they read and write, as arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.heads_up.tree import DECISION, Nodes, cells_of


class Play(NamedTuple):
    """How both players play, by their buckets.

    offset: [nodes] where each decision's probabilities, [buckets, actions], begin in `cells`, as
        `tree.cells_of`
    cells: the probabilities
    """

    offset: Index
    cells: Array


def play_after(play: Play, after: Index, nodes: Nodes, buckets: tuple[int, ...]) -> Play:
    """The part of a play from a CHANCE on.

    Args:
        play: of the whole tree.
        after: `tree.below` of it.
        nodes: of the tree from there on.
        buckets: how many each street has.
    """
    offset, many = cells_of(nodes, buckets)
    cells = np.zeros(many)
    for node in np.flatnonzero(nodes.kind == DECISION).tolist():
        size = buckets[nodes.street[node]] * int(nodes.below[node])
        cells[offset[node] :][:size] = play.cells[play.offset[after[node]] :][:size]
    return Play(offset, cells)


class Stops(NamedTuple):
    """Where a walk stops.

    at: [nodes] the place of a node among them, −1 where it goes on
    reach, value: [stops, 2, hands] both players' reach there, which is kept, and what hands are
        worth to them
    """

    at: Index
    reach: Array
    value: Array


class Held(NamedTuple):
    """The hands on a board.

    cards: [hands, 2]
    ends: of each group of hands that tie, in the order of strength, its end
    buckets: [2, streets, hands] of each player the rows of a decision
    """

    cards: Index
    ends: Index
    buckets: Index


class Aim(NamedTuple):
    """What a walk is for.

    best: [2, streets] whether a player takes the best action for each hand there
    sees: [2] whose values are worked out
    learn: whether to add the value of each action of theirs to `regret`, and to `reached` at the
        first action how often its bucket is reached
    """

    best: Index
    sees: Index
    learn: bool
    regret: Array
    reached: Array


class Way(NamedTuple):
    """The nodes from a walk's root to where it is, by their depth; `tree.longest_line` at most.

    at: [4, depth] the node, how many of its actions are done, and for each player the depth at
        which `reach` has theirs: it changes with their own decisions alone
    reach, value: [depth, 2, hands] both players' reach of a node, and what it is worth to hands
    by_card: [cards] room
    """

    at: Index
    reach: Array
    value: Array
    by_card: Array
