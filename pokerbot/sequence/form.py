"""The compiled game: frozen index arrays, every shape stated, and nothing of how they are used.

Each player has a tree of their own public decisions. Its *rows* are that player's public
sequences (the betting so far times the public card), its columns the private hands. Row 0 is the
empty sequence, kept as a decision with one action, so that no operator treats it apart. The rows
of a decision follow each other; so do the decisions of a level and those below one row.

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
from pokerbot.games.betting import Betting
from pokerbot.games.game import Game
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.showdown import Hands, SortedHands

LEAST_PAYOFF, MOST_PAYOFF = 1e-200, 1e200
"""The largest payoff of a game, in chips, lies between these, or all are 0."""


@dataclass(frozen=True, eq=False)
class Endings:
    """The opponent's sequences that end hands in a street.

    rows: [boards, n] rows of the opponent's tree; hands: how both players' hands meet there;
    street: which it is.
    Each row has two outcomes for an own hand, a fold and a showdown, in this order.
    """

    rows: Index
    hands: Hands
    street: int = 0

    @property
    def size(self) -> int:
        """How many outcomes there are for each hand: boards * n * 2."""
        return 2 * self.rows.size


@dataclass(frozen=True, eq=False)
class Terminals:
    """What ends the hand, for one player, sorted by their own last sequence.

    row: [terminals] that sequence; outcome: [terminals] which of the outcomes of all `endings`,
    one after the other; chips: [terminals] what is won there.
    """

    row: Index
    outcome: Index
    chips: Array
    endings: tuple[Endings, ...]


@dataclass(frozen=True, eq=False)
class Alike:
    """Boards that are alike but for their suits, of which a tree has the first of each class.

    maps: [maps, hands] hands by what hands become when suits are exchanged
    boards: [decisions, 1] how many boards each decision's stands for
    same: [decisions] which map takes each hand to the first one that its board cannot tell from it,
        0 where it tells all apart
    others: [decisions + 1] where in `by` the other boards of each one's class begin that may come
        after the row above, and the end
    by: [others] which map makes each of these the first board
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
    starts: [decisions] the first row of each
    above: [decisions] the row that each follows, 0 for the empty sequence
    levels: [levels + 1] the first decision of each level, and the end; a level is what the player
        comes to after the same number of own decisions
    nodes: the betting at each public decision, in the order of the walk
    node: [decisions] index into `nodes`, -1 for the empty sequence
    board: [decisions] the number of the board, 0 where nothing is turned up yet
    alike: the boards that those stand for; None where each stands for itself
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
        """[decisions] how many actions each has."""
        return np.diff(self.starts, append=self.rows)

    @cached_property
    def choices(self) -> Array:
        """[decisions, 1] the same as a column of numbers, to count with."""
        return self.actions[:, None].astype(np.float64)

    @cached_property
    def decision(self) -> Index:
        """[rows] the decision that each row belongs to."""
        return np.repeat(np.arange(len(self.starts)), self.actions)

    def decision_of(self, rows: Index) -> Index:
        """The decisions that some rows belong to, without telling it of all of them."""
        found: Index = np.searchsorted(self.starts, rows, side="right") - 1
        return found

    @property
    def shape(self) -> tuple[int, int]:
        """[rows, hands], the shape of every strategy, plan and gradient of this player."""
        return self.rows, self.hands

    def value(self, plan: Array, gradient: Array) -> float:
        """The player's expected value of a plan against the one that the gradient is against."""
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
    """A compiled game: both players' trees, and the decision nodes one traversal visits.

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
        """Whether hands meet in order of strength."""
        return any(isinstance(each.hands, SortedHands) for each in self.trees[0].terminals.endings)

    def __repr__(self) -> str:
        rows = " and ".join(f"{tree.rows:,}" for tree in self.trees)
        hands = " and ".join(f"{held:,}" for held in dict.fromkeys(t.hands for t in self.trees))
        return f"<Form of {self.game.spec}: {rows} rows, hands: {hands}>"
