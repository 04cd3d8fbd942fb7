"""Games whose columns are sampled deals, not hands: what Monte Carlo CFR traverses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.dealer import Deals
from pokerbot.games.game import Game
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.compile import SeatEnds, compile_game, explored, layouts_of
from pokerbot.sequence.form import Form, Tree
from pokerbot.sequence.histories import Histories, SampledGame, compile_histories
from pokerbot.sequence.layout import in_order, without_boards
from pokerbot.sequence.operators.protocol import Pair
from pokerbot.sequence.operators.vectorized import VectorizedOperators
from pokerbot.sequence.sampled_tree import SampledTree
from pokerbot.sequence.showdown import showdown_signs


@dataclass(frozen=True, eq=False)
class SampledSeat:
    """One player's betting alone, boards not told apart: a tree whose columns are deals.

    tree: the tree
    rows: [rows, boards] the row of the compiled game that each row is on each board
    reached: [outcomes / 2] the opponent's rows that end hands
    before: [decisions - 1, 2] the last rows of player 1 and player 2 before each decision but the
        empty sequence
    """

    tree: Tree
    rows: Index
    reached: Index
    before: Index


class SampledDeals(SampledGame):
    """The betting of a game, played with many deals at once.

    operators: each player's operators; in place of their `gradient` there is `earned`
    """

    def __init__(self, game: Game) -> None:
        self.game, self.rules, self.sides = game, game.rules, compile_sides(game)
        self._dealer, boards = game.rules.dealer, game.rules.boards
        self.boards = boards.of(boards.streets - 1)
        self.rows = self.sides[0].rows, self.sides[1].rows
        self._collecting = [VectorizedOperators(side.tree) for side in self.sides]
        self.operators: Pair = (self._collecting[0], self._collecting[1])
        self.trees = compile_game(game).trees

    @property
    def histories(self) -> Histories:
        """The betting as one tree for both players."""
        return compile_histories(self.game)

    def draw(self, count: int, rng: np.random.Generator) -> Deals:
        """Draw so many deals."""
        return self._dealer.draw(count, rng)

    def earned(self, player: int, reach: Array, deals: Deals) -> Array:
        """[rows, deals] what each of the player's rows earns, given the opponent's reach.

        reach: [opponent's rows, deals]
        """
        sign = showdown_signs(self.rules, deals) * (1 - 2 * player)
        reached = reach.take(self.sides[player].reached, axis=0)
        outcomes = np.stack([reached, reached * sign], axis=1).reshape(-1, reach.shape[1])
        return self._collecting[player].collect(outcomes)

    def visits(self, passed: tuple[Array, Array], deals: Deals) -> int:
        """How many decision nodes are visited: those with both players' rows before them passed.

        passed: for each player [rows, deals], 1 where a row is passed
        """
        return int(
            sum(
                np.vdot(*(passed[seat].take(side.before[:, seat], 0) for seat in (0, 1)))
                for side in self.sides
            )
        )

    def reached(self, player: int, weights: tuple[Array, Array], deals: Deals) -> Array:
        """[decisions, hands] of the compiled game: how many deals have the player decide there.

        weights: for each player [rows, deals]; a deal counts as the product of both players' at
            their rows before the decision
        """
        side, tree = self.sides[player], self.trees[player]
        reached = np.zeros((len(tree.starts), tree.hands))
        counts = np.prod([weights[seat].take(side.before[:, seat], 0) for seat in (0, 1)], axis=0)
        decision, deal = np.nonzero(counts)
        rows = side.rows[side.tree.starts[1:][decision], deals.board[deal]]
        places = tree.decision[rows], deals.hands[player, deal]
        np.add.at(reached, places, counts[decision, deal])
        return reached

    def drawn(self, edge: Index, deal: Index, deals: Deals) -> Array:
        """1 where an action of chance was drawn; always 1, as chance only deals, beforehand."""
        return np.ones(len(edge))

    def signs(self, deals: Deals) -> Array:
        """[deals] who wins the showdown: 1 for player 1, −1 for player 2, 0 for both."""
        return showdown_signs(self.rules, deals)


Sampled = SampledDeals | SampledTree
"""A game played with many draws of chance at once."""


def sampled(form: Form) -> Sampled:
    """A game made ready to sample chance: its deals, or its moves in a tree of states.

    Raises:
        InputError: the game has neither.
    """
    if form.game.has_cards:
        return SampledDeals(form.game)
    if form.game.root is None:
        raise InputError(
            f"{form.game.name:.60} is known only by its ends, so there are no chance moves to draw:"
            " give it as a tree of states, or choose an algorithm that does not sample"
        )
    return SampledTree(form)


@lru_cache(maxsize=4)
def compile_sides(game: Game) -> tuple[SampledSeat, SampledSeat]:
    """Both players' betting alone, boards not told apart."""
    found, full = explored(game.rules), layouts_of(game.rules)
    bare = [without_boards(player, side) for player, side in enumerate(found.decisions)]
    sides = []
    for player, layout in enumerate(bare):
        ends = SeatEnds(game.rules, found, player, np.arange(len(found.ends)))
        own = layout.row[ends.own, 0]
        tree = layout.tree(1, in_order(own, ends.outcome, ends.chips, ()))
        rows = np.empty_like(full[player].row)
        rows[layout.row[:, 0]] = full[player].row
        last = np.array(found.decisions[player].before, dtype=np.intp).reshape(-1, 2)
        last = last[tree.node[1:]]
        before = np.stack([bare[seat].row[last[:, seat], 0] for seat in (0, 1)], axis=1)
        sides.append(SampledSeat(tree, rows, bare[1 - player].row[ends.reached, 0], before))
    return sides[0], sides[1]
