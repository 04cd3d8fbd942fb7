"""Where a player's sequences come to lie: level by level, and in a level by the row above."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pokerbot.games.betting import Betting, legal_actions, start, successor
from pokerbot.games.rules import Rules
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.form import Endings, Terminals, Tree


@dataclass
class Decisions:
    """One player's public decisions as the walk finds them, boards not told apart.

    A sequence is numbered by `first` of its decision plus the place of its action, from 1; 0 is
    the empty one. `before` holds the last sequences of player 1 and 2.
    """

    nodes: list[Betting] = field(default_factory=list)
    before: list[tuple[int, int]] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    sequences: int = 1

    def add(self, node: Betting, before: tuple[int, int], actions: int) -> int:
        """Take up a decision; the first of its sequences."""
        self.nodes.append(node)
        self.before.append(before)
        self.first.append(self.sequences)
        self.actions.append(actions)
        self.sequences += actions
        return self.first[-1]


@dataclass
class Walk:
    """All that a walk through the betting finds: both players' decisions, and what ends it."""

    decisions: tuple[Decisions, Decisions]
    ends: list[Betting]
    last: list[tuple[int, int]]


def explore(rules: Rules) -> Walk:
    """Walk through the betting once."""
    found = Walk((Decisions(), Decisions()), [], [])
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


class Layout:
    """The rows of one player's tree.

    shown: [decisions] whether the public card lies on the table; each such decision is laid out
    once for every board. row: [sequences, boards] the row of each sequence under each board.
    """

    def __init__(self, player: int, found: Decisions, shown: NDArray[np.bool_], boards: int):
        self.player, self.nodes = player, tuple(found.nodes)
        self.row = np.zeros((found.sequences, boards), dtype=np.intp)
        self.rows = 0
        self._above: list[Index] = []
        self._starts: list[Index] = []
        self._node: list[Index] = []
        self._board: list[Index] = []
        first, count = np.array(found.first, dtype=np.intp), np.array(found.actions, dtype=np.intp)
        parent = np.array([before[player] for before in found.before], dtype=np.intp)
        depth = _depths(parent, first, count)
        self._add(np.array([-1]), np.array([-1]), np.array([1]), np.array([0]))
        for level in range(1, int(depth.max(initial=0)) + 1):
            here = np.flatnonzero(depth == level)
            node = np.repeat(here, np.where(shown[here], boards, 1))
            board = np.concatenate([np.arange(boards) if shown[n] else [-1] for n in here])
            above = self.row[parent[node], board]
            order = np.argsort(above, kind="stable")
            node, board = node[order], board[order]
            starts = self._add(node, board, count[node], above[order])
            for action in range(int(count[node].max())):
                for on_board in (True, False):
                    at = (count[node] > action) & ((board >= 0) == on_board)
                    rows = starts[at] + action
                    sequence = first[node[at]] + action
                    if on_board:
                        self.row[sequence, board[at]] = rows
                    else:
                        self.row[sequence] = rows[:, None]

    def _add(self, node: Index, board: Index, actions: Index, above: Index) -> Index:
        """Append a level whose decisions are sorted by their row above; their first rows."""
        starts: Index = self.rows + np.cumsum(actions) - actions
        self.rows += int(actions.sum())
        self._node.append(node)
        self._board.append(board)
        self._above.append(above)
        self._starts.append(starts)
        return starts

    def tree(self, hands: int, terminals: Terminals) -> Tree:
        """The finished tree."""
        return Tree(
            player=self.player,
            hands=hands,
            starts=np.concatenate(self._starts),
            above=np.concatenate(self._above),
            levels=np.cumsum([0, *map(len, self._node)]),
            nodes=self.nodes,
            node=np.concatenate(self._node),
            board=np.concatenate(self._board),
            terminals=terminals,
            rows=self.rows,
        )


def _depths(parent: Index, first: Index, count: Index) -> Index:
    """[decisions] the number of own decisions down to each, itself included."""
    depth = np.zeros(int(count.sum()) + 1, dtype=np.intp)
    for above, begin, actions in zip(parent, first, count, strict=True):
        depth[begin : begin + actions] = depth[above] + 1
    return depth[first]


def in_order(row: Index, outcome: Index, chips: Array, endings: tuple[Endings, ...]) -> Terminals:
    """Terminals sorted by own row."""
    order = np.argsort(row, kind="stable")
    return Terminals(row[order], outcome[order], chips[order], endings)
