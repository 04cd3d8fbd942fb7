"""The four operators that every algorithm and every evaluation is made of.

`bind` gives a form's operators, one set for each player. They alone know the shape of the tree:
what stands below is made of them, and so is everything outside this room. Arrays are
[rows, hands] of the player's tree unless stated; none is modified.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators.protocol import Floor, Operators, Pair

__all__ = ["Floor", "Operators", "Pair"]


@lru_cache(maxsize=8)
def bind(form: Form, backend: str = "numpy") -> Pair:
    """Both players' operators of a form, by `numpy` or `compiled`.

    Raises:
        ValueError: there is no such backend.
    """
    first, second = form.trees
    if backend == "compiled":
        from pokerbot.sequence.operators.compiled import CompiledOperators

        return CompiledOperators(first, second.hands), CompiledOperators(second, first.hands)
    if backend == "numpy":
        from pokerbot.sequence.operators.vectorized import VectorizedOperators

        return VectorizedOperators(first), VectorizedOperators(second)
    raise ValueError(f"no backend {backend!r}")


def payoff_matrix(operators: Pair, player: int) -> Array:
    """[own cells, opponent's cells]: the gradient as a matrix, for a plan in one row of cells."""
    rows, hands = operators[1 - player].shape
    units = np.eye(rows * hands).reshape(-1, rows, hands)
    return np.stack([operators[player].gradient(unit).ravel() for unit in units], axis=1)


def scaled_payoffs(operators: Pair, player: int) -> tuple[Array, int]:
    """`payoff_matrix` in a unit of its own, and the exponent of that: 2**exponent chips.

    The unit is the power of two that leaves the largest payoff from 1/2 to 1, so that what solves
    the game may compare with absolute numbers, and nothing is rounded on the way there and back.
    """
    payoffs = payoff_matrix(operators, player)
    exponent = int(np.frexp(np.abs(payoffs).max())[1])
    return np.ldexp(payoffs, -exponent), exponent


def uniform(operators: Operators) -> Array:
    """The strategy that takes every action equally often; the same column for all hands."""
    even: Array = 1 / operators.tree.choices[operators.tree.decision]
    return np.broadcast_to(even, operators.shape)


def draw(operators: Operators, sigma: Array, rng: np.random.Generator) -> Array:
    """One action at every decision, 1 where it is drawn: independently for each column.

    The actions race with exponential clocks, each at the rate of its probability; the largest of
    probability / clock is the first to arrive.
    """
    race = sigma / rng.standard_exponential(sigma.shape)
    return np.equal(race, operators.by_row(operators.maxima(race))).astype(np.float64)


def floored(operators: Operators, sigma: Array, floor: Floor | None) -> Array:
    """The strategy squeezed so that every action keeps to the floor."""
    if floor is None:
        return sigma
    if not sigma.strides[1] and floor.is_even:  # one hand stands for all
        one = operators.by_row(floor.free[:, :1]) * sigma[:, :1] + floor.scale
        return np.broadcast_to(one, sigma.shape)
    squeezed: Array = operators.by_row(floor.free) * sigma
    squeezed += floor.least
    return squeezed


def free_values(operators: Operators, q: Array, floor: Floor | None) -> Array:
    """The value of choosing each action where all others still happen as the floor says."""
    if floor is None:
        return q
    values: Array = q * operators.by_row(floor.free)
    values += operators.by_row(floor.scale * operators.sums(floor.weight * q))
    return values
