"""The four operators that every algorithm and every evaluation is made of.

They are the realization plan, the gradient, the backup and the best response; see `Operators`.
`bind` gives a form's operators, one set for each player. They alone know the shape of the tree; the
functions of this file, and everything outside this room, are made of them. Arrays are
[rows, hands] of the player's tree unless stated; none is modified.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators.protocol import Floor, Operators, Pair

__all__ = ["Floor", "Operators", "Pair"]


def _vectorized(form: Form) -> Pair:
    from pokerbot.sequence.operators.vectorized import VectorizedOperators

    first, second = form.trees
    return VectorizedOperators(first), VectorizedOperators(second)


def _compiled(form: Form) -> Pair:
    from pokerbot.sequence.operators.compiled import CompiledOperators

    first, second = form.trees
    return CompiledOperators(first, second.hands), CompiledOperators(second, first.hands)


BACKENDS: dict[str, Callable[[Form], Pair]] = {"numpy": _vectorized, "compiled": _compiled}
"""What computes the operators of a form."""


@lru_cache(maxsize=8)
def bind(form: Form, backend: str = "numpy") -> Pair:
    """Both players' operators of a form, by one of the `BACKENDS`.

    Raises:
        ValueError: there is no such backend.
    """
    if backend not in BACKENDS:
        raise ValueError(f"no backend {backend!r}")
    return BACKENDS[backend](form)


def payoff_matrix(operators: Pair, player: int) -> Array:
    """[own cells, opponent's cells] the gradient as a matrix, to multiply a flat plan by."""
    rows, hands = operators[1 - player].shape
    units = np.eye(rows * hands).reshape(-1, rows, hands)
    return np.stack([operators[player].gradient(unit).ravel() for unit in units], axis=1)


def scaled_payoffs(operators: Pair, player: int) -> tuple[Array, int]:
    """`payoff_matrix` in a unit of 2**exponent chips, and the exponent.

    In this unit the largest payoff is from 1/2 to 1, so that a solver's absolute tolerances fit.
    As it is a power of two, nothing is rounded when payoffs are converted.
    """
    payoffs = payoff_matrix(operators, player)
    exponent = int(np.frexp(np.abs(payoffs).max())[1])
    return np.ldexp(payoffs, -exponent), exponent


def uniform(operators: Operators) -> Array:
    """The strategy that takes every action equally often; the same column for all hands."""
    even: Array = 1 / operators.tree.choices[operators.tree.decision]
    return np.broadcast_to(even, operators.shape)


def draw(operators: Operators, sigma: Array, rng: np.random.Generator) -> Array:
    """Draw one action at every decision, independently for each column: 1 where it is drawn.

    The actions race with exponential clocks, whose rates are their probabilities; the one with the
    largest probability / clock arrives first.
    """
    race = sigma / rng.standard_exponential(sigma.shape)
    return np.equal(race, operators.by_row(operators.maxima(race))).astype(np.float64)


def floored(operators: Operators, sigma: Array, floor: Floor | None) -> Array:
    """The strategy that plays the floor and, with what it leaves free, plays `sigma`."""
    if floor is None:
        return sigma
    if not sigma.strides[1] and floor.is_even:  # one hand stands for all
        one = operators.by_row(floor.free[:, :1]) * sigma[:, :1] + floor.scale
        return np.broadcast_to(one, sigma.shape)
    squeezed: Array = operators.by_row(floor.free) * sigma
    squeezed += floor.least
    return squeezed


def free_values(operators: Operators, q: Array, floor: Floor | None) -> Array:
    """The value of each action q if it gets all that the floor leaves free, others their least."""
    if floor is None:
        return q
    values: Array = q * operators.by_row(floor.free)
    values += operators.by_row(floor.scale * operators.sums(floor.weight * q))
    return values
