"""Blueprint files: a strategy for the whole game, by buckets of hands, in 8 bits, compressed."""

from __future__ import annotations

import hashlib
import io
import lzma
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError
from pokerbot.games.game import Game
from pokerbot.games.heads_up import JAMS, NAME, game_of, rules_of, unsolved
from pokerbot.io.archive import Format, Members
from pokerbot.io.files import is_whole, named_in_errors, opened, printable, read_bytes, show
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.heads_up.tree import BettingTree, Sizes, tree_of
from pokerbot.sequence.heads_up.walk import Play, unplayed
from pokerbot.strategy.library import folders, listed

KIND = Format("pokerbot-blueprint", 1, "blueprint file")
ENDING, MEMBER = ".blueprint", "play"
LARGEST = 1 << 22
"""The size of the largest file that is read, in bytes."""
PARTS = 255
"""Probabilities are kept as whole numbers that add up to this for each decision and bucket."""
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9}]


@dataclass(frozen=True, eq=False)
class Blueprint:
    """A strategy for both players, by buckets.

    stack: in big blinds
    sizes: the numbers of buckets
    seed, iterations: how it was trained
    parts: [cells] the probability of each action in each bucket times `PARTS`, in the order of
        `unplayed`

    Raises:
        InputError: there is no such game, or the parts do not fit its tree.
    """

    stack: float
    sizes: Sizes
    seed: int
    iterations: int
    parts: NDArray[np.uint8]

    def __post_init__(self) -> None:
        if self.parts.shape != unplayed(self.tree.nodes, self.sizes.counts).cells.shape:
            raise InputError("its numbers are not those of its game")
        for rows in _decisions(self.tree, self.sizes, self.parts.astype(np.int64)):
            if (rows.sum(axis=1) != PARTS).any():
                raise InputError("its probabilities do not add up to 1")

    @cached_property
    def tree(self) -> BettingTree:
        """The betting tree that it knows."""
        return tree_of(rules_of(self.stack))

    @cached_property
    def play(self) -> Play:
        """The strategy, as walks take it."""
        return unplayed(self.tree.nodes, self.sizes.counts)._replace(cells=self.parts / PARTS)


def _decisions(tree: BettingTree, sizes: Sizes, cells: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """The cells of each decision, [buckets, actions], as views."""
    return unplayed(tree.nodes, sizes.counts)._replace(cells=cells).decisions(tree.nodes)


def in_parts(tree: BettingTree, sizes: Sizes, cells: Array) -> NDArray[np.uint8]:
    """[cells] probabilities in whole parts that add up to `PARTS`; what is 0 stays 0."""
    found = np.zeros(len(cells), np.uint8)
    pairs = zip(_decisions(tree, sizes, cells), _decisions(tree, sizes, found), strict=True)
    for exact, into in pairs:
        upto = np.rint(np.cumsum(exact * PARTS, axis=1))
        into[:] = np.diff(upto, axis=1, prepend=0)
    return found


def pack(blueprint: Blueprint) -> memoryview:
    """The bytes of a blueprint's file.

    Parts stand by decision, then by action, then by bucket. Those of the last action are left out,
    as they follow from the others.
    """
    of_decisions = _decisions(blueprint.tree, blueprint.sizes, blueprint.parts)
    content = b"".join(rows[:, :-1].T.tobytes() for rows in of_decisions)
    compressed = lzma.compress(content, lzma.FORMAT_RAW, filters=FILTERS)
    head = {
        "stack": blueprint.stack,
        "buckets": asdict(blueprint.sizes),
        "seed": blueprint.seed,
        "iterations": blueprint.iterations,
        "bytes": len(compressed),
    }
    file = io.BytesIO()
    KIND.write(file, head, [(MEMBER, compressed)])
    return file.getbuffer()


def unpack(content: bytes) -> Blueprint:
    """The blueprint in a file's bytes.

    Raises:
        InputError: they are none, or damaged.
    """
    file = io.BytesIO(content)
    with KIND.reading(file) as head:
        for name in ("seed", "iterations", "bytes"):
            if not is_whole(head.get(name), 1 << 62):
                raise InputError(
                    f"{name} must be a whole number from 0, not {show(head.get(name))}"
                )
        sizes = _sizes(head.get("buckets"))
        tree = tree_of(rules_of(head.get("stack", 0)))
        member = Members(file, KIND, {MEMBER: head["bytes"]}).read(MEMBER)
        parts = _parts(tree, sizes, member)
    return Blueprint(head["stack"], sizes, head["seed"], head["iterations"], parts)


def _sizes(told: Any) -> Sizes:
    """The numbers of buckets in a header; raises InputError where there are none."""
    if not isinstance(told, dict) or told.keys() != asdict(Sizes()).keys():
        raise InputError("buckets must be flop, turn and river")
    flop, turn = (
        tuple(each) if isinstance(each, list) else () for each in (told["flop"], told["turn"])
    )
    return Sizes(flop, turn, told["river"])


def _parts(tree: BettingTree, sizes: Sizes, compressed: bytes) -> NDArray[np.uint8]:
    """Unpack the parts of all actions, but no more bytes than the game has.

    Raises:
        InputError: they are more or fewer than the game has, or do not add up.
    """
    found = np.zeros_like(unplayed(tree.nodes, sizes.counts).cells, np.uint8)
    there = list(_decisions(tree, sizes, found))
    wanted = sum(rows[:, :-1].size for rows in there)
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=FILTERS)
    content = unpacker.decompress(compressed, wanted + 1)
    if len(content) != wanted:
        raise InputError("its numbers are not those of its game")
    place = 0
    for rows in there:
        size = rows[:, :-1].size
        told = np.frombuffer(content[place : place + size], np.uint8).reshape(-1, len(rows)).T
        if (left := PARTS - told.sum(axis=1, dtype=np.int64)).min() < 0:
            raise InputError("its probabilities do not add up to 1")
        rows[:, :-1], rows[:, -1] = told, left
        place += size
    return found


