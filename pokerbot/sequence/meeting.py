"""How both players' hands meet on one board of a spot: reach, and who wins without more bets."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pokerbot.games.rules import Rules
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.showdown import alive, alive_on, boards_left, pairs_apart, total_weight

Signs = NDArray[np.int16]
NEVER = 1e-12
"""A reach below this part of the largest one is taken for a rounding error, and so for 0."""


def dealt_on(rules: Rules, player: int, board: int, reach: Array) -> Array:
    """[…, hands] the counterfactual reach of a player's hands on a board.

    It is the opponent's `reach` […, opponent's hands] times chance's weight of both hands, summed
    over the opponent's hands: what a fold there pays for each chip, as in the game's operators.
    """
    own, other = (alive_on(rules, seat, board) for seat in (player, 1 - player))
    return _dealt(rules, player, board, reach * other) * own


def dealt_on_each(rules: Rules, player: int, boards: range, reach: Array) -> Array:
    """[boards, hands] `dealt_on` each of some boards of a street, given the reach on each."""
    own, other = (alive(rules, seat)[boards.start : boards.stop] for seat in (player, 1 - player))
    return _dealt(rules, player, boards.start, reach * other) * own


def _dealt(rules: Rules, player: int, board: int, reach: Array) -> Array:
    """[…, hands] as `dealt_on`, not looking which hands the board leaves."""
    street = rules.boards.street(board)
    ahead = rules.turned_up[street:]
    scale = boards_left(rules, rules.boards.cards[board], ahead) / total_weight(rules)
    met: Array = scale * (reach @ pairs_apart(rules, player))
    return met


def won_on(rules: Rules, player: int, ahead: Signs, reach: Array) -> Array:
    """[…, hands] the counterfactual reach, signed by who wins if nobody bets any more.

    ahead: `ahead_on` of the board
    """
    signs = ahead * pairs_apart(rules, 1)
    won: Array = reach @ (-signs if player else signs.T) / total_weight(rules)
    return won


@lru_cache(maxsize=8)
def ahead_on(rules: Rules, board: int) -> Signs:
    """[hands of player 1, of player 2] on how many more final boards player 1 wins than loses.

    All final boards that follow the board are counted.
    """
    boards = rules.boards
    # Final boards of the same cards, turned up in another order, are looked at once.
    count: dict[frozenset[int], int] = {}
    at: dict[frozenset[int], int] = {}
    for final in boards.after(board):
        lying = frozenset(boards.cards[final])
        count[lying], at[lying] = count.get(lying, 0) + 1, final
    found = np.zeros([*map(len, rules.hands)], dtype=np.int16)
    for lying, final in at.items():
        ranked, there = [], []
        for seat in (0, 1):
            ranked.append(rules.strengths(seat, final))
            there.append(alive_on(rules, seat, final))
        # Strengths as places in their order; a dead hand is put where it can neither win nor lose.
        order = np.unique(np.concatenate(ranked), return_inverse=True)[1].astype(np.int16) + 1
        one, two = np.split(order, [len(ranked[0])])
        worse, better = np.int16(0), np.int16(len(order) + 1)
        wins = np.where(there[0], one, worse)[:, None] > np.where(there[1], two, better)
        loses = np.where(there[0], one, better)[:, None] < np.where(there[1], two, worse)
        found += count[lying] * (wins.astype(np.int16) - loses)
    return found
