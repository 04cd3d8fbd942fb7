"""Strategies as arrays in 16 bits: read as they were written, and nothing hostile gets in."""

from __future__ import annotations

import errno
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest

import pokerbot
from pokerbot.errors import InputError
from pokerbot.games.betting import walk
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.game import Game
from pokerbot.games.spot import Spot
from pokerbot.io.files import whole_file
from pokerbot.opponents.opponents import read
from pokerbot.runs.defaults import default_path
from pokerbot.runs.training import Training
from pokerbot.sequence.closings import Worth, count_closings
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.operators import bind, uniform
from pokerbot.strategy import library, packed_file, packed_profile, storage
from pokerbot.strategy.strategy import Strategy
from tests.archives import Change, head, put, rewrite
from tests.evaluation.test_node import random_play

TURN = make_game(
    "holdem",
    {
        "board": "Td9d6h Qc", "pot": 20, "stack": 60, "oop.range": "AhKd,Th9h:0.5,7c2c",
        "ip.range": "QsJs,8d7d", "oop.turn.bet": "50%", "ip.turn.raise": "a",
        "oop.river.bet": "100%",
    },
    "a-turn",
)  # fmt: skip
GAMES = [TURN, *map(parse_game, ("kuhn", "leduc", "leduc:suits=1,ranks=4", "leduc-nolimit:stack=4",
                                 "von-neumann:hands=7", "kuhn:cards=70"))]  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
def test_what_is_read_is_what_was_written_but_for_a_part(game: Game, tmp_path: Path) -> None:
    written = random_play(game)
    pokerbot.save(written, tmp_path / "a.spot")
    read = pokerbot.load(tmp_path / "a.spot")
    assert (read.game, read.maker, read.iterations) == (game, "hand", 0)
    assert read.game.spec == game.spec
    assert read.infosets.keys() == written.infosets.keys()
    for key, chances in written.infosets.items():
        there = read.infosets[key]
        assert there == pytest.approx(chances, abs=1 / 65_535)
        assert sum(there.values()) == pytest.approx(1, abs=1e-12)
        assert [p == 0 for p in there.values()] == [p < 1e-9 for p in chances.values()]
    pokerbot.save(read, tmp_path / "b.spot")
    assert (tmp_path / "a.spot").read_bytes() == (tmp_path / "b.spot").read_bytes()


@pytest.mark.parametrize("game", [TURN, parse_game("leduc:suits=1")], ids=lambda game: game.name)
def test_the_order_in_the_file_is_that_of_betting_board_action_hand(
    game: Game, tmp_path: Path
) -> None:
    strategy, rules = random_play(game), game.rules
    pokerbot.save(strategy, tmp_path / "a.spot")
    with zipfile.ZipFile(tmp_path / "a.spot") as archive:
        assert archive.namelist() == ["header.json", "player-1", "player-2"]
        members = [np.frombuffer(archive.read(f"player-{seat}"), "<u2") for seat in (1, 2)]
    expected: tuple[list[float], list[float]] = ([], [])
    for betting in walk(rules):
        for board in () if betting.over else rules.boards.of(rules.street(betting.round)):
            for action in game.names(betting):
                for hand in range(len(rules.hands[betting.player])):
                    key = game.key(Spot(betting, board, hand))
                    alive = rules.alive(betting.player, hand, board)
                    chance = strategy.infosets[key][action] if alive else 0
                    expected[betting.player].append(chance * 65_535)
    for stored, wanted in zip(members, expected, strict=True):
        assert np.abs(stored - np.array(wanted)).max() < 1


def test_what_a_solution_reports_is_what_its_file_comes_to(tmp_path: Path) -> None:
    training = Training(TURN, "cfr+")
    training.run(iterations=30)
    rounded, whole = training.solution(path=tmp_path / "a.spot"), training.solution()
    pokerbot.save(rounded, tmp_path / "a.spot")
    found = pokerbot.evaluate(tmp_path / "a.spot")
    assert (found.nash_conv, found.value) == (rounded.nash_conv, rounded.value)
    assert rounded.strategy.results == {"nash_conv": found.nash_conv, "value": found.value}
    assert found.nash_conv != whole.nash_conv
    assert found.nash_conv == pytest.approx(whole.nash_conv, abs=0.01)


