"""Exact equilibria by the sequence-form linear program, solved with SciPy's HiGHS."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError, without
from pokerbot.games.game import Game
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile, realization_plans
from pokerbot.sequence.floors import Floors
from pokerbot.sequence.form import Form, Tree
from pokerbot.sequence.operators import Floor, bind, scaled_payoffs, uniform
from pokerbot.sequence.treeplex import flow_of, rows_above

MOST_SEQUENCES, MOST_ENDS = 20_000, 1_000_000
"""What HiGHS solves in minutes. Ends are the numbers in the matrix, and count more than its size.

Kuhn with 400 cards has 2,000 sequences and 800,000 ends, and takes 5 s; with 1,000 cards it has
5,000 and 5 million, and there is nothing after 100 s. No-limit Leduc with 8 chips has 8,328 and
31,041, and takes 8 s.
"""
TOLERANCES = 1e-10, 1e-9
"""HiGHS's tolerances for constraints and costs; the second is tried where the first fails."""
LARGEST = 16
"""Payoffs are scaled to at most 2**16, since HiGHS's limits are absolute.

It drops numbers below 1e-9 and takes for equal what differs by 1e-10; relevant payoffs are then far
above both limits, and rounding errors, at 1e-16 of the payoffs, below.
"""


def is_within_reach(game: Game) -> bool:
    """Whether the game is zero-sum and not too large."""
    return has_few_sequences(game, MOST_SEQUENCES) and game.most_ends <= MOST_ENDS


def has_few_sequences(game: Game, most: int) -> bool:
    """Whether a game is zero-sum, and both players have at most `most` sequences over all hands."""
    if not game.zero_sum:
        return False
    cells = [*game.hands]
    for player, actions, hands in game.choices():
        cells[player] += actions * hands
        if cells[player] > most:
            return False
    return True


class LinearProgram:
    """Finds both players' equilibrium plans in one step, each from a linear program of its own.

    Koller, Megiddo & von Stengel (1994), "Fast algorithms for finding randomized strategies in game
    trees": the plan minimizes the value of the opponent's best response, which is written as the
    dual program. Plans keep to the floors, if there are any.

    Raises:
        InputError: SciPy is not installed, the game is too large or not zero-sum, or the program
            has no solution.
    """

    finished = False

    def __init__(self, form: Form, floors: Floors, rng: np.random.Generator) -> None:
        if find_spec("scipy") is None:
            raise without("scipy", "lp needs SciPy")
        form.game.check_zero_sum("lp")
        cells = max(tree.rows * tree.hands for tree in form.trees)
        if cells > MOST_SEQUENCES:
            raise InputError(f"lp takes games of up to {MOST_SEQUENCES:,} sequences, not {cells:,}")
        if (ends := form.game.most_ends) > MOST_ENDS:
            raise InputError(
                f"lp takes games of up to {MOST_ENDS:,} pairs of sequences that end a hand,"
                f" not {ends:,}"
            )
        self.form, self.operators, self.floors = form, bind(form), floors
        self.iterations = 0
        self.nodes_touched = 0
        self.value_sum = 0.0
        self._profile: Profile = uniform(self.operators[0]), uniform(self.operators[1])

    def step(self, count: int = 1) -> None:
        """Solve both programs, which is all there is to do."""
        self._profile = self._plan(0), self._plan(1)
        plans = self.plans()
        self.value_sum = float(np.vdot(plans[0], self.operators[0].gradient(plans[1])))
        self.iterations, self.finished = 1, True
        self.nodes_touched = self.form.traversal

    def profile(self, iterate: str = "average") -> Profile:
        """The equilibrium; there is no other iterate."""
        return self._profile

    def plans(self, iterate: str = "average") -> tuple[Array, Array]:
        """Its realization plans."""
        return realization_plans(self.form, self._profile)

    def state(self) -> dict[str, NDArray[Any]]:
        """Empty: there is nothing between the start and the solution."""
        return {}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Nothing to go on from."""

    def _plan(self, player: int) -> Array:
        """A player's strategy: the x of (x, v, u) that minimize the sum over hands of v[0].

        x is the player's plan; v are the values of the opponent's decisions by hand, where decision
        0 has the value of the best response; u is how much less each of the opponent's sequences
        earns than the best one.
        """
        from scipy import sparse
        from scipy.optimize import linprog

        own, other = self.form.trees[player], self.form.trees[1 - player]
        (flow, floor), (other_flow, other_floor) = (
            _treeplex(tree, self.floors[tree.player]) for tree in (own, other)
        )
        payoffs, _ = scaled_payoffs(self.operators, 1 - player)
        earnings = sparse.csr_array(np.ldexp(payoffs, LARGEST))
        v, u = other_flow.shape
        root = np.zeros(flow.shape[0])
        root[: own.hands] = 1
        program = {
            "c": np.r_[
                np.zeros(own.rows * own.hands), np.ones(other.hands), np.zeros(v + u - other.hands)
            ],
            "A_eq": sparse.block_array(
                [[flow, None, None], [-earnings, other_flow.T, -other_floor.T]]
            ),
            "b_eq": np.r_[root, np.zeros(u)],
            "A_ub": sparse.hstack([-floor, sparse.csr_array((floor.shape[0], v + u))]),
            "b_ub": np.zeros(floor.shape[0]),
            "bounds": [(0, None)] * flow.shape[1] + [(None, None)] * v + [(0, None)] * u,
        }
        for tolerance in TOLERANCES:
            names = "primal_feasibility_tolerance", "dual_feasibility_tolerance"
            result = linprog(**program, method="highs", options=dict.fromkeys(names, tolerance))
            if result.success:
                break
        else:
            raise InputError(f"the linear program was not solved: {result.message}")
        plan = np.maximum(result.x[: own.rows * own.hands], 0).reshape(own.shape)
        return self.operators[player].normalize(plan)


def _treeplex(tree: Tree, floor: Floor | None) -> tuple[Any, Any]:
    """The sparse matrices of a player's constraints; rows and decisions are for each hand.

    Returns:
        [decisions, rows] the equations of plans, as `flow_matrix` has them; and [rows, rows] the
        differences that must not be negative: each row's probability, less the floor's part of the
        row above.
    """
    from scipy import sparse

    hands = sparse.eye_array(tree.hands)
    decision, row, sign = flow_of(tree)
    flow = sparse.coo_array((sign, (decision, row)), (len(tree.actions), tree.rows))
    below, above = rows_above(tree)
    step = sparse.coo_array((np.ones(len(below)), (below, above)), (tree.rows, tree.rows))
    free = sparse.eye_array(tree.rows * tree.hands)
    if floor is not None:
        free -= sparse.diags_array(floor.least.ravel()) @ sparse.kron(step, hands)
    return sparse.kron(flow, hands, format="csr"), sparse.csr_array(free)
