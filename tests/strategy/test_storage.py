"""Strategy files: exact round trips, hostile content, whole writes."""

import gzip
import json
import math
import os
import shlex
from dataclasses import replace
from functools import reduce
from pathlib import Path

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.io import files
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.operators import bind
from pokerbot.sequence.operators import uniform as uniform_plan
from pokerbot.strategy import storage
from pokerbot.strategy.arrays import NamedProfile
from pokerbot.strategy.strategy import Strategy
from tests.reference.recursion import random_strategy, uniform
from tests.reference.rules import Kuhn, by_the_book


def text_of(strategy):
    return "".join(storage.dump(strategy))


@pytest.fixture
def kuhn():
    infosets = random_strategy(Kuhn(), np.random.default_rng(1))
    algorithm = {"name": "cfr", "updates": "alternating"}
    return Strategy(parse_game("kuhn"), infosets, algorithm, 17, 3, {"nash_conv": 0.1})


@pytest.fixture
def content(kuhn):
    return json.loads(text_of(kuhn))


@pytest.mark.parametrize("spec", ["kuhn", "kuhn:cards=12,bet=0.3", "leduc", "leduc:suits=1"])
def test_a_round_trip_is_exact(spec, tmp_path):
    game = parse_game(spec)
    infosets = random_strategy(by_the_book(game), np.random.default_rng(2), pure=True)
    strategy = Strategy(game, infosets, {"name": "x", "gamma": 0.1}, 5, None, {"value": 1 / 3})
    path = tmp_path / "a.json"
    storage.save(strategy, path)
    back = storage.load(path)
    assert back == strategy
    assert text_of(back) == path.read_text() == text_of(strategy)


def test_a_packed_file_holds_the_same_bytes(kuhn, tmp_path):
    """As gzip packs and unpacks them: the fingerprint is that of the plain file."""
    storage.save(kuhn, tmp_path / "a.json")
    storage.save(kuhn, tmp_path / "a.gz")
    plain, packed = (tmp_path / name for name in ("a.json", "a.gz"))
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
    assert storage.read(packed) == storage.read(plain)
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert storage.read(packed) == storage.read(plain)


@pytest.mark.parametrize(
    ("spoil", "wrong"),
    [
        (lambda packed: packed[:-9], "compressed, and not complete"),
        (lambda packed: packed[:40], "compressed, and not complete"),
        (lambda packed: packed[:60] + b"?" + packed[61:], "compressed, and not complete"),
        (lambda packed: gzip.compress(b" " * (5 << 20)), "larger than 4 MiB"),
        (lambda packed: gzip.compress(b" " * (5 << 20))[:-4] + b"\1\0\0\0", "not complete"),
        (lambda packed: gzip.compress(b"[]"), "must be an object"),
        (lambda packed: b"\x1f\x8b", "compressed, and not complete"),
    ],
)
def test_a_packed_file_that_holds_no_strategy_is_refused(kuhn, tmp_path, spoil, wrong):
    path = tmp_path / "a.gz"
    storage.save(kuhn, path)
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(InputError, match=wrong):
        storage.read(path)


def test_the_file_is_what_the_contract_says(content):
    assert list(content) == [
        "format",
        "version",
        "game",
        "algorithm",
        "iterations",
        "seed",
        "results",
        "infosets",
    ]
    assert (content["format"], content["version"]) == ("pokerbot-strategy", 1)
    assert content["game"] == {"name": "kuhn", "cards": 3, "ante": 1, "bet": 1}
    assert set(content["infosets"]["K:kb"]) == {"fold", "call"}


def test_what_a_person_writes_by_hand_is_read():
    written = {
        "format": "pokerbot-strategy",
        "version": 1,
        "game": {"name": "kuhn"},
        "algorithm": {},
        "iterations": 0,
        "infosets": {key: dict.fromkeys(c, 0.5) for key, c in uniform(Kuhn()).items()},
    }
    written["infosets"]["J:"] = {"bet": 0, "check": 1}
    found = storage.parse(json.dumps(written, indent=4))
    assert found.game == parse_game("kuhn")
    assert found.infosets["J:"] == {"check": 1, "bet": 0}


