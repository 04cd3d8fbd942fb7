"""Blueprint files: read as they were written, or refused in a line."""

import io
import lzma
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.games.all_in import CLASSES
from pokerbot.games.heads_up import rules_of
from pokerbot.sequence.heads_up.tree import DECISION, Sizes, tree_of
from pokerbot.sequence.heads_up.walk import unplayed
from pokerbot.strategy import blueprint
from pokerbot.strategy.blueprint import FILTERS, KIND, Blueprint, in_parts

SIZES = Sizes(flop=(2, 1), turn=(2, 1), river=3)
HEAD = {
    "stack": 2,
    "buckets": {"flop": [2, 1], "turn": [2, 1], "river": 3},
    "seed": 0,
    "iterations": 1,
}


@pytest.fixture
def made():
    tree = tree_of(rules_of(2))
    play, rng = unplayed(tree.nodes, SIZES.counts), np.random.default_rng(1)
    for rows in play.decisions(tree.nodes):
        rows[:] = rng.dirichlet(np.ones(rows.shape[1]), len(rows))
    return Blueprint(2, SIZES, 7, 9, in_parts(tree, SIZES, play.cells)), play.cells


def file(head, content):
    """A file with that header, and these bytes compressed."""
    compressed = lzma.compress(content, lzma.FORMAT_RAW, filters=FILTERS)
    return in_bytes(KIND, {**head, "bytes": len(compressed)}, [("play", compressed)])


def in_bytes(kind, head, members):
    """An archive with that header and these members."""
    written = io.BytesIO()
    kind.write(written, head, members)
    return written.getvalue()


def test_what_is_written_is_read(made, tmp_path):
    path = tmp_path / "some.blueprint"
    path.write_bytes(blueprint.pack(made[0]))
    found = blueprint.load(path)
    assert (found.stack, found.sizes, found.seed, found.iterations) == (2, SIZES, 7, 9)
    assert (found.parts == made[0].parts).all()
    assert np.abs(found.play.cells - made[1]).max() < 1 / 255


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"stack": 1e9}, "big blinds"),
        ({"stack": "20"}, "big blinds"),
        ({"buckets": {"flop": [2, 1], "turn": [2, 1]}}, "flop, turn and river"),
        ({"buckets": {"flop": [10**9, 1], "turn": [2, 1], "river": 3}}, "flop"),
        ({"iterations": -1}, "iterations"),
        ({"stack": 20}, "not those of its game"),
    ],
)
def test_a_head_that_does_not_fit_is_refused(change, said):
    with pytest.raises(InputError, match=said):
        blueprint.unpack(file({**HEAD, **change}, b"\0" * 10))


@pytest.mark.slow
def test_numbers_that_do_not_fit_are_refused(made):
    nodes = made[0].tree.nodes
    wanted = sum(rows[:, :-1].size for rows in made[0].play.decisions(nodes))
    assert blueprint.unpack(file(HEAD, b"\0" * wanted)).iterations == 1
    for content in (b"\0" * (wanted - 1), b"\0" * (wanted + 1), b"\0" * (1 << 21)):
        with pytest.raises(InputError, match="not those of its game"):
            blueprint.unpack(file(HEAD, content))
    with pytest.raises(InputError, match="add up"):
        blueprint.unpack(file(HEAD, b"\xff" * wanted))


def test_a_damaged_file_is_refused(made):
    whole = bytes(blueprint.pack(made[0]))
    for content in (b"", whole[:-40], whole[: len(whole) // 2], b"x" * 300):
        with pytest.raises(InputError):
            blueprint.unpack(content)
    other = io.BytesIO(whole)
    with zipfile.ZipFile(other, "a") as archive:
        archive.writestr("more", b"1")
    with pytest.raises(InputError):
        blueprint.unpack(other.getvalue())


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"x" * 300, "^not a blueprint file$"),
        (file(HEAD, b"")[:20], "^not a whole blueprint file$"),
        (in_bytes(replace(KIND, version=2), HEAD, []), "newer pokerbot"),
        (file({**HEAD, "stack": 1e9}, b""), "big blinds"),
    ],
)
def test_by_its_header_a_file_is_refused_with_the_reason(content, said, tmp_path):
    path = tmp_path / "some.blueprint"
    path.write_bytes(content)
    with pytest.raises(InputError, match=said):
        blueprint.announced(path)


def test_the_one_that_ships_is_small_and_folds_no_aces_before_the_flop():
    path = blueprint.find("heads-up")
    assert path.stat().st_size < 500_000
    shipped = blueprint.load(path)
    nodes, aces = shipped.tree.nodes, CLASSES.index("AA")
    for node in np.flatnonzero((nodes.kind == DECISION) & (nodes.street == 0)).tolist():
        folds = shipped.tree.actions[node][0].kind == "fold"
        assert not folds or shipped.play.at(nodes, node)[aces, 0] < 0.1


@pytest.mark.parametrize(
    ("stack", "of", "name"),
    [(17.5, 20, "mine"), (13, 20, "heads-up-14"), (8, 9, "mine"), (15, 16, "mine")],
)
def test_the_nearest_is_the_named_one_or_one_at_hand(stack, of, name, tmp_path, monkeypatch):
    """Whatever else in the folder of strategies has the ending of a blueprint."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "strategies").mkdir()
    (tmp_path / "strategies" / "broken.blueprint").write_bytes(b"none")
    own = tmp_path / "mine.blueprint"
    own.write_bytes(file({**HEAD, "stack": of}, b""))
    assert blueprint.nearest(stack, own).stem == name


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("heads-up:stack=14", "heads-up-14"),
        ("heads-up:stack=10.0", "heads-up-10"),
        ("heads-up:", "heads-up-20"),
    ],
)
def test_a_blueprint_is_found_as_other_games_name_their_stacks(name, stem):
    assert blueprint.is_one(name)
    assert blueprint.find(name) == blueprint.find(stem)


def test_a_file_is_meant_by_its_path_whatever_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "heads-up:stack=14").write_bytes(b"")
    assert blueprint.find("heads-up:stack=14") == Path("heads-up:stack=14")
    assert not blueprint.is_one("heads-up:mine.json")


def test_those_at_hand_are_told_by_their_stacks(tmp_path, monkeypatch):
    """In that order, and without files that are none."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "strategies").mkdir()
    (tmp_path / "strategies" / "heads-up-12.blueprint").write_bytes(b"none")
    (tmp_path / "strategies" / "heads-up-12.5.blueprint").write_bytes(
        file({**HEAD, "stack": 12.5}, b"")
    )
    with pytest.raises(InputError) as refused:
        blueprint.find("heads-up-7")
    there = "heads-up-10, heads-up-12.5, heads-up-14, heads-up-20"
    assert (
        str(refused.value) == f"no blueprint heads-up-7; there are {there}, by stacks in big blinds"
        "; up to 8 there is jam-or-fold:stack=7, which is solved exactly"
    )
