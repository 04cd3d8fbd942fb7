"""Betting trees whose columns are sampled deals, not hands: what Monte Carlo CFR traverses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pokerbot.games.dealer import Deals
from pokerbot.games.game import Game
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.compile import Ends, compile_game, explored, layouts_of
from pokerbot.sequence.form import Tree
from pokerbot.sequence.layout import NO_BOARDS, Layout, in_order
from pokerbot.sequence.operators.protocol import Pair
from pokerbot.sequence.operators.vectorized import VectorizedOperators
from pokerbot.sequence.showdown import showdown_signs


@dataclass(frozen=True, eq=False)
class Side:
    """One player's betting alone, boards not told apart: a tree whose columns are deals.

    rows: [rows, boards] the row of the compiled game under each board
    reached: [outcomes / 2] the opponent's rows that end hands
    before: [decisions - 1, 2] the last rows of player 1 and player 2 before each decision but the
        empty sequence
    """

    tree: Tree
    rows: Index
    reached: Index
    before: Index


class SampledDeals:
    """The betting of a game, played with many deals at once. Arrays are [rows, deals].

    operators: for each player all but the gradient, which `earned` stands for.
    """

    def __init__(self, game: Game) -> None:
        self.rules, self.sides = game.rules, compile_sides(game)
        self._collecting = [VectorizedOperators(side.tree) for side in self.sides]
        self.operators: Pair = (self._collecting[0], self._collecting[1])
        self._trees = compile_game(game).trees

    def cells(self, player: int, deals: Deals) -> Index:
        """Which cell of an array [rows, hands] of the compiled game each row and deal is."""
        rows = self.sides[player].rows.take(deals.board, axis=1)
        cells: Index = rows * self._trees[player].hands + deals.hands[player]
        return cells

    def earned(self, player: int, reach: Array, deals: Deals) -> Array:
        """What each of the player's rows earns, from the opponent's reach of theirs."""
        sign = showdown_signs(self.rules, deals) * (1 - 2 * player)
        reached = reach.take(self.sides[player].reached, axis=0)
        outcomes = np.stack([reached, reached * sign], axis=1).reshape(-1, reach.shape[1])
        return self._collecting[player].collect(outcomes)

    def visits(self, passed: tuple[Array, Array]) -> int:
        """How many decision nodes lie where both players' rows are passed."""
        return int(
            sum(
                np.vdot(*(passed[seat].take(side.before[:, seat], 0) for seat in (0, 1)))
                for side in self.sides
            )
        )

    def visited(self, player: int, passed: tuple[Array, Array], deals: Deals) -> Array:
        """[decisions, hands] of the compiled game: 1 where a deal has the player decide."""
        side, tree = self.sides[player], self._trees[player]
        visited = np.zeros((len(tree.starts), tree.hands))
        on_line = np.prod([passed[seat].take(side.before[:, seat], 0) for seat in (0, 1)], axis=0)
        decision, deal = np.nonzero(on_line)
        rows = side.rows[side.tree.starts[1:][decision], deals.board[deal]]
        visited[tree.decision[rows], deals.hands[player, deal]] = 1
        return visited


@lru_cache(maxsize=4)
def compile_sides(game: Game) -> tuple[Side, Side]:
    """Both players' betting alone."""
    found, full = explored(game.rules), layouts_of(game.rules)
    bare = [
        Layout(player, side, np.zeros(len(side.nodes), dtype=np.intp), NO_BOARDS)
        for player, side in enumerate(found.decisions)
    ]
    sides = []
    for player, layout in enumerate(bare):
        ends = Ends(game.rules, found, player, np.arange(len(found.ends)))
        own = layout.row[ends.own, 0]
        tree = layout.tree(1, in_order(own, ends.outcome, ends.chips, ()))
        rows = np.empty_like(full[player].row)
        rows[layout.row[:, 0]] = full[player].row
        last = np.array(found.decisions[player].before, dtype=np.intp)[tree.node[1:]]
        before = np.stack([bare[seat].row[last[:, seat], 0] for seat in (0, 1)], axis=1)
        sides.append(Side(tree, rows, bare[1 - player].row[ends.reached, 0], before))
    return sides[0], sides[1]
