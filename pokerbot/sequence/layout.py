"""The order of a player's rows: level by level, and within a level by the row above."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pokerbot.games.actions import Betting
from pokerbot.games.betting import legal_actions, start, successor
from pokerbot.games.boards import Boards
from pokerbot.games.rules import Rules
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.form import Endings, Terminals, Tree


@dataclass
class SeatDecisions:
    """One player's public decisions in the order of the walk, boards not told apart.

    Sequences are numbered from 1 in the order of the walk; 0 is the empty sequence.

    nodes: the betting at each decision
    before: the last sequences of player 1 and of player 2 before each decision
    first: the sequence of each decision's first action; those of the others follow it
    actions: how many actions each decision has
    sequences: how many sequences there are
    """

    nodes: list[Any] = field(default_factory=list)
    before: list[tuple[int, ...]] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    sequences: int = 1

    def add(self, node: Betting, before: tuple[int, int], actions: int) -> int:
        """Add a decision and return the first of its sequences."""
        self.nodes.append(node)
        self.before.append(before)
        self.first.append(self.sequences)
        self.actions.append(actions)
        self.sequences += actions
        return self.first[-1]

    def depths(self, player: int) -> Index:
        """[sequences] how many actions each of the player's sequences has."""
        depth = np.zeros(self.sequences, dtype=np.intp)
        for before, begin, actions in zip(self.before, self.first, self.actions, strict=True):
            depth[begin : begin + actions] = depth[before[player]] + 1
        return depth


@dataclass
class Walk:
    """All that a walk through the betting finds.

    decisions: those of player 1 and of player 2
    ends: the bettings that are over
    last: the last sequences of player 1 and of player 2 at each end
    """

    decisions: tuple[SeatDecisions, SeatDecisions]
    ends: list[Betting]
    last: list[tuple[int, int]]


def explore(rules: Rules) -> Walk:
    """Walk through the betting once."""
    found = Walk((SeatDecisions(), SeatDecisions()), [], [])
    ahead = [(start(rules), (0, 0))]
    while ahead:
        node, last = ahead.pop()
        if node.over:
            found.ends.append(node)
            found.last.append(last)
            continue
        actions = legal_actions(rules, node)
        first = found.decisions[node.player].add(node, last, len(actions))
        for place in reversed(range(len(actions))):
            after = (first + place, last[1]) if node.player == 0 else (last[0], first + place)
            ahead.append((successor(rules, node, actions[place]), after))
    return found


@dataclass(frozen=True, eq=False)
class Streets:
    """The boards that there can be, as arrays.

    first: [streets + 1] the first board of each street, and the end
    lying: [streets, boards] the ancestor of each board in each street, itself in its own street,
        -1 in later ones
    """

    first: Index
    lying: Index

    def of(self, street: int) -> Index:
        """The boards of a street."""
        return np.arange(self.first[street], self.first[street + 1])


NO_BOARDS = Streets(np.array([0, 1]), np.zeros((1, 1), dtype=np.intp))
"""The boards of a game in which no public card is turned up."""


def streets_of(boards: Boards) -> Streets:
    """The boards of a game as arrays."""
    lying = np.full((boards.streets, len(boards.cards)), -1, dtype=np.intp)
    for street in range(boards.streets):
        at = boards.first[street]
        lying[street, at : boards.first[street + 1]] = boards.of(street)
        for board in range(boards.first[street + 1], len(boards.cards)):
            lying[street, board] = boards.at(board, street)
    return Streets(np.array(boards.first), lying)


class Layout:
    """The rows of one player's tree.

    found: the player's decisions, boards not told apart
    street: [decisions] the street of each decision, on each of whose boards it has rows
    streets: the boards
    row: [sequences, boards] the row of each sequence on each board of its street and of later ones
    """

    def __init__(self, player: int, found: SeatDecisions, street: Index, streets: Streets) -> None:
        self.player, self.nodes = player, tuple(found.nodes)
        self.row = np.zeros((found.sequences, streets.lying.shape[1]), dtype=np.intp)
        self.rows = 0
        self._first = np.array(found.first, dtype=np.intp)
        count = np.array(found.actions, dtype=np.intp)
        parent = np.array([before[player] for before in found.before], dtype=np.intp)
        depth = found.depths(player)[self._first]
        # Each level: its decisions, their boards, the rows above, and their own first rows.
        levels = [(np.array([-1]), np.array([0]), np.array([0]), self._follow(np.array([1])))]
        for level in range(1, int(depth.max(initial=0)) + 1):
            here = np.flatnonzero(depth == level)
            boards = [streets.of(street[n]) for n in here]
            node, board = np.repeat(here, [*map(len, boards)]), np.concatenate(boards)
            above = self.row[parent[node], board]
            # Decisions that follow one row become neighbours.
            order = np.argsort(above, kind="stable")
            node, board = node[order], board[order]
            starts = self._follow(count[node])
            levels.append((node, board, above[order], starts))
            for each in np.flatnonzero(np.bincount(street[here])):
                at = street[node] == each
                self._fill(node[at], board[at], starts[at], count, streets.lying[each])
        self._levels = np.cumsum([0, *(len(node) for node, *_ in levels)])
        self._node, self._board, self._above, self._starts = (
            np.concatenate(parts) for parts in zip(*levels, strict=True)
        )

    def _fill(self, node: Index, board: Index, starts: Index, count: Index, lying: Index) -> None:
        """Write the rows of a street's decisions into `row`, on later boards that follow, too."""
        under = np.flatnonzero(lying >= 0)
        nodes, place = np.unique(node, return_inverse=True)
        first = np.zeros((len(nodes), len(lying)), dtype=np.intp)
        first[place, board] = starts
        # On a later board the row is that of its ancestor in the decisions' own street.
        first = first[:, lying[under]]
        for action in range(int(count[nodes].max())):
            at = count[nodes] > action
            self.row[np.ix_(self._first[nodes[at]] + action, under)] = first[at] + action

    def _follow(self, actions: Index) -> Index:
        """Give the next free rows to decisions with so many actions; return each one's first."""
        starts: Index = self.rows + np.cumsum(actions) - actions
        self.rows += int(actions.sum())
        return starts

    def tree(self, hands: int, terminals: Terminals) -> Tree:
        """The finished tree."""
        return Tree(
            player=self.player,
            hands=hands,
            starts=self._starts,
            above=self._above,
            levels=self._levels,
            nodes=self.nodes,
            node=self._node,
            board=self._board,
            terminals=terminals,
            rows=self.rows,
        )


def without_boards(player: int, found: SeatDecisions) -> Layout:
    """The rows of a player's decisions alone, boards not told apart."""
    return Layout(player, found, np.zeros(len(found.nodes), dtype=np.intp), NO_BOARDS)


def in_order(row: Index, outcome: Index, chips: Array, endings: tuple[Endings, ...]) -> Terminals:
    """Terminals sorted by own row."""
    order = np.argsort(row, kind="stable")
    return Terminals(row[order], outcome[order], chips[order], endings)
