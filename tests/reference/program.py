"""The sequence-form linear program (von Stengel 1996, Koller et al. 1994), from the recursion."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from tests.reference.recursion import Node, information_sets, terminals, unfold

Least = Callable[[int, tuple[str, ...], str, str], float]
"""From the player, the legal actions, one of them and the information set to its least chance."""


@lru_cache(maxsize=64)
def game_value(game: Any, least: float | Least = 0.0) -> float:
    """Player 1's value where every action must have at least a probability, one for all or not.

    Player 1's plan x maximizes what is left when player 2 answers it with the best plan y:
    min over y (Fy = f, Dy ≥ 0) of yᵀAx is max over (v, u ≥ 0) of f·v, Fᵀv + Dᵀu = Ax.
    """
    from scipy.optimize import linprog

    places, parents = zip(*(_sequences(game, player) for player in (0, 1)), strict=True)
    payoffs = np.zeros((len(places[1]), len(places[0])))
    for own, other, amount in terminals(game, 0):
        payoffs[places[1][other], places[0][own]] += amount
    (flow, floor), (other_flow, other_floor) = (
        _constraints(game, player, places[player], parents[player], least) for player in (0, 1)
    )
    x, v, u = len(places[0]), len(other_flow), len(other_floor)
    equal = np.block(
        [
            [flow, np.zeros((len(flow), v + u))],
            [-payoffs, other_flow.T, other_floor.T],
        ]
    )
    result = linprog(
        c=np.r_[np.zeros(x), -1, np.zeros(v - 1 + u)],
        A_eq=equal,
        b_eq=np.r_[1, np.zeros(len(equal) - 1)],
        A_ub=np.hstack([-floor, np.zeros((len(floor), v + u))]),
        b_ub=np.zeros(len(floor)),
        bounds=[(0, None)] * x + [(None, None)] * v + [(0, None)] * u,
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    assert result.success, result.message
    return -float(result.fun)


def most_against(game: Any, model: Any, risk: float) -> float:
    """The most to be won from a model, the mean of both seats, at that exploitability at most.

    One program for both seats' plans: the model's plans are known, so that what is won is linear;
    what a best response takes from a plan is its worst value, written as its dual.
    """
    from scipy.optimize import linprog

    places, parents = zip(*(_sequences(game, player) for player in (0, 1)), strict=True)
    payoffs = np.zeros((len(places[1]), len(places[0])))
    for own, other, amount in terminals(game, 0):
        payoffs[places[1][other], places[0][own]] += amount
    flows = [_constraints(game, p, places[p], parents[p], 0.0)[0] for p in (0, 1)]
    blocks, rights, gains, worst = [], [], [], []
    for seat, matrix in ((0, payoffs), (1, -payoffs.T)):
        flow, other_flow, own = flows[seat], flows[1 - seat], matrix.shape[1]
        slack = np.eye(matrix.shape[0])
        blocks.append(
            np.block(
                [
                    [flow, np.zeros((len(flow), len(other_flow) + len(slack)))],
                    [-matrix, other_flow.T, slack],
                ]
            )
        )
        rights.append(np.r_[1, np.zeros(len(flow) - 1 + len(slack))])
        known = _plan(places[1 - seat], parents[1 - seat], model)
        gains.append(np.r_[known @ matrix, np.zeros(len(other_flow) + len(slack))])
        worst.append(np.r_[np.zeros(own), 1, np.zeros(len(other_flow) - 1 + len(slack))])
    free = [
        bound
        for seat in (0, 1)
        for count, bound in (
            (len(places[seat]), (0, None)),
            (len(flows[1 - seat]), (None, None)),
            (len(places[1 - seat]), (0, None)),
        )
        for bound in [bound] * count
    ]
    whole = np.block(
        [
            [blocks[0], np.zeros((len(blocks[0]), blocks[1].shape[1]))],
            [np.zeros((len(blocks[1]), blocks[0].shape[1])), blocks[1]],
        ]
    )
    result = linprog(
        c=-np.concatenate(gains) / 2,
        A_eq=whole,
        b_eq=np.concatenate(rights),
        A_ub=-np.concatenate(worst)[None] / 2,
        b_ub=[risk],
        bounds=free,
        method="highs",
    )
    assert result.success, result.message
    return -float(result.fun)


def _plan(place: dict[Any, int], above: dict[str, Any], strategy: Any) -> Any:
    """A player's realization plan as a vector."""
    plan = np.zeros(len(place))
    plan[place[None]] = 1
    for sequence, column in place.items():  # an information set stands behind the one above it
        if sequence:
            key, action = sequence
            plan[column] = plan[place[above[key]]] * strategy[key][action]
    return plan


def _sequences(game: Any, player: int) -> tuple[dict[Any, int], dict[str, Any]]:
    """The place of every sequence of a player, and the sequence above each information set."""
    above: dict[str, Any] = {}

    def visit(node: Node, last: Any) -> None:
        own = node.actions and node.player == player
        if own:
            above[node.key] = last
        for place, after in enumerate(node.after):
            visit(after, (node.key, node.actions[place]) if own else last)

    visit(unfold(game), None)
    sets = information_sets(game)
    sequences = [None, *((key, action) for key in above for action in sets[key][1])]
    return {sequence: place for place, sequence in enumerate(sequences)}, above


def _constraints(
    game: Any, player: int, place: dict[Any, int], above: dict[str, Any], least: float | Least
) -> tuple[Any, Any]:
    """F: the plan's flow through each information set; D: each action's floor."""
    flow = np.zeros((len(above) + 1, len(place)))
    flow[0, 0] = 1
    floor = np.zeros((len(place) - 1, len(place)))
    for row, (key, parent) in enumerate(above.items(), 1):
        flow[row, place[parent]] = -1
        for sequence, column in place.items():
            if sequence and sequence[0] == key:
                flow[row, column] = 1
                floor[column - 1, column] = 1
                actions = information_sets(game)[key][1]
                floor[column - 1, place[parent]] -= (
                    least(player, actions, sequence[1], key) if callable(least) else least
                )
    return flow, floor
