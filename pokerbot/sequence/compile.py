"""From rules to arrays: walks the betting once, then lays out both players' trees."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.betting import Betting, legal_actions, net, start, successor, walk
from pokerbot.games.catalogue import Game
from pokerbot.games.rules import Rules
from pokerbot.sequence.form import Form, Index, Level, Payoffs, Tree
from pokerbot.sequence.showdown import FOLD, SHOWDOWN, Kernel, dense_matrix

ARRAYS_AT_WORK = 16
"""How many arrays of a strategy's size a solver and an evaluation hold at once."""


@dataclass
class _Decisions:
    """One player's public decisions as the walk finds them, boards not told apart.

    A sequence is numbered by `first` of its decision plus the place of its action, from 1; 0 is
    the empty one.
    """

    nodes: list[Betting] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    sequences: int = 1

    def add(self, node: Betting, parent: int, actions: int) -> int:
        """Take up a decision that follows the sequence `parent`; the first of its own."""
        self.nodes.append(node)
        self.parent.append(parent)
        self.first.append(self.sequences)
        self.actions.append(actions)
        self.sequences += actions
        return self.first[-1]


@dataclass
class _Ends:
    """The terminals as the walk finds them: the hand ended in betting `node` after `last`."""

    nodes: list[Betting] = field(default_factory=list)
    last: list[tuple[int, int]] = field(default_factory=list)


@lru_cache(maxsize=8)
def compile_game(game: Game) -> Form:
    """The sequence form of a game.

    Raises:
        InputError: it would not fit in this machine's memory; said before anything is built.
    """
    rules = game.rules
    _check_size(game)
    decisions, ends = (_Decisions(), _Decisions()), _Ends()
    ahead = [(start(rules), (0, 0))]
    while ahead:
        node, last = ahead.pop()
        if node.over:
            ends.nodes.append(node)
            ends.last.append(last)
            continue
        actions = legal_actions(rules, node)
        first = decisions[node.player].add(node, last[node.player], len(actions))
        for place in reversed(range(len(actions))):
            after = (first + place, last[1]) if node.player == 0 else (last[0], first + place)
            ahead.append((successor(rules, node, actions[place]), after))
    layouts = tuple(_Layout(rules, found) for found in decisions)
    trees = [
        layouts[player].tree(player, _payoffs(rules, ends, player, layouts)) for player in (0, 1)
    ]
    traversal = sum(
        rules.deck.orders(2 + rules.shows_board(node.round))
        for found in decisions
        for node in found.nodes
    )
    return Form(game, (trees[0], trees[1]), traversal)


def _check_size(game: Game) -> None:
    """Refuse a game whose arrays would take more than the memory of this machine."""
    rules = game.rules
    rows = 0
    needed = 0
    available = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    for node in walk(rules):
        boards = rules.deck.ranks if rules.shows_board(node.round) else 1
        rows += boards * max(len(legal_actions(rules, node)), 1)
    needed = rows * rules.deck.ranks * 8 * ARRAYS_AT_WORK
    if needed > available:
        raise InputError(
            f"{game.spec} would take about {needed / 2**30:,.1f} GiB of memory;"
            f" this machine has {available / 2**30:,.1f} GiB"
        )


