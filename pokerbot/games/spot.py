"""Where a player decides: one address for betting, board and hand."""

from __future__ import annotations

from dataclasses import dataclass

from pokerbot.games.actions import Betting


@dataclass(frozen=True, slots=True)
class Spot:
    """An information set: the betting so far, the board, and the hand of the player to act.

    board: its number among the game's `Boards`, 0 where nothing is turned up yet
    hand: its number among the player's `Hands`
    """

    betting: Betting
    board: int
    hand: int

    @property
    def player(self) -> int:
        """Who acts, 0 or 1."""
        return self.betting.player
