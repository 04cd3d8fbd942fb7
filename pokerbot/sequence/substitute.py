"""The values and regrets that self-play would have if it had played a given strategy for long.

Brown & Sandholm (2016), "Strategy-based warm starting for regret minimization in games".
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.operators import Operators

HALVINGS = 40
TIGHTER = 0.02
"""λ: the part of its bound that the regret of self-play reaches in practice."""


def substitute_regrets(
    operators: Operators, gradient: Array, iterations: int
) -> tuple[Array, float]:
    """The mean regrets [rows, hands] after so many iterations, and the value of the whole game.

    From the leaves up, each decision gets the least value v that the bound of regret matching
    allows, Σ ([q − v]⁺)² ≤ λ·|A|·Δ² / T. Here q are its actions' values, and Δ is the range of
    its counterfactual values against the opponent's plan.

    gradient: [rows, hands] against the opponent's plan
    """
    tree = operators.tree
    most, least = operators.best_response(gradient)[1], -operators.best_response(-gradient)[1]
    choices = tree.choices
    allowed = TIGHTER * choices * (choices > 1) * (most - least) ** 2 / iterations
    q, v = gradient.copy(), np.empty_like(most)
    starts = np.append(tree.starts, tree.rows)
    for begin, end in reversed(list(pairwise(tree.levels.tolist()))):
        rows = slice(int(starts[begin]), int(starts[end]))
        v[begin:end] = _least_values(q[rows], starts[begin:end] - rows.start, allowed[begin:end])
        if begin:
            np.add.at(q, tree.above[begin:end], v[begin:end])
    return q - operators.by_row(v), float(v[0].sum())


def _least_values(q: Array, starts: Index, allowed: Array) -> Array:
    """The value of each decision at which its squared positive regrets add up to `allowed`."""
    high = np.maximum.reduceat(q, starts, axis=0)
    low = high - np.sqrt(allowed)
    actions = np.diff(starts, append=len(q))
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        over = np.maximum(q - np.repeat(middle, actions, axis=0), 0) ** 2
        too_low = np.add.reduceat(over, starts, axis=0) > allowed
        low, high = np.where(too_low, middle, low), np.where(too_low, high, middle)
    return high
