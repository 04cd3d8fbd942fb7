"""Trees of states whose columns are draws of chance: what Monte Carlo CFR traverses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from pokerbot.games.dealer import Deals
from pokerbot.games.game import Game
from pokerbot.games.sequences import InformationSet
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.form import Form, Terminals, Tree
from pokerbot.sequence.histories import Histories, SampledGame
from pokerbot.sequence.listed import layout_of, layouts_of_ends
from pokerbot.sequence.operators import draw
from pokerbot.sequence.operators.protocol import Pair
from pokerbot.sequence.operators.vectorized import VectorizedOperators

CHANCE = 2
"""The player that chance counts as: its strategy is known."""
NO_TERMINALS = Terminals(np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros(0), ())


@dataclass(frozen=True, eq=False)
class Traversal:
    """A tree of states, walked through once.

    histories: the states where somebody, also chance, moves, and the ends
    chance: the decisions of chance, as a tree
    chances: [rows, 1] the probabilities of chance's actions
    last: [histories, 3] the last rows of player 1, player 2 and chance before each history
    """

    histories: Histories
    chance: Tree
    chances: Array
    last: Index

    @cached_property
    def deciding(self) -> Behind:
        """The histories in which a player decides."""
        first = self.histories.actor[self.histories.starts[:-1]]
        return Behind(np.flatnonzero(first != CHANCE), self)

    @cached_property
    def ends(self) -> Behind:
        """The histories that are ends."""
        return Behind(np.arange(self.histories.decisions, len(self.last)), self)


class Behind:
    """Some histories of a tree, found by chance's last row before them."""

    def __init__(self, histories: Index, tree: Traversal) -> None:
        row = tree.last[histories, CHANCE]
        self._histories = histories[np.argsort(row, kind="stable")]
        self._counts = np.bincount(row, minlength=len(tree.chances))

    def met(self, draws: Draws) -> tuple[Index, Index]:
        """[met] the histories that draws lead to, and [met] the number of the draw."""
        row, at = np.nonzero(draws.plan)
        counts = self._counts[row]
        first = np.cumsum(self._counts)[row] - np.cumsum(counts)
        places = np.arange(counts.sum()) + np.repeat(first, counts)
        return self._histories[places], np.repeat(at, counts)


@dataclass(frozen=True, eq=False)
class Draws(Deals):
    """Many draws of chance: no hands and boards, and so [3, draws] of 0 and [draws] of 0.

    drawn: [rows, draws] 1 for the action that is drawn at each decision of chance
    plan: [rows, draws] 1 for the sequences of chance that the drawn actions make up
    """

    drawn: Array
    plan: Array


class SampledTree(SampledGame):
    """A game given as a tree, played with many draws of chance at once.

    operators: each player's operators; in place of their `gradient` there is `earned`
    """

    def __init__(self, form: Form) -> None:
        self.trees, self._tree = form.trees, traverse(form.game)
        self.boards = range(1)
        first, second = (np.arange(tree.rows)[:, None] for tree in form.trees)
        self.rows = first, second
        self._chance = VectorizedOperators(self._tree.chance)
        one, two = map(VectorizedOperators, form.trees)
        self.operators: Pair = (one, two)

    @property
    def histories(self) -> Histories:
        """The states where somebody, also chance, moves, and the ends."""
        return self._tree.histories

    def draw(self, count: int, rng: np.random.Generator) -> Draws:
        """Draw an action at every decision of chance, so many times."""
        shape = len(self._tree.chances), count
        drawn = draw(self._chance, np.broadcast_to(self._tree.chances, shape), rng)
        plan = self._chance.realization_plan(drawn)
        return Draws(np.zeros((3, count), np.intp), np.zeros(count, np.intp), drawn, plan)

    def earned(self, player: int, reach: Array, draws: Draws) -> Array:
        """[rows, draws] what each of the player's rows earns, given the opponent's reach.

        reach: [opponent's rows, draws]
        """
        end, at = self._tree.ends.met(draws)
        last, won = self._tree.last[end], self.histories.fixed[player]
        chips = won[end - self.histories.decisions] * reach[last[:, 1 - player], at]
        places = last[:, player] * len(draws) + at
        shape = self.trees[player].rows, len(draws)
        earned = np.zeros(shape[0] * shape[1])
        np.add.at(earned, places, chips)
        return earned.reshape(shape)

    def visits(self, passed: tuple[Array, Array], draws: Draws) -> int:
        """How many decisions of players are visited: with the rows of all three before them passed.

        passed: for each player [rows, draws], 1 where a row is passed
        """
        history, at = self._tree.deciding.met(draws)
        first, second = (passed[seat][self._tree.last[history, seat], at] for seat in (0, 1))
        return int(first @ second)

    def reached(self, player: int, weights: tuple[Array, Array], draws: Draws) -> Array:
        """[decisions, 1] of the compiled game: how many draws have the player decide there.

        weights: for each player [rows, draws]; a draw counts as the product of both players' at
            their rows before the decision
        """
        tree, last = self.trees[player], self._tree.last
        history, at = self._tree.deciding.met(draws)
        counts = weights[0][last[history, 0], at] * weights[1][last[history, 1], at]
        edge = self.histories.starts[history]
        own = self.histories.actor[edge] == player
        reached = np.zeros((len(tree.starts), 1))
        np.add.at(reached, (tree.decision[self.histories.row[edge[own]]], 0), counts[own])
        return reached

    def drawn(self, edge: Index, draw: Index, draws: Draws) -> Array:
        """1 where an action of chance was drawn."""
        found: Array = draws.drawn[self.histories.row[edge], draw]
        return found

    def signs(self, draws: Draws) -> Array:
        """[draws] who wins the showdown: always 0, as there is none."""
        return np.zeros(len(draws))