def test_a_byte_order_mark_is_accepted(kuhn, tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(b"\xef\xbb\xbf" + text_of(kuhn).encode())
    assert storage.load(path) == kuhn


def put(*keys, value):
    """A change of the content at that place; the value ... takes it away."""

    def change(content):
        for key in keys[:-1]:
            content = content[key]
        if value is ...:
            del content[keys[-1]]
        else:
            content[keys[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (put("format", value="chess"), "format"),
        (put("format", value=...), "format"),
        (put("version", value=2), "newer"),
        (put("version", value=...), "version"),
        (put("version", value=True), "version"),
        (put("version", value="1"), "version"),
        (put("game", value=...), "game"),
        (put("game", value="kuhn"), "game"),
        (put("game", "name", value="chess"), "chess"),
        (put("game", "name", value=...), "kuhn"),
        (put("game", "name", value=["kuhn"]), "kuhn"),
        (put("game", "cards", value=4), "'1:' of kuhn:cards=4"),
        (put("game", "cards", value=2), "1:"),
        (put("game", "cards", value=True), "cards"),
        (put("game", "cards", value="3"), "cards"),
        (put("game", "cards", value=1e308), "cards"),
        (put("game", "ante", value=0), "ante"),
        (put("game", "decks", value=1), "decks"),
        (put("algorithm", value=...), "algorithm"),
        (put("algorithm", value="cfr"), "algorithm"),
        (put("iterations", value=...), "iterations"),
        (put("iterations", value=-1), "iterations"),
        (put("iterations", value=1.5), "iterations"),
        (put("iterations", value=True), "iterations"),
        (put("iterations", value=10**100), "iterations"),
        (put("seed", value=-1), "seed"),
        (put("seed", value="0"), "seed"),
        (put("results", value=[]), "results"),
        (put("infosets", value=...), "infosets"),
        (put("infosets", value=[]), "infosets"),
        (put("infosets", "Q:", value=...), "Q:"),
        (put("infosets", "Q:kk", value={"check": 1}), "Q:kk"),
        (put("infosets", "A:", value={"check": 0.5, "bet": 0.5}), "A:"),
        (put("infosets", "Q:", value=[0.5, 0.5]), "Q:"),
        (put("infosets", "Q:", value={}), "Q:"),
        (put("infosets", "Q:", value={"check": 1}), "Q:"),
        (put("infosets", "Q:", value={"check": 0.5, "call": 0.5}), "Q:"),
        (put("infosets", "Q:", value={"check": 0.5, "bet": 0.5, "fold": 0}), "Q:"),
        (put("infosets", "Q:", "bet", value=True), "Q:"),
        (put("infosets", "Q:", value={"check": True, "bet": False}), "Q:"),
        (put("infosets", "Q:", "bet", value="0.5"), "Q:"),
        (put("infosets", "Q:", "bet", value=None), "Q:"),
        (put("infosets", "Q:", value={"check": 1.5, "bet": -0.5}), "Q:"),
        (put("infosets", "Q:", value={"check": 0.5, "bet": 0.6}), "Q:"),
        (put("infosets", "Q:", value={"check": 0.5, "bet": 0.500002}), "Q:"),
        (put("infosets", "Q:", value={"check": 0, "bet": 0}), "Q:"),
        (put("infosets", "Q:", value={"check": 10**400, "bet": 0}), "Q:"),
        (put("infosets", "Q:", value={"check": 10**308, "bet": 10**308}), "Q:"),
        (put("infosets", "Q:", value={"check": 1.7e308, "bet": 1.7e308}), "Q:"),
    ],
)
def test_what_is_wrong_is_named(content, change, named):
    change(content)
    with pytest.raises(InputError) as error:
        storage.parse(json.dumps(content))
    assert named in str(error.value)
    assert_one_line(error)


def assert_one_line(error):
    message = str(error.value)
    assert message.isprintable(), message
    assert len(message) < 400
    message.encode()


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('"iterations": 17', '"iterations": NaN', "NaN"),
        ('"iterations": 17', '"iterations": Infinity', "Infinity"),
        ('"iterations": 17', '"iterations": -Infinity', "Infinity"),
        ('"nash_conv": 0.1', '"nash_conv": NaN', "NaN"),
        ('"nash_conv": 0.1', '"nash_conv": 1e400', "results holds a number"),
        ('"nash_conv": 0.1', '"nash_conv": "\\ud800"', "results holds a number, a text"),
        ('"name": "cfr"', '"name": 1e400', "algorithm holds a number"),
        ('"name": "cfr"', '"name": "\\ud800"', "algorithm holds a number, a text"),
        ('"check": ', '"check": NaN, "x": ', "NaN"),
        ('"check": ', '"check": 1e400, "bet": 0}, "x": {"check": ', "J:"),
        ('"seed": 3', '"seed": 3, "seed": 4', "seed"),
        ('"check": ', '"check": 0.5, "check": ', "check"),
        ('"J:": ', '"J:": {"check": 1, "bet": 0}, "J:": ', "J:"),
        ('"iterations": 17', '"iterations": ' + "9" * 5000, "number"),
        ('"cards": 3', '"cards": ' + "3" * 5000, "number"),
        ('"seed": 3', '"seed": ' + "[" * 100_000, "deep"),
        ('"seed": 3', '"seed": ' + '{"a":' * 100_000, "deep"),
        ('"J:"', '"J\\ud800:"', "J:"),
        ('"check"', '"\\udc00check"', "J:"),
        ('"kuhn"', '"\\ud83d"', "no game"),
        ('"J:": ', '"\\u001b[31mJ:": {}, "J:": ', "no information set"),
        ('"format"', '"format', "JSON"),
        ("}\n}\n", "}\n", "JSON"),
        ("}\n}\n", "}\n}\n}\n", "JSON"),
    ],
    ids=lambda value: str(value)[:24],
)
def test_what_pythons_json_would_let_pass_is_refused(kuhn, tmp_path, old, new, named):
    text = text_of(kuhn)
    assert old in text
    path = tmp_path / "a.json"
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(InputError) as error:
        storage.load(path)
    assert named in str(error.value)
    assert str(path) in str(error.value)
    assert_one_line(error)


