"""The compiled game: frozen arrays, every shape stated.

Each player has a tree of their own public decisions. Its *rows* are that player's public
sequences (the betting so far times the public card), its columns the private hands. Row 0 is the
empty sequence, kept as a decision with one action, so that no operator treats it apart. The rows
of a decision follow each other; so do the decisions of a level and those below one row.

Source: von Stengel, "Efficient computation of behavior strategies" (1996), for the sequence form;
Johanson et al., "Accelerating best response calculation" (2011), for public trees by hand vectors.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pokerbot.games.betting import Betting
from pokerbot.games.catalogue import Game
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.groups import Ascent, Groups
from pokerbot.sequence.showdown import Kernel

BLOCK = 1 << 12
"""How many hands make up a block."""


@dataclass(frozen=True, eq=False)
class Level:
    """The decisions that a player comes to after the same number of own ones.

    groups: its rows by decision
    actions: [decisions, 1] how many actions
    above: [rows] the row that each continues
    rows_up, decisions_up: to the rows above
    """

    rows: slice
    decisions: slice
    groups: Groups
    actions: Array
    above: Index
    rows_up: Ascent
    decisions_up: Ascent


@dataclass(frozen=True, eq=False)
class Payoffs:
    """What ends the hand, for one player: where the outcome of each of their rows comes from.

    kernels: turn the opponent's plan into outcomes by hand
    outcomes: [terminals] which outcome each terminal takes, sorted by own row
    chips: [terminals, 1 or hands] the chips won there
    groups: the terminals by own row; a row without any is given one that pays 0
    matrix: [rows, outcomes] the chips that each outcome is worth to each row, where there are few
    """

    kernels: tuple[Kernel, ...]
    outcomes: Index
    chips: Array
    groups: Groups
    matrix: Array | None

    def collect(self, outcomes: Array) -> Array:
        """What each own sequence earns [rows, hands], from the outcomes [outcomes, hands]."""
        if self.matrix is not None:
            earned: Array = self.matrix.dot(outcomes)
            return earned
        each = outcomes.take(self.outcomes, axis=0, mode="clip")
        each *= self.chips
        return self.groups.sum(each)


@dataclass(frozen=True, eq=False)
class Tree:
    """One player's decisions.

    blocks: the columns in parts that are worked on together, so that they stay in the cache
    levels: from the empty sequence down
    groups: its rows by decision
    decision: [rows] whose row it is
    actions: [decisions, 1] how many actions
    nodes: the betting at each public decision, in the order of the walk
    node: [decisions] index into `nodes`, -1 for the empty sequence
    board: [decisions] public card, -1 where there is none yet
    """

    player: int
    hands: int
    blocks: tuple[slice, ...]
    levels: tuple[Level, ...]
    groups: Groups
    decision: Index
    actions: Array
    nodes: tuple[Betting, ...]
    node: Index
    board: Index
    payoffs: Payoffs

    @property
    def starts(self) -> Index:
        """[decisions] the first row of each."""
        return self.groups.starts

    @cached_property
    def place(self) -> dict[tuple[Betting, int], int]:
        """The decision at each betting and public card, -1 where there is none yet."""
        return {
            (self.nodes[node], board): decision
            for decision, (node, board) in enumerate(
                zip(self.node.tolist(), self.board.tolist(), strict=True)
            )
            if decision
        }

    @property
    def rows(self) -> int:
        """The number of sequences, the empty one included."""
        return len(self.decision)

    @property
    def shape(self) -> tuple[int, int]:
        """[rows, hands], the shape of every strategy, plan and gradient of this player."""
        return self.rows, self.hands


@dataclass(frozen=True, eq=False)
class Form:
    """A compiled game: both players' trees, and the decision nodes one traversal visits."""

    game: Game
    trees: tuple[Tree, Tree]
    traversal: int


@dataclass(frozen=True, eq=False)
class Line:
    """One player's betting alone: a tree whose columns are deals, for what is sampled.

    rows: [rows, boards] the row of the compiled game under each board
    reached: [outcomes / 2] the opponent's rows that end hands
    before: [decisions − 1, 2] the last rows of player 1 and player 2 before each decision but the
        empty sequence
    """

    tree: Tree
    rows: Index
    reached: Index
    before: Index

    def outcomes(self, plan: Array, sign: Array) -> Array:
        """[outcomes, deals] of the player's terminals, from the opponent's plan [rows, deals].

        sign: [deals] 1 where the player wins the showdown, -1 where they lose it, 0 for a tie.
        """
        reach = plan.take(self.reached, axis=0)
        return np.stack([reach, reach * sign], axis=1).reshape(-1, plan.shape[1])