def load(path: Path) -> Blueprint:
    """The blueprint in a file.

    Raises:
        InputError: it cannot be read, or is none; the message names what is wrong.
    """
    with named_in_errors(path):
        return unpack(_content(path))


def fingerprint(path: Path) -> str:
    """The SHA-256 of a blueprint's file, in hexadecimal; raises InputError as `load`."""
    with named_in_errors(path):
        return hashlib.sha256(_content(path)).hexdigest()


def _content(path: Path) -> bytes:
    """A file's bytes; raises InputError where it is too large or cannot be read."""

    def check(head: bytes, size: int) -> None:
        if size > LARGEST:
            raise InputError(f"larger than a {KIND.what} can be")

    return read_bytes(path, check)


def announced(path: Path) -> Game:
    """The game that a blueprint's file names in its header; no more of it is read.

    Raises:
        InputError: it cannot be read, is none, or there is no such game.
    """
    with opened(path) as file, KIND.reading(file) as head:
        return game_of(head.get("stack", 0))


def at_hand() -> list[Path]:
    """The blueprints at hand, short names first; own ones hide shipped ones of the same name."""
    there = {path.name: path for each in reversed(folders()) for path in listed(each, f"*{ENDING}")}
    return [there[name] for name in sorted(there, key=lambda name: (len(name), name))]


def stacks(paths: Iterable[Path]) -> dict[Path, float]:
    """The stacks of these blueprints, in big blinds, small ones first.

    Files that are no blueprints are passed over.
    """
    found: dict[Path, float] = {}
    for path in paths:
        with suppress(InputError):
            found[path] = float(announced(path).parameters["stack"])
    return dict(sorted(found.items(), key=lambda each: each[1]))


def nearest(stack: float, own: Path) -> Path:
    """The blueprint whose stack, in big blinds, is nearest: `own`, or one of those at hand.

    Of two that are as near, `own` comes first.
    """
    known = stacks((own, *at_hand()))
    return min(known, key=lambda path: (abs(known[path] - stack), path != own), default=own)


def is_one(name: str) -> bool:
    """Whether a name is a blueprint's: a file's name, or the game's with or without a stack."""
    named = re.fullmatch(rf"{NAME}(-[\d.]+|:(stack=.*)?)?", name)
    return named is not None or name.endswith(ENDING)


def find(name: str) -> Path:
    """The file that is meant by a path, or by `heads-up` with a stack, or without one.

    Stacks are given as in `heads-up-14` or `heads-up:stack=14`.

    Raises:
        InputError: there is none, or the stack is out of range.
    """
    path = Path(name)
    if os.path.isfile(path) or len(path.parts) != 1 or path.suffix == ENDING:
        return path
    if game := unsolved(name):
        name = f"{NAME}-{game.parameters['stack']:g}"
    for folder in folders():
        candidate = folder / f"{name}{ENDING}"
        if os.path.isfile(candidate):
            return candidate
    there = ", ".join(path.stem for path in stacks(at_hand()))
    have = (
        f"there are {there}, by stacks in big blinds" if there else "pokerbot train heads-up does"
    )
    short = re.fullmatch(rf"{NAME}-(\d+(?:\.\d+)?)", name)
    if short and float(short[1]) <= JAMS:
        have += f"; up to {JAMS} there is jam-or-fold:stack={short[1]}, which is solved exactly"
    raise InputError(f"no blueprint {printable(name)}; {have}")