class _Layout:
    """Where one player's sequences come to lie: levels, and in them decisions by parent row.

    row: [sequences, boards] the row of each sequence under each board
    """

    def __init__(self, rules: Rules, found: _Decisions) -> None:
        self.hands = rules.deck.ranks
        self.nodes = tuple(found.nodes)
        boards = len(rules.boards(len(rules.rounds) - 1))
        self.row = np.zeros((found.sequences, boards), dtype=np.intp)
        parent, first, actions = map(np.array, (found.parent, found.first, found.actions))
        shown = np.array([rules.shows_board(node.round) for node in found.nodes])
        depth = np.zeros(found.sequences, dtype=np.intp)
        for index, above in enumerate(found.parent):
            depth[first[index] : first[index] + actions[index]] = depth[above] + 1
        self.levels = [_level(0, np.array([1]), np.array([0]))]
        self.node = [np.array([-1])]
        self.board = [np.array([-1])]
        self.actions = [np.array([1])]
        rows = 1
        for level in range(1, int(depth.max()) + 1):
            here = np.flatnonzero(depth[first] == level)
            node = np.repeat(here, np.where(shown[here], boards, 1))
            board = np.concatenate([np.arange(boards) if shown[n] else [0] for n in here])
            order = np.argsort(self.row[parent[node], board], kind="stable")
            node, board = node[order], board[order]
            above = self.row[parent[node], board]
            starts = rows + np.cumsum(actions[node]) - actions[node]
            for action in range(actions[node].max()):
                has = actions[node] > action
                for free in (False, True):
                    at = has & (shown[node] != free)
                    under = slice(None) if free else board[at]
                    value = starts[at] + action
                    self.row[first[node[at]] + action, under] = value[:, None] if free else value
            self.levels.append(_level(rows, actions[node], above))
            self.node.append(node)
            self.board.append(np.where(shown[node], board, -1))
            self.actions.append(actions[node])
            rows += int(actions[node].sum())
        self.rows = rows

    def tree(self, player: int, payoffs: Payoffs) -> Tree:
        """The finished tree."""
        actions = np.concatenate(self.actions)
        return Tree(
            player=player,
            hands=self.hands,
            levels=tuple(self.levels),
            starts=np.cumsum(actions) - actions,
            decision=np.repeat(np.arange(len(actions)), actions),
            actions=actions[:, None].astype(np.float64),
            nodes=self.nodes,
            node=np.concatenate(self.node),
            board=np.concatenate(self.board),
            payoffs=payoffs,
        )


def _level(rows: int, actions: Index, above: Index) -> Level:
    """The level whose decisions have these numbers of actions and rows above, sorted by those."""
    starts = np.cumsum(actions) - actions
    parents, siblings = np.unique(above, return_index=True)
    return Level(
        rows=slice(rows, rows + int(actions.sum())),
        starts=starts,
        parents=parents,
        siblings=siblings,
        groups=starts[siblings],
        above=np.repeat(above, actions),
    )


def _payoffs(rules: Rules, ends: _Ends, player: int, layouts: tuple[_Layout, ...]) -> Payoffs:
    """One player's terminals, sorted by that player's rows, and the kernels they draw on."""
    own, other = layouts[player], layouts[1 - player]
    kernels: list[Kernel] = []
    rows, outcomes, chips = [], [], []
    offset = 0
    shown = np.array([rules.shows_board(node.round) for node in ends.nodes])
    last = np.array(ends.last)
    kind = np.array([SHOWDOWN if node.folded is None else FOLD for node in ends.nodes])
    won = np.array([net(node, 0) for node in ends.nodes])
    if player == 1:
        won = np.where(kind == FOLD, -won, won)
    for on_board in (False, True):
        at = np.flatnonzero(shown == on_board)
        if not at.size:
            continue
        round_ = ends.nodes[at[0]].round
        used, place = np.unique(last[at, 1 - player], return_inverse=True)
        boards = np.arange(len(rules.boards(round_)))[:, None]
        kernel = Kernel(other.row[used, boards], dense_matrix(rules, round_))
        rows.append(own.row[last[at, player], boards].ravel())
        outcomes.append((offset + 2 * (boards * len(used) + place) + kind[at]).ravel())
        chips.append(np.tile(won[at], len(boards)))
        kernels.append(kernel)
        offset += kernel.size
    endless = np.setdiff1d(np.arange(own.rows), np.concatenate(rows))
    rows.append(endless)
    outcomes.append(np.zeros_like(endless))
    chips.append(np.zeros(len(endless)))
    row = np.concatenate(rows)
    order = np.argsort(row, kind="stable")
    return Payoffs(
        kernels=tuple(kernels),
        outcomes=np.concatenate(outcomes)[order],
        chips=np.repeat(np.concatenate(chips)[order][:, None], own.hands, axis=1),
        starts=np.searchsorted(row[order], np.arange(own.rows)),
    )
