"""Strategy files: JSON that a person can read and write, checked in full, written whole.

Where the name ends in .gz the same text is packed by gzip.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from pokerbot.errors import InputError
from pokerbot.games.catalogue import is_known, make_game
from pokerbot.games.game import Game
from pokerbot.io.files import (
    HEAD_SIZE,
    check_writable,
    decode_json,
    decode_text,
    is_whole,
    printable,
    read_bytes,
    show,
    write_whole,
)
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy.arrays import as_spelled, check_complete, spelled
from pokerbot.strategy.checking import as_object, check_infosets
from pokerbot.strategy.library import find, game_in
from pokerbot.strategy.strategy import Infosets, Strategy

FORMAT, VERSION = "pokerbot-strategy", 1
LONGEST_NAME = 60
OPENING, CLOSING = '"infosets": {\n', "\n}\n}\n"
PACKED, MAGIC, GZIP = ".gz", b"\x1f\x8b", 16 + zlib.MAX_WBITS
"""How the name of a packed file ends, how the file begins, and what zlib calls that."""
LARGE = 4 << 20
"""A file larger than this must say in its first lines which game it is for."""
LINE, CHANCE = 40, 50
"""How many bytes an information set takes, and each action, besides names, spaces included."""


class HasStrategy(Protocol):
    """What came out of a run: a solution, a response."""

    @property
    def strategy(self) -> Strategy:
        """What came out."""


Playable = Strategy | HasStrategy | str | os.PathLike[str]
"""A strategy, a result that holds one, or its file or bare name."""


def as_strategy(of: Playable) -> Strategy:
    """The strategy itself, that of a result, or the one in a file.

    Raises:
        InputError: as `load`, or it is none of these.
    """
    if isinstance(of, Strategy):
        return of
    if isinstance(of, str | os.PathLike):
        return load(of)
    strategy = getattr(of, "strategy", None)
    if not isinstance(strategy, Strategy):
        raise InputError(f"that is no strategy, and holds none: {show(of)}")
    return strategy


def load(path: str | os.PathLike[str]) -> Strategy:
    """The strategy in a file, checked: structure, game, every information set and probability.

    A bare name such as `leduc-gxfp` is looked for in `strategies/` and among those that ship.

    Raises:
        InputError: it cannot be read or is no such strategy; the message names what is wrong.
    """
    return read(find(os.fspath(path)))[0]


def read(path: str | os.PathLike[str]) -> tuple[Strategy, str]:
    """The strategy in a file, and the SHA-256 of its `content`, in hexadecimal.

    Raises:
        InputError: as `load`.
    """
    try:
        text = content(path)
        return parse(decode_text(text)), hashlib.sha256(text).hexdigest()
    except InputError as error:
        raise InputError(f"{printable(os.fspath(path))}: {error}") from None
    except MemoryError:
        name = printable(os.fspath(path))
        raise InputError(f"{name}: cannot be read: it takes more memory than there is") from None


def content(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a strategy file; of a packed one, what is packed in it.

    Raises:
        InputError: it cannot be read, is not whole, or is larger than a strategy of its game.
    """
    there = read_bytes(Path(path), _check_size)
    if not there.startswith(MAGIC):
        return there
    unpacker, size = zlib.decompressobj(GZIP), int.from_bytes(there[-4:], "little")
    with suppress(zlib.error):
        text = unpacker.decompress(there, LARGE)
        if rest := unpacker.unconsumed_tail:
            _check_size(text[:HEAD_SIZE], size)
            text += unpacker.decompress(rest, size + 1)
        if unpacker.eof:
            return text
    raise InputError("cannot be read: packed, and not whole")


def _check_size(head: bytes, size: int) -> None:
    """Raise InputError for a large file unless the game that it begins with needs as much."""
    if size <= LARGE or head.startswith(MAGIC):
        return
    game = game_in(head.decode("utf-8-sig", errors="replace"))
    if game is None:
        raise InputError(f"larger than {LARGE >> 20} MiB, and does not begin with a game's name")
    room = LARGE
    for _, key, actions in game.information_sets():
        room += len(key) + LINE + sum(len(action) + CHANCE for action in actions)
        if room >= size:
            return
    raise InputError(f"larger than a strategy of {game.spec} can be")


def fingerprint(path: Path) -> str:
    """The SHA-256 of a strategy file's `content`, in hexadecimal.

    Raises:
        InputError: it cannot be read.
    """
    try:
        return hashlib.sha256(content(path)).hexdigest()
    except InputError as error:
        raise InputError(f"{printable(str(path))}: {error}") from None


def parse(text: str) -> Strategy:
    """The strategy that this text spells out; raises as `load`."""
    return _as_written(text) or _strategy(as_object(decode_json(text), "the file"))


