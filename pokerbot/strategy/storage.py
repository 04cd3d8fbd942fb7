"""Strategy files: JSON that a person can read and write, checked in full, written whole.

Where the name ends in .gz the same text is packed by gzip; in .spot it is another form, of arrays.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import IO, Any, Protocol

from pokerbot.errors import InputError
from pokerbot.games.catalogue import OfGame, game_of, is_known
from pokerbot.games.game import Game
from pokerbot.io.archive import SIGNATURE
from pokerbot.io.files import (
    HEAD_SIZE,
    LARGEST_FILE,
    check_writable,
    decode_json,
    decode_text,
    named_in_errors,
    printable,
    read_bytes,
    show,
    whole_file,
)
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy import packed_file
from pokerbot.strategy.arrays import as_spelled, check_complete, spelled
from pokerbot.strategy.checking import as_object, check_infosets
from pokerbot.strategy.heads import head_of, made, strategy_of
from pokerbot.strategy.library import find, game_in
from pokerbot.strategy.strategy import Infosets, Strategy

FORMAT, VERSION = "pokerbot-strategy", 1
OPENING, CLOSING = '"infosets": {\n', "\n}\n}\n"
PACKED, MAGIC, GZIP = ".gz", b"\x1f\x8b", 16 + zlib.MAX_WBITS
"""How the name of a packed file ends, how the file begins, and zlib's number for that format."""
LARGE = 4 << 20
"""A file larger than this must say in its first lines which game it is for."""
LINE, CHANCE = 40, 50
"""How many bytes an information set takes, and each action, besides names, spaces included."""


class HasStrategy(Protocol):
    """A result that holds a strategy: a solution, a response."""

    @property
    def strategy(self) -> Strategy:
        """The strategy that it holds."""


Playable = Strategy | HasStrategy | str | os.PathLike[str]
"""A strategy, a result that holds one, or its file or bare name."""


def as_strategy(of: Playable, game: Game | None = None) -> Strategy:
    """The strategy itself, that of a result, or the one in a file.

    game: the game that is asked about; if it has no known name, a file is read as one of it

    Raises:
        InputError: as `load`, or it is none of these.
    """
    if isinstance(of, Strategy):
        return of
    if isinstance(of, str | os.PathLike):
        return load(of, game=None if game is None or is_known(game) else game)
    strategy = getattr(of, "strategy", None)
    if not isinstance(strategy, Strategy):
        made = "; Strategy.of(game, function) makes one" if callable(of) else ""
        raise InputError(f"this is not a strategy, and does not hold one: {show(of)}{made}")
    return strategy


def load(path: str | os.PathLike[str], *, game: Game | OfGame | str | None = None) -> Strategy:
    """The strategy in a file, checked: structure, game, every information set and probability.

    A bare name such as `leduc-gxfp` is looked for in `strategies/` and among those that ship.

    Args:
        path: the file.
        game: the game that it is of; needed for a game of one's own, which has no known name.

    Raises:
        InputError: it cannot be read or is no such strategy; the message names what is wrong.
    """
    found = find(os.fspath(path))
    return _opened(found) or read(found, None if game is None else game_of(game))[0]


def read(path: str | os.PathLike[str], game: Game | None = None) -> tuple[Strategy, str]:
    """The strategy in a file, of that game if one is given, and the SHA-256 of its `content`.

    Raises:
        InputError: as `load`.
    """
    if opened := _opened(path):
        return opened, fingerprint(Path(path))
    if Path(path).suffix == ".toml" and os.path.isfile(path):
        name = printable(os.fspath(path))
        raise InputError(
            f"{name} is not a strategy; if it is a spot, `pokerbot solve {quote(name)}` makes one"
        )
    with named_in_errors(path):
        try:
            there = content(path)
            digest = hashlib.sha256(there).hexdigest()
            if there.startswith(SIGNATURE):
                return packed_file.unpack(there), digest
            return parse(decode_text(there), game), digest
        except MemoryError:
            raise InputError("cannot be read: it takes more memory than there is") from None


def _opened(path: str | os.PathLike[str]) -> Strategy | None:
    """The strategy in a large file of arrays, which stay on the disk; None for any other file."""
    path = Path(path)
    with suppress(OSError):
        if path.is_file() and packed_file.LARGE < path.stat().st_size <= LARGEST_FILE:
            with open(path, "rb") as file:
                head = file.read(HEAD_SIZE)
            if head.startswith(SIGNATURE):
                with named_in_errors(path):
                    packed_file.check_size(head, path.stat().st_size)
                    return packed_file.open_file(path)
    return None


