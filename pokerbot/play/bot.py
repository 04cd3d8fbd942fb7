"""The opponent: it plays a strategy, and knows no more than what it observes."""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from pokerbot.games.actions import Action
from pokerbot.play.hand import Observation
from pokerbot.strategy.strategy import Infosets

if TYPE_CHECKING:
    from numpy.random import Generator


@dataclass(frozen=True, slots=True)
class Bot:
    """A player that samples its actions from a strategy, with its own random generator."""

    infosets: Infosets
    dice: Generator

    def choose(self, observation: Observation) -> Action:
        """Sample one of the legal actions by the strategy's probabilities."""
        actions = observation.actions
        chances = self.infosets[observation.key]
        sums = list(accumulate(chances.get(action.name, 0.0) for action in actions))
        return actions[bisect(sums, self.dice.random() * sums[-1])]
