"""A game as one tree of histories for both players, walked with many draws of chance at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from pokerbot.games.betting import payoffs
from pokerbot.games.dealer import Deals
from pokerbot.games.game import Game
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.compile import explored
from pokerbot.sequence.form import Tree
from pokerbot.sequence.layout import without_boards
from pokerbot.sequence.operators import Operators


@dataclass(frozen=True, eq=False)
class ActionList:
    """All actions of some decisions, decision after decision.

    first: [decisions] where the actions of each decision begin
    counts: [decisions] how many actions each decision has
    of: [actions] the place of the decision that each action belongs to
    edge: [actions] the edge of the tree that each action is
    """

    first: Index
    counts: Index
    of: Index
    edge: Index


@dataclass(frozen=True, eq=False)
class Histories:
    """A game's histories, numbered: first those where somebody decides, then the ends.

    starts: [decisions + 1] the first edge (action) of each decision, and the end
    actor: [edges] who acts: 0, 1, or 2 for chance, where it moves within the tree
    row: [edges] the actor's row of the action, in the tree that is sampled
    child: [edges] the history that follows
    fixed: [2, ends] what each player wins at an end whatever the cards are
    swing: [2, ends] what each player wins besides, times 1 if player 1 wins the showdown, -1 if
        player 2 does, 0 for a tie
    """

    starts: Index
    actor: Index
    row: Index
    child: Index
    fixed: Array
    swing: Array

    @property
    def decisions(self) -> int:
        """How many decisions there are."""
        return len(self.starts) - 1

    @property
    def first(self) -> Index:
        """[decisions] the first edge of each decision."""
        return self.starts[:-1]

    @property
    def most(self) -> int:
        """The most actions that a decision has."""
        return int(np.diff(self.starts).max())

    def actions(self, decisions: Index) -> ActionList:
        """The actions of these decisions."""
        counts = self.starts[decisions + 1] - self.starts[decisions]
        first = np.cumsum(counts) - counts
        of = np.repeat(np.arange(len(decisions)), counts)
        edge = np.arange(len(of)) + (self.starts[decisions] - first)[of]
        return ActionList(first, counts, of, edge)


class SampledGame(ABC):
    """A game, played with many draws of chance at once. Arrays are [rows, draws].

    A game in which no hands and boards are dealt has one hand and one board.

    trees: both players' trees of the compiled game
    rows: for each player, [rows, boards] the row of the compiled game that each is on each board
    boards: those of the last street
    """

    trees: tuple[Tree, Tree]
    rows: tuple[Index, Index]
    boards: range

    @property
    @abstractmethod
    def histories(self) -> Histories:
        """The game as one tree for both players."""

    def cells(self, player: int, deals: Deals) -> Index:
        """[rows, draws] the cell of an array [rows, hands] of the compiled game that each is."""
        rows = self.rows[player].take(deals.board, axis=1)
        cells: Index = rows * self.trees[player].hands + deals.hands[player]
        return cells

    @cached_property
    def _places(self) -> Index:
        """[edges, boards] the cell of both players' arrays that an action with hand 0 is."""
        tree, first = self.histories, self.trees[0]
        found = np.zeros((len(tree.row), self.rows[0].shape[1]), np.intp)
        for seat, (rows, own) in enumerate(zip(self.rows, self.trees, strict=True)):
            at = tree.actor == seat
            found[at] = rows[tree.row[at]] * own.hands + seat * first.rows * first.hands
        return found

    def places(self, edge: Index, draw: Index, deals: Deals) -> Index:
        """The cells that actions are, in both players' arrays [rows, hands] put one after another.

        Actions of chance are in neither; 0 stands for them.

        edge, draw: the action and the number of the draw, for each of them
        """
        hand = deals.hands[self.histories.actor[edge], draw]
        found: Index = self._places[edge, deals.board[draw]] + hand
        return found

    def views(self, player: int, deals: Deals) -> Index:
        """[draws] one number for what a player sees besides the history: hand and last board."""
        hands = self.trees[player].hands
        found: Index = (deals.board - self.boards.start) * hands + deals.hands[player]
        return found

    def count_views(self, player: int) -> int:
        """How many numbers `views` can give."""
        return len(self.boards) * self.trees[player].hands


@lru_cache(maxsize=4)
def compile_histories(game: Game) -> Histories:
    """The histories of the betting of a card game; decisions after fewer actions come first."""
    rules, found = game.rules, explored(game.rules)
    sides = found.decisions
    before = np.concatenate([np.array(side.before, np.intp).reshape(-1, 2) for side in sides])
    depth = sum(side.depths(seat)[before[:, seat]] for seat, side in enumerate(sides))
    order = np.argsort(depth, kind="stable")
    seats = np.repeat([0, 1], [len(side.nodes) for side in sides])[order]
    first = np.array([each for side in sides for each in side.first])[order]
    counts = np.array([each for side in sides for each in side.actions])[order]
    ends = np.cumsum(counts)
    actor, edges = np.repeat(seats, counts), np.arange(ends[-1])
    sequence = np.repeat(first + counts - ends, counts) + edges
    # A history is known by both players' last sequences.
    after = np.repeat(before[order], counts, axis=0)
    after[edges, actor] = sequence
    number = {
        last: at for at, last in enumerate([*map(tuple, before[order].tolist()), *found.last])
    }
    rows = [without_boards(*each).row[:, 0] for each in enumerate(sides)]
    won = np.array(
        [[payoffs(rules, end, winner) for winner in (0, 1)] for end in found.ends], dtype=np.float64
    )
    folded = np.array([end.folded is not None for end in found.ends])
    return Histories(
        starts=np.append(0, ends),
        actor=actor,
        row=np.concatenate(rows)[sequence + actor * len(rows[0])],
        child=np.array([number[last] for last in map(tuple, after.tolist())]),
        fixed=np.where(folded, won[:, 0].T, won.mean(axis=1).T),
        swing=np.where(folded, 0.0, (won[:, 0] - won[:, 1]).T / 2),
    )


def gradient_of(operators: Operators, sigma: Array, q: Array) -> Array:
    """The gradient whose backup by a strategy gives every sequence the value q [rows, hands]."""
    tree = operators.tree
    gradient = q.copy()
    np.subtract.at(gradient, tree.above[1:], operators.sums(sigma * q)[1:])
    return gradient


def decided_at(tree: Tree, cells: Index, weights: Array) -> Array:
    """[decisions, hands] the sum of the weights of the cells [rows, hands] that belong to each."""
    found = np.zeros((len(tree.starts), tree.hands))
    np.add.at(found, (tree.decision[cells // tree.hands], cells % tree.hands), weights)
    return found
