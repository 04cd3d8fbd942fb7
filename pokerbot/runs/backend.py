"""What iterations are computed by: NumPy, or machine code that numba makes."""

from __future__ import annotations

import math
from importlib.util import find_spec

from pokerbot.errors import InputError
from pokerbot.sequence.form import Form

BACKENDS = ("auto", "numpy", "compiled")
SECONDS = 2.0
"""About as much work is done with NumPy before machine code, which takes its time to load, pays."""
A_CALL, A_CELL = 60e-6, 15e-9
"""About what an iteration takes with NumPy, in seconds: as it is, and for each cell of a form."""


def is_installed() -> bool:
    """Whether there is anything to compile with."""
    return find_spec("numba") is not None


def check(backend: str) -> None:
    """Raise InputError where that is no backend, or one that is not installed."""
    if backend not in BACKENDS:
        raise InputError(f"is auto, numpy or compiled, not {backend!r:.40}", parameter="backend")
    if backend == "compiled" and not is_installed():
        raise InputError("compiled code needs numba: pip install 'pokerbot[fast]'")


def iterations_before(backend: str, form: Form) -> int | None:
    """How many iterations NumPy does before machine code goes on; None where it does all."""
    if backend == "compiled":
        return 0
    if backend == "numpy" or not is_installed():
        return None
    cells = sum(tree.rows * tree.hands for tree in form.trees)
    return math.ceil(SECONDS / (A_CALL + A_CELL * cells))
