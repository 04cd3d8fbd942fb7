"""What was compiled is found again by the types of what it takes."""

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import pytest

pytest.importorskip("numba", reason="compiled code needs numba: the extra fast")
from numba import typeof
from numba.core.dispatcher import Dispatcher

from pokerbot.runs.training import Training
from pokerbot.sequence.operators.compiled.kinds import _told_apart


class Pair(NamedTuple):
    first: Any
    second: Any


ARRAY, READ_ONLY = np.zeros((2, 3)), np.zeros((2, 3))
READ_ONLY.flags.writeable = False
VALUES = {
    "whole": 1,
    "float": 0.5,
    "truth": True,
    "nothing": None,
    "unsigned": np.uint64(1),
    "generator": np.random.default_rng(1),
    "array": ARRAY,
    "larger": np.zeros((5, 7)),
    "of other numbers": ARRAY.astype(np.float32),
    "of more dimensions": ARRAY[None].copy(),
    "not contiguous": ARRAY[:, ::2],
    "read-only": READ_ONLY,
    "pair": Pair(ARRAY, 1),
    "larger pair": Pair(np.zeros((5, 7)), 2),
    "pair with less": Pair(ARRAY, None),
    "pair of pairs": Pair(Pair(ARRAY, 1), 1),
    "plain pair": (ARRAY, 1),
}


@pytest.mark.parametrize(("one", "other"), [*combinations(VALUES, 2)])
def test_values_are_told_apart_as_the_compiler_tells_them_apart(one, other):
    def same(told):
        return told(VALUES[one]) == told(VALUES[other])

    assert same(_told_apart) == same(typeof)


@pytest.mark.parametrize(("algorithm", "threads"), [("cfr+", 1), ("cfr+", 2), ("es-mccfr", 1)])
def test_a_game_that_was_solved_before_keeps_the_compiler_out(algorithm, threads, monkeypatch):
    """It works out the types of a form in as long as a thousand iterations of Kuhn take."""

    def solve():
        training = Training("kuhn", algorithm, backend="compiled", threads=threads)
        training.run(iterations=1)

    solve()
    monkeypatch.setattr(Dispatcher, "compile", None)
    solve()
