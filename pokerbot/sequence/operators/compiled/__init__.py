"""The operators as loops in machine code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numba import types

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.form import Tree
from pokerbot.sequence.operators.compiled import loops
from pokerbot.sequence.operators.compiled.flat import (
    NO_FLOOR,
    FlatFloor,
    flatten_endings,
    flatten_tree,
)
from pokerbot.sequence.operators.compiled.kinds import (
    COLUMNS,
    INDICES,
    MATRIX,
    compiled_for,
    hand_index_types,
)
from pokerbot.sequence.operators.compiled.terminals import gradient as earn
from pokerbot.sequence.operators.protocol import Floor, blocks_of

contiguous = np.ascontiguousarray


ARRAYS = {
    loops.realization_plan: (MATRIX, MATRIX),
    loops.backup: (MATRIX, MATRIX, MATRIX),
    loops.best_response: (NO_FLOOR, MATRIX, MATRIX),
    loops.sums: (MATRIX, MATRIX),
    loops.maxima: (MATRIX, MATRIX),
    loops.by_row: (MATRIX, MATRIX),
    loops.normalize: (MATRIX, MATRIX),
    loops.best_decision: (MATRIX, MATRIX, MATRIX),
}
"""By loop over decisions, the types of what it takes between the tree and its range."""
EVALUATING = earn, loops.realization_plan, loops.best_response
"""The loops that evaluating takes."""


class CompiledOperators:
    """The `Operators` of a player's tree; `others` is how many hands the opponent has.

    What `EVALUATING` takes is compiled at once, each other loop when it is used first.
    """

    def __init__(self, tree: Tree, others: int) -> None:
        self.tree, self.shape, self._others = tree, tree.shape, others
        self._tree, self._endings = flatten_tree(tree), flatten_endings(tree)
        self._compiled: dict[Any, Callable[..., None]] = {}
        self.compile(EVALUATING)
        self.blocks = blocks_of(self)

    def compile(self, wanted: Iterable[Any] = (earn, *ARRAYS)) -> None:
        """Compile loops, or all of them, that are not yet."""
        for loop in wanted:
            if loop not in self._compiled:
                self._compiled[loop] = compiled_for(loop, *self._taken(loop))

    def _taken(self, loop: Any) -> tuple[Any, ...]:
        """What a loop takes, or the types of it."""
        low, high = hand_index_types(self.tree.hands)
        if loop is earn:
            others = hand_index_types(self._others)[1]
            return self._endings, MATRIX, MATRIX, INDICES, high, others
        return self._tree, *ARRAYS[loop], types.intp, types.intp, low, high

    def _run(self, loop: Callable[..., None], *taken: Any, first: int = 0) -> None:
        """Run a loop over all decisions from `first` on, some hands at a time."""
        if loop not in self._compiled:
            self.compile([loop])
        run, hands = self._compiled[loop], self.shape[1]
        told = self._tree, *taken, first, len(self._tree.above)
        for low in range(0, hands, COLUMNS):
            run(*told, low, min(low + COLUMNS, hands))

    def realization_plan(self, sigma: Array) -> Array:
        """As `Operators`."""
        plan = sigma.copy()
        self._run(loops.realization_plan, contiguous(sigma), plan, first=1)
        return plan

    def gradient(self, opponent_plan: Array) -> Array:
        """As `Operators`."""
        earned = np.empty(self.shape)
        told = self._endings, contiguous(opponent_plan), earned, self._endings.rows
        self._compiled[earn](*told, self.shape[1], self._others)
        return earned

    def backup(self, sigma: Array, gradient: Array) -> tuple[Array, Array]:
        """As `Operators`."""
        q, v = gradient.copy(), self._by_decision()
        self._run(loops.backup, contiguous(sigma), q, v)
        return q, v

    def best_response(self, gradient: Array, floor: Floor | None = None) -> tuple[Array, Array]:
        """As `Operators`."""
        q, v = gradient.copy(), self._by_decision()
        kept = FlatFloor(contiguous(floor.free), contiguous(floor.least)) if floor else NO_FLOOR
        self._run(loops.best_response, kept, q, v)
        return q, v

    def sums(self, x: Array) -> Array:
        """As `Operators`."""
        total = self._by_decision()
        self._run(loops.sums, contiguous(x), total)
        return total

    def maxima(self, x: Array) -> Array:
        """As `Operators`."""
        most = self._by_decision()
        self._run(loops.maxima, contiguous(x), most)
        return most

    def by_row(self, v: Array) -> Array:
        """As `Operators`."""
        x = np.empty(self.shape)
        self._run(loops.by_row, contiguous(v), x)
        return x

    def normalize(self, weights: Array) -> Array:
        """As `Operators`."""
        sigma = np.empty(self.shape)
        self._run(loops.normalize, contiguous(weights), sigma)
        return sigma

    def best_decision(self, q: Array) -> Array:
        """As `Operators`."""
        taken = np.empty(self.shape)
        self._run(loops.best_decision, contiguous(q), self._by_decision(), taken)
        return taken

    def _by_decision(self) -> Array:
        return np.empty((len(self._tree.above), self.shape[1]))
