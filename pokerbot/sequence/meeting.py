"""How both players' hands meet on one board of a spot, whatever other boards there are."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pokerbot.games.rules import Rules
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.showdown import alive, alive_on, boards_left, pairs_apart, total_weight

Signs = NDArray[np.int16]
NEVER = 1e-12
"""Of the likeliest hand's: what is less likely than so much never comes but for rounding."""


def dealt_on(rules: Rules, player: int, board: int, reach: Array) -> Array:
    """[…, hands] how likely a player's hands meet on a board those that come there.

    Chance's weight of both, times the opponent's `reach` […, hands of theirs]; as a fold there
    pays in the hand's operators.
    """
    own, other = (alive_on(rules, seat, board) for seat in (player, 1 - player))
    return _dealt(rules, player, board, reach * other) * own


def dealt_on_each(rules: Rules, player: int, boards: range, reach: Array) -> Array:
    """[boards, hands] the same on each of some boards of a street, with the reach on each."""
    own, other = (alive(rules, seat)[boards.start : boards.stop] for seat in (player, 1 - player))
    return _dealt(rules, player, boards.start, reach * other) * own


def _dealt(rules: Rules, player: int, board: int, reach: Array) -> Array:
    """[…, hands] the weight of all that is dealt with what comes there, on boards like this one."""
    street = rules.boards.street(board)
    turned = [part.board for part in rules.rounds if part.board][street:]
    scale = boards_left(rules, rules.boards.cards[board], turned) / total_weight(rules)
    met: Array = scale * (reach @ pairs_apart(rules, player))
    return met


def won_on(rules: Rules, player: int, ahead: Signs, reach: Array) -> Array:
    """[…, hands] the same, signed by who wins where no one bets any more.

    ahead: `ahead_on` of the board
    """
    signs = ahead * pairs_apart(rules, 1)
    won: Array = reach @ (-signs if player else signs.T) / total_weight(rules)
    return won


@lru_cache(maxsize=8)
def ahead_on(rules: Rules, board: int) -> Signs:
    """[hands of player 1, of player 2] on how many boards that may come the first wins, or loses.

    Those on which player 1's hand is the better one less those on which it is the worse one.
    """
    boards = rules.boards
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
        order = np.unique(np.concatenate(ranked), return_inverse=True)[1].astype(np.int16) + 1
        one, two = np.split(order, [len(ranked[0])])
        worse, better = np.int16(0), np.int16(len(order) + 1)
        wins = np.where(there[0], one, worse)[:, None] > np.where(there[1], two, better)
        loses = np.where(there[0], one, better)[:, None] < np.where(there[1], two, worse)
        found += count[lying] * (wins.astype(np.int16) - loses)
    return found
