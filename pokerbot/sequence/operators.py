"""The four operators that every algorithm and every evaluation is made of.

They alone know the shape of the tree. Arrays are [rows, hands] of the tree unless stated;
none is modified.
"""

from __future__ import annotations

import numpy as np

from pokerbot.sequence.form import Array, Form, Index, Payoffs, Tree


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
    return collect(payoffs, outcomes[0] if len(outcomes) == 1 else np.concatenate(outcomes))


def collect(payoffs: Payoffs, outcomes: Array) -> Array:
    """What each own sequence earns, from the outcomes [outcomes, hands] of the terminals."""
    earned = outcomes.take(payoffs.outcomes, axis=0, mode="clip")
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


def best_response(tree: Tree, gradient: Array, epsilon: float = 0.0) -> tuple[Array, Array]:
    """As `backup`, with the best action at every decision in place of the strategy's.

    With an epsilon the response, too, gives every action at least that probability.
    """
    q = gradient.copy()
    for level in tree.levels[:0:-1]:
        best = _best(q[level.rows], level.starts, level.actions, epsilon)
        q[level.parents] += np.add.reduceat(best, level.siblings, axis=0)
    return q, _best(q, tree.starts, tree.actions, epsilon)


def _best(q: Array, starts: Index, actions: Array, epsilon: float) -> Array:
    """The value of each decision where the best action gets all that the others need not have."""
    best = np.maximum.reduceat(q, starts, axis=0)
    if epsilon:
        best *= 1 - epsilon * actions
        best += epsilon * np.add.reduceat(q, starts, axis=0)
    return best


def best_decision(tree: Tree, q: Array) -> Array:
    """The strategy that takes the first of the best actions at every decision."""
    best = np.maximum.reduceat(q, tree.starts, axis=0)
    rows = np.arange(tree.rows)[:, None]
    candidates = np.where(q == best.take(tree.decision, axis=0), rows, tree.rows)
    first = np.minimum.reduceat(candidates, tree.starts, axis=0)
    return np.equal(candidates, first.take(tree.decision, axis=0)).astype(np.float64)


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


def tremble(tree: Tree, sigma: Array, epsilon: float) -> Array:
    """The strategy squeezed so that every action has at least probability epsilon."""
    if not epsilon:
        return sigma
    trembled: Array = (1 - epsilon * tree.actions).take(tree.decision, axis=0) * sigma
    trembled += epsilon
    return trembled


def trembled_values(tree: Tree, q: Array, epsilon: float) -> Array:
    """The value of choosing each action where the others still happen with epsilon each."""
    if not epsilon:
        return q
    floor = epsilon * np.add.reduceat(q, tree.starts, axis=0)
    share = 1 - epsilon * tree.actions
    values: Array = q * share.take(tree.decision, axis=0)
    values += floor.take(tree.decision, axis=0)
    return values


def draw(tree: Tree, sigma: Array, rng: np.random.Generator) -> Array:
    """One action at every decision, 1 where it is drawn: independently for each column.

    The actions race with exponential clocks, each at the rate of its probability.
    """
    with np.errstate(divide="ignore"):
        arrival = rng.standard_exponential(sigma.shape) / sigma
    first = np.minimum.reduceat(arrival, tree.starts, axis=0)
    return np.equal(arrival, first.take(tree.decision, axis=0)).astype(np.float64)
