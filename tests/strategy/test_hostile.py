"""Input past all measure, each of which once got through or raised something of its own."""

from __future__ import annotations

import hashlib
import json
import os
import tracemalloc
from pathlib import Path

import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.io import files
from pokerbot.opponents import finding, opponents
from pokerbot.runs.solving import solve
from pokerbot.sequence.compile import compile_game
from pokerbot.solvers.options import Options
from pokerbot.strategy import blueprint, library, storage
from pokerbot.strategy.strategy import Strategy
from pokerbot.tui.lobby.rows import date


def test_a_400_digit_parameter_on_the_command_line():
    with pytest.raises(InputError, match="cards"):
        parse_game("kuhn:cards=" + "9" * 400)


@pytest.mark.parametrize("value", [10**400, -(10**400)], ids=["plus", "minus"])
def test_a_400_digit_parameter_from_a_file(value):
    with pytest.raises(InputError, match="cards"):
        make_game("kuhn", {"cards": value})


def test_refusing_a_huge_deck_builds_nothing():
    """leduc:ranks=100000000 would take minutes and gigabytes where boards and hands were listed."""
    with pytest.raises(InputError, match="GiB"):  # imports what it needs, which takes memory, too
        compile_game(parse_game("leduc:ranks=1000001"))
    tracemalloc.start()
    with pytest.raises(InputError, match="GiB"):
        compile_game(parse_game("leduc:ranks=1000000"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


def test_fp_respects_epsilon():
    found = solve("kuhn", "fp", iterations=50, options=Options(epsilon=0.1))
    lowest = min(min(chances.values()) for chances in found.strategy.infosets.values())
    assert lowest >= 0.1 - 1e-12


@pytest.mark.parametrize(
    ("algorithm", "options"),
    [
        ("dcfr", {"set": {"beta": -0.5}}),
        ("dcfr", {"set": {"alpha": 20.0}}),
        ("dcfr", {"set": {"alpha": -20.0, "beta": -20.0}}),
        ("dcfr+", {"set": {"alpha": -1.0}}),
        ("pdcfr+", {"set": {"alpha": 20.0}}),
        ("cfr", {"averaging": 20.0}),
    ],
    ids=str,
)
def test_a_strange_number_works(algorithm, options):
    found = solve("kuhn", algorithm, iterations=50, options=Options(**options))
    assert 0 <= found.exploitability <= 2
    for chances in found.strategy.infosets.values():
        assert all(0 <= chance <= 1 for chance in chances.values())
        assert sum(chances.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("algorithm", "options"),
    [
        ("dcfr", {"set": {"alpha": float("nan")}}),
        ("dcfr", {"set": {"alpha": float("inf")}}),
        ("dcfr", {"set": {"alpha": 400.0}}),
        ("pcfr+", {"set": {"prediction": float("nan")}}),
        ("pdcfr+", {"set": {"alpha": 500.0}}),
        ("cfr", {"averaging": 400.0}),
    ],
    ids=str,
)
def test_a_number_past_all_measure_is_refused(algorithm, options):
    with pytest.raises(InputError, match="20"):
        solve("kuhn", algorithm, iterations=50, options=Options(**options))


def test_a_negative_seed_is_an_input_error():
    with pytest.raises(InputError, match="seed"):
        solve("kuhn", "cfr", iterations=1, seed=-1)


def kuhn_content():
    game = parse_game("kuhn")
    infosets = {key: {a: 1 / len(acts) for a in acts} for _, key, acts in game.information_sets()}
    return json.loads("".join(storage.dump(Strategy(game, infosets))))


def test_a_loop_of_links(tmp_path: Path):
    """Python 3.11 and 3.12 raise RuntimeError where they resolve one, 3.13 overwrote the link."""
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    first.symlink_to(second)
    second.symlink_to(first)
    with pytest.raises(InputError, match="cannot write"):
        storage.save(storage.parse(json.dumps(kuhn_content())), first)
    with pytest.raises(InputError):
        storage.load(first)
    assert first.is_symlink()
    assert second.is_symlink()
    assert {path.name for path in tmp_path.iterdir()} == {"a.json", "b.json"}


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


@pytest.mark.parametrize(
    "game", [{"name": "kuhn", "cards": 10**9}, {"name": "leduc", "ranks": 10**9}], ids=str
)
def test_a_file_that_claims_a_huge_game_is_refused_at_once(game):
    """The names of a thousand million cards were listed before the first was missed."""
    tracemalloc.start()
    with pytest.raises(InputError, match="information sets"):
        storage.parse(json.dumps({**kuhn_content(), "game": game}))
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


def test_a_pipe_among_the_strategies_keeps_nobody_waiting(tmp_path: Path, monkeypatch):
    """It did where blueprints were asked for their stacks, as in the lobby."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "strategies").mkdir()
    for name in ("pipe.json", "pipe.blueprint"):
        os.mkfifo(tmp_path / "strategies" / name)
    names = [path.name for path in finding.choose("kuhn").paths]
    assert names
    assert "pipe.json" not in names
    found = blueprint.at_hand()
    assert Path("strategies/pipe.blueprint") in found
    assert {*blueprint.stacks(found)} == {*found} - {Path("strategies/pipe.blueprint")}


def test_reading_a_strategy_takes_no_more_than_the_file_needs(tmp_path: Path):
    """The buffer was as large as the largest file, a GiB, whatever there was to read."""
    (tmp_path / "a.json").write_text(json.dumps(kuhn_content()))
    tracemalloc.start()
    storage.load(tmp_path / "a.json")
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        ("", "does not begin with a game's name"),
        ('"game": {"name": "kuhn"},', "larger than a strategy of kuhn"),
        ('"version": 1, "algorithm": {}, "game": {"name": "leduc"},', "strategy of leduc"),
        ('"game": {"name": "kuhn", "cards": 3x},', "not JSON"),
        ('"game": {"name": "chess"},', "no game"),
    ],
)
def test_a_file_much_larger_than_its_game_needs_is_refused_unread(tmp_path: Path, head, reason):
    """Empty lists take 25 times their text: 180 MB were 4.4 GB and 12 s."""
    lists = "[" + "[]," * (2 << 20) + "[]]"
    (tmp_path / "a.json").write_text("{" + head + f'"infosets": {lists}}}')
    tracemalloc.start()
    with pytest.raises(InputError, match=reason):
        storage.load(tmp_path / "a.json")
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


@pytest.mark.slow
def test_a_large_strategy_that_a_person_has_laid_out_is_read(tmp_path: Path):
    game = parse_game("kuhn:cards=14000")
    infosets = {
        key: dict.fromkeys(actions, 1 / 3 + 1 / 6) for _, key, actions in game.information_sets()
    }
    content = json.loads("".join(storage.dump(Strategy(game, infosets))))
    (tmp_path / "a.json").write_text(json.dumps(content, indent=4))
    assert (tmp_path / "a.json").stat().st_size > storage.LARGE
    assert storage.load(tmp_path / "a.json").infosets == infosets


def test_no_memory_is_an_input_error(tmp_path: Path, monkeypatch):
    (tmp_path / "a.json").write_text(json.dumps(kuhn_content()))

    def exhausted(text):
        raise MemoryError

    monkeypatch.setattr(storage, "decode_json", exhausted)
    with pytest.raises(InputError, match=r"a\.json: .*memory"):
        storage.load(tmp_path / "a.json")


def test_the_first_lines_of_a_file_are_read_in_linear_time():
    """Spaces could be told apart in so many ways that 200 bytes took hours, and the lobby hung."""
    assert library.game_in("{" + ('"version":' + " " * 20 + "1,") * 100 + "x") is None
    nested = '{"algorithm": {"name": "game"}, "seed": null, "game": {"name": "kuhn", "cards": 4}, '
    assert library.game_in(nested) == parse_game("kuhn:cards=4")
    assert library.game_in('{"seed": ' + "[" * 200_000) is None


def test_a_spot_is_called_by_its_name_before_its_solution_is_read():
    """A letter that JSON spells by its number was taken for no name."""
    spot = {"board": "Td9d6hQc7s", "pot": 10, "stack": 10, "oop.range": "AA", "ip.range": "JJ"}
    game = make_game("holdem", spot, "rivière")
    head = "".join(storage.dump(Strategy(game, {}))).partition('"infosets"')[0]
    assert library.game_in(head).spec == "rivière"


def test_the_fingerprint_is_that_of_the_bytes_that_were_read(tmp_path: Path, monkeypatch):
    """It was taken of the file afterwards, which may be another by then."""
    path = tmp_path / "a.json"
    path.write_text(json.dumps(kuhn_content()))
    expected = hashlib.sha256(path.read_bytes()).hexdigest()
    parse = storage.parse

    def replaced_meanwhile(text, game):
        path.write_text("something else")
        return parse(text, game)

    monkeypatch.setattr(storage, "parse", replaced_meanwhile)
    opponent = opponents.read(path)
    assert opponent.sha256 == expected
    assert opponent.strategy.infosets == kuhn_content()["infosets"]


@pytest.mark.parametrize("seconds", [10**12, -(10**12), 2**63 // 10**9])
def test_a_time_that_no_calendar_holds_is_left_out(seconds):
    """A file of the year 33,658, as a tmpfs can hold, ended the lobby."""
    assert date(seconds * 10**9) in ("–", "Apr 2262")
