"""Best responses smoothed by the dilated entropy, and the size of payoffs, for step sizes."""

from __future__ import annotations

import numpy as np

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.form import Tree
from pokerbot.sequence.showdown import FOLD, MeetingHands, PairedHands, RankedHands, SortedHands


def quantal_response(tree: Tree, u: Array) -> tuple[Array, Array]:
    """The strategy that maximizes u plus its own dilated entropy, and that maximum.

    From the leaves up, a decision plays the softmax of its actions' values, and its own value is
    the logarithm of the sum of their exponentials (Hoda et al. 2010, "Smoothing techniques for
    computing Nash equilibria of sequential games").

    Args:
        tree: a player's decisions.
        u: [rows, hands] what each sequence adds.

    Returns:
        The strategy [rows, hands], and the maximum for each hand [hands].
    """
    u, sigma = u.copy(), np.ones_like(u)
    starts = np.append(tree.starts, tree.rows)
    for begin, end in zip(tree.levels[-2:0:-1].tolist(), tree.levels[:1:-1].tolist(), strict=True):
        rows, each = slice(starts[begin], starts[end]), tree.actions[begin:end]
        first = starts[begin:end] - starts[begin]
        largest = np.maximum.reduceat(u[rows], first)
        weights = np.exp(u[rows] - np.repeat(largest, each, axis=0))
        total = np.add.reduceat(weights, first)
        sigma[rows] = weights / np.repeat(total, each, axis=0)
        np.add.at(u, tree.above[begin:end], largest + np.log(total))
    return sigma, u[0]


def largest_payoff(tree: Tree) -> float:
    """At least the largest payoff of a pair of sequences and hands, times chance's probability.

    In chips: the largest payoff of all ends times the largest probability of a pair of hands, which
    may be at another end. On Leduc that is twice as much.
    """
    found = 0.0
    for ending in tree.terminals.endings:
        hands = ending.hands
        if isinstance(hands, PairedHands):
            found = max(found, float(np.abs(hands.weights).max()))
        elif isinstance(hands, RankedHands):
            found = max(found, abs(hands.weight))
        else:
            own, other = _weighed(hands)
            found = max(found, float(hands.scale * hands.runouts * own.max() * other.max()))
    return found * float(np.abs(tree.terminals.chips).max())


def smoothness(tree: Tree) -> float:
    """About how much a gradient changes with the opponent's play, at most, in chips.

    A hand meets many hands, and what changes against each of them adds up: to about half the
    largest payoff, times the probability of the hand.
    """
    most = float(np.abs(tree.terminals.chips).max())
    return max(
        largest_payoff(tree), _likeliest(tree.terminals.endings[0].hands, tree.hands) * most / 2
    )


def _likeliest(hands: MeetingHands, count: int) -> float:
    """The probability of the likeliest of so many own hands, or a little more."""
    if isinstance(hands, PairedHands):
        return float(hands.weights[:, :, FOLD].sum(axis=(0, 1)).max())
    if isinstance(hands, RankedHands):
        return hands.weight * (count - hands.removed)
    own, other = _weighed(hands)
    return hands.scale * hands.runouts * float((own.T @ other.sum(axis=1)).max())


def _weighed(hands: SortedHands) -> tuple[Array, Array]:
    """[boards, own hands], [boards, opponent's hands] the prior's weights of those it leaves."""
    order = hands.order
    return order.weight * hands.alive, order.other_weight * hands.other_alive
