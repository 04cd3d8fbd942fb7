"""The types of plain arrays for the compiler, and of what bounds loops over hands.

Those of named tuples are read from the tuples themselves, by numba's `typeof`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import from_dtype, types

INDICES = types.intp[:, ::1]
ARRAY, MATRIX, CUBE = types.float64[::1], types.float64[:, ::1], types.float64[:, :, ::1]
FEW = 4
"""With at most so many hands, code is compiled for just that number."""
COLUMNS = 2048
"""How many hands are worked on together: they stay in the cache."""


def matrix(stored: Any) -> Any:
    """The type of contiguous two-dimensional arrays of numbers of the type `stored`."""
    return from_dtype(np.dtype(stored))[:, ::1]


def cube(stored: Any) -> Any:
    """As `matrix`, of three-dimensional ones."""
    return from_dtype(np.dtype(stored))[:, :, ::1]


def hand_index_types(hands: int) -> tuple[Any, Any]:
    """The compiler's types of `low` and `high`, which bound loops over hands.

    A few hands are literal numbers, so that loops over them are unrolled; more are numbers without
    a sign, so that the processor works on several hands at once.
    """
    if hands <= FEW:
        return types.literal(0), types.literal(hands)
    return types.uintp, types.uintp