def test_every_truncation_is_refused(kuhn):
    text = text_of(kuhn).rstrip()
    for length in range(len(text)):
        with pytest.raises(InputError):
            storage.parse(text[:length])


@pytest.mark.parametrize(
    "raw", [b"", b"\x00" * 64, b"\xff\xfe{}", b"[]", b"null", b"3", b'"text"', b"{}", b"\x80"]
)
def test_what_is_no_strategy_is_refused(raw, tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(raw)
    with pytest.raises(InputError) as error:
        storage.load(path)
    assert_one_line(error)


def test_what_is_no_file_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for name, reason in (("missing", "no such file"), (".", "not a file"), ("pipe", "not a file")):
        with pytest.raises(InputError, match=reason):
            storage.load(tmp_path / name)


def test_a_file_that_is_too_large_is_refused_unread(tmp_path):
    (tmp_path / "a.json").touch()
    os.truncate(tmp_path / "a.json", files.LARGEST_FILE + 1)
    with pytest.raises(InputError, match="larger than 1024 MiB"):
        storage.load(tmp_path / "a.json")


def test_a_file_may_have_the_longest_name_that_there_can_be(kuhn, tmp_path):
    """What is written first beside it has a name of its own, which is longer."""
    longest = os.pathconf(tmp_path, "PC_NAME_MAX")
    path = tmp_path / f"{'a' * (longest - len('.json'))}.json"
    storage.save(kuhn, path)
    assert storage.load(path).infosets == kuhn.infosets


def test_a_spot_is_told_from_its_solution_with_the_command_that_solves_it(tmp_path):
    """It can be copied to the shell."""
    path = tmp_path / "BTN vs BB, 3-bet (river).toml"
    path.write_text("pot = 20", encoding="utf-8")
    with pytest.raises(InputError, match=r"\.toml is not a strategy; if it is a spot, `") as told:
        storage.load(path)
    _, command, _ = str(told.value).split("`")
    assert shlex.split(command) == ["pokerbot", "solve", str(path)]


def test_an_existing_strategy_of_the_same_game_is_replaced(kuhn, tmp_path):
    path = tmp_path / "a.json"
    storage.save(Strategy(kuhn.game, uniform(Kuhn())), path)
    storage.save(kuhn, path)
    assert storage.load(path) == kuhn


@pytest.mark.parametrize(
    ("there", "why"),
    [
        ("", "a.json: not JSON"),
        ("my notes", "a.json: not JSON"),
        ('{"format": "pokerbot-strategy"}', "a.json: version must be 1"),
        ('{"format": "pokerbot-strategy", "version": 99}', "a.json: written by a newer pokerbot"),
        ("leduc", "which holds leduc, not a strategy of kuhn"),
    ],
)
def test_something_else_is_not_overwritten_without_force(kuhn, tmp_path, there, why):
    path = tmp_path / "a.json"
    if there == "leduc":
        game = parse_game("leduc")
        there = text_of(Strategy(game, uniform(by_the_book(game))))
    path.write_text(there)
    with pytest.raises(InputError, match=rf"^force is needed .*{why}"):
        storage.save(kuhn, path)
    assert path.read_text() == there
    assert os.listdir(tmp_path) == ["a.json"]
    storage.save(kuhn, path, force=True)
    assert storage.load(path) == kuhn


def test_other_parameters_are_another_game(kuhn, tmp_path):
    path = tmp_path / "a.json"
    storage.save(kuhn, path)
    game = parse_game("kuhn:bet=2")
    with pytest.raises(InputError, match="kuhn:bet=2"):
        storage.save(Strategy(game, kuhn.infosets), path)
    assert storage.load(path) == kuhn


def test_a_folder_is_never_replaced(kuhn, tmp_path):
    (tmp_path / "a.json").mkdir()
    for force in (False, True):
        with pytest.raises(InputError):
            storage.save(kuhn, tmp_path / "a.json", force=force)
    assert (tmp_path / "a.json").is_dir()
    assert os.listdir(tmp_path) == ["a.json"]


def test_a_place_that_cannot_be_written_is_named(kuhn, tmp_path):
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "a.json", Path("/proc/a.json")):
        with pytest.raises(InputError, match=str(path)) as error:
            storage.save(kuhn, path)
        assert_one_line(error)