def traverse(game: Game) -> Traversal:
    """Walk through the tree of a game, level by level."""
    return _traverse(game, game.tree)


@lru_cache(maxsize=4)
def _traverse(game: Game, tree: object) -> Traversal:
    return _Walk(game).found()


class _Walk:
    """A walk through a tree, level by level; histories are numbered in its order.

    So all but the first are numbered in the order of the actions that lead to them.

    last: the last sequences of player 1, player 2 and chance before each history
    deciding: the histories in which somebody, also chance, moves
    moves: for each of these, who moves, the first sequence, and how many actions there are
    payoffs: player 1's payoff at each end
    chance: chance's decisions, as information sets
    chances: the probability of each sequence's last action
    """

    def __init__(self, game: Game) -> None:
        self.ends = game.ends
        self.sets = [{each.key: each for each in side} for side in self.ends.sides]
        self.last: list[tuple[int, int, int]] = [(0, 0, 0)]
        self.moves: list[tuple[int, int, int]] = []
        self.deciding: list[int] = []
        self.payoffs: list[float] = []
        self.chance: list[InformationSet] = []
        self.chances = [1.0]
        assert game.root is not None
        level, number = [game.root()], 0
        while level:
            behind = []
            for state in level:
                behind += self._take(number, state)
                number += 1
            level = behind

    def _take(self, number: int, state: Any) -> list[Any]:
        """Note the history of that number, and return the states that follow it."""
        player = state.player
        if player is not None:
            infoset = self.sets[player][state.information_set()]
        elif ways := state.chance():
            player = CHANCE
            infoset = InformationSet(
                str(number), tuple(ways), self.last[number][CHANCE], len(self.chances)
            )
            self.chance.append(infoset)
            self.chances += ways.values()
        else:
            self.payoffs.append(state.payoff())
            return []
        self.deciding.append(number)
        self.moves.append((player, infoset.first, len(infoset.actions)))
        for sequence in range(infoset.first, infoset.first + len(infoset.actions)):
            before = [*self.last[number]]
            before[player] = sequence
            self.last.append((before[0], before[1], before[2]))
        return [state.child(action) for action in infoset.actions]

    def found(self) -> Traversal:
        """All that was found, as arrays; histories where somebody moves come before the ends."""
        layouts = *layouts_of_ends(self.ends), layout_of(CHANCE, tuple(self.chance))
        row = [layout.row[:, 0] for layout in layouts]
        deciding = np.array(self.deciding, dtype=np.intp)
        ends = np.setdiff1d(np.arange(len(self.last)), deciding)
        order = np.concatenate([deciding, ends])
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        last = np.array(self.last)[order]
        last = np.stack([row[seat][last[:, seat]] for seat in range(3)], axis=1)
        counts = np.array([count for *_, count in self.moves], np.intp)
        chances = np.empty((len(self.chances), 1))
        chances[row[CHANCE], 0] = self.chances
        histories = Histories(
            np.append(0, np.cumsum(counts)),
            np.repeat(np.array([actor for actor, *_ in self.moves], np.intp), counts),
            np.concatenate(
                [np.zeros(0, np.intp)]
                + [row[actor][first : first + n] for actor, first, n in self.moves]
            ),
            place[1:],
            np.array([self.payoffs, np.negative(self.payoffs)]),
            np.zeros((2, len(ends))),
        )
        return Traversal(histories, layouts[CHANCE].tree(1, NO_TERMINALS), chances, last)
