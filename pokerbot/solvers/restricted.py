"""The most that can be won from a model at a risk: Newton's method on a linear program."""

from __future__ import annotations

import numpy as np

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import Operators, Pair, bind, payoff_matrix, uniform
from pokerbot.solvers.interior import MOST_SEQUENCES, ROUNDING, STRIDE, flow_matrix
from pokerbot.solvers.selfplay import Plans

MOST_STEPS = 200


def is_within_reach(form: Form) -> bool:
    """Whether the game's dense matrices are of bearable size."""
    return max(tree.rows * tree.hands for tree in form.trees) <= MOST_SEQUENCES


class RestrictedProgram:
    """Both seats' plans that win the most from a model and lose no more than the risk.

    With x a seat's plan, m the model and y the adversary who answers x, the most of Σ xᵀAm, over
    both seats, is looked for where Σ xᵀAy ≥ -2·risk for every y. This constraint has a price λ, and
    λy in place of y makes it the game in which the opponent plays the model with probability
    p = 1 / (1 + λ) (Johanson, Zinkevich & Bowling 2007, "Computing robust counter-strategies").
    Each step is predicted and corrected (Mehrotra 1992, "On the implementation of a primal-dual
    interior point method"), and leaves plans plans: only changes within them are solved for.

    iterations: steps so far; finished: whether only rounding is left, or no step leads on.
    """

    def __init__(self, form: Form, model: Plans, risk: float) -> None:
        self.operators, self.iterations, self.finished = bind(form), 0, False
        matrix = np.abs(payoff_matrix(self.operators, 0))
        self.size, self.tolerance = float(matrix.max()), ROUNDING * float(matrix.sum())
        self.sides = [_Side(self.operators, seat, model[1 - seat], self.size) for seat in (0, 1)]
        self.price, self.lost = _Numbers(np.ones(1), self.size), 2 * risk
        self.numbers = [self.price, *(each for side in self.sides for each in side.cells)]

    @property
    def p(self) -> float:
        """The model's share in what the plans answer."""
        return 1 / (1 + float(self.price.at[0]))

    def plans(self) -> Plans:
        """What each seat plays."""
        first, second = (side.own.plan() for side in self.sides)
        return first, second

    def adversaries(self) -> Plans:
        """What each seat plays as the other one's adversary."""
        second, first = (side.other.plan() for side in self.sides)
        return first, second

    def step(self) -> None:
        """One step, short of the first number that would become 0."""
        self.iterations += 1
        count = sum(len(each.at) for each in self.numbers)
        mean = sum(each.left() for each in self.numbers) / count
        try:
            for side in self.sides:
                side.linearize(float(self.price.at[0]))
            stride = self._direct(0.0)
            after = sum(each.left(stride) for each in self.numbers) / count
            stride = self._direct(mean * (after / mean) ** 3)
        except np.linalg.LinAlgError:  # rounding has made a matrix singular: no step leads on
            self.finished = True
            return
        for each in self.numbers:
            each.move(stride)
        gap = sum(each.left() for each in self.numbers)
        self.finished = gap <= self.tolerance or self.iterations == MOST_STEPS

    def _direct(self, centre: float) -> float:
        """Where to go for products that are all `centre`, corrected by the last time; how far."""
        for each in self.numbers:
            each.aim = centre - each.product * each.change * each.slack_change
        solved = [side.solve() for side in self.sides]
        price = self.price
        right = price.aim - price.at * self.lost + sum(side.right[-1] for side in self.sides)
        diagonal = price.product + sum(side.matrix[-1, -1] for side in self.sides)
        for side, (fixed, by_price) in zip(self.sides, solved, strict=True):
            right -= side.matrix[-1, :-1] @ fixed
            diagonal -= side.matrix[-1, :-1] @ by_price
        change = right / diagonal
        price.turn(change)
        for side, (fixed, by_price) in zip(self.sides, solved, strict=True):
            side.turn(np.r_[fixed - by_price * change, change])
        nearest = max(each.nearest() for each in self.numbers)
        if not np.isfinite(nearest):
            raise np.linalg.LinAlgError
        return min(1.0, STRIDE / max(nearest, STRIDE))


