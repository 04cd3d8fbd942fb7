"""The types of flat forms, as the compiler knows them."""

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
"""Up to so many hands the compiler is told how many there are."""
COLUMNS = 2048
"""How many hands are worked on together: they stay in the cache."""


@cache
def endings_kind(in_order: bool) -> Any:
    """`FlatEndings` as the compiler knows them, with or without hands that are sorted."""
    return types.NamedTuple([TERMINALS, SORTED if in_order else types.none, INDICES], FlatEndings)


def hand_index_types(hands: int) -> tuple[Any, Any]:
    """How the compiler knows `low` and `high`.

    A few hands by their number, so that no loop over them is left; more as numbers without a sign,
    so that the processor works on several at once.
    """
    if hands <= FEW:
        return types.literal(0), types.literal(hands)
    return types.uintp, types.uintp
