"""The four operators that every algorithm and every evaluation is made of.

They alone know the shape of the tree. Arrays are [rows, hands] of the tree unless stated;
none is modified.
"""

from __future__ import annotations

import numpy as np

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.form import Form, Tree
from pokerbot.sequence.groups import Groups
from pokerbot.sequence.showdown import Meeting


def realization_plan(tree: Tree, sigma: Array) -> Array:
    """The probability that the player's own choices lead to each sequence (von Stengel 1996).

    The first decisions follow the empty sequence, whose plan is 1, so their strategy is their plan.
    """
    plan = sigma.copy()
    for level in tree.levels[2:]:
        plan[level.rows] *= plan.take(level.above, axis=0, mode="clip")
    return plan


def gradient(form: Form, player: int, opponent_plan: Array) -> Array:
    """What each of the player's sequences earns where it ends the hand.

    In chips times the opponent's and chance's reach: the derivative of the player's expected
    value with respect to their realization plan. `opponent_plan` is [rows, hands] of the opponent.
    """
    tree = form.trees[player]
    meetings = [kernel.meet(opponent_plan) for kernel in tree.payoffs.kernels]
    if len(tree.blocks) == 1:
        return _earned(tree, meetings, tree.blocks[0])
    earned = np.empty(tree.shape)
    for hands in tree.blocks:
        earned[:, hands] = _earned(tree, meetings, hands)
    return earned


def payoff_matrix(form: Form, player: int) -> Array:
    """[own cells, opponent's cells]: the gradient as a matrix, for a plan in one row of cells."""
    rows, hands = form.trees[1 - player].shape
    units = np.eye(rows * hands).reshape(-1, rows, hands)
    return np.stack([gradient(form, player, unit).ravel() for unit in units], axis=1)


def _earned(tree: Tree, meetings: list[Meeting], hands: slice) -> Array:
    """The gradient of some hands."""
    outcomes = [meeting.outcomes(hands) for meeting in meetings]
    joined = outcomes[0] if len(outcomes) == 1 else np.concatenate(outcomes)
    return tree.payoffs.collect(joined)


def backup(tree: Tree, sigma: Array, gradient: Array) -> tuple[Array, Array]:
    """The counterfactual value of every action, and of every decision [decisions, hands].

    Zinkevich et al. (2007), section 3. The value of decision 0 is that of the whole game, by hand.
    """
    q = gradient.copy()
    for level in tree.levels[:0:-1]:
        level.rows_up.add(q, sigma[level.rows] * q[level.rows])
    return q, tree.groups.sum(sigma * q)


def best_response(tree: Tree, gradient: Array, epsilon: float = 0.0) -> tuple[Array, Array]:
    """As `backup`, with the best action at every decision in place of the strategy's.

    With an epsilon the response, too, gives every action at least that probability.
    """
    q = gradient.copy()
    for level in tree.levels[:0:-1]:
        level.decisions_up.add(q, _best(q[level.rows], level.groups, level.actions, epsilon))
    return q, _best(q, tree.groups, tree.actions, epsilon)


def _best(q: Array, groups: Groups, actions: Array, epsilon: float) -> Array:
    """The value of each decision where the best action gets all that the others need not have."""
    best = groups.max(q)
    if epsilon:
        best *= 1 - epsilon * actions
        best += epsilon * groups.sum(q)
    return best


def best_decision(tree: Tree, q: Array) -> Array:
    """The strategy that takes the first of the best actions at every decision."""
    best = tree.groups.max(q)
    rows = np.arange(tree.rows)[:, None]
    candidates = np.where(q == best.take(tree.decision, axis=0), rows, tree.rows)
    first = np.minimum.reduceat(candidates, tree.starts, axis=0)
    return np.equal(candidates, first.take(tree.decision, axis=0)).astype(np.float64)


def normalize(tree: Tree, weights: Array) -> Array:
    """The strategy in proportion to these weights >= 0, uniform where a decision has none."""
    total = tree.groups.sum(weights)
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
    floor = epsilon * tree.groups.sum(q)
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