class _Numbers:
    """Numbers above 0, each with a slack that is 0 at the end unless the number is.

    change, slack_change: where a step takes them, relative to what they are; aim: what each
    product of a number and its slack is to be then.
    """

    def __init__(self, at: Array, slack: float) -> None:
        self.at, self.slack = at, np.full(at.shape, slack)
        self.aim = self.change = self.slack_change = np.zeros(at.shape)

    @property
    def product(self) -> Array:
        products: Array = self.at * self.slack
        return products

    def left(self, stride: float = 0.0) -> float:
        """The sum of the products after so much of the step."""
        grown = (1 + stride * self.change) * (1 + stride * self.slack_change)
        return float(self.product @ grown)

    def turn(self, change: Array) -> None:
        """Note a direction: products become what is aimed at, to first order."""
        self.change, self.slack_change = change, self.aim / self.product - 1 - change

    def nearest(self) -> float:
        """The largest part of any number that the whole step would take away."""
        return float(np.maximum(-self.change.min(), -self.slack_change.min()))

    def move(self, stride: float) -> None:
        """So much of the step."""
        self.at, self.slack = (
            self.at * (1 + stride * self.change),
            self.slack * (1 + stride * self.slack_change),
        )
        self.change = self.slack_change = np.zeros(self.at.shape)


class _Cells(_Numbers):
    """A plan's numbers [cells], but for the empty sequences, which have a scale in their place."""

    def __init__(self, operators: Operators, slack: float) -> None:
        super().__init__(operators.realization_plan(uniform(operators))[1:].ravel(), slack)
        self.operators = operators
        flow, ends = flow_matrix(operators.tree)
        self.flow = np.c_[flow, -ends]
        self.decision = flow.argmax(0)

    def moves(self, scale: float) -> Array:
        """[cells + 1, free + 1]: what each relative change that is free makes of the others.

        At every decision one number, the largest, is whatever the others leave; the last row and
        column are the scale's.
        """
        by_size = np.argsort(self.at, kind="stable")
        last = np.empty(len(self.flow), np.intp)
        last[self.decision[by_size]] = by_size
        free = np.setdiff1d(np.arange(len(self.at) + 1), last)
        weighed = self.flow * np.r_[self.at, scale]
        moves = np.zeros((len(self.at) + 1, len(free)))
        moves[free, np.arange(len(free))] = 1
        moves[last] = -np.linalg.solve(weighed[:, last], weighed[:, free])
        return moves

    def plan(self) -> Array:
        """[rows, hands] the realization plan, of scale 1."""
        hands = self.operators.shape[1]
        weights = np.vstack([np.ones(hands), self.at.reshape(-1, hands)])
        return self.operators.realization_plan(self.operators.normalize(weights))


class _Side:
    """One seat's plan, and the adversary's times the price.

    payoffs: [own cells + 1, other cells + 1]; earned: [own cells + 1] against the model.
    """

    def __init__(self, operators: Pair, seat: int, model: Array, slack: float) -> None:
        self.own, self.other = (_Cells(operators[each], slack) for each in (seat, 1 - seat))
        self.cells = self.own, self.other
        own, other = (_empty_last(each.operators) for each in self.cells)
        matrix = payoff_matrix(operators, seat)
        self.payoffs = own @ matrix @ other.T
        self.earned = own @ (matrix @ model.ravel())

    def linearize(self, price: float) -> None:
        """Note what is linear in the relative changes; the price's are last."""
        self.at = np.r_[self.own.at, 1.0], np.r_[self.other.at, price]
        self.moves = self.own.moves(1.0)[:, :-1], self.other.moves(price)
        weighed = self.at[0][:, None] * self.payoffs * self.at[1]
        meeting = self.moves[0].T @ (weighed @ self.moves[1])
        own, other = (
            (moves[:-1].T * cells.product) @ moves[:-1]
            for cells, moves in zip(self.cells, self.moves, strict=True)
        )
        self.matrix = np.block([[own, -meeting], [meeting.T, other]])

    def solve(self) -> tuple[Array, Array]:
        """The changes while the price stays, and what each unit of its change takes off them."""
        own, other = self.at
        gains = own * (self.earned + self.payoffs @ other), -other * (own @ self.payoffs)
        self.right = np.concatenate(
            [
                moves.T @ gain + moves[:-1].T @ cells.aim
                for cells, moves, gain in zip(self.cells, self.moves, gains, strict=True)
            ]
        )
        both = np.c_[self.right[:-1], self.matrix[:-1, -1]]
        fixed, by_price = np.linalg.solve(self.matrix[:-1, :-1], both).T
        return fixed, by_price

    def turn(self, change: Array) -> None:
        """Note a direction, by what is free."""
        free = self.moves[0].shape[1]
        parts = change[:free], change[free:]
        for cells, moves, part in zip(self.cells, self.moves, parts, strict=True):
            cells.turn((moves @ part)[:-1])


def _empty_last(operators: Operators) -> Array:
    """[cells + 1, rows · hands]: takes sequences to cells, the empty ones to the last."""
    rows, hands = operators.shape
    whole = np.eye(rows * hands)
    return np.vstack([whole[hands:], whole[:hands].sum(0)])
