"""How both players' hands meet on one board of a spot, whatever other boards there are."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from pokerbot.games.rules import Rules
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.showdown import alive_on, boards_left, pairs_apart, total_weight


def dealt_on(rules: Rules, player: int, board: int, reach: Array) -> Array:
    """[…, hands] how likely a player's hands meet on a board those that come there.

    Chance's weight of both, times the opponent's `reach` […, hands of theirs]; as a fold there
    pays in the hand's operators.
    """
    own, other = (alive_on(rules, seat, board) for seat in (player, 1 - player))
    street = rules.boards.street(board)
    turned = [part.board for part in rules.rounds if part.board][street:]
    scale = boards_left(rules, rules.boards.cards[board], turned) / total_weight(rules)
    met: Array = scale * own * ((reach * other) @ pairs_apart(rules, player))
    return met


def won_on(rules: Rules, player: int, board: int, reach: Array) -> Array:
    """[…, hands] the same, signed by who wins where no one bets any more."""
    signs = _signs(rules, board) * pairs_apart(rules, 1)
    won: Array = reach @ (-signs if player else signs.T) / total_weight(rules)
    return won


@lru_cache(maxsize=64)
def _signs(rules: Rules, board: int) -> Array:
    """[hands of player 1, of player 2] on how many boards that may come the first wins, or loses.

    Those on which player 1's hand is the better one less those on which it is the worse one.
    """
    boards = rules.boards
    count: dict[frozenset[int], int] = {}
    at: dict[frozenset[int], int] = {}
    for final in boards.after(board):
        lying = frozenset(boards.cards[final])
        count[lying], at[lying] = count.get(lying, 0) + 1, final
    found = np.zeros([*map(len, rules.hands)])
    for lying, final in at.items():
        one, two = (
            np.where(alive_on(rules, seat, final), rules.strengths(seat, final), -1)
            for seat in (0, 1)
        )
        won = np.sign(one[:, None] - two)
        won[one < 0] = 0
        won[:, two < 0] = 0
        found += count[lying] * won
    return found
