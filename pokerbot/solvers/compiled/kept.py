"""What is kept of the leaves: numbers as they are, or in 16 bits with a scale for each row.

A row is one action of one decision on one board, for all hands. In 16 bits its numbers are whole
multiples of its scale, the smallest power of 2 with which the largest one fits, so that numbers
which were read out are put back as they were. Others are rounded up or down at random, so often
that each is right on average: to the nearest, increments too small for a step would be lost. What
is drawn depends on the iteration and the place alone.
"""

from __future__ import annotations

from functools import partial
from math import ldexp
from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype, types
from numpy.typing import NDArray

from pokerbot.io.machine_code import jit
from pokerbot.sequence.arrays import Array

SIGNED, UNSIGNED = 15, 16
"""The bits of a number's size: of regrets, which may be negative, and of the average."""
KINDS = {SIGNED: np.int16, UNSIGNED: np.uint16}
SMALLEST = -90
"""Rows all below 2 to this power are scaled as if they reached it: so scales are normal numbers."""
ABSOLUTE, ENDLESS = np.uint32(0x7FFFFFFF), 129
"""All bits of a number in single precision but the sign; the power of 2 of what is no number."""
GOLDEN = 0x9E3779B97F4A7C15
"""The golden ratio's part behind the point, in 64 bits: multiples of it lie evenly."""


class Stored(NamedTuple):
    """Numbers [leaves, arrays, rows less entries, hands] of one player's leaves.

    plain: as they are, None where they are packed
    parts: in 16 bits, else None
    scales: [leaves, arrays, rows less entries] what the parts of a row are multiples of, else None
    """

    plain: NDArray[Any] | None
    parts: NDArray[Any] | None
    scales: NDArray[np.float32] | None

    @classmethod
    def zeros(cls, shape: tuple[int, int, int, int], kind: Any, bits: int | None) -> Stored:
        """All 0: numbers of a kind, or so many bits of them."""
        if bits is None:
            return cls(np.zeros(shape, kind), None, None)
        return cls(None, np.zeros(shape, KINDS[bits]), np.ones(shape[:3], np.float32))

    def some(self, leaves: slice, array: int) -> NDArray[Any]:
        """[leaves, rows less entries, hands] one array of some leaves."""
        if self.plain is not None:
            return np.ascontiguousarray(self.plain[leaves, array])
        assert self.parts is not None
        assert self.scales is not None
        found: NDArray[Any] = self.parts[leaves, array] * self.scales[leaves, array, :, None]
        return found

    def put(self, leaves: slice, array: int, numbers: Array) -> None:
        """Keep these in their place; rounded to the nearest where that is needed."""
        if self.plain is not None:
            self.plain[leaves, array] = numbers
            return
        assert self.parts is not None
        assert self.scales is not None
        bits = SIGNED if self.parts.dtype == np.int16 else UNSIGNED
        _, power = np.frexp(np.abs(numbers).max(axis=2).clip(min=2.0 ** (SMALLEST - 1)))
        scale = np.ldexp(1.0, power - bits)
        self.scales[leaves, array] = scale
        self.parts[leaves, array] = np.rint(numbers / scale[..., None]).clip(max=2**bits - 1)

    def dropped(self) -> Stored:
        """The same without any leaf."""
        return Stored(*(None if each is None else each[:0].copy() for each in self))


def stored_kind(stored: Any, bits: int | None) -> Any:
    """`Stored`, as the compiler knows it."""
    number = from_dtype(np.dtype(stored if bits is None else KINDS[bits]))[:, :, :, ::1]
    plain, packed = (number, types.none), (types.none, number)
    scales = types.none if bits is None else types.float32[:, :, ::1]
    return types.NamedTuple([*(plain if bits is None else packed), scales], Stored)


def seed(t: int, player: int) -> int:
    """What an iteration's draws for a player's leaves begin with."""
    return (2 * t + player + 1) * GOLDEN % 2**64


@partial(jit, inline=True, allocates=True)
def unpacked(stored: Stored, leaf: int, into: Array) -> Any:
    """[arrays, rows, hands] a leaf's numbers: those kept, or the first arrays of them in `into`."""
    return _unpacked(stored.plain, stored.parts, stored.scales, leaf, into)


@partial(jit, inline=True, allocates=True)
def _unpacked(plain: Any, parts: Any, scales: Any, leaf: int, into: Array) -> Any:
    """The same; what hangs on an argument that is None is not compiled."""
    if plain is not None:
        return plain[leaf]
    if scales is not None:
        for array in range(into.shape[0]):
            for row in range(into.shape[1]):
                scale = scales[leaf, array, row]
                for hand in range(np.uintp(into.shape[2])):
                    into[array, row, hand] = np.float32(parts[leaf, array, row, hand]) * scale
    return into


@partial(jit, inline=True)
def mixed(key: Any) -> Any:
    """64 bits, each of which hangs on each of the key's (Steele, Lea & Flood 2014, SplitMix)."""
    key = (key ^ (key >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    key = (key ^ (key >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return key ^ (key >> np.uint64(31))


@jit
def pack(stored: Stored, leaf: int, found: Array, bits: int, seed: Any) -> None:
    """Keep a leaf's numbers [arrays, rows, hands], unless they are the very ones that are kept."""
    _pack(stored.parts, stored.scales, leaf, found, bits, seed)


@partial(jit, inline=True)
def _pack(parts: Any, scales: Any, leaf: int, found: Array, bits: int, seed: Any) -> None:
    """The same; what hangs on an argument that is None is not compiled."""
    if scales is not None:
        arrays, rows, _ = found.shape
        plain = found.view(np.uint32)
        for array in range(arrays):
            for row in range(rows):
                power = power_of(plain, array, row)
                scales[leaf, array, row] = ldexp(1.0, power - bits) if power < ENDLESS else np.nan
                place = np.uint64((leaf * arrays + array) * rows + row)
                start = np.uint32(mixed(seed + place * np.uint64(GOLDEN)))
                pack_row(found, array, row, ldexp(1.0, bits - power), start, bits, parts[leaf])


@partial(jit, inline=True)
def power_of(plain: Any, array: int, row: int) -> int:
    """The power of 2 that a row's numbers are below, by their bits; ENDLESS where one is none.

    It is at least `SMALLEST`.
    """
    largest: Any = np.uint32(0)
    for hand in range(np.uintp(plain.shape[2])):
        largest = max(largest, np.uint32(plain[array, row, hand] & ABSOLUTE))
    power: Any = np.intp(largest >> np.uint32(23)) - 126
    return max(power, SMALLEST)  # type: ignore[no-any-return]


@partial(jit, inline=True)
def pack_row(
    found: Array, array: int, row: int, factor: float, start: Any, bits: int, parts: Array
) -> None:
    """Round a row's numbers times a factor; what decides are multiples of the golden ratio.

    start: 32 bits, the first of them
    """
    by, most = np.float32(factor), np.float32((1 << bits) - 1)
    for hand in range(np.uintp(found.shape[2])):
        exact = found[array, row, hand] * by
        low = np.floor(exact)
        drawn = np.uint32(start + np.uint32(hand) * np.uint32(GOLDEN >> 32))
        decides = np.float32(np.int32(drawn >> np.uint32(8))) * np.float32(2.0**-24)
        up = np.float32(1.0) if exact - low > decides else np.float32(0.0)
        parts[array, row, hand] = np.int32(min(low + up, most))
