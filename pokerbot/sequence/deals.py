"""Deals at random, as arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pokerbot.games.rules import Rules
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.showdown import strengths


@dataclass(frozen=True, eq=False)
class Deals:
    """Many deals: hands [2, deals] of both players, board [deals] (0 where the game has none)."""

    hands: Index
    board: Index

    def every_other(self, first: int) -> Deals:
        """Every second deal, from the first or the second on."""
        return Deals(self.hands[:, first::2], self.board[first::2])

    def sign(self, rules: Rules) -> Array:
        """[deals] 1 where player 1 wins the showdown, -1 where player 2 does, 0 for a tie."""
        strength = strengths(rules)[self.board, self.hands]
        signs: Array = np.sign(strength[0] - strength[1]).astype(np.float64)
        return signs


def draw_deals(rules: Rules, count: int, rng: np.random.Generator) -> Deals:
    """That many independent deals, each as likely as chance makes it."""
    deck, cards = rules.deck, 2 + rules.has_board
    if deck.suits is None:
        drawn = rng.integers(deck.ranks, size=(cards, count))
    else:
        left = deck.ranks * deck.suits - np.arange(cards)[:, None]
        drawn = (rng.random((cards, count)) * left).astype(np.intp)
        for place in range(1, cards):
            for taken in np.sort(drawn[:place], axis=0):
                drawn[place] += drawn[place] >= taken
        drawn //= deck.suits
    board = drawn[2] if rules.has_board else np.zeros(count, dtype=np.intp)
    return Deals(drawn[:2], board)
