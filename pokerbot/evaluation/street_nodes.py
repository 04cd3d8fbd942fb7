"""The decisions of a strategy whose file holds the values of hands at the end of each street."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from pokerbot.evaluation.node_hands import OnCard
from pokerbot.evaluation.nodes import Both, Nodes, Side, WholeNodes, Worked, paid, sides_of
from pokerbot.evaluation.rest import rest_of
from pokerbot.games.actions import Betting
from pokerbot.games.betting import begins, legal_actions, payoffs, successor, walk
from pokerbot.games.game import Game
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.meeting import Signs, ahead_on, dealt_on, won_on
from pokerbot.strategy.packed_profile import PackedProfile
from pokerbot.strategy.posterior import came_to, range_at
from pokerbot.strategy.strategy import Strategy

Solve = Callable[[Game], Strategy]
"""Solves a spot, given as a game."""
KEPT = 64
"""How many computed streets are kept: enough for all turns of a flop after one betting."""
UNSEEN = 1e-6
"""The least weight of a hand on a river that is solved again: not seen in what all come to."""


class StreetNodes(Nodes):
    """The decisions of a strategy that holds the values of hands where a card comes.

    Before the last street, a decision takes only the strategy of its own street and of the way
    there: at the street's end the stored values stand for the rest. On the last street it takes the
    strategy on its own board alone; if the file has none, the street is solved again with both
    players' ranges there.
    """

    def __init__(
        self, strategy: Strategy, infosets: PackedProfile, solve: Solve | None = None
    ) -> None:
        super().__init__(strategy)
        self.infosets, self.solve = infosets, solve
        self._again: dict[tuple[Betting, int], _River] = {}
        self._streets: dict[tuple[Betting, int], dict[Betting, Worked]] = {}
        self._last: dict[int, WholeNodes] = {}

    def on_cards(self, betting: Betting, board: int) -> Iterator[tuple[str, OnCard]]:
        """As `Nodes`; the rivers that may follow a turn are computed together.

        If the file has no rivers the result is empty: each of them would have to be solved.
        """
        boards = self.game.rules.boards
        if boards.street(board) + 2 == boards.streets:
            if not self.infosets.last:
                return iter(())
            self._last.setdefault(board, WholeNodes(self.strategy, board))
        return super().on_cards(betting, board)

    def trained(self, betting: Betting, board: int) -> bool:
        """As `Nodes`; a river that is solved again is trained from its beginning on."""
        again = self._on_river(betting, board)
        return again.trained(betting) if again else super().trained(betting, board)

    def sides(self, betting: Betting, board: int) -> tuple[Side, Side]:
        """As `Nodes`."""
        if again := self._on_river(betting, board):
            return again.sides(betting)
        if self._is_last(board):
            return self._on_last(board).sides(betting, board)
        worked = self._street(betting, board)[betting]
        return sides_of(self.game.rules, betting, board, worked, partial(self._met, board))

    def _is_last(self, board: int) -> bool:
        """Whether it is a board of the last street."""
        boards = self.game.rules.boards
        return boards.street(board) + 1 == boards.streets

    def _on_river(self, betting: Betting, board: int) -> _River | None:
        """A river that is solved again, with both players' ranges as they come there.

        None before the river, and if the file has it or there is nothing to solve it by.
        """
        if not self._is_last(board) or self.infosets.last or self.solve is None:
            return None
        begun = begins(self.game.rules, betting)
        if (begun, board) not in self._again:
            game, infosets = self.game, self.strategy.infosets
            came = [
                range_at(game, infosets, begun, board, seat, some=True).max() for seat in (0, 1)
            ]
            solved = self.solve(rest_of(self.strategy, begun, board, least=UNSEEN))
            self._again[begun, board] = _River(WholeNodes(solved), (came[0], came[1]))
        return self._again[begun, board]

    def _on_last(self, board: int) -> WholeNodes:
        """The decisions on a board of the last street; those of all rivers, if they are known."""
        before = self._last.get(self.game.rules.boards.parent(board))
        return before or self._last.setdefault(board, WholeNodes(self.strategy, board))

    def _met(self, board: int, player: int, reach: Array) -> Both:
        """[hands] a player's counterfactual reach, and the same signed by who wins, as `met_at`."""
        rules, ahead = self.game.rules, self._ahead(board)
        return dealt_on(rules, player, board, reach), won_on(rules, player, ahead, reach)

    def _ahead(self, board: int) -> Signs:
        """As `ahead_on`; of boards that differ only by suits, one is computed for all."""
        worth, alike = self.infosets.worth, self.infosets.alike
        assert worth is not None
        if not board:
            return worth.ahead
        if alike is None:
            return ahead_on(self.game.rules, board)
        there = ahead_on(self.game.rules, int(alike.first[board]))
        first, second = (maps[alike.by[board]] for maps in alike.maps)
        return there[np.ix_(first, second)]

    def _street(self, betting: Betting, board: int) -> dict[Betting, Worked]:
        """The decisions of a betting's street on a board, after what was done before the street."""
        rules = self.game.rules
        begun = begins(rules, betting)
        known = self._streets.get((begun, board))
        if known is not None:
            return known
        first, second = (came_to(self.game, self.infosets, begun, board, seat) for seat in (0, 1))
        found: dict[Betting, Worked] = {}
        self._work(begun, board, (first, second), found)
        while len(self._streets) >= KEPT:
            self._streets.pop(next(iter(self._streets)), None)
        self._streets[begun, board] = found
        return found

    def _work(
        self, betting: Betting, board: int, reach: Both, found: dict[Betting, Worked]
    ) -> Both:
        """Both players' counterfactual values at a betting; decisions are put into `found`."""
        rules, street = self.game.rules, self.game.rules.boards.street(board)
        if betting.over:
            first, second = (self._paid(betting, board, player, reach) for player in (0, 1))
            return first, second
        if rules.street(betting.round) > street:
            evs = self.infosets.worth_at(betting, board)
            first, second = (
                dealt_on(rules, player, board, reach[1 - player])
                * (evs[player] - betting.chips[player])
                for player in (0, 1)
            )
            return first, second
        sigma: Array = self.infosets.at(betting, range(board, board + 1))[0]
        player, after = betting.player, []
        for action, chances in zip(legal_actions(rules, betting), sigma, strict=True):
            taken = [*reach]
            taken[player] = reach[player] * chances
            then = successor(rules, betting, action)
            after.append(self._work(then, board, (taken[0], taken[1]), found))
        q = np.stack([each[player] for each in after])
        won = [np.sum([each[seat] for each in after], axis=0) for seat in (0, 1)]
        won[player] = (sigma * q).sum(axis=0)
        found[betting] = Worked(reach, (won[0], won[1]), sigma, q)
        return found[betting].won

    def _paid(self, end: Betting, board: int, player: int, reach: Both) -> Array:
        """[hands] a player's counterfactual values where the betting has ended on a board."""
        rules = self.game.rules
        if end.folded is not None:
            chips = payoffs(rules, end, 1 - end.folded)[player]
            return float(chips) * dealt_on(rules, player, board, reach[1 - player])
        return paid(rules, end, player, self._met(board, player, reach[1 - player]))


@dataclass(frozen=True)
class _River:
    """A river that was solved again.

    nodes: the decisions of the river as a spot of its own
    most: for each player, the weight of the likeliest hand, which is 1 in that spot
    """

    nodes: WholeNodes
    most: tuple[float, float]

    def trained(self, betting: Betting) -> bool:
        """As `Nodes`, for a betting of the whole game."""
        return self.nodes.trained(self._own(betting), 0)

    def _own(self, betting: Betting) -> Betting:
        """The river's own betting that is the last street of a betting of the whole game."""
        every = walk(self.nodes.game.rules)
        return next(each for each in every if each.histories[-1] == betting.histories[-1])

    def sides(self, betting: Betting) -> tuple[Side, Side]:
        """As `Nodes`, for a betting of the whole game."""
        sides = self.nodes.sides(self._own(betting), 0)
        for side in sides:
            side.scale = self.most[side.player]
        return sides
