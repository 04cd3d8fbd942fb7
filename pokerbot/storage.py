"""Strategy files: JSON that a person can read and write, checked in full, written whole."""

from __future__ import annotations

import json
import math
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeGuard

from pokerbot.errors import InputError
from pokerbot.games.catalogue import Game, make_game
from pokerbot.strategy import Infosets, Strategy

FORMAT, VERSION = "pokerbot-strategy", 1
FOLDER = "strategies"
"""Where strategies are kept under the current folder; made when it is first needed."""
TOLERANCE = 1e-6
LARGEST_FILE = 1 << 30
LONGEST_NAME = 60


def load(path: str | os.PathLike[str]) -> Strategy:
    """The strategy in a file, checked: structure, game, every information set and probability.

    Raises:
        InputError: it cannot be read or is no such strategy; the message names what is wrong.
    """
    try:
        return parse(read_text(Path(path)))
    except InputError as error:
        raise InputError(f"{printable(os.fspath(path))}: {error}") from None


def parse(text: str) -> Strategy:
    """The strategy that this text spells out; raises as `load`."""
    content = _object(decode_json(text), "the file")
    if content.get("format") != FORMAT:
        raise InputError(f"not a strategy file: its format is not {FORMAT!r}")
    version = content.get("version")
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        raise InputError(f"written by a newer pokerbot: version {version}, this reads {VERSION}")
    if version != VERSION or isinstance(version, bool):
        raise InputError(f"version must be {VERSION}, not {_show(version)}")
    for key in ("game", "algorithm", "iterations", "infosets"):
        if key not in content:
            raise InputError(f"{key} is missing")
    described = dict(_object(content["game"], "game"))
    game = make_game(described.pop("name", None), described)
    iterations, seed = content["iterations"], content.get("seed")
    if not is_whole(iterations):
        raise InputError(f"iterations must be a whole number from 0, not {_show(iterations)}")
    if seed is not None and not is_whole(seed):
        raise InputError(f"seed must be a whole number from 0 or null, not {_show(seed)}")
    return Strategy(
        game=game,
        infosets=_check_infosets(game, _object(content["infosets"], "infosets")),
        algorithm=_check_algorithm(_notes(content["algorithm"], "algorithm")),
        iterations=iterations,
        seed=seed,
        results=_notes(content.get("results", {}), "results"),
    )


def _check_algorithm(algorithm: dict[str, Any]) -> dict[str, Any]:
    """The description, if its name is one that can be shown."""
    name = algorithm.get("name", "")
    if not isinstance(name, str) or not name.isprintable() or len(name) > LONGEST_NAME:
        raise InputError(f"the algorithm's name must be a short text, not {_show(name)}")
    return algorithm


def _check_infosets(game: Game, infosets: dict[str, Any]) -> Infosets:
    """The mapping, if it holds every information set of the game, and nothing but legal play."""
    expected = 0
    for _, key, actions in game.information_sets():
        expected += 1
        if key not in infosets:
            raise InputError(f"information set {key!r} of {game.spec} is missing")
        chances = _object(infosets[key], key)
        if tuple(chances) != actions and set(chances) != set(actions):
            legal, given = ", ".join(actions), ", ".join(map(printable, chances))
            raise InputError(f"{key!r}: the actions must be {legal}, not {given or 'none'}")
        for action, chance in chances.items():
            if not _number(chance) or not 0 <= chance <= 1 + TOLERANCE:
                raise InputError(f"{key!r}: {action} must be a probability, not {_show(chance)}")
        total = math.fsum(chances.values())
        if abs(total - 1) > TOLERANCE:
            raise InputError(f"{key!r}: the probabilities sum to {total}, not 1")
    if len(infosets) > expected:
        known = {key for _, key, _ in game.information_sets()}
        unknown = next(key for key in infosets if key not in known)
        raise InputError(f"{game.spec} has no information set {_show(unknown)}")
    return infosets


