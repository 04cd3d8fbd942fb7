"""A rating for each game, by what decisions win more than sound play would, luck taken out.

A hand without a hint counts what its decisions won more, on average, than sound play would have
against the same opponent in the same seat, in the game's unit: an ante, a big blind, a tenth of a
spot's pot. The mean of `BLOCK` hands is a block's result; the rating is `SOUND` and `POINTS` times
the mean of the blocks, which is the same in whatever order they were played.
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
"""So many blocks are needed for a rating."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How well someone plays a game.

    points: the rating
    margin: from there to either end of its 95 % interval, Student's, in which one block more is
        counted that gives an ante away: a few without a fault are no certainty
    hands: how many there are in its blocks
    """

    points: float
    margin: float
    hands: int


class Ladder:
    """The results of hands by game, in the order in which they were played."""

    def __init__(self) -> None:
        self._results: dict[Game, list[float]] = {}

    def add(self, reviewed: ReviewedHand, opponent: Opponent) -> None:
        """Count a hand against an opponent; one with a hint, or that is not judged, does not."""
        played, split = reviewed.played, reviewed.breakdown
        if split is None or played.assisted:
            return
        lost = math.fsum(each.loss for each in split.decisions)
        game = played.hand.game
        won = (opponent.offers[played.person] - lost) / game.rules.unit
        self._results.setdefault(game, []).append(won)

    @property
    def ratings(self) -> dict[Game, Rating]:
        """The rating in each game with blocks enough."""
        found = {game: rating(results) for game, results in self._results.items()}
        return {game: each for game, each in found.items() if each is not None}


def rating(results: Iterable[float]) -> Rating | None:
    """The rating that hands come to, by what each won more than sound play; None for too few."""
    won = list(results)
    blocks = Tally()
    for end in range(BLOCK, len(won) + 1, BLOCK):
        blocks.add(math.fsum(won[end - BLOCK : end]) / BLOCK)
    if blocks.count < LEAST:
        return None
    mean, count = blocks.mean, blocks.count
    blocks.add(mean - 1 / BLOCK)
    assert blocks.margin is not None
    margin = POINTS * blocks.margin / blocks.count
    return Rating(SOUND + POINTS * mean, margin, count * BLOCK)
