"""Win the most from a model of the opponent at a limited risk, by an interior point method."""

from __future__ import annotations

import numpy as np

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import Operators, Pair, bind, payoff_matrix, uniform
from pokerbot.solvers.interior import MOST_SEQUENCES, ROUNDING, STRIDE, flow_matrix
from pokerbot.solvers.selfplay import Plans

MOST_STEPS = 200


def is_within_reach(form: Form) -> bool:
    """Whether the game is small enough for dense matrices."""
    return max(tree.rows * tree.hands for tree in form.trees) <= MOST_SEQUENCES


class RestrictedProgram:
    """For both seats, the plan that wins the most from a model and risks no more than is allowed.

    Let x be a seat's plan, A its payoffs, m the model and y an adversary who knows x. The program
    maximizes Σ xᵀAm, the sum over both seats, subject to Σ xᵀAy ≥ −2·risk for every y. With the
    constraint's multiplier, the price λ, and λy as the unknown in place of y, it is the game where
    the opponent plays the model with probability p = 1 / (1 + λ), and y otherwise (Johanson,
    Zinkevich & Bowling 2007, "Computing robust counter-strategies"). It is solved by the
    predictor-corrector method of Mehrotra (1992, "On the implementation of a primal-dual interior
    point method"). Steps are taken only in directions in which plans remain plans.

    iterations: how many steps have been taken
    finished: whether only rounding errors are left, or no step improves the solution
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
        """The probability of the model in the game that the plans are solutions of."""
        return 1 / (1 + float(self.price.at[0]))

    def plans(self) -> Plans:
        """Each seat's realization plan."""
        first, second = (side.own.plan() for side in self.sides)
        return first, second

    def adversaries(self) -> Plans:
        """The realization plan that each seat plays as the adversary of the other seat's plan."""
        second, first = (side.other.plan() for side in self.sides)
        return first, second

    def step(self) -> None:
        """Take one step; it ends shortly before the first number that would become 0."""
        self.iterations += 1
        count = sum(len(each.at) for each in self.numbers)
        mean = sum(each.left() for each in self.numbers) / count
        try:
            for side in self.sides:
                side.linearize(float(self.price.at[0]))
            stride = self._direct(0.0)
            after = sum(each.left(stride) for each in self.numbers) / count
            stride = self._direct(mean * (after / mean) ** 3)
        except np.linalg.LinAlgError:  # rounding has made a matrix singular: it gets no better
            self.finished = True
            return
        for each in self.numbers:
            each.move(stride)
        gap = sum(each.left() for each in self.numbers)
        self.finished = gap <= self.tolerance or self.iterations == MOST_STEPS

    def _direct(self, centre: float) -> float:
        """Find the direction in which all products become `centre`; return how far to go.

        The second-order term comes from the previous direction, which is the predictor's when
        the corrector's is found.
        """
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
    """Positive numbers, each with a positive slack; in the solution one of the two is 0.

    at, slack: the numbers and their slacks
    change, slack_change: the step's changes, relative to the numbers and to the slacks
    aim: what the product of each number and its slack is to be after the step
    """

    def __init__(self, at: Array, slack: float) -> None:
        self.at, self.slack = at, np.full(at.shape, slack)
        self.aim = self.change = self.slack_change = np.zeros(at.shape)

    @property
    def product(self) -> Array:
        products: Array = self.at * self.slack
        return products

    def left(self, stride: float = 0.0) -> float:
        """The sum of the products after the part `stride` of the step."""
        grown = (1 + stride * self.change) * (1 + stride * self.slack_change)
        return float(self.product @ grown)

    def turn(self, change: Array) -> None:
        """Set the direction: the slacks change such that to first order products become `aim`."""
        self.change, self.slack_change = change, self.aim / self.product - 1 - change

    def nearest(self) -> float:
        """The largest relative decrease of a number or a slack in the whole step."""
        return float(np.maximum(-self.change.min(), -self.slack_change.min()))

    def move(self, stride: float) -> None:
        """Take the part `stride` of the step."""
        self.at = self.at * (1 + stride * self.change)
        self.slack = self.slack * (1 + stride * self.slack_change)
        self.change = self.slack_change = np.zeros(self.at.shape)


class _Cells(_Numbers):
    """A realization plan's numbers [cells], without the empty sequences.

    A scale stands for all of these: it is 1 for a seat's own plan, and λ for λ times a plan.

    flow: [decisions × hands, cells + 1] the equations of plans, which are 0; the scale is last
    decision: [cells] the equation of the decision and hand that each cell belongs to
    """

    def __init__(self, operators: Operators, slack: float) -> None:
        super().__init__(operators.realization_plan(uniform(operators))[1:].ravel(), slack)
        self.operators = operators
        flow, ends = flow_matrix(operators.tree)
        self.flow = np.c_[flow, -ends]
        self.decision = flow.argmax(0)

    def moves(self, scale: float) -> Array:
        """[cells + 1, free + 1]: how all relative changes depend on those that are free.

        At every decision the largest number is not free: its change follows from the others', since
        the decision's numbers sum to that of the sequence before it. The last row and the last
        column belong to the scale.
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
        """[rows, hands] the realization plan, scaled to 1."""
        hands = self.operators.shape[1]
        weights = np.vstack([np.ones(hands), self.at.reshape(-1, hands)])
        return self.operators.realization_plan(self.operators.normalize(weights))


class _Side:
    """One seat's plan, and its adversary's plan times the price.

    payoffs: [own cells + 1, other cells + 1] the seat's payoffs; the last row and column are of the
        empty sequences
    earned: [own cells + 1] what each of the seat's sequences earns against the model
    """

    def __init__(self, operators: Pair, seat: int, model: Array, slack: float) -> None:
        self.own, self.other = (_Cells(operators[each], slack) for each in (seat, 1 - seat))
        self.cells = self.own, self.other
        own, other = (_empty_last(each.operators) for each in self.cells)
        matrix = payoff_matrix(operators, seat)
        self.payoffs = own @ matrix @ other.T
        self.earned = own @ (matrix @ model.ravel())

    def linearize(self, price: float) -> None:
        """Build the linear system for the free relative changes; the last one is the price's."""
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
        """Solve for the free changes as a function of the price's relative change.

        Returns:
            The changes if the price stays as it is, and what each unit of the price's change
            subtracts from them.
        """
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
        """Set the direction of both plans from the free changes; the last one is the price's."""
        free = self.moves[0].shape[1]
        parts = change[:free], change[free:]
        for cells, moves, part in zip(self.cells, self.moves, parts, strict=True):
            cells.turn((moves @ part)[:-1])


def _empty_last(operators: Operators) -> Array:
    """[cells + 1, rows · hands]: a matrix that adds up the empty sequences and puts them last."""
    rows, hands = operators.shape
    whole = np.eye(rows * hands)
    return np.vstack([whole[hands:], whole[:hands].sum(0)])
