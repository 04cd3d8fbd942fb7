"""Checkpoints past all measure, each of which once got through or raised something of its own."""

from __future__ import annotations

import json
import math
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


def _checkpoint(path):
    training = Training(parse_game("kuhn"), "es-mccfr", seed=5)
    training.run(iterations=3)
    training.save(path)


def _resume(path):
    training = Training(parse_game("kuhn"), "es-mccfr", seed=5)
    training.resume(path)
    return training


def _rewrite(path, name, content):
    with zipfile.ZipFile(path) as archive:
        members = {n: archive.read(n) for n in archive.namelist()}
    members[name] = content
    with zipfile.ZipFile(path, "w") as archive:
        for n, c in members.items():
            archive.writestr(n, c)


@pytest.mark.parametrize("method", [8, 12, 14])
def test_a_member_said_to_be_compressed(tmp_path: Path, method):
    """The method byte changed: zlib.error and lzma.LZMAError are no ValueErrors."""
    _checkpoint(tmp_path / "c")
    raw = bytearray((tmp_path / "c").read_bytes())
    at = raw.find(b"PK\x03\x04", 5)
    while at >= 0:
        raw[at + 8] = method
        at = raw.find(b"PK\x03\x04", at + 1)
    at = raw.find(b"PK\x01\x02")
    while at >= 0:
        raw[at + 10] = method
        at = raw.find(b"PK\x01\x02", at + 1)
    (tmp_path / "c").write_bytes(raw)
    with pytest.raises(InputError):
        _resume(tmp_path / "c")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("iterations", -3),
        ("iterations", 10**400),
        ("iterations", "3"),
        ("iterations", 2.5),
        ("iterations", True),
        ("iterations", 10**17),
        ("nodes_touched", -1),
        ("nodes_touched", True),
        ("nodes_touched", 10**4000),
        ("value_sum", "nan"),
        ("value_sum", 10**400),
        ("value_sum", float("inf")),
        ("seconds", float("inf")),
        ("seconds", -1.0),
        ("random", {}),
        ("random", {"bit_generator": "PCG64"}),
        ("random", 3),
        (
            "random",
            {
                "bit_generator": "PCG64",
                "state": {"state": -1, "inc": 1},
                "has_uint32": 0,
                "uinteger": 0,
            },
        ),
        (
            "random",
            {
                "bit_generator": "PCG64",
                "state": {"state": 10**300, "inc": 1},
                "has_uint32": 0,
                "uinteger": 0,
            },
        ),
        ("random", {"bit_generator": "PCG64", "state": [], "has_uint32": 0, "uinteger": 0}),
        (
            "random",
            {
                "bit_generator": "PCG64",
                "state": {"state": 1, "inc": 1},
                "has_uint32": 10**30,
                "uinteger": "x",
            },
        ),
    ],
    ids=lambda v: str(v)[:30],
)
def test_hostile_memory(tmp_path: Path, key, value):
    _checkpoint(tmp_path / "c")
    with zipfile.ZipFile(tmp_path / "c") as archive:
        header = json.loads(archive.read("header.json"))
    header["memory"][key] = value
    text = json.dumps(header).replace("Infinity", "1e400")
    _rewrite(tmp_path / "c", "header.json", text.encode())
    with pytest.raises(InputError):
        _resume(tmp_path / "c")


def test_a_sigma_that_is_no_strategy(tmp_path: Path):
    _checkpoint(tmp_path / "c")
    _rewrite(tmp_path / "c", "sigma1", np.full((5, 3), -7.0).tobytes())
    with pytest.raises(InputError):
        _resume(tmp_path / "c")


@pytest.mark.parametrize("name", ["plan_sum1", "regrets2"])
@pytest.mark.parametrize("value", [1e300, -1e300])
def test_numbers_that_would_come_to_infinity(tmp_path: Path, name, value):
    _checkpoint(tmp_path / "c")
    shape = Training(parse_game("kuhn"), "es-mccfr").solver.state()[name].shape
    _rewrite(tmp_path / "c", name, np.full(shape, value).tobytes())
    with pytest.raises(InputError):
        _resume(tmp_path / "c")


def test_an_average_that_is_no_strategy(tmp_path: Path):
    _checkpoint(tmp_path / "c")
    sums = Training(parse_game("kuhn"), "es-mccfr").solver.state()["plan_sum1"]
    sums[1:3] = [[3.0], [-1.0]]
    _rewrite(tmp_path / "c", "plan_sum1", sums.tobytes())
    with pytest.raises(InputError):
        _resume(tmp_path / "c")


@pytest.mark.slow
def test_a_small_checkpoint_that_unpacks_to_gigabytes(tmp_path: Path):
    """A header of 60,000 bytes, it says; zlib unpacked up to 2 GiB in one go to see."""
    _checkpoint(tmp_path / "c")
    with zipfile.ZipFile(tmp_path / "c") as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(tmp_path / "c", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, bytes(10**8) if name == "regrets1" else content)
    raw = (tmp_path / "c").read_bytes()
    size = (10**8).to_bytes(4, "little")
    assert raw.count(size) == 2
    (tmp_path / "c").write_bytes(raw.replace(size, (15 * 8).to_bytes(4, "little")))
    tracemalloc.start()
    for refuse in (lambda path: check_checkpoint(path, {}, 0, force=False), _resume):
        with pytest.raises(InputError):
            refuse(tmp_path / "c")
    assert tracemalloc.get_traced_memory()[1] < 3_000_000
    tracemalloc.stop()


@pytest.mark.parametrize("increment", [0, 2])
def test_a_generator_that_would_draw_the_same_for_ever(tmp_path: Path, increment):
    """PCG64 takes odd increments alone; from state and increment 0 all that it draws is 0."""
    _checkpoint(tmp_path / "c")
    with zipfile.ZipFile(tmp_path / "c") as archive:
        header = json.loads(archive.read("header.json"))
    header["memory"]["random"]["state"] = {"state": 0, "inc": increment}
    _rewrite(tmp_path / "c", "header.json", json.dumps(header).encode())
    with pytest.raises(InputError, match="generator"):
        _resume(tmp_path / "c")


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
        _rewrite(tmp_path / "c", name, part.astype(array.dtype).tobytes())
        resumed = Training(game, algorithm)
        try:
            resumed.resume(tmp_path / "c")
            resumed.run(iterations=5)
            found = resumed.solution()
        except InputError:
            continue
        assert math.isfinite(found.nash_conv)
        assert math.isfinite(found.mean_iteration_value)
