"""The betting of a game from the blinds as arrays, breadth first, without any cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.actions import Action, Betting
from pokerbot.games.all_in import CLASSES
from pokerbot.games.betting import legal_actions, start, successor
from pokerbot.games.heads_up import BLIND
from pokerbot.games.parameters import is_count
from pokerbot.games.rules import Rules
from pokerbot.sequence.arrays import Array, Index

FOLD, SHOWDOWN, CHANCE, DECISION = range(4)
"""The kinds of nodes. After CHANCE, with one node below it, the next street begins."""
MOST_BUCKETS = 200


TEXTURES = 4
"""Kinds of boards: with a pair or without; so many cards of a suit that a flush is near, or not."""


@dataclass(frozen=True)
class Sizes:
    """How many buckets there are for each texture of boards.

    flop, turn: [2] into how many parts hands are divided by how much they win, and each of these
        parts by how much that depends on the cards to come
    river: into how many parts hands are divided by how much they win

    Raises:
        InputError: these are no such numbers, or too many to be kept in 16 bits.
    """

    flop: tuple[int, int] = (16, 3)
    turn: tuple[int, int] = (16, 3)
    river: int = 60

    def __post_init__(self) -> None:
        for name in ("flop", "turn", "river"):
            given = getattr(self, name)
            parts = (given, 1) if name == "river" else given
            if not (isinstance(parts, tuple) and len(parts) == 2 and all(map(is_count, parts))):
                raise InputError("must be whole numbers from 1 up", parameter=name)
            if not 0 < parts[0] * parts[1] <= MOST_BUCKETS:
                raise InputError(f"must be 1 to {MOST_BUCKETS:,} buckets", parameter=name)

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """How many buckets each street has, with all textures."""
        streets = (self.flop[0] * self.flop[1], self.turn[0] * self.turn[1], self.river)
        first, second, third = (TEXTURES * count for count in streets)
        return len(CLASSES), first, second, third


class NodeArrays(NamedTuple):
    """What the machine code reads of each node; all are [nodes].

    kind: FOLD, SHOWDOWN, CHANCE or DECISION
    player: who acts at a decision, or who has folded at a fold
    street: the street, 0 before the flop
    first, below: the first of the nodes that follow, and how many follow
    amount: what the loser of a terminal loses, in big blinds
    """

    kind: Index
    player: Index
    street: Index
    first: Index
    below: Index
    amount: Array


@dataclass(frozen=True, eq=False)
class BettingTree:
    """A betting tree.

    nodes: its arrays
    betting: [nodes] the betting at each node; at CHANCE the betting after it
    actions: [nodes] the legal actions of a decision, in the order of the nodes that follow
    """

    rules: Rules
    nodes: NodeArrays
    betting: list[Betting]
    actions: list[tuple[Action, ...]]


def tree_of(rules: Rules, begin: Betting | None = None) -> BettingTree:
    """The betting tree of these rules, from the start or from the betting `begin` on."""
    betting, chance = [start(rules) if begin is None else begin], [False]
    rows: list[tuple[float, ...]] = []
    actions: list[tuple[Action, ...]] = []
    for node, here in enumerate(betting):  # what follows is added on the way
        first, amount = len(betting), 0.0
        legal: tuple[Action, ...] = ()
        follow: list[tuple[Betting, bool]] = []
        of_node, street = DECISION, here.round
        if chance[node]:
            of_node, street, follow = CHANCE, here.round - 1, [(here, False)]
        elif here.over:
            of_node = SHOWDOWN if here.folded is None else FOLD
            amount = min(here.chips) / BLIND
        else:
            legal = legal_actions(rules, here)
            after = [successor(rules, here, action) for action in legal]
            follow = [(each, each.round > here.round) for each in after]
        betting += [each for each, _ in follow]
        chance += [turned for _, turned in follow]
        rows.append((of_node, here.player, street, first, len(follow), amount))
        actions.append(legal)
    kind, player, street, first, below = np.array([row[:5] for row in rows], np.intp).T.copy()
    nodes = NodeArrays(kind, player, street, first, below, np.array([row[5] for row in rows]))
    return BettingTree(rules, nodes, betting, actions)


def ends_of_street(nodes: NodeArrays, street: int) -> Index:
    """The nodes where cards come after a street: of the next street, or after an all-in."""
    follows = (nodes.kind == CHANCE) & (nodes.street == street)
    return np.flatnonzero(follows | ((nodes.kind == SHOWDOWN) & (nodes.street <= street)))


def below(nodes: NodeArrays, chance: int) -> Index:
    """The nodes below a CHANCE, in the order of the tree that `tree_of` makes from there on."""
    found = [int(nodes.first[chance])]
    for node in found:
        first = int(nodes.first[node])
        found.extend(range(first, first + int(nodes.below[node])))
    return np.array(found)


def longest_line(nodes: NodeArrays) -> int:
    """How many nodes the longest line has, from the first node to an end."""
    place = np.ones(len(nodes.kind), np.intp)
    for node, (first, below) in enumerate(zip(nodes.first, nodes.below, strict=True)):
        place[first : first + below] = place[node] + 1
    return int(place.max())