@pytest.mark.parametrize("call", ["replace", "fsync"])
def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(kuhn, tmp_path, monkeypatch, call):
    path = tmp_path / "a.json"
    storage.save(Strategy(kuhn.game, uniform(Kuhn())), path)
    before = path.read_bytes()
    tries = []

    def fail(*args):
        tries.append(args)
        assert len(tries) < 9, "tried for ever"
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(InputError, match=r"a\.json.*No space left"):
        storage.save(kuhn, path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["a.json"]
    assert len(tries) == 1


def test_an_interrupted_write_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"old")

    def pieces():
        yield b"new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        files.write_whole(path, pieces())
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a"]


def test_a_new_file_is_flushed_before_it_takes_the_old_ones_place(kuhn, tmp_path, monkeypatch):
    calls = []
    fsync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda fd: (calls.append("fsync"), fsync(fd)))
    monkeypatch.setattr(os, "replace", lambda a, b: (calls.append((a, b)), replace(a, b)))
    storage.save(kuhn, tmp_path / "a.json")
    assert calls[0] == "fsync"
    source, target = map(Path, calls[1])
    assert source.parent == target.parent == tmp_path
    assert source != target
    assert calls[2:] == ["fsync"], "the folder"


def test_a_symbolic_link_stays_and_its_target_is_written(kuhn, tmp_path):
    (tmp_path / "real").mkdir()
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "real" / "a.json")
    for _ in range(2):
        storage.save(kuhn, link)
        assert link.is_symlink()
        assert storage.load(tmp_path / "real" / "a.json") == kuhn
    assert os.listdir(tmp_path / "real") == ["a.json"]
    (tmp_path / "real" / "a.json").write_text("something else")
    with pytest.raises(InputError, match=r"^force is needed"):
        storage.save(kuhn, link)


def test_control_characters_are_stripped():
    assert files.printable("a\x1b[31m\nb\ud800\u202e") == "a?[31m?b??"


def test_nothing_that_is_not_finite_is_written(kuhn, tmp_path):
    wrong = {"results": {"x": math.nan}, "infosets": {**kuhn.infosets, "Q:": {"check": math.nan}}}
    for field, value in wrong.items():
        with pytest.raises(InputError, match=r"results|Q:"):
            storage.save(replace(kuhn, **{field: value}), tmp_path / "a")
    assert os.listdir(tmp_path) == []


def nested(depth):
    """An empty list in so many others."""
    return reduce(lambda inner, _: [inner], range(depth), [])


