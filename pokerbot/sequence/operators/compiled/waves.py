"""Goes through all leaves of a form by several threads, wave by wave."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbot.sequence.cut import Cut
from pokerbot.sequence.operators.compiled.threads import share_out

Cells = NDArray[Any]
TOGETHER = 4
"""How many leaves are one piece of work."""


def by_wave(
    work: Callable[[int, int, Cells], object],
    add_up: Callable[[Cells, Cells, int, int], object],
    cut: Cut,
    q: Cells,
    roots: int,
    threads: int,
) -> None:
    """Work on all leaves, and add the values of their roots to q [rows of the trunk, hands].

    They are added in the order of the leaves, however many threads there are.

    work: given the first of some leaves, the end, and an array [leaves, roots, hands], writes the
        values of these leaves' roots into the array
    add_up: given such an array, q, the first leaf and the end, adds the values to q
    """
    most = int((cut.waves[:, 1] - cut.waves[:, 0]).max())
    passed = np.empty((most, roots, q.shape[1]), dtype=q.dtype)
    for begin, end in cut.waves.tolist():
        pieces = [(at, min(at + TOGETHER, end)) for at in range(begin, end, TOGETHER)]
        share_out(partial(_work, work, passed, begin), pieces, threads)
        add_up(passed, q, begin, end)


def _work(
    work: Callable[[int, int, Cells], object], passed: Cells, begin: int, piece: tuple[int, int]
) -> None:
    """Work on one piece: the first of its leaves, and the end."""
    first, last = piece
    work(first, last, passed[first - begin : last - begin])
