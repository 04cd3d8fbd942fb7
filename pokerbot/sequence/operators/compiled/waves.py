"""All leaves of a form, gone through by several threads, wave by wave."""

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
"""So many leaves are one piece of work."""


def by_wave(
    work: Callable[[int, int, Cells], object],
    add_up: Callable[[Cells, Cells, int, int], object],
    cut: Cut,
    q: Cells,
    roots: int,
    threads: int,
) -> None:
    """Work on all leaves, and add what comes up from them to q [rows of the trunk, hands].

    It is added in the order of the leaves, however many threads there are.

    work: from the first of some leaves, the end and an array [leaves, roots, hands] to the values
    of their roots, written there; add_up: adds such an array, of all leaves from one to before
    another, to q.
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
    first, last = piece
    work(first, last, passed[first - begin : last - begin])