def test_a_file_is_written_without_a_copy_of_what_is_in_it(tmp_path: Path) -> None:
    cells = np.zeros(1 << 22, dtype=np.uint8)
    tracemalloc.start()
    with whole_file(tmp_path / "a") as file:
        packed_file.KIND.write(file, {}, [("parts", cells.data)])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < cells.nbytes / 4 < (tmp_path / "a").stat().st_size


def test_turns_and_flops_go_to_such_files_and_are_found_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    river = make_game("holdem", {**TURN.parameters, "board": "Td9d6h Qc 7s", "oop.turn.bet": "",
                                 "ip.turn.raise": ""}, "a-river")  # fmt: skip
    assert default_path(TURN, "dcfr").name == "a-turn-dcfr.spot"
    assert default_path(river, "dcfr").name == "a-river-dcfr.json"
    Path("strategies").mkdir()
    pokerbot.save(random_play(TURN), default_path(TURN, "dcfr"))
    assert pokerbot.load("a-turn-dcfr").game == TURN
    assert library.announced(Path("strategies/a-turn-dcfr.spot")) == TURN
    assert Path("strategies/a-turn-dcfr.spot") in library.candidates(TURN)
    assert pokerbot.evaluate("a-turn-dcfr").game == "a-turn"
    with pytest.raises(InputError, match="needed to overwrite"):
        pokerbot.save(random_play(parse_game("kuhn")), "strategies/a-turn-dcfr.spot")


@pytest.mark.slow
def test_the_rivers_that_ship_are_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So well that hands are graded to 0.2 % of the pot; each is the spot of the file beside it."""
    monkeypatch.chdir(tmp_path)
    found = [path for path in library.spots() if "-river-" in path.stem]
    rivers = sorted(found[0].parent.glob("*-river.toml"))
    assert [path.stem for path in found] == [f"{path.stem}-dcfr" for path in rivers]
    assert len(rivers) == 8
    assert sum(path.stat().st_size for path in found) < 6e6
    for path, spot in zip(found, rivers, strict=True):
        strategy, game = pokerbot.load(path.stem), parse_game(str(spot))
        assert (strategy.game, strategy.game.spec) == (game, spot.stem)
        assert pokerbot.evaluate(strategy).exploitability < game.rules.pot / 200_000
        assert library.candidates(game) == (path,)


@pytest.mark.slow
def test_the_flops_that_ship_are_solved_and_kept_without_rivers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What hands are worth where the turn ends comes to the value that was found with rivers.

    A best response that plays rivers as the solution does wins no more than one that is free.
    """
    monkeypatch.chdir(tmp_path)
    found = [path for path in library.spots() if "-flop-" in path.stem]
    flops = sorted(found[0].parent.glob("*-flop.toml"))
    assert [path.stem for path in found] == [f"{path.stem}-dcfr" for path in flops]
    assert sum(path.stat().st_size for path in found) < 10e6
    for path, spot in zip(found, flops, strict=True):
        strategy, game = pokerbot.load(path.stem), parse_game(str(spot))
        assert (strategy.game, strategy.game.spec) == (game, spot.stem)
        told = read(path).evaluation
        pot = game.rules.pot
        assert 0 < told.exploitability < pot / 300
        first, second = told.best_response_values
        assert told.exploitability == pytest.approx((first + second) / 2, abs=1e-9)
        at = pokerbot.node(path.stem)
        assert at.ev is not None
        assert sum(at.ev) == pytest.approx(pot, abs=1e-3 * pot)
        assert at.ev[0] == pytest.approx(told.value + pot / 2, abs=1e-3 * pot)
        best = sum(each.share * max(each.action_evs) for each in at.hands.values())
        assert at.ev[0] <= best <= first + pot / 2 + 1e-3 * pot


