"""A rating for each game, by what decisions win more than sound play would, luck taken out.

Each hand without a hint counts by how much more its decisions win on average than sound play would
against the same opponent in the same seat. The unit is the game's: an ante, a big blind, or a tenth
of a spot's pot. `BLOCK` hands in a row form a block, and their mean is its result. The rating is
`SOUND` + `POINTS` × the mean of all blocks, which does not depend on the order of the blocks.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from pokerbot.games.game import Game
from pokerbot.games.tally import Tally
from pokerbot.opponents.opponents import Opponent
from pokerbot.opponents.reviews import ReviewedHand

BLOCK = 20
SOUND, POINTS = 1500, 1000
LEAST = 3
"""How many blocks a rating needs."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How well someone plays a game.

    points: the rating
    margin: the half-width of its 95 % interval (Student's t). Where that makes it wider, one more
        block is counted in it that gives away an ante, so that a few blocks without a fault do not
        pass for certainty
    hands: the number of hands in its blocks
    """

    points: float
    margin: float
    hands: int


class Ladder:
    """The results of hands by game, in the order in which they were played."""

    def __init__(self) -> None:
        self._results: dict[Game, list[float]] = {}

    def add(self, reviewed: ReviewedHand, opponent: Opponent) -> None:
        """Count a hand against an opponent, unless it had a hint or is not judged."""
        played, split = reviewed.played, reviewed.breakdown
        if split is None or played.assisted:
            return
        game = opponent.strategy.game  # that of the hand may have one more bet size
        won = (opponent.offers[played.person] - split.loss) / game.rules.unit
        self._results.setdefault(game, []).append(won)

    @property
    def ratings(self) -> dict[Game, Rating]:
        """The rating in each game that has enough blocks."""
        found = {game: rating(results) for game, results in self._results.items()}
        return {game: each for game, each in found.items() if each is not None}


def rating(results: Iterable[float]) -> Rating | None:
    """The rating from what each hand won more than sound play; None if there are too few hands."""
    won = list(results)
    blocks = Tally()
    for end in range(BLOCK, len(won) + 1, BLOCK):
        blocks.add(math.fsum(won[end - BLOCK : end]) / BLOCK)
    if blocks.count < LEAST:
        return None
    margin = blocks.cautious(1 / BLOCK)
    assert margin is not None
    return Rating(SOUND + POINTS * blocks.mean, POINTS * margin, blocks.count * BLOCK)