def save(strategy: Strategy, path: Path, *, force: bool = False) -> None:
    """Write a strategy whole or not at all.

    Raises:
        InputError: `path` holds something else than a strategy of this game and `force` is off,
            or it cannot be written.
    """
    check_target(strategy.game, path, force=force)
    write_whole(path, (piece.encode() for piece in dump(strategy)))


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
    yield '"infosets": {\n'
    separator = ""
    for key, chances in strategy.infosets.items():
        yield f"{separator}{encode(key)}: {encode(chances)}"
        separator = ",\n"
    yield "\n}\n}\n"


def check_target(game: Game, path: Path, *, force: bool) -> None:
    """Raise InputError unless a strategy of this game may be written to `path`."""
    check_writable(path)
    if path.exists() and not force:
        try:
            there: str = load(path).game.spec
        except InputError:
            there = "something else"
        if there != game.spec:
            raise InputError(
                f"{printable(str(path))} holds {there}, not a strategy of {game.spec};"
                " --force overwrites it"
            )


def check_writable(path: Path) -> None:
    """Raise InputError unless a file can be written there; strategies/ is made if need be."""
    try:
        if path.exists() and not path.is_file():
            raise InputError(f"{printable(str(path))} is not a file")
        if path.parent == Path(FOLDER):
            path.parent.mkdir(exist_ok=True)
        probe = _temporary(path.resolve())
        os.close(os.open(probe, os.O_WRONLY | os.O_CREAT, 0o600))
        probe.unlink()
    except (OSError, RuntimeError) as error:
        raise InputError(f"cannot write {printable(str(path))}: {reason(error)}") from None


def write_whole(path: Path, pieces: Iterable[bytes | memoryview]) -> None:
    """Write a file so that a reader finds the old or the new one, never a part.

    Raises:
        InputError: it cannot be written; the old file, if any, is untouched.
    """
    try:
        target = path.resolve()
        temporary = _temporary(target)
        try:
            with open(temporary, "wb") as file:
                file.writelines(pieces)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, target)
        finally:
            temporary.unlink(missing_ok=True)
    except (OSError, RuntimeError) as error:
        raise InputError(f"cannot write {printable(str(path))}: {reason(error)}") from None


def reason(error: Exception) -> str:
    """Why a file cannot be used; a loop of links is a RuntimeError in Python 3.11."""
    return str(error.strerror) if isinstance(error, OSError) else "its links go in a circle"


def _temporary(target: Path) -> Path:
    """The file beside the target that is written first."""
    return target.with_name(f".{target.name[:200]}.{os.getpid()}.tmp")


def read_text(path: Path) -> str:
    """The text of a regular file of bearable size; raises InputError."""
    try:
        if not path.is_file():
            raise InputError("not a file" if path.exists() else "no such file")
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(f"larger than {LARGEST_FILE >> 20} MiB")
        return path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise InputError(f"cannot be read: {reason}") from None


def decode_json(text: str) -> Any:
    """What JSON says, no more: no NaN, no equal keys, no depth or numbers past all measure."""
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
    except InputError:
        raise
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg} in line {error.lineno}") from None
    except (ValueError, RecursionError):
        raise InputError("not JSON that a strategy needs: too deep or a number too long") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice, times = Counter(key for key, _ in pairs).most_common(1)[0]
        assert times > 1
        raise InputError(f"the key {_show(twice)} is there twice")
    return found


def _refuse(constant: str) -> None:
    raise InputError(f"{constant} is not a number")


def _object(value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InputError(f"{name} must be an object, not {_show(value)}")
    return value


def _notes(value: Any, name: str) -> dict[str, Any]:
    """An object of anything that can be written again."""
    try:
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except ValueError:
        raise InputError(f"{name} holds a number or text that no file can hold") from None
    return _object(value, name)


def _number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value from a file is a whole number from 0 up, of bearable size."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 63


def _show(value: object) -> str:
    """A value from a file, short and safe to print."""
    text = json.dumps(value) if not isinstance(value, dict | list) else type(value).__name__
    return printable(text[:60])


def printable(text: str) -> str:
    """The text without what a terminal would obey or an encoder refuse."""
    return "".join(char if char.isprintable() else "?" for char in text)