def kept_without_rivers(game: Game, path: Path) -> Strategy:
    """Even play of a turn, saved without its rivers and read again; no hand is worth anything."""
    form, count = compile_game(game), count_closings(game.rules, None)
    one, other = bind(form)
    first, second = game.hands
    whole = packed_profile.rounded(form, (uniform(one), uniform(other)))
    worth = Worth(
        (np.zeros((count, first), np.uint16), np.zeros((count, second), np.uint16)),
        np.zeros((2, count, 2), np.float32),
        np.zeros((first, second), np.int16),
    )
    kept = packed_profile.PackedProfile(game, whole.parts, None, worth).without_last()
    pokerbot.save(Strategy(game, kept, {"name": "hand"}), path)
    return pokerbot.load(path)


def test_a_file_without_rivers_is_read_however_many_actions_they_have(tmp_path: Path) -> None:
    """It was refused as smaller than a strategy of its game, which has its rivers, too."""
    sizes, raises = "25%, 50%, 75%, 100%", "2x, 3x, a"
    game = make_game("holdem", {
        "board": "Td9d6h Qc", "pot": 20, "stack": 300, "oop.range": "AA", "ip.range": "KK",
        "oop.turn.bet": "50%", "oop.river.bet": sizes, "oop.river.raise": raises,
        "ip.river.bet": sizes, "ip.river.raise": raises,
    })  # fmt: skip
    read = kept_without_rivers(game, tmp_path / "a.spot")
    for key in ("AhAd:", "KsKd:b10"):
        assert [*read.infosets[key].values()] == pytest.approx([0.5, 0.5], abs=1 / 65_535)


def test_a_file_without_rivers_is_read_however_many_hands_there_are(tmp_path: Path) -> None:
    """It was refused as larger than a strategy: it tells for every pair of hands who is ahead."""
    game = make_game("holdem", {
        "board": "Td9d6h Qc", "pot": 20, "stack": 20, "oop.turn.bet": "a",
        "oop.range": "random", "ip.range": "random",
    })  # fmt: skip
    read = kept_without_rivers(game, tmp_path / "a.spot")
    assert [*read.infosets["AhAd:"].values()] == pytest.approx([0.5, 0.5], abs=1 / 65_535)


def test_games_without_cards_have_no_such_files(tmp_path: Path) -> None:
    found = pokerbot.solve("goofspiel:cards=3", "cfr+", iterations=5)
    with pytest.raises(InputError, match="games with cards"):
        pokerbot.save(found, tmp_path / "a.spot")
    with pytest.raises(InputError, match="games with cards"):
        storage.check_target(found.strategy.game, tmp_path / "b.spot", force=False)


def test_hands_whose_names_are_too_long_to_be_read_again_are_not_written(tmp_path: Path) -> None:
    """Each is named in the header, of which no more than a part of a megabyte is read."""
    form = compile_game(game := parse_game("von-neumann:hands=20000"))
    one, other = bind(form)
    even = packed_profile.rounded(form, (uniform(one), uniform(other)))
    with pytest.raises(InputError, match="too long for a strategy file"):
        pokerbot.save(Strategy(game, even, {"name": "hand"}), tmp_path / "a.spot")
    assert not [*tmp_path.iterdir()]


