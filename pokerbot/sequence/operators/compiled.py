"""The operators by loops in machine code."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba import types

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.form import Tree
from pokerbot.sequence.operators import Floor, loops, parts
from pokerbot.sequence.operators.flat import flatten_tree, in_order
from pokerbot.sequence.operators.loops import COLUMNS, FEW, INDEX, MATRIX, TREE

NOTHING = np.zeros((0, 0))


@cache
def _compile_all(*, few: bool) -> None:
    """Compile now what would be at the first call."""
    hand = types.intp if few else types.uintp
    span = types.intp, types.intp
    loops.gradient.compile((*TREE[2:], MATRIX, MATRIX, *span))
    for loop, arrays in (
        (loops.realization_plan, (INDEX, MATRIX, MATRIX)),
        (loops.backup, (INDEX, MATRIX, MATRIX, MATRIX)),
        (loops.best_response, (INDEX, MATRIX, MATRIX, MATRIX, MATRIX)),
        (loops.sums, (MATRIX, MATRIX)),
        (loops.maxima, (MATRIX, MATRIX)),
        (loops.by_row, (MATRIX, MATRIX)),
        (loops.normalize, (MATRIX, MATRIX, MATRIX)),
        (loops.best_decision, (MATRIX, MATRIX, MATRIX)),
    ):
        loop.compile((INDEX, *arrays, *span, hand, hand))


class CompiledOperators:
    """As `Operators`, of a player's tree."""

    def __init__(self, tree: Tree) -> None:
        self.tree, self.shape = tree, tree.shape
        self._flat = flatten_tree(tree)
        _compile_all(few=tree.hands <= FEW)
        self.parts = parts(self)

    def _run(self, loop: Callable[..., None], *arrays: Any, first: int = 0) -> None:
        """A loop over all decisions from `first` on, some hands at a time."""
        decisions, hands = len(self._flat.above), self.shape[1]
        told = self._flat.starts, *map(np.ascontiguousarray, arrays), first, decisions
        if self.tree.hands <= FEW:
            loop(*told, 0, hands)
            return
        for low in range(0, hands, COLUMNS):
            loop(*told, np.uint64(low), np.uint64(min(low + COLUMNS, hands)))

    def realization_plan(self, sigma: Array) -> Array:
        """As `Operators`."""
        plan = sigma.copy()
        self._run(loops.realization_plan, self._flat.above, sigma, plan, first=1)
        return plan

    def gradient(self, opponent_plan: Array) -> Array:
        """As `Operators`."""
        earned = np.empty(self.shape)
        arrays = in_order(self._flat)[2:]
        loops.gradient(*arrays, np.ascontiguousarray(opponent_plan), earned, 0, self.shape[0])
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
