"""The numbers that are kept of the leaves: as they are, or in 16 bits with a scale for each row.

A row is one action of one decision on one board, for all hands. In 16 bits its numbers are integer
multiples of the row's scale, which is the smallest power of 2 with which the largest number fits.
Numbers that were read and have not changed are therefore stored again exactly. All others are
rounded up or down at random, such that the expected result is the number itself; with rounding to
the nearest, increments of less than half a step would be lost. The random numbers depend only on
the iteration and on the place of the number.
"""

from __future__ import annotations

from functools import partial
from math import ldexp
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerbot.io.machine_code import jit
from pokerbot.sequence.arrays import Array

SIGNED, UNSIGNED = 15, 16
"""The bits of a number without its sign: for regrets, which may be negative, and the average."""
KINDS = {SIGNED: np.int16, UNSIGNED: np.uint16}
SMALLEST = -90
"""The least power of 2 by which a row is scaled, so that scales are normal floating-point numbers.
"""
ABSOLUTE, ENDLESS = np.uint32(0x7FFFFFFF), 129
"""The bits of a single-precision number without its sign; the exponent of infinity and NaN."""
GOLDEN = 0x9E3779B97F4A7C15
"""The golden ratio's fractional part in 64 bits; its multiples are spread evenly, modulo 2**64."""


class Stored(NamedTuple):
    """Numbers [leaves, arrays, rows less entries, hands] of one player's leaves.

    plain: the numbers as they are, None if they are packed
    parts: if packed, the integers in 16 bits, else None
    scales: if packed, [leaves, arrays, rows less entries] what a row's integers are multiplied by,
        else None
    """

    plain: NDArray[Any] | None
    parts: NDArray[Any] | None
    scales: NDArray[np.float32] | None

    @classmethod
    def zeros(cls, shape: tuple[int, int, int, int], kind: Any, bits: int | None) -> Stored:
        """All 0: numbers of the type `kind`, or packed with this many bits besides the sign."""
        if bits is None:
            return cls(np.zeros(shape, kind), None, None)
        return cls(None, np.zeros(shape, KINDS[bits]), np.ones(shape[:3], np.float32))

    def some(self, leaves: slice, array: int) -> NDArray[Any]:
        """[leaves, rows less entries, hands] the numbers of one array on some leaves."""
        if self.plain is not None:
            return np.ascontiguousarray(self.plain[leaves, array])
        assert self.parts is not None
        assert self.scales is not None
        found: NDArray[Any] = self.parts[leaves, array] * self.scales[leaves, array, :, None]
        return found

    def put(self, leaves: slice, array: int, numbers: Array) -> None:
        """Store the numbers of one array on some leaves; if packed, rounded to the nearest."""
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
        """The same without any leaves, to free the memory."""
        return Stored(*(None if each is None else each[:0].copy() for each in self))


def seed(t: int, player: int) -> int:
    """The seed of an iteration's random rounding of a player's leaves."""
    return (2 * t + player + 1) * GOLDEN % 2**64


@partial(jit, inline=True, allocates=True)
def unpacked(stored: Stored, leaf: int, into: Array) -> Any:
    """[arrays, rows, hands] a leaf's numbers: as they are kept, or unpacked into `into`.

    From packed numbers, as many arrays are unpacked as `into` has.
    """
    return _unpacked(stored.plain, stored.parts, stored.scales, leaf, into)


@partial(jit, inline=True, allocates=True)
def _unpacked(plain: Any, parts: Any, scales: Any, leaf: int, into: Array) -> Any:
    """The body of `unpacked`: numba leaves out the branches for arguments that are None."""
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
    """Mix 64 bits: each depends on all bits of `key` (Steele, Lea & Flood 2014, SplitMix)."""
    key = (key ^ (key >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    key = (key ^ (key >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return key ^ (key >> np.uint64(31))


@jit
def pack(stored: Stored, leaf: int, found: Array, bits: int, seed: Any) -> None:
    """Pack a leaf's numbers [arrays, rows, hands]; plain numbers are in their place already."""
    _pack(stored.parts, stored.scales, leaf, found, bits, seed)


@partial(jit, inline=True)
def _pack(parts: Any, scales: Any, leaf: int, found: Array, bits: int, seed: Any) -> None:
    """The body of `pack`: numba leaves out the branches for arguments that are None."""
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
    """The exponent of the least power of 2 above all of a row's numbers, read from their bits.

    It is at least `SMALLEST`, and `ENDLESS` if a number is infinite or NaN.
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
    """Multiply a row's numbers by `factor` and round them up or down at random.

    Hand by hand, multiples of the golden ratio serve as random numbers, which decide between up and
    down; `start` are the 32 bits that they begin with.
    """
    by, most = np.float32(factor), np.float32((1 << bits) - 1)
    for hand in range(np.uintp(found.shape[2])):
        exact = found[array, row, hand] * by
        low = np.floor(exact)
        drawn = np.uint32(start + np.uint32(hand) * np.uint32(GOLDEN >> 32))
        decides = np.float32(np.int32(drawn >> np.uint32(8))) * np.float32(2.0**-24)
        up = np.float32(1.0) if exact - low > decides else np.float32(0.0)
        parts[array, row, hand] = np.int32(min(low + up, most))
