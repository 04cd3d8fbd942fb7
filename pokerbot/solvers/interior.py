"""Equilibria to the last digit: an interior point method on the sequence form, in NumPy alone."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError
from pokerbot.games.game import Game
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile, realization_plans
from pokerbot.sequence.floors import Floors
from pokerbot.sequence.form import Form, Tree
from pokerbot.sequence.operators import bind, scaled_payoffs, uniform
from pokerbot.sequence.treeplex import flow_of
from pokerbot.solvers.linear import has_few_sequences

MOST_SEQUENCES = 1_000
CENTRING = 0.05
"""Each step aims to reduce the products of numbers and slacks to this part of their mean."""
STRIDE = 0.995
"""The part of the way that a step goes to where the first number would become 0."""
ROUNDING = float(np.finfo(np.float64).eps)


def is_small(game: Game) -> bool:
    """Whether the game is zero-sum, without locks, and small enough for a dense matrix."""
    return not game.locks and has_few_sequences(game, MOST_SEQUENCES)


class InteriorPoint:
    """A primal-dual interior point method, which follows the central path to an equilibrium.

    Let x and y be the players' plans without the empty sequences, and u and v the values of their
    decisions. The slacks z = Eᵀu − Ay − b of player 1 and s = Aᵀx − Fᵀv + c of player 2 are what
    each sequence earns less than the best one. It is an equilibrium where Ex = e, Fy = f, nothing
    is negative, and each sequence has either probability 0 or slack 0 (von Stengel 1996). A step of
    Newton's method solves for x·z = y·s = σμ in place of 0, where μ is the mean of these products
    (Wright 1997, "Primal-dual interior-point methods", chapter 1; for poker Pays 2014, "An interior
    point approach to large games of incomplete information").

    point: x, y, u and v, one after the other
    slack: z and s; payoffs are in units of 2**exponent chips

    Raises:
        InputError: the game is too large for a dense matrix, not zero-sum, or has locks.
    """

    def __init__(self, form: Form, floors: Floors, rng: np.random.Generator) -> None:
        form.game.check_zero_sum("ipm")
        form.game.check_unlocked("ipm")
        first, second = form.trees
        cells = max(tree.rows * tree.hands for tree in form.trees)
        if cells > MOST_SEQUENCES:
            raise InputError(
                f"ipm takes games of up to {MOST_SEQUENCES:,} sequences, not {cells:,}"
            )
        self.form, self.operators = form, bind(form)
        self.iterations = self.nodes_touched = 0
        self.value_sum = 0.0
        whole, self.exponent = scaled_payoffs(self.operators, 0)
        a, b = first.hands, second.hands
        (flow, e), (other_flow, f) = flow_matrix(first), flow_matrix(second)
        self.payoffs, self.offsets = whole[a:, b:], (whole[a:, :b].sum(1), whole[:a, b:].sum(0))
        self.undecided = float(whole[:a, :b].sum())
        self.sequences = len(flow.T) + len(other_flow.T)
        self.system = _system(self.payoffs, flow, other_flow)
        self.matrix, self.diagonal = self.system.copy(), np.diag_indices(self.sequences)
        self.constant = np.concatenate([-self.offsets[0], self.offsets[1], -e, -f])
        plans = (each.realization_plan(uniform(each))[1:].ravel() for each in self.operators)
        self.point = np.concatenate([*plans, np.zeros(len(e) + len(f))])
        self.slack = np.full(self.sequences, np.abs(whole).max())
        self.tolerance = ROUNDING * float(np.abs(whole).sum())
        self.finished = False

    def step(self, count: int = 1) -> None:
        """Take `count` steps of Newton's method."""
        for _ in range(count):
            self._step()

    def _step(self) -> None:
        """Take one step; it ends shortly before the first number that would become 0."""
        played, slack = self.point[: self.sequences], self.slack
        self.iterations += 1
        self.nodes_touched += self.form.traversal
        self.value_sum += self._value()
        aim = CENTRING * played.dot(slack) / max(self.sequences, 1) / played  # of each slack
        short = self.system.dot(self.point)  # how far the point is from the conditions
        short += self.constant
        short[: self.sequences] -= aim
        ratio = slack / played
        self.matrix[self.diagonal] = ratio
        try:
            move = np.linalg.solve(self.matrix, -short)
        except np.linalg.LinAlgError:
            move = np.full_like(short, np.nan)
        change = move[: self.sequences]
        slack_change = aim - slack - ratio * change
        nearest = np.maximum(
            -(change / played).min(initial=0.0), -(slack_change / slack).min(initial=0.0)
        )
        if not np.isfinite(nearest):  # rounding has made the matrix singular: it gets no better
            self.finished = True
            return
        stride = min(1.0, STRIDE / max(float(nearest), STRIDE))
        self.point += stride * move
        self.slack += stride * slack_change
        self._look()

    def _look(self) -> None:
        """Note whether the sum of all products is within rounding errors of 0."""
        gap = self.point[: self.sequences].dot(self.slack)
        self.finished = bool(gap <= self.tolerance)

    def _played(self) -> tuple[Array, Array]:
        """The plans x and y."""
        first = len(self.payoffs)
        return self.point[:first], self.point[first : self.sequences]

    def _value(self) -> float:
        """Player 1's value of the current plans, in chips per hand."""
        x, y = self._played()
        earned = self.payoffs.dot(y) + self.offsets[0]
        value = float(x.dot(earned) + self.offsets[1].dot(y)) + self.undecided
        return math.ldexp(value, self.exponent)

    def profile(self, iterate: str = "average") -> Profile:
        """The current plans' strategies, in which every action has a probability above 0.

        There is no average: `iterate` makes no difference.
        """
        first, second = (
            each.normalize(np.vstack([np.ones(each.shape[1]), plan.reshape(-1, each.shape[1])]))
            for each, plan in zip(self.operators, self._played(), strict=True)
        )
        return first, second

    def plans(self, iterate: str = "average") -> tuple[Array, Array]:
        """The realization plans of `profile`."""
        return realization_plans(self.form, self.profile())

    def state(self) -> dict[str, NDArray[Any]]:
        """The current point and slacks, with payoffs in chips."""
        return self._in_unit(self.point, self.slack, self.exponent)

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from a `state`.

        Raises:
            InputError: some probability or slack is not above 0.
        """
        found = self._in_unit(state["point"], state["slack"], -self.exponent)
        played = found["point"][: self.sequences]
        if not (np.all(played > 0) and np.all(found["slack"] > 0)):
            raise InputError("the strategy in it is not a valid one")
        self.point, self.slack = found["point"], found["slack"]
        self._look()

    def _in_unit(self, point: Array, slack: Array, exponent: int) -> dict[str, Array]:
        """Both times 2**exponent, but for the plans, which do not depend on the unit of payoffs."""
        plans, values = np.split(point, [self.sequences])
        values, slack = np.ldexp(values, exponent), np.ldexp(slack, exponent)
        return {"point": np.concatenate([plans, values]), "slack": slack}


def flow_matrix(tree: Tree) -> tuple[Array, Array]:
    """E and e of the equations Ex = e that make x a plan.

    They say of each decision and hand that the probabilities of its sequences sum to that of the
    sequence before the decision, which is 1 if that is the empty sequence.

    Returns:
        E [decisions × hands, cells] and e [decisions × hands], without the empty sequences.
    """
    flow = np.zeros((len(tree.actions), tree.rows))
    decision, row, sign = flow_of(tree)
    flow[decision, row] = sign
    by_hand = np.asarray(np.kron(flow, np.eye(tree.hands)), np.float64)[tree.hands :]
    ends: Array = -by_hand[:, : tree.hands].sum(1)
    return by_hand[:, tree.hands :], ends


def _system(payoffs: Array, flow: Array, other_flow: Array) -> Array:
    """The matrix of the linear conditions on (x, y, u, v): the slacks', then Ex = e and Fy = f."""
    (x, y), u, v = payoffs.shape, len(flow), len(other_flow)
    return np.block(
        [
            [np.zeros((x, x)), -payoffs, flow.T, np.zeros((x, v))],
            [payoffs.T, np.zeros((y, y + u)), -other_flow.T],
            [flow, np.zeros((u, y + u + v))],
            [np.zeros((v, x)), other_flow, np.zeros((v, u + v))],
        ]
    )
