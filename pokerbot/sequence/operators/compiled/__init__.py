"""The operators by loops in machine code."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba import types

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.form import Tree
from pokerbot.sequence.operators import Floor, parts
from pokerbot.sequence.operators.compiled import loops
from pokerbot.sequence.operators.compiled.flat import flatten_tree, in_order
from pokerbot.sequence.operators.compiled.loops import COLUMNS, MATRIX, PLACE, TREE

NOTHING = np.zeros((0, 0))


@cache
def compile_all(low: Any, high: Any) -> dict[Callable[..., None], Callable[..., None]]:
    """Each operator's loop for hands of such types, compiled now rather than at the first call."""
    first, last = types.intp, types.intp
    gradient = *TREE[2:], MATRIX, MATRIX, first, last, high
    arrays = {
        loops.realization_plan: (PLACE, MATRIX, MATRIX),
        loops.backup: (PLACE, MATRIX, MATRIX, MATRIX),
        loops.best_response: (PLACE, MATRIX, MATRIX, MATRIX, MATRIX),
        loops.sums: (MATRIX, MATRIX),
        loops.maxima: (MATRIX, MATRIX),
        loops.by_row: (MATRIX, MATRIX),
        loops.normalize: (MATRIX, MATRIX, MATRIX),
        loops.best_decision: (MATRIX, MATRIX, MATRIX),
    }
    return {loops.gradient: loops.gradient.compile(gradient)} | {
        loop: loop.compile((PLACE, *taken, first, last, low, high))
        for loop, taken in arrays.items()
    }


class CompiledOperators:
    """As `Operators`, of a player's tree."""

    def __init__(self, tree: Tree) -> None:
        self.tree, self.shape = tree, tree.shape
        self._flat = flatten_tree(tree)
        self._compiled = compile_all(*loops.span(tree.hands))
        self.parts = parts(self)

    def _run(self, loop: Callable[..., None], *arrays: Any, first: int = 0) -> None:
        """A loop over all decisions from `first` on, some hands at a time."""
        decisions, hands = len(self._flat.above), self.shape[1]
        told = self._flat.starts, *map(np.ascontiguousarray, arrays), first, decisions
        for low in range(0, hands, COLUMNS):
            self._compiled[loop](*told, low, min(low + COLUMNS, hands))

    def realization_plan(self, sigma: Array) -> Array:
        """As `Operators`."""
        plan = sigma.copy()
        self._run(loops.realization_plan, self._flat.above, sigma, plan, first=1)
        return plan

    def gradient(self, opponent_plan: Array) -> Array:
        """As `Operators`."""
        earned = np.empty(self.shape)
        told = *in_order(self._flat)[2:], np.ascontiguousarray(opponent_plan), earned
        self._compiled[loops.gradient](*told, 0, *self.shape)
        return earned

    def backup(self, sigma: Array, gradient: Array) -> tuple[Array, Array]:
        """As `Operators`."""
        q, v = gradient.copy(), self._by_decision()
        self._run(loops.backup, self._flat.above, sigma, q, v)
        return q, v

    def best_response(self, gradient: Array, floor: Floor | None = None) -> tuple[Array, Array]:
        """As `Operators`."""
        q, v = gradient.copy(), self._by_decision()
        free, least = (floor.free, floor.least) if floor else (NOTHING, NOTHING)
        self._run(loops.best_response, self._flat.above, free, least, q, v)
        return q, v

    def sums(self, x: Array) -> Array:
        """As `Operators`."""
        total = self._by_decision()
        self._run(loops.sums, x, total)
        return total

    def maxima(self, x: Array) -> Array:
        """As `Operators`."""
        most = self._by_decision()
        self._run(loops.maxima, x, most)
        return most

    def by_row(self, v: Array) -> Array:
        """As `Operators`."""
        x = np.empty(self.shape)
        self._run(loops.by_row, v, x)
        return x

    def normalize(self, weights: Array) -> Array:
        """As `Operators`."""
        sigma = np.empty(self.shape)
        self._run(loops.normalize, weights, self._by_decision(), sigma)
        return sigma

    def best_decision(self, q: Array) -> Array:
        """As `Operators`."""
        taken = np.empty(self.shape)
        self._run(loops.best_decision, q, self._by_decision(), taken)
        return taken

    def _by_decision(self) -> Array:
        return np.empty((len(self._flat.above), self.shape[1]))
