"""The compiled game: index arrays, every shape stated, and nothing of how they are used.

Each player has a tree of their own public decisions. Its *rows* are that player's public
sequences (the betting so far, on one board), its columns the private hands. Row 0 is the empty
sequence, kept as a decision with one action, so that operators need no special case for it. The
rows of a decision are consecutive; so are the decisions of a level, and those that follow one row.

Source: von Stengel, "Efficient computation of behavior strategies" (1996), for the sequence form;
Johanson et al., "Accelerating best response calculation" (2011), for public trees by hand vectors.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.actions import Betting
from pokerbot.games.game import Game
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.showdown import MeetingHands, SortedHands

LEAST_PAYOFF, MOST_PAYOFF = 1e-200, 1e200
"""The largest payoff of a game, in chips, lies between these, or all are 0."""


@dataclass(frozen=True, eq=False)
class Endings:
    """The opponent's sequences that end hands in a street.

    Each of them has two outcomes for an own hand: a fold and a showdown, in this order.

    rows: [boards, n] rows of the opponent's tree
    hands: how both players' hands meet there
    street: the street
    """

    rows: Index
    hands: MeetingHands
    street: int = 0

    @property
    def size(self) -> int:
        """How many outcomes there are for each own hand: boards * n * 2."""
        return 2 * self.rows.size


@dataclass(frozen=True, eq=False)
class Terminals:
    """One player's terminals, sorted by the player's last sequence.

    row: [terminals] the player's last sequence
    outcome: [terminals] the number of the outcome, among those of all `endings` in order
    chips: [terminals] what is won, times the outcome
    endings: the opponent's last sequences, street by street
    """

    row: Index
    outcome: Index
    chips: Array
    endings: tuple[Endings, ...]


@dataclass(frozen=True, eq=False)
class Alike:
    """Boards that differ in suits alone, of which a tree has only the first of each class.

    maps: [maps, hands] the hand that each hand becomes by an exchange of suits; after these, the
        first of the hands that are alike on some board
    boards: [decisions, 1] how many boards the board of each decision stands for
    same: [decisions] which map takes each hand to the first one that is alike on the decision's
        board; 0, no change, where no hands are alike
    others: [decisions + 1] where in `by` the other boards of the class begin that may follow the
        row above, and the end
    by: [others] which map makes the first board of each of these boards
    """

    maps: Index
    boards: Array
    same: Index
    others: Index
    by: Index


@dataclass(frozen=True, eq=False)
class Tree:
    """One player's decisions.

    player: 0 or 1
    hands: how many private hands there are
    starts: [decisions] the first row of each decision
    above: [decisions] the row that each decision follows, 0 for the empty sequence
    levels: [levels + 1] the first decision of each level, and the end; a level has the decisions
        that come after the same number of own decisions
    nodes: the betting at each public decision, in the order of the walk
    node: [decisions] index into `nodes`, -1 for the empty sequence
    board: [decisions] the number of the board, 0 where nothing is turned up yet
    terminals: what the player's rows earn
    rows: how many rows there are
    alike: the boards that these boards stand for; None where each stands for itself
    """

    player: int
    hands: int
    starts: Index
    above: Index
    levels: Index
    nodes: tuple[Any, ...]
    node: Index
    board: Index
    terminals: Terminals
    rows: int
    alike: Alike | None = None

    @cached_property
    def actions(self) -> Index:
        """[decisions] how many actions each decision has."""
        return np.diff(self.starts, append=self.rows)

    @cached_property
    def choices(self) -> Array:
        """[decisions, 1] `actions` as a column of floats, for arithmetic."""
        return self.actions[:, None].astype(np.float64)

    @cached_property
    def decision(self) -> Index:
        """[rows] the decision that each row belongs to."""
        return np.repeat(np.arange(len(self.starts)), self.actions)

    def decision_of(self, rows: Index) -> Index:
        """The decisions that some rows belong to, found without making `decision` for all rows."""
        found: Index = np.searchsorted(self.starts, rows, side="right") - 1
        return found

    @property
    def shape(self) -> tuple[int, int]:
        """[rows, hands], the shape of every strategy, plan and gradient of this player."""
        return self.rows, self.hands

    def value(self, plan: Array, gradient: Array) -> float:
        """The player's expected value of a plan, given the gradient against the opponent's plan."""
        if self.alike is None:
            return float(np.vdot(plan, gradient))
        return float(np.einsum("ij,ij,i", plan, gradient, self.alike.boards[self.decision, 0]))

    def decisions(self) -> Iterator[tuple[Betting, int, slice]]:
        """(betting, board, rows) of every decision but the empty sequence, by row."""
        places = zip(self.node.tolist(), self.board.tolist(), self.starts.tolist(), strict=True)
        for decision, (node, board, first) in enumerate(places):
            if decision:
                rows = slice(first, first + int(self.actions[decision]))
                yield self.nodes[node], board, rows

    def at(self, betting: Betting, board: int) -> int:
        """The decision at a betting and board."""
        return self._places[betting, board]

    def rows_at(self, betting: Betting, board: int) -> slice:
        """The rows of the actions at a betting and board."""
        first = self.starts[decision := self.at(betting, board)]
        return slice(int(first), int(first + self.actions[decision]))

    @cached_property
    def _places(self) -> dict[tuple[Betting, int], int]:
        places = zip(self.node.tolist(), self.board.tolist(), strict=True)
        return {
            (self.nodes[node], board): decision
            for decision, (node, board) in enumerate(places)
            if decision
        }


@dataclass(frozen=True, eq=False)
class Form:
    """A compiled game.

    trees: the decisions of player 1 and of player 2
    traversal: how many decision nodes a recursive traversal of the game visits

    Raises:
        InputError: payoffs so large or small that sums of them would overflow or lose digits.
    """

    game: Game
    trees: tuple[Tree, Tree]
    traversal: int

    def __post_init__(self) -> None:
        largest = float(np.abs(self.trees[0].terminals.chips).max())
        if largest and not LEAST_PAYOFF <= largest <= MOST_PAYOFF:
            raise InputError(
                f"the largest payoff must be from {LEAST_PAYOFF:g} to {MOST_PAYOFF:g} chips, or 0,"
                f" not {largest:g}"
            )

    @property
    def in_order(self) -> bool:
        """Whether hands meet in order of strength, as `SortedHands`."""
        return any(isinstance(each.hands, SortedHands) for each in self.trees[0].terminals.endings)

    def __repr__(self) -> str:
        rows = " and ".join(f"{tree.rows:,}" for tree in self.trees)
        hands = " and ".join(f"{held:,}" for held in dict.fromkeys(t.hands for t in self.trees))
        return f"<Form of {self.game.spec}: {rows} rows, hands: {hands}>"
