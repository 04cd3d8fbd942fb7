"""The protocol of operators, and the floors that best responses keep to."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.form import Tree


class Operators(Protocol):
    """One player's operators.

    tree: the player's decisions
    shape: [rows, hands] of the arrays that they take
    blocks: slices of the hands that are best worked on one after the other, each with operators for
        it; hands meet only in `gradient`
    """

    tree: Tree
    shape: tuple[int, int]
    blocks: Sequence[tuple[slice, Operators]]

    def realization_plan(self, sigma: Array) -> Array:
        """The probability that the player's own choices lead to each sequence.

        von Stengel (1996), section 3. The empty sequence has probability 1.
        """

    def gradient(self, opponent_plan: Array) -> Array:
        """What each of the player's sequences earns where it ends the hand.

        In chips times the opponent's and chance's reach: the derivative of the player's expected
        value with respect to their realization plan. `opponent_plan` is [rows, hands] of the
        opponent's tree.
        """

    def backup(self, sigma: Array, gradient: Array) -> tuple[Array, Array]:
        """The counterfactual value of every action, and of every decision [decisions, hands].

        Zinkevich et al. (2007), section 3. The value of decision 0 is that of the whole game, by
        hand.
        """

    def best_response(self, gradient: Array, floor: Floor | None = None) -> tuple[Array, Array]:
        """As `backup`, with the best action at every decision in place of the strategy's.

        With a floor the response, too, gives every action at least that probability.
        """

    def sums(self, x: Array) -> Array:
        """[decisions, hands] the sum over each decision's actions."""

    def maxima(self, x: Array) -> Array:
        """[decisions, hands] the largest of each decision's actions."""

    def by_row(self, v: Array) -> Array:
        """[rows, hands] each decision's value [decisions, hands] for each of its actions."""

    def normalize(self, weights: Array) -> Array:
        """The strategy in proportion to weights >= 0, uniform where a decision has none."""

    def best_decision(self, q: Array) -> Array:
        """The strategy that takes the first of the best actions at every decision."""


BLOCK = 1 << 12
"""How many hands make up a block, so that a learner's arrays of it stay in the cache."""


def blocks_of(operators: Operators) -> Sequence[tuple[slice, Operators]]:
    """Blocks of the hands, each with the operators for it; their `gradient` is not to be used."""
    rows, hands = operators.shape
    if hands <= BLOCK:
        return [(slice(0, hands), operators)]
    found = []
    for low in range(0, hands, BLOCK):
        block, width = copy(operators), min(BLOCK, hands - low)
        block.shape, block.blocks = (rows, width), [(slice(0, width), block)]
        found.append((slice(low, low + width), block))
    return found


Pair = tuple[Operators, Operators]
"""The operators of player 1 and of player 2."""


@dataclass(frozen=True, eq=False)
class Floor:
    """The least probability of every action; what is left is the player's to choose.

    Farina, Kroer & Sandholm (2017), "Regret minimization in behaviorally-constrained zero-sum
    games".

    weight: [rows, hands] the least probability of each action, as a multiple of `scale`
    free: [decisions, hands] the probability that is left free at each decision
    scale: a common factor, so that the weights of equal floors are 1 and add up without rounding
    """

    weight: Array
    free: Array
    scale: float = 1.0

    @cached_property
    def least(self) -> Array:
        """[rows, hands] the least probability of each action."""
        return self.weight * self.scale

    @property
    def is_even(self) -> bool:
        """Whether every action has the same least probability, which is then `scale`."""
        return bool(self.weight.min() == 1 == self.weight.max())

    def part(self, hands: slice) -> Floor:
        """The floor of some of the hands."""
        return Floor(self.weight[:, hands], self.free[:, hands], self.scale)
