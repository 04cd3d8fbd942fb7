"""Checkpoints past all measure, each of which once got through or raised something of its own."""

from __future__ import annotations

import math
import pickle
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.runs.checkpoint import check_checkpoint
from pokerbot.runs.training import Training
from pokerbot.solvers.catalogue import ALGORITHMS
from tests.archives import HEADER, head, in_head, put, rewrite


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """What is in a checkpoint of Kuhn, whose arrays are [5, 3]."""
    path = tmp_path_factory.mktemp("saved") / "c"
    training = Training(parse_game("kuhn"), "es-mccfr", seed=5)
    training.run(iterations=3)
    training.save(path)
    return path.read_bytes()


@pytest.fixture
def path(saved, tmp_path):
    (tmp_path / "c").write_bytes(saved)
    return tmp_path / "c"


def resume(path):
    Training(parse_game("kuhn"), "es-mccfr", seed=5).resume(path)


class Trap:
    """Unpickling this would run code."""

    def __reduce__(self):
        return pytest.fail, ("code was run",)


def member(name, content):
    return put(name, lambda _: content)


def filled(name, number):
    return member(name, np.full((5, 3), number).tobytes())


def sums_below_0(content):
    sums = np.frombuffer(content).reshape(5, 3).copy()
    sums[1:3] = [[3.0], [-1.0]]
    return sums.tobytes()


def memory(**changes):
    return in_head(lambda told: told["memory"].update(changes))


def drawing(state, **more):
    """A random number generator in that state."""
    told = {"bit_generator": "PCG64", "state": state, "has_uint32": 0, "uinteger": 0}
    return memory(random=told | more)


HOSTILE = {
    "another version": head(version=2),
    "another format": head(format="zip"),
    "no run": head(run=None),
    "no memory": head(memory={}),
    "memory is a list": head(memory=[]),
    "header is not JSON": member(HEADER, b"{"),
    "header is deep": member(HEADER, b"[" * 60_000),
    "header is a list": member(HEADER, b"[]"),
    "header is large": member(HEADER, b" " * 100_000 + b"{}"),
    "header is not text": member(HEADER, b"\xff\xfe"),
    "no header": lambda members: members.pop(HEADER),
    "an array is missing": lambda members: members.pop("regrets1"),
    "a pickle": member("regrets1", pickle.dumps(Trap())),
    "an empty array": member("regrets1", b""),
    "a shorter array": member("regrets1", bytes(8 * 14)),
    "a longer array": member("regrets1", bytes(8 * 16)),
    "large": member("regrets1", bytes(10**7)),
    "not finite": filled("regrets1", np.nan),
    "infinite": filled("regrets1", np.inf),
    **{
        f"{name} of {number}, which come to infinity": filled(name, number)
        for name in ("plan_sum1", "regrets2")
        for number in (1e300, -1e300)
    },
    "no strategy": filled("sigma1", 0.7),
    "a strategy below 0": filled("sigma1", -7.0),
    "an average below 0": put("plan_sum1", sums_below_0),
    **{
        f"{name} of {number!s:.20}": memory(**{name: number})
        for name, numbers in {
            "iterations": (-3, 10**400, "3", 2.5, True, 10**17),
            "nodes_touched": (-1, True, 10**4000),
            "value_sum": ("nan", 10**400, float("inf")),
            "seconds": (float("inf"), -1.0),
            "random": ({}, {"bit_generator": "PCG64"}, 3),
        }.items()
        for number in numbers
    },
    "a generator below 0": drawing({"state": -1, "inc": 1}),
    "a generator of 300 digits": drawing({"state": 10**300, "inc": 1}),
    "a generator of a list": drawing([]),
    "a generator of a text": drawing({"state": 1, "inc": 1}, has_uint32=10**30, uinteger="x"),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_checkpoint_is_refused(path, change):
    with pytest.raises(InputError, match=str(path)) as error:
        resume(rewrite(path, change))
    assert str(error.value).isprintable()


@pytest.mark.parametrize("increment", [0, 2])
def test_a_generator_that_would_draw_the_same_for_ever(path, increment):
    """PCG64 takes odd increments alone; from state and increment 0 all that it draws is 0."""
    with pytest.raises(InputError, match="generator"):
        resume(rewrite(path, drawing({"state": 0, "inc": increment})))


@pytest.mark.parametrize("method", [8, 12, 14])
def test_a_member_said_to_be_compressed(path, method):
    """The method byte changed: zlib.error and lzma.LZMAError are no ValueErrors."""
    raw = bytearray(path.read_bytes())
    at = raw.find(b"PK\x03\x04", 5)
    while at >= 0:
        raw[at + 8] = method
        at = raw.find(b"PK\x03\x04", at + 1)
    at = raw.find(b"PK\x01\x02")
    while at >= 0:
        raw[at + 10] = method
        at = raw.find(b"PK\x01\x02", at + 1)
    path.write_bytes(raw)
    with pytest.raises(InputError):
        resume(path)


@pytest.mark.slow
def test_a_small_checkpoint_that_unpacks_to_gigabytes(path):
    """A header of 60,000 bytes, it says; zlib unpacked up to 2 GiB in one go to see."""
    rewrite(path, member("regrets1", bytes(10**8)), compress_type=zipfile.ZIP_DEFLATED)
    raw = path.read_bytes()
    size = (10**8).to_bytes(4, "little")
    assert raw.count(size) == 2
    path.write_bytes(raw.replace(size, (15 * 8).to_bytes(4, "little")))
    tracemalloc.start()
    for refuse in (lambda path: check_checkpoint(path, {}, 0, force=False), resume):
        with pytest.raises(InputError):
            refuse(path)
    assert tracemalloc.get_traced_memory()[1] < 3_000_000
    tracemalloc.stop()


@pytest.mark.thinned(4)
@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS.keys() - {"lp"}))
@pytest.mark.parametrize("value", [1e160, 9e279])
@pytest.mark.filterwarnings("error")
def test_numbers_whose_squares_are_infinite_are_refused_or_gone_on_from(
    tmp_path: Path, algorithm, value
):
    """Warnings were printed, and ipm ended in a result that JSON cannot hold."""
    game = parse_game("kuhn")
    for name, array in Training(game, algorithm).solver.state().items():
        training = Training(game, algorithm)
        training.run(iterations=2)
        training.save(tmp_path / "c")
        part = training.solver.state()[name].copy()
        part.ravel()[::2] = value if part.dtype.kind == "f" else np.iinfo(part.dtype).max
        rewrite(tmp_path / "c", member(name, part.astype(array.dtype).tobytes()))
        resumed = Training(game, algorithm)
        try:
            resumed.resume(tmp_path / "c")
            resumed.run(iterations=5)
            found = resumed.solution()
        except InputError:
            continue
        assert math.isfinite(found.nash_conv)
        assert math.isfinite(found.mean_iteration_value)
