"""All-ins before the flop: their value over all boards, also for walks on a single board."""

from __future__ import annotations

from math import comb

import numpy as np

from pokerbot.games.all_in import CLASSES, RUNOUTS, outcomes
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.heads_up import cards
from pokerbot.sequence.heads_up.board import Board
from pokerbot.sequence.heads_up.tree import SHOWDOWN, BettingTree
from pokerbot.sequence.heads_up.walk import Play, Stops

ALIVE = comb(48, 5) / comb(50, 5)
"""The probability that a board without the cards of one hand has none of another hand's, either."""


class Jams:
    """What all-ins before the flop are worth to every class of hands.

    stop: [nodes] their places, as `Stops.at`
    """

    def __init__(self, tree: BettingTree) -> None:
        self._nodes = nodes = tree.nodes
        ends = np.flatnonzero((nodes.kind == SHOWDOWN) & (nodes.street == 0))
        self._amounts, self.stop = nodes.amount[ends], np.full(len(nodes.kind), -1)
        self.stop[ends] = np.arange(len(ends))
        win, _, lose = outcomes()
        hands = np.bincount(cards.deck().classes)
        self._wins = (win - lose) / (RUNOUTS * hands[:, None])
        above = {
            int(nodes.first[node] + action): (node, action)
            for node in range(len(nodes.kind))
            for action in range(nodes.below[node])
        }
        # For each all-in, the actions that lead to it, the last one first, as (node, which one).
        self._steps: list[list[tuple[int, int]]] = []
        for end in ends.tolist():
            steps, node = [], end
            while node:
                steps.append(above[node])
                node, _ = above[node]
            self._steps.append(steps)

    def values(self, play: Play) -> Array:
        """[all-ins, 2, classes] as `Stops.value`, for a hand that is alive on the board dealt."""
        return ALIVE * self.over_all_boards(play)

    def stops(self, board: Board, values: Array) -> Stops:
        """Stops for a walk on a board, at the all-ins with these values, from `values`."""
        there = np.ascontiguousarray(values[:, :, cards.deck().classes[board.order]])
        return Stops(self.stop, np.zeros_like(there), there)

    def over_all_boards(self, play: Play) -> Array:
        """[all-ins, 2, classes] what hands are worth over all boards, × the other's reach."""
        reach = np.ones((len(self._steps), 2, len(CLASSES)))
        for end, steps in enumerate(self._steps):
            for node, action in steps:
                reach[end, self._nodes.player[node]] *= play.at(self._nodes, node)[:, action]
        found: Array = self._amounts[:, None, None] * (reach[:, ::-1] @ self._wins.T)
        return found
