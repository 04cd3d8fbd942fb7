"""The types of plain arrays for the compiler, and of what bounds loops over hands.

Those of named tuples are read from the tuples themselves, by `compiled_for`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import from_dtype, typeof, types

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


def compiled_for(function: Any, *taken: Any) -> Any:
    """A function made by `jit`, compiled for arguments of the types of these values.

    It is compiled now rather than at the first call. A type of the compiler's stands for itself.
    What was compiled is found again by what tells types apart: to work out those of a form takes
    numba as long as a thousand iterations of a small game take.
    """
    place = function, *map(_told_apart, taken)
    if place not in _compiled:
        kinds = (each if isinstance(each, types.Type) else typeof(each) for each in taken)
        _compiled[place] = function.compile(tuple(kinds))
    return _compiled[place]


_compiled: dict[tuple[Any, ...], Any] = {}


def _told_apart(value: Any) -> Any:
    """The same for values of the same type for the compiler."""
    if isinstance(value, tuple):
        return type(value), *map(_told_apart, value)
    if isinstance(value, np.ndarray):
        return value.dtype, value.ndim, value.flags.num
    return value if isinstance(value, types.Type) else getattr(value, "_numba_type_", type(value))