@pytest.mark.parametrize(
    ("how", "match"),
    [
        ({"algorithm": {"name": "a" * 61}}, "algorithm's name must be a short text"),
        ({"algorithm": {"name": "two\nlines"}}, "algorithm's name must be a short text"),
        (
            {"algorithm": {"name": "own", "size": {1, 2}}},
            "algorithm holds a number, a text or a thing that no file",
        ),
        ({"algorithm": {"name": "own", "size": math.nan}}, "algorithm holds a number, a text"),
        ({"algorithm": {"name": "own", 1: 2, "1": 3}}, "algorithm holds a number, a text or"),
        ({"algorithm": {"name": "own", "deep": nested(100_000)}}, "algorithm holds a number"),
        ({"results": {"value": np.float32(0)}}, "results holds a number, a text or a thing that"),
        ({"iterations": -1}, "iterations must be a whole number"),
        ({"seed": 1 << 63}, "seed must be a whole number"),
    ],
)
def test_what_could_not_be_read_again_is_not_written(kuhn, tmp_path, how, match):
    path = tmp_path / "kuhn.json"
    storage.save(kuhn, path)
    before = path.read_bytes()
    with pytest.raises(InputError, match=match):
        storage.save(replace(kuhn, **how), path, force=True)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["kuhn.json"]


def test_whole_numbers_of_numpys_are_written_as_pythons(kuhn, tmp_path):
    path = tmp_path / "kuhn.json"
    storage.save(replace(kuhn, seed=np.int64(3), iterations=np.int32(9)), path)
    assert storage.load(path) == replace(kuhn, seed=3, iterations=9)


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_a_name_that_no_file_can_have_is_refused(kuhn, name):
    with pytest.raises(InputError, match=r"^cannot write a?\?b?: Invalid argument"):
        storage.save(kuhn, name)
    with pytest.raises(InputError, match=r"no strategy file"):
        storage.load(name)


def test_what_is_no_mapping_is_no_strategy(kuhn):
    with pytest.raises(InputError, match=r"^infosets must be an instance of Mapping, not None"):
        Strategy(kuhn.game, None)


@pytest.mark.parametrize(("old", "new"), [("0.5", "0.6"), ("0.5", "0.4"), ("0.5", "2.5")])
def test_a_number_that_was_changed_in_a_file_as_it_is_written_is_refused(old, new, tmp_path):
    form = compile_game(parse_game("kuhn"))
    halves = NamedProfile(form, [np.full(tree.shape, 0.5) for tree in form.trees])
    uniform = Strategy(form.game, halves, {"name": "hand"}, 0, 0)
    storage.save(uniform, tmp_path / "a.json")
    text = (tmp_path / "a.json").read_text()
    assert isinstance(storage.load(tmp_path / "a.json").infosets, NamedProfile)
    for place in ('"J:": {"check": ', '"K:b": {"fold": '):
        assert text.count(place + old) == 1
        (tmp_path / "b.json").write_text(text.replace(place + old, place + new))
        with pytest.raises(InputError, match=r"must be a probability|sum to"):
            storage.load(tmp_path / "b.json")


@pytest.mark.parametrize("chances", [(0.3, 0.3, 0.3), (0.4, 0.4, 0.4), (-0.2, 0.6, 0.6)])
def test_arrays_that_are_no_probabilities_or_of_another_game_are_not_written(chances, tmp_path):
    form = compile_game(parse_game("leduc"))
    sigma = [uniform_plan(operators).copy() for operators in bind(form)]
    whole = Strategy(form.game, NamedProfile(form, sigma), {"name": "hand"}, 0, 0)
    storage.save(whole, tmp_path / "a.json")
    assert storage.load(tmp_path / "a.json").infosets == dict(whole.infosets)
    with pytest.raises(InputError, match="the actions must be fold, call, not"):
        storage.save(replace(whole, game=parse_game("kuhn")), tmp_path / "b.json")
    first = (node for node in form.trees[1].nodes if node.round == 0)
    node = next(node for node in first if len(form.game.names(node)) == 3)
    sigma[1][form.trees[1].rows_at(node, 0), 0] = chances
    with pytest.raises(InputError, match=r"must be a probability|sum to"):
        storage.save(replace(whole, infosets=NamedProfile(form, sigma)), tmp_path / "b.json")
    assert not (tmp_path / "b.json").exists()


def test_a_file_is_told_from_a_later_one_of_its_name(tmp_path):
    """By any one of: another file, another size, another time."""
    path = tmp_path / "a"
    assert files.stamp(path) == ()

    def write(to, text, time):
        to.write_text(text)
        os.utime(to, ns=(0, time))
        return files.stamp(path)

    first = write(path, "one", 10**18)
    assert first == write(path, "two", 10**18) != ()
    assert first != write(path, "three", 10**18)
    assert first != write(path, "two", 10**18 + 10**9)
    assert first == write(path, "one", 10**18)
    write(tmp_path / "b", "one", 10**18)
    (tmp_path / "b").replace(path)
    assert files.stamp(path) != first