def _as_written(text: str) -> Strategy | None:
    """The strategy in a text that `dump` writes to the letter, with arrays; else None."""
    head, opening, lines = text.partition(OPENING)
    if not opening or not lines.endswith(CLOSING):
        return None
    with suppress(InputError):
        content = as_object(decode_json(f"{head}{OPENING}{CLOSING}"), "the file")
        return _strategy(content, lines.removesuffix(CLOSING))
    return None


def _strategy(content: dict[str, Any], lines: str | None = None) -> Strategy:
    """The strategy of a file's content, with information sets as such lines if there are some."""
    if content.get("format") != FORMAT:
        raise InputError(f"not a strategy file: its format is not {FORMAT!r}")
    version = content.get("version")
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        raise InputError(f"written by a newer pokerbot: version {version}, this reads {VERSION}")
    if version != VERSION or isinstance(version, bool):
        raise InputError(f"version must be {VERSION}, not {show(version)}")
    for key in ("game", "algorithm", "iterations", "infosets"):
        if key not in content:
            raise InputError(f"{key} is missing")
    described = dict(as_object(content["game"], "game"))
    game = make_game(described.pop("name", None), described)
    iterations, seed = content["iterations"], content.get("seed")
    if not is_whole(iterations):
        raise InputError(f"iterations must be a whole number from 0, not {show(iterations)}")
    if seed is not None and not is_whole(seed):
        raise InputError(f"seed must be a whole number from 0 or null, not {show(seed)}")
    infosets: Infosets | None = None
    if lines is None:
        infosets = check_infosets(game, as_object(content["infosets"], "infosets"))
    else:
        infosets = as_spelled(compile_game(game), lines)
    if infosets is None:
        raise InputError("not as it is written")
    return Strategy(
        game=game,
        infosets=infosets,
        algorithm=_check_algorithm(_notes(content["algorithm"], "algorithm")),
        iterations=iterations,
        seed=seed,
        results=_notes(content.get("results", {}), "results"),
    )


def _check_algorithm(algorithm: dict[str, Any]) -> dict[str, Any]:
    """The description, if its name is one that can be shown."""
    name = algorithm.get("name", "")
    if not isinstance(name, str) or not name.isprintable() or len(name) > LONGEST_NAME:
        raise InputError(f"the algorithm's name must be a short text, not {show(name)}")
    return algorithm


def save(
    strategy: Strategy | HasStrategy, path: str | os.PathLike[str], *, force: bool = False
) -> None:
    """Write a strategy, or that of a result, whole or not at all.

    Raises:
        InputError: `path` holds something else than a strategy of this game and `force` is off,
            or it cannot be written, or could not be read again: what the catalogue does not know
            has no name to read it by.
    """
    strategy, path = as_strategy(strategy), Path(path)
    game = strategy.game
    if not is_known(game):
        raise InputError(f"no file can hold a strategy of {game.spec}: no command knows that game")
    check_complete(game, strategy.infosets)
    _notes(strategy.results, "results")
    if force:
        check_writable(path, force=True)
    else:
        check_target(strategy.game, path, force=False)
    pieces = (piece.encode() for piece in dump(strategy))
    write_whole(path, _packed(pieces) if path.suffix.lower() == PACKED else pieces)


def _packed(pieces: Iterable[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj(wbits=GZIP)
    yield from map(packer.compress, pieces)
    yield packer.flush()


def dump(strategy: Strategy) -> Iterator[str]:
    """The file's text, in pieces: a line for each information set."""
    head = {
        "format": FORMAT,
        "version": VERSION,
        "game": {"name": strategy.game.name, **strategy.game.parameters},
        "algorithm": strategy.algorithm,
        "iterations": strategy.iterations,
        "seed": strategy.seed,
        "results": strategy.results,
    }
    encode = json.JSONEncoder(allow_nan=False).encode
    yield "{\n"
    for key, value in head.items():
        yield f"{encode(key)}: {encode(value)},\n"
    yield OPENING
    separator = ""
    for lines in spelled(strategy.infosets):
        yield f"{separator}{lines}"
        separator = ",\n"
    yield CLOSING


def check_target(game: Game, path: Path, *, force: bool) -> Strategy | None:
    """The strategy of this game that one written to `path` would replace, if there is one.

    Raises:
        InputError: none may be written there.
    """
    check_writable(path, force=force)
    if not path.exists():
        return None
    try:
        there = read(path)[0]
    except InputError:
        there = None
    if there is not None and there.game == game:
        return there
    if force:
        return None
    held = "something else" if there is None else there.game.spec
    raise InputError(
        f"is needed to overwrite {printable(str(path))}, which holds {held},"
        f" not a strategy of {game.spec}",
        parameter="force",
    )


def _notes(value: Any, name: str) -> dict[str, Any]:
    """An object of anything that can be written again."""
    try:
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except ValueError:
        raise InputError(f"{name} holds a number or text that no file can hold") from None
    return as_object(value, name)