def content(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a strategy file, unpacked if they are packed.

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
    raise InputError("cannot be read: it is compressed, and not complete")


def _check_size(head: bytes, size: int) -> None:
    """Raise InputError for a large file if a strategy of the game that it names is smaller."""
    if head.startswith(SIGNATURE):
        packed_file.check_size(head, size)
        return
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
    with named_in_errors(path):
        return hashlib.sha256(content(path)).hexdigest()


def parse(text: str, game: Game | None = None) -> Strategy:
    """The strategy that this text spells out, of that game if one is given; raises as `load`."""
    return _as_written(text, game) or _strategy(
        as_object(decode_json(text), "the file"), None, game
    )


def _as_written(text: str, game: Game | None) -> Strategy | None:
    """The strategy, as arrays, in a text that is written just as `dump` does; else None."""
    head, opening, lines = text.partition(OPENING)
    if not opening or not lines.endswith(CLOSING):
        return None
    with suppress(InputError):
        content = as_object(decode_json(f"{head}{OPENING}{CLOSING}"), "the file")
        return _strategy(content, lines.removesuffix(CLOSING), game)
    return None


def _strategy(content: dict[str, Any], lines: str | None, own: Game | None) -> Strategy:
    """The strategy in a file.

    content: the file's JSON object
    lines: the information sets as text, if they are not in the content
    own: as `strategy_of`
    """
    if content.get("format") != FORMAT:
        raise InputError(f"not a strategy file: its format is not {FORMAT!r}")
    version = content.get("version")
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        raise InputError(f"written by a newer pokerbot: version {version}, this reads {VERSION}")
    if version != VERSION or isinstance(version, bool):
        raise InputError(f"version must be {VERSION}, not {show(version)}")

    def infosets(game: Game) -> Infosets:
        if "infosets" not in content:
            raise InputError("infosets is missing")
        if lines is None:
            return check_infosets(game, as_object(content["infosets"], "infosets"))
        found = as_spelled(compile_game(game), lines)
        if found is None:
            raise InputError("not as it is written")
        return found

    return strategy_of(content, infosets, own)


def save(
    strategy: Strategy | HasStrategy,
    path: str | os.PathLike[str],
    *,
    force: bool = False,
    game: Game | OfGame | str | None = None,
) -> None:
    """Write a strategy to a file, whole or not at all.

    Args:
        strategy: the strategy, or a result that holds it.
        path: the file.
        force: whether to overwrite whatever the file holds.
        game: the strategy's game, for a game of one's own; `load` must then be given it, too.

    Raises:
        InputError: `path` holds something else than a strategy of this game and `force` is off, or
            it cannot be written or could not be read again, as a game that the catalogue does not
            know, or an algorithm whose name is no short text.
    """
    strategy, path = as_strategy(strategy), Path(path)
    played, own = strategy.game, None if game is None else game_of(game)
    if own is None and not is_known(played):
        raise InputError(
            f"a strategy of {played.spec} can be saved only if save is given its game, as load"
            " must be: no command knows that game"
        )
    if own not in (None, played):
        raise InputError(f"is not the strategy's, {played.spec:.60}", parameter="game")
    check_complete(played, strategy.infosets)
    strategy = replace(strategy, **made(head_of(strategy)))
    if force:
        check_writable(path, force=True)
    else:
        check_target(played, path, force=False, own=own)
    with whole_file(path) as file:
        write(strategy, path.suffix.lower(), file)


def is_packed(path: str | os.PathLike[str] | None) -> bool:
    """Whether a file of this name holds arrays in 16 bits."""
    return path is not None and Path(path).suffix.lower() == packed_file.ENDING


def ending(game: Game) -> str:
    """The ending of file names for a game: `.spot` for turns and flops, which are large."""
    large = game.is_spot and game.rules.boards.streets > 1
    return packed_file.ENDING if large else ".json"


def write(strategy: Strategy, ending: str, file: IO[bytes]) -> None:
    """Write a strategy in the form that belongs to the ending of the file's name.

    Raises:
        InputError: no such file can hold it.
        OSError: the file cannot be written.
    """
    if ending == packed_file.ENDING:
        packed_file.write(strategy, file)
        return
    pieces = (piece.encode() for piece in dump(strategy))
    file.writelines(_packed(pieces) if ending == PACKED else pieces)


def _packed(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces of a file packed by gzip."""
    packer = zlib.compressobj(wbits=GZIP)
    yield from map(packer.compress, pieces)
    yield packer.flush()


def dump(strategy: Strategy) -> Iterator[str]:
    """The file's text, in pieces: a line for each information set."""
    head = {"format": FORMAT, "version": VERSION, **head_of(strategy)}
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


def check_target(
    game: Game, path: Path, *, force: bool, own: Game | None = None
) -> Strategy | None:
    """Check that a strategy may be written to `path`, and return the one that it would replace.

    That is None where there is no strategy of this game in the file.

    own: the game again, if the catalogue does not know it

    Raises:
        InputError: no strategy of this game may be written there.
    """
    if path.suffix.lower() == packed_file.ENDING:
        packed_file.check_game(game)
    check_writable(path, force=force)
    if not path.exists():
        return None
    try:
        there = read(path, own)[0]
    except InputError as error:
        told = f"what is not a strategy of {game.spec}: {error}"
    else:
        held = there.game.spec
        if there.game == game:
            return there
        wanted = "this very game" if held == game.spec else game.spec
        told = f"{printable(str(path))}, which holds {held}, not a strategy of {wanted}"
    if force:
        return None
    raise InputError(f"is needed to overwrite {told}", parameter="force")
