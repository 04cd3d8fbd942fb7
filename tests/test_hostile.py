"""Input past all measure, each of which once got through or raised something of its own."""

from __future__ import annotations

import json
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest

from pokerbot import files, storage
from pokerbot.errors import InputError
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.sequence.compile import compile_game
from pokerbot.solvers.algorithm import Options
from pokerbot.strategy import Strategy
from pokerbot.training import Training, solve


def test_a_400_digit_parameter_on_the_command_line():
    with pytest.raises(InputError, match="cards"):
        parse_game("kuhn:cards=" + "9" * 400)


@pytest.mark.parametrize("value", [10**400, -(10**400)], ids=["plus", "minus"])
def test_a_400_digit_parameter_from_a_file(value):
    with pytest.raises(InputError, match="cards"):
        make_game("kuhn", {"cards": value})


def test_refusing_a_huge_deck_builds_nothing():
    """leduc:ranks=100000000 takes 575 s and gigabytes: rules.boards() is a tuple of every rank."""
    tracemalloc.start()
    with pytest.raises(InputError, match="GiB"):
        compile_game(parse_game("leduc:ranks=1000000"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


def test_fp_respects_epsilon_or_refuses_it():
    try:
        found = solve("kuhn", "fp", iterations=50, options=Options(epsilon=0.1))
    except InputError:
        return
    lowest = min(min(chances.values()) for chances in found.strategy.infosets.values())
    assert lowest >= 0.1 - 1e-12


@pytest.mark.parametrize(
    ("algorithm", "options"),
    [
        ("dcfr", {"set": {"beta": -0.5}}),
        ("dcfr", {"set": {"alpha": float("nan")}}),
        ("dcfr", {"set": {"alpha": float("inf")}}),
        ("dcfr", {"set": {"alpha": 400.0}}),
        ("dcfr+", {"set": {"alpha": -1.0}}),
        ("pcfr+", {"set": {"prediction": float("nan")}}),
        ("pdcfr+", {"set": {"alpha": 500.0}}),
        ("cfr", {"averaging": 400.0}),
    ],
    ids=str,
)
def test_a_number_is_taken_and_works_or_is_refused(algorithm, options):
    try:
        found = solve("kuhn", algorithm, iterations=50, options=Options(**options))
    except InputError:
        return
    assert all(0 <= p <= 1 for c in found.strategy.infosets.values() for p in c.values())


def test_a_negative_seed_is_an_input_error():
    with pytest.raises(InputError, match="seed"):
        solve("kuhn", "cfr", iterations=1, seed=-1)


def kuhn_content():
    game = parse_game("kuhn")
    infosets = {key: {a: 1 / len(acts) for a in acts} for _, key, acts in game.information_sets()}
    return json.loads("".join(storage.dump(Strategy(game, infosets))))


@pytest.mark.parametrize(
    "chances",
    [
        {"check": 10**400, "bet": 0},
        {
            "check": 10**308,
            "bet": 10**308,
        },
        {"check": 1.7e308, "bet": 1.7e308},
    ],
    ids=["400 digits", "308 digits", "1.7e308"],
)
def test_probabilities_past_all_measure(chances):
    content = kuhn_content()
    content["infosets"]["Q:"] = chances
    with pytest.raises(InputError, match="Q:"):
        storage.parse(json.dumps(content))


@pytest.mark.parametrize("where", ["results", "algorithm"])
def test_1e400_anywhere_in_a_file(where):
    content = kuhn_content()
    content[where] = {"nash_conv": "HERE"}
    text = json.dumps(content).replace('"HERE"', "1e400")
    try:
        found = storage.parse(text)
    except InputError:
        return
    "".join(storage.dump(found))


@pytest.mark.parametrize("where", ["results", "algorithm"])
def test_a_lone_surrogate_anywhere_in_a_file(where):
    content = kuhn_content()
    content[where] = {"name": "\ud800"}
    with pytest.raises(InputError):
        storage.parse(json.dumps(content))


def test_a_loop_of_links(tmp_path: Path):
    link = tmp_path / "a.json"
    link.symlink_to(link)
    with pytest.raises(InputError):
        storage.save(storage.parse(json.dumps(kuhn_content())), link)
    with pytest.raises(InputError):
        storage.load(link)


def test_equal_keys_are_found_in_linear_time():
    class Key(str):
        compared = 0

        def __eq__(self, other):
            Key.compared += 1
            return str.__eq__(self, other)

        __hash__ = str.__hash__

    pairs = [(Key(n), 0) for n in range(2000)] + [(Key(1999), 0)]
    with pytest.raises(InputError):
        files._unique(pairs)
    assert Key.compared < 50_000


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


def test_mutated_checkpoints_are_refused_or_load(tmp_path: Path):
    _checkpoint(tmp_path / "c")
    whole = (tmp_path / "c").read_bytes()
    rng = np.random.default_rng(3)
    kinds = {}
    for _ in range(500):
        mutant = bytearray(whole)
        for _ in range(int(rng.integers(1, 3))):
            mutant[int(rng.integers(len(mutant)))] = int(rng.integers(256))
        (tmp_path / "d").write_bytes(mutant)
        try:
            _resume(tmp_path / "d")
            kinds["loads"] = kinds.get("loads", 0) + 1
        except InputError:
            kinds["refused"] = kinds.get("refused", 0) + 1
        except BaseException as error:
            key = f"{type(error).__module__}.{type(error).__name__}: {str(error)[:60]}"
            kinds[key] = kinds.get(key, 0) + 1
    assert set(kinds) <= {"loads", "refused"}, kinds


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
        ("nodes_touched", -1),
        ("value_sum", "nan"),
        ("value_sum", 10**400),
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
    _rewrite(tmp_path / "c", "header.json", json.dumps(header).encode())
    with pytest.raises(InputError):
        _resume(tmp_path / "c")


def test_a_sigma_that_is_no_strategy(tmp_path: Path):
    _checkpoint(tmp_path / "c")
    _rewrite(tmp_path / "c", "sigma1", np.full((5, 3), -7.0).tobytes())
    with pytest.raises(InputError):
        _resume(tmp_path / "c")
