"""Walks over a betting tree with every pair of hands: what they read and write, as arrays."""

from __future__ import annotations

from typing import NamedTuple

from pokerbot.sequence.arrays import Array, Index


class Play(NamedTuple):
    """How both players play, by their buckets.

    offset: [nodes] where each decision's probabilities, [buckets, actions], begin in `cells`, as
        `tree.cells_of`
    cells: the probabilities
    """

    offset: Index
    cells: Array


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
