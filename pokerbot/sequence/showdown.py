"""Kernels: from the opponent's reach by hand to the outcome of a fold or a showdown by hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerbot.games.rules import Rules

FOLD, SHOWDOWN = 0, 1


@dataclass(frozen=True, eq=False)
class Kernel:
    """The outcomes of the opponent's rows before, or after, the public card is turned up.

    rows: [boards, n] rows of the opponent's plan
    matrix: [boards, hands, 2 * hands] chance's weight of (the opponent's hand, the own hand),
        first for one chip won whatever the hands, then signed by who wins the showdown
    """

    rows: NDArray[np.intp]
    matrix: NDArray[np.float64]

    @property
    def size(self) -> int:
        """How many outcomes there are: boards * n * 2."""
        return 2 * self.rows.size

    def outcomes(self, plan: NDArray[np.float64]) -> NDArray[np.float64]:
        """[boards * n * 2, hands]: per row of the opponent's, the fold and the showdown."""
        reach = plan.take(self.rows, axis=0, mode="clip")
        outcomes: NDArray[np.float64] = np.matmul(reach, self.matrix)
        return outcomes.reshape(-1, plan.shape[1])


def dense_matrix(rules: Rules, round_: int) -> NDArray[np.float64]:
    """[boards, hands, 2 * hands], the `Kernel.matrix` of hands that end in this round."""
    hands = range(rules.deck.ranks)
    boards = rules.boards(round_)
    matrix = np.zeros((len(boards), len(hands), 2, len(hands)))
    runouts = rules.boards(len(rules.rounds) - 1)
    orders = rules.deck.orders(2 + rules.has_board)
    for place, board in enumerate(boards):
        for card in [board] if board in runouts else runouts:
            for own in hands:
                for other in hands:
                    weight = rules.deck.ways(card, own, other) / orders
                    winner = rules.winner((own, other), card)
                    sign = 0 if winner is None else 1 - 2 * winner
                    matrix[place, other, FOLD, own] += weight
                    matrix[place, other, SHOWDOWN, own] += sign * weight
    return matrix.reshape(len(boards), len(hands), -1)
