"""Numbers in 16 bits with a scale for each row."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba", reason="compiled code needs numba: the extra fast")

from pokerbot.solvers.compiled.kept import SIGNED, SMALLEST, UNSIGNED, Stored, pack, seed

SIZE = 8, 4, 25
"""Arrays, rows and hands of a leaf."""


def kept(found, bits, key=1) -> Stored:
    """What is left of a leaf's numbers [arrays, rows, hands], the second one of three."""
    stored = Stored.zeros((3, *found.shape), None, bits)
    pack(stored, 1, found.astype(np.float32), bits, np.uint64(key))
    return stored


def read(stored: Stored) -> np.ndarray:
    arrays = [stored.some(slice(1, 2), array)[0] for array in range(stored.parts.shape[1])]
    return np.array(arrays, dtype=np.float64)


def drawn(bits: int) -> np.ndarray:
    """Rows of very different sizes, with one whole row of 0."""
    rng = np.random.default_rng(bits)
    found = rng.normal(size=SIZE) * 10.0 ** rng.integers(-20, 20, size=(*SIZE[:2], 1))
    found[0, 0] = 0
    return (found if bits == SIGNED else abs(found)).astype(np.float32)


@pytest.mark.parametrize("bits", [SIGNED, UNSIGNED])
def test_each_is_off_by_less_than_a_step_and_put_back_as_it_was(bits):
    found = drawn(bits)
    stored = kept(found, bits)
    steps = abs(read(stored) - found) / stored.scales[1][..., None]
    assert steps.max() < 1
    assert (stored.scales[1] <= abs(found).max(axis=2) / 2 ** (bits - 1.01)).sum() >= 31
    assert not stored.parts[[0, 2]].any()
    again = kept(read(stored), bits, key=2)
    assert np.array_equal(again.parts, stored.parts)
    assert np.array_equal(again.scales[1], stored.scales[1])


@pytest.mark.parametrize("bits", [SIGNED, UNSIGNED])
def test_what_is_just_below_a_power_of_two_does_not_run_over(bits):
    """Rounded up it would take one bit more, and be far below 0, or 0."""
    found = np.full((1, 1, 64), np.nextafter(np.float32(1), np.float32(0)))
    assert read(kept(found, bits)).min() >= 1 - 2.0**-bits


@pytest.mark.parametrize("bits", [SIGNED, UNSIGNED])
def test_what_is_put_in_numpy_is_what_machine_code_keeps(bits):
    stored = kept(drawn(bits), bits)
    again = Stored.zeros((3, *SIZE), None, bits)
    for array in range(SIZE[0]):
        again.put(slice(1, 2), array, stored.some(slice(1, 2), array).astype(np.float64))
    assert np.array_equal(again.parts, stored.parts)
    assert np.array_equal(again.scales[1], stored.scales[1])


@pytest.mark.parametrize("bits", [SIGNED, UNSIGNED])
def test_rounding_is_right_on_average(bits):
    """Within five standard deviations of the mean of so many fair draws."""
    found = drawn(bits)
    times = 2_000
    each = [kept(found, bits, key=seed(t, 0)) for t in range(times)]
    steps = np.mean([(read(one) - found) / one.scales[1][..., None] for one in each], axis=0)
    assert abs(steps).max() < 5 * 0.5 / times**0.5
    assert abs(steps.mean()) < 5 * 0.5 / (times * found.size) ** 0.5


def test_a_row_of_something_that_is_no_number_is_none_when_it_is_read():
    found = drawn(SIGNED)
    found[1, 2, 3], found[2, 2, 3] = np.inf, np.nan
    there = np.isfinite(read(kept(found, SIGNED))).all(axis=2)
    assert not there[1, 2]
    assert not there[2, 2]
    assert there.sum() == there.size - 2


def test_the_smallest_numbers_are_0_rather_than_no_numbers():
    found = np.full(SIZE, 2.0 ** (SMALLEST - 30))
    assert (abs(read(kept(found, UNSIGNED))) <= 2.0 ** (SMALLEST - UNSIGNED)).all()
