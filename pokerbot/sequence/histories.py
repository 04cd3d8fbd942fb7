"""A game as one tree of histories for both players, to be walked with many draws of chance."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pokerbot.games.betting import payoffs
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


@lru_cache(maxsize=4)
def compile_histories(game: Game) -> Histories:
    """The histories of the betting of a card game."""
    rules, found = game.rules, explored(game.rules)
    rows = [without_boards(*each).row[:, 0] for each in enumerate(found.decisions)]
    decisions = _by_depth(
        _Decision((before[0], before[1]), seat, first, count)
        for seat, side in enumerate(found.decisions)
        for before, first, count in zip(side.before, side.first, side.actions, strict=True)
    )
    number = {each.before: at for at, each in enumerate(decisions)}
    number |= {last: len(decisions) + at for at, last in enumerate(found.last)}
    won = np.array(
        [[payoffs(rules, end, winner) for winner in (0, 1)] for end in found.ends], dtype=np.float64
    )
    folded = np.array([end.folded is not None for end in found.ends])
    counts = [each.actions for each in decisions]
    return Histories(
        starts=np.append(0, np.cumsum(counts)),
        actor=np.repeat([each.seat for each in decisions], counts),
        row=np.concatenate([rows[each.seat][each.sequences] for each in decisions]),
        child=np.array([number[child] for each in decisions for child in each.children()]),
        fixed=np.where(folded, won[:, 0].T, won.mean(axis=1).T),
        swing=np.where(folded, 0.0, (won[:, 0] - won[:, 1]).T / 2),
    )


class _Decision(NamedTuple):
    """A decision in the betting.

    before: both players' last sequences before it, by which it is known
    seat: who acts
    first, actions: the sequence of its first action, and how many actions it has
    """

    before: tuple[int, int]
    seat: int
    first: int
    actions: int

    @property
    def sequences(self) -> slice:
        """The sequences of its actions."""
        return slice(self.first, self.first + self.actions)

    def children(self) -> list[tuple[int, int]]:
        """Both players' last sequences after each action."""
        one, two = self.before
        after = range(self.first, self.first + self.actions)
        return [(each, two) if self.seat == 0 else (one, each) for each in after]


def _by_depth(decisions: Iterable[_Decision]) -> list[_Decision]:
    """The decisions of a betting tree, those after fewer actions first."""
    known = {each.before: each for each in decisions}
    depth, ahead = {(0, 0): 0}, [(0, 0)]
    for before in ahead:  # what follows is added on the way
        for child in known[before].children() if before in known else ():
            depth[child] = depth[before] + 1
            ahead.append(child)
    return sorted(known.values(), key=lambda each: depth[each.before])


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