def test_what_is_opened_is_compiled_only_when_that_is_asked_for(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed_profile, "compile_game", lambda _: pytest.fail("compiled"))
    read = pokerbot.load(file)
    assert len(read.infosets) == len(random_play(TURN).infosets)
    assert "information sets" in repr(read)
    found = pokerbot.node(read, "bet 10, call / 7s")
    monkeypatch.undo()
    whole = pokerbot.node(Strategy.of(TURN, dict(read.infosets)), "bet 10, call / 7s")
    assert found.ev == pytest.approx(whole.ev, abs=1e-9)
    assert found.hands.keys() == whole.hands.keys()


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What is in a file of a turn."""
    path = tmp_path_factory.mktemp("saved") / "a.spot"
    pokerbot.save(random_play(TURN), path)
    return path.read_bytes()


@pytest.fixture
def file(saved: bytes, tmp_path: Path) -> Path:
    """A file of a turn."""
    (tmp_path / "a.spot").write_bytes(saved)
    return tmp_path / "a.spot"


def one_more(content: bytes) -> bytes:
    """A part more of the first action of the first hand."""
    array = np.frombuffer(content, "<u2").copy()
    array[0] += 1
    return array.tobytes()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (head(format="pokerbot-strategy"), "not a strategy file"),
        (head(version=3), "written by a newer pokerbot: version 3, this reads 2"),
        (head(version=2), "not a whole strategy file"),
        (head(version=0), "version 0, this reads 2"),
        (head(version=True), "version true"),
        (head(game=...), "game is missing"),
        (head(game={"name": "holdem"}), "its hands are not those"),
        (head(game={"name": "go"}), "no game 'go'"),
        (head(game=3), "game must be an object"),
        (head(game={"name": "leduc-nolimit", "stack": 100}), "smaller than a"),
        (head(iterations=-1), "iterations must be a whole number"),
        (head(seed="x"), "seed must be a whole number"),
        (head(algorithm={"name": "a\x1b[31m"}), "name must be a short text"),
        (head(spot="a\nb"), "spot's name must be a short text"),
        (head(spot=["a"]), "spot's name must be a short text"),
        (head(results={"nash_conv": float("nan")}), "NaN is not a number"),
        (head(hands=[["AhKd"], ["QsJs"]]), "its hands are not those of its game"),
        (head(hands=...), "its hands are not those of its game"),
        (head(without="rivers"), "without can only be 'rivers', where"),
        (put("header.json", lambda text: text[:-1]), "not JSON|not a"),
        (put("header.json", lambda _: b"[]"), "not a strategy file"),
        (put("header.json", lambda _: b"\xff\xfe"), "not a"),
        (put("player-1", lambda there: there[:-2]), "not a whole strategy file"),
        (put("player-1", lambda there: there + b"\0\0"), "not a whole strategy file"),
        (put("player-1", lambda there: there * 4), "not a whole strategy file"),
        (put("player-1", lambda there: there + b"\0" * 600_000), "larger or smaller"),
        (head(game={"name": "holdem", **TURN.parameters, "board": "Td9d6h"}), "larger or smaller"),
        (put("player-2", lambda _: b""), "not a whole strategy file"),
        (lambda members: members.pop("player-2"), "not a whole strategy file"),
        (put("player-3", lambda _: b"x"), "not a whole strategy file"),
        (put("../player-1", lambda _: b"x"), "not a whole strategy file"),
        (put("player-1!", lambda _: b"x"), "not a whole strategy file"),
        (put("player-1", one_more), "do not add up to 1"),
        (put("player-2", lambda there: b"\0" * len(there)), "do not add up to 1"),
        (put("player-2", lambda there: b"\xff" * len(there)), "do not add up to 1"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_line(file: Path, change: Change, says: str) -> None:
    with pytest.raises(InputError, match=says) as caught:
        pokerbot.load(rewrite(file, change))
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(f"{file}: ")


def not_a_number(content: bytes) -> bytes:
    """The first number of an array of four-byte numbers is none."""
    return np.float32("nan").tobytes() + content[4:]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (head(without="turns"), "without can only be 'rivers', where"),
        (put("scale", not_a_number), "the value of a hand is not a number"),
    ],
)
def test_what_does_not_fit_of_a_file_without_rivers_is_refused(
    tmp_path: Path, change: Change, says: str
) -> None:
    kept_without_rivers(TURN, tmp_path / "a.spot")
    with pytest.raises(InputError, match=says):
        pokerbot.load(rewrite(tmp_path / "a.spot", change))


@pytest.mark.slow
@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_nothing_is_unpacked_to_more_than_the_file(file: Path, method: int) -> None:
    """A zip bomb says that a member is compressed."""
    bomb = rewrite(file, put("player-1", lambda _: b"\0" * 20_000_000), compress_type=method)
    assert bomb.stat().st_size < 100_000
    tracemalloc.start()
    with pytest.raises(InputError, match=r"not a whole strategy file|larger or smaller"):
        pokerbot.load(bomb)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10_000_000


def test_a_header_that_claims_a_large_game_builds_nothing(file: Path) -> None:
    game = {"name": "kuhn", "cards": 1_000_000}
    claims = rewrite(file, head(game=game))
    tracemalloc.start()
    with pytest.raises(InputError, match="smaller than a strategy"):
        pokerbot.load(claims)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10_000_000


@pytest.mark.slow
def test_what_is_cut_off_or_damaged_is_refused(file: Path) -> None:
    """Every change of a byte is told: the checksums see it, or what is left does not fit."""
    whole = file.read_bytes()
    for end in [*range(0, 200, 7), *range(200, len(whole), 997), len(whole) - 1]:
        file.write_bytes(whole[:end])
        with pytest.raises(InputError):
            pokerbot.load(file)
    rng = np.random.default_rng(1)
    for at in rng.integers(0, len(whole), 150).tolist():
        broken = bytearray(whole)
        broken[at] ^= 1 << int(rng.integers(8))
        file.write_bytes(broken)
        try:
            read = pokerbot.load(file)
        except InputError:
            continue
        file.write_bytes(whole)
        assert dict(read.infosets.items()) == dict(pokerbot.load(file).infosets.items())


ALIKE = {"rainbow": "QsJh2d 4c", "two-tone": "QhJs2h 4s", "monotone": "QhJh2h 4h", "flop": "QhJs2h"}


def symmetric(board: str) -> Training:
    """Some iterations on a spot whose ranges name no suits."""
    told = {
        "board": ALIKE[board], "pot": 20, "stack": 30, "oop.range": "AA,KQs",
        "ip.range": "99,AKs:0.5", "oop.river.bet": "50%",
    }  # fmt: skip
    told |= {} if board == "flop" else {"ip.turn.bet": "a"}
    training = Training(make_game("holdem", told, "suits"), "dcfr")
    training.run(iterations=5)
    return training


@pytest.mark.slow
@pytest.mark.parametrize("board", ["rainbow", "two-tone", "monotone"])
def test_boards_that_are_alike_are_there_once_and_read_as_all_of_them(
    board: str, tmp_path: Path
) -> None:
    training, path = symmetric(board), tmp_path / "merged.spot"
    told, whole = training.solution(path=path), training.solution()
    pokerbot.save(told, path)
    pokerbot.save(whole, tmp_path / "whole.spot")
    sizes = [each.stat().st_size for each in (path, tmp_path / "whole.spot")]
    assert (sizes[0] < 0.85 * sizes[1]) == (board != "rainbow")
    read = pokerbot.load(path)
    assert len(read.infosets) == len(whole.strategy.infosets)
    for key, chances in whole.strategy.infosets.items():
        assert read.infosets[key] == pytest.approx(chances, abs=1.01 / 65_535)
    found = pokerbot.evaluate(path)
    assert found.nash_conv == pytest.approx(told.nash_conv, abs=1e-12)
    spelled = pokerbot.evaluate(dict(read.infosets), read.game)
    assert (found.nash_conv, found.value) == pytest.approx((spelled.nash_conv, spelled.value))
    pokerbot.save(read, tmp_path / "again.spot")
    assert (tmp_path / "again.spot").read_bytes() == path.read_bytes()


@pytest.mark.parametrize("board", ["two-tone", pytest.param("flop", marks=pytest.mark.slow)])
def test_a_node_on_any_board_is_that_of_the_whole_file(
    board: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    training, path = symmetric(board), tmp_path / "merged.spot"
    pokerbot.save(training.solution(path=path), path)
    read, whole = pokerbot.load(path), training.solution().strategy
    monkeypatch.setattr(packed_profile, "compile_game", lambda _: pytest.fail("compiled"))
    turn = " / 7d / check, check" if board == "flop" else ""
    for river in ("Kc", "Kd", "As"):
        line = f"check, check{turn} / {river}"
        found, expected = pokerbot.node(read, line), pokerbot.node(whole, line)
        assert found.frequencies == pytest.approx(expected.frequencies, abs=1e-4)
        assert found.ev == pytest.approx(expected.ev, abs=1e-2)
        assert found.hands.keys() == expected.hands.keys()
        for hand, there in found.hands.items():
            assert there.strategy == pytest.approx(expected.hands[hand].strategy, abs=1e-4)


def another_suit(content: bytes) -> bytes:
    """A hand plays the first decision otherwise than those alike."""
    parts = np.frombuffer(content, "<u2").copy()
    parts[0] ^= 1
    return parts.tobytes()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (head(suits=...), "larger or smaller|not a whole"),
        (head(suits="exchanged"), "suits can only be 'merged'"),
        (head(suits=["merged"]), "suits can only be 'merged'"),
        (put("player-1", another_suit), "not played alike"),
        (put("player-1", lambda there: there[:-2]), "not a whole strategy file"),
        (put("player-2", lambda there: b"\0" * len(there)), "do not add up to 1"),
    ],
)
def test_what_does_not_fit_of_boards_alike_is_refused(
    tmp_path: Path, change: Change, says: str
) -> None:
    training, path = symmetric("monotone"), tmp_path / "merged.spot"
    pokerbot.save(training.solution(path=path), path)
    with pytest.raises(InputError, match=says) as caught:
        pokerbot.load(rewrite(path, change))
    assert "\n" not in str(caught.value)


def test_suits_of_a_game_in_which_none_are_alike_are_not_merged(file: Path) -> None:
    with pytest.raises(InputError, match="suits can only be 'merged'"):
        pokerbot.load(rewrite(file, head(suits="merged")))


def test_a_file_for_which_there_is_no_memory_is_not_called_damaged(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_left(*_: object, **__: object) -> None:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr(packed_file, "LARGE", 1)
    monkeypatch.setattr("mmap.mmap", none_left)
    with pytest.raises(InputError, match="takes more memory than there is"):
        pokerbot.load(file)


def test_a_large_file_that_is_damaged_is_neither_measured_nor_saved_as_another(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its probabilities are read only when they are looked at; copied, they had a new checksum."""
    monkeypatch.setattr(packed_file, "LARGE", 1)
    content = bytearray(file.read_bytes())
    parts = pokerbot.load(file).infosets
    assert isinstance(parts, packed_profile.PackedProfile)
    content[content.index(parts.parts[0][:2].tobytes())] ^= 4
    file.write_bytes(content)
    with pytest.raises(InputError, match="do not add up to 1"):
        pokerbot.save(pokerbot.load(file), file.with_name("b.spot"))
    with pytest.raises(InputError, match="do not add up to 1"):
        pokerbot.evaluate(file)
    assert not file.with_name("b.spot").exists()


def test_a_large_file_whose_parts_would_lie_beyond_its_end_is_refused(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed_file, "LARGE", 1)
    content = bytearray(file.read_bytes())
    name = content.index(b"player-1")
    content[name - 2 : name] = b"\xff\xff"  # so many bytes between the name and the parts
    file.write_bytes(content)
    with pytest.raises(InputError, match="not a whole strategy file"):
        pokerbot.load(file)


def test_text_of_another_kind_by_that_name(file: Path) -> None:
    """What a file is, it says itself."""
    pokerbot.save(random_play(parse_game("kuhn")), file.with_suffix(".json"))
    file.write_bytes(file.with_suffix(".json").read_bytes())
    assert pokerbot.load(file).game == parse_game("kuhn")
    file.write_bytes(b"PK\x03\x04")
    with pytest.raises(InputError, match="not a whole strategy file"):
        pokerbot.load(file)
