"""What every action must at least be played, by player."""

from __future__ import annotations

import numpy as np

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.operators import Floor, Operators

Floors = tuple[Floor | None, Floor | None]
"""The floor of player 1 and of player 2, None where they are free."""


def make_floor(operators: Operators, least: Array) -> Floor:
    """The floor of these least probabilities [rows, hands], at most 1 at a decision."""
    return Floor(least, np.maximum(1 - operators.sums(least), 0))


def constant_floor(operators: Operators, epsilon: float) -> Floor:
    """The same least probability for every action: the perturbed game's."""
    free = 1 - epsilon * operators.tree.actions[:, None]
    every = np.ones(operators.shape)
    return Floor(every, np.broadcast_to(free, (len(free), operators.shape[1])), epsilon)
