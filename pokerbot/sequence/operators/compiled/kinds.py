"""The types of flat forms for the compiler."""

from __future__ import annotations

from functools import cache
from typing import Any

from numba import types

from pokerbot.sequence.operators.compiled.flat import (
    FlatEndings,
    FlatFloor,
    FlatSorted,
    FlatTerminals,
    FlatTree,
)

INDEX, INDICES, PLACE = types.intp[::1], types.intp[:, ::1], types.uint32[::1]
ARRAY, MATRIX, CUBE = types.float64[::1], types.float64[:, ::1], types.float64[:, :, ::1]
PLACES, KINDS = types.uint32[:, ::1], types.int32[::1]
TREE = types.NamedTuple([PLACE, PLACE, PLACE, PLACES, PLACE, PLACE, PLACE], FlatTree)
FLAGS = types.boolean[:, ::1]
SORTED = types.NamedTuple(
    [PLACES, FLAGS, FLAGS, ARRAY, ARRAY, FLAGS, FLAGS, *(PLACES,) * 6, KINDS, types.intp],
    FlatSorted,
)
TERMINALS = types.NamedTuple(
    [PLACE, PLACE, PLACE, KINDS, ARRAY, ARRAY, CUBE, types.intp, types.intp], FlatTerminals
)
FLOOR = types.NamedTuple([MATRIX, MATRIX], FlatFloor)
FEW = 4
"""With at most so many hands, code is compiled for just that number."""
COLUMNS = 2048
"""How many hands are worked on together: they stay in the cache."""


@cache
def endings_kind(in_order: bool) -> Any:
    """The compiler's type of `FlatEndings`, with or without hands in order of strength."""
    return types.NamedTuple([TERMINALS, SORTED if in_order else types.none, INDICES], FlatEndings)


def hand_index_types(hands: int) -> tuple[Any, Any]:
    """The compiler's types of `low` and `high`, which bound loops over hands.

    A few hands are literal numbers, so that loops over them are unrolled; more are numbers without
    a sign, so that the processor works on several hands at once.
    """
    if hands <= FEW:
        return types.literal(0), types.literal(hands)
    return types.uintp, types.uintp
