"""Walks over a betting tree with every pair of hands: what they read and write, as arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.heads_up.tree import DECISION, NodeArrays, cells_of


class Play(NamedTuple):
    """How both players play, by their buckets.

    offset: [nodes] where each decision's probabilities, [buckets, actions], begin in `cells`, as
        `tree.cells_of` gives it
    cells: [cells] the probabilities
    """

    offset: Index
    cells: Array


def play_after(play: Play, after: Index, nodes: NodeArrays, buckets: tuple[int, ...]) -> Play:
    """The part of a play below a CHANCE.

    Args:
        play: the play of the whole tree.
        after: the nodes below the CHANCE, as `tree.below` gives them.
        nodes: the nodes of the tree that begins there.
        buckets: how many buckets each street has.
    """
    offset, many = cells_of(nodes, buckets)
    cells = np.zeros(many)
    for node in np.flatnonzero(nodes.kind == DECISION).tolist():
        size = buckets[nodes.street[node]] * int(nodes.below[node])
        cells[offset[node] :][:size] = play.cells[play.offset[after[node]] :][:size]
    return Play(offset, cells)


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
