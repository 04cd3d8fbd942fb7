"""The four operators that every algorithm and every evaluation is made of.

They alone know the shape of the tree. Arrays are [rows, hands] of the tree unless stated;
none is modified.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerbot.sequence.form import Array, Form, Tree


def realization_plan(tree: Tree, sigma: Array) -> Array:
    """The probability that the player's own choices lead to each sequence (von Stengel 1996)."""
    plan = sigma.copy()
    for level in tree.levels[1:]:
        plan[level.rows] *= plan.take(level.above, axis=0, mode="clip")
    return plan


def gradient(form: Form, player: int, opponent_plan: Array) -> Array:
    """What each of the player's sequences earns where it ends the hand.

    In chips times the opponent's and chance's reach: the derivative of the player's expected
    value with respect to their realization plan. `opponent_plan` is [rows, hands] of the opponent.
    """
    payoffs = form.trees[player].payoffs
    outcomes = [kernel.outcomes(opponent_plan) for kernel in payoffs.kernels]
    joined = outcomes[0] if len(outcomes) == 1 else np.concatenate(outcomes)
    earned = joined.take(payoffs.outcomes, axis=0, mode="clip")
    earned *= payoffs.chips
    return np.add.reduceat(earned, payoffs.starts, axis=0)


def backup(tree: Tree, sigma: Array, gradient: Array) -> tuple[Array, Array]:
    """The counterfactual value of every action, and of every decision [decisions, hands].

    Zinkevich et al. (2007), section 3. The value of decision 0 is that of the whole game, by hand.
    """
    q = gradient.copy()
    for level in tree.levels[:0:-1]:
        played = sigma[level.rows] * q[level.rows]
        q[level.parents] += np.add.reduceat(played, level.groups, axis=0)
    return q, np.add.reduceat(sigma * q, tree.starts, axis=0)


def best_response(tree: Tree, gradient: Array) -> tuple[Array, Array]:
    """As `backup`, with the best action at every decision in place of the strategy's."""
    q = gradient.copy()
    for level in tree.levels[:0:-1]:
        best = np.maximum.reduceat(q[level.rows], level.starts, axis=0)
        q[level.parents] += np.add.reduceat(best, level.siblings, axis=0)
    return q, np.maximum.reduceat(q, tree.starts, axis=0)


def best_decision(tree: Tree, q: Array) -> NDArray[np.bool_]:
    """Where the first of the best actions is, one at every decision of each hand."""
    best = np.maximum.reduceat(q, tree.starts, axis=0)
    rows = np.arange(tree.rows)[:, None]
    candidates = np.where(q == best.take(tree.decision, axis=0), rows, tree.rows)
    first = np.minimum.reduceat(candidates, tree.starts, axis=0)
    chosen: NDArray[np.bool_] = candidates == first.take(tree.decision, axis=0)
    return chosen


def normalize(tree: Tree, weights: Array) -> Array:
    """The strategy in proportion to these weights >= 0, uniform where a decision has none."""
    total = np.add.reduceat(weights, tree.starts, axis=0)
    idle = total == 0
    total += idle * tree.actions
    sigma: Array = weights + idle.take(tree.decision, axis=0)
    sigma /= total.take(tree.decision, axis=0)
    return sigma


def uniform(tree: Tree) -> Array:
    """The strategy that takes every action equally often."""
    return normalize(tree, np.zeros(tree.shape))
