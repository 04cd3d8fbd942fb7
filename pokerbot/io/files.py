"""Files of any kind: read in bounds, written whole, their JSON strict, their text safe to print."""

from __future__ import annotations

import errno
import json
import os
import secrets
import shutil
import stat
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import IO, Any, TypeGuard

from pokerbot.errors import InputError

FOLDER = "strategies"
"""Where strategies are kept under the current folder; made when it is first needed."""
LARGEST_FILE, HEAD_SIZE = 1 << 30, 4096


def read_text(path: Path) -> str:
    """The text of a regular file of bearable size; raises InputError."""
    return decode_text(read_bytes(path))


def read_bytes(
    path: Path, check: Callable[[bytes, int], object] = lambda head, size: None
) -> bytes:
    """What a regular file of bearable size holds.

    Args:
        path: the file.
        check: is shown how it begins and its size before the rest is read, and may refuse it.

    Raises:
        InputError: it cannot be read, or is refused.
    """
    try:
        if not path.is_file():
            raise InputError("not a file" if path.exists() else "no such file")
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size > LARGEST_FILE:
                raise InputError(f"larger than {LARGEST_FILE >> 20} MiB")
            check(file.read(min(size, HEAD_SIZE)), size)
            file.seek(0)
            return file.read(size)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}") from None


def decode_text(content: bytes) -> str:
    """The text that these bytes spell in UTF-8; raises InputError."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("cannot be read: not UTF-8 text") from None


def check_writable(path: Path, *, force: bool = False) -> None:
    """Raise InputError unless a file can be written there; strategies/ is made if need be.

    With `force` a file that is read-only may be replaced.
    """
    try:
        if path.exists():
            _check_replaceable(path.resolve(), force=force)
        if path.parent == Path(FOLDER):
            path.parent.mkdir(exist_ok=True)
        probe = _temporary(_target(path))
        try:
            open(probe, "xb").close()
        finally:
            probe.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"cannot write {printable(str(path))}: {error.strerror}") from None


def _check_replaceable(path: Path, *, force: bool) -> None:
    """Raise InputError unless this may take another file's place.

    Raises:
        OSError: that cannot be told.
    """
    name = printable(str(path))
    if not path.is_file():
        raise InputError(f"{name} is not a file")
    protected = not path.stat().st_mode & 0o222  # root may write it, but someone meant it to stay
    if not force and (protected or not os.access(path, os.W_OK)):
        raise InputError(f"cannot write {name}: it is read-only")
    folder = path.parent.stat()
    owners = 0, folder.st_uid, path.stat().st_uid
    if folder.st_mode & stat.S_ISVTX and os.geteuid() not in owners:
        raise InputError(f"cannot write {name}: it is another user's, in a folder of many users")


def write_whole(path: Path, pieces: Iterable[bytes | memoryview]) -> None:
    """Write a file so that a reader finds the old or the new one, never a part, crash or no crash.

    Where there is an old one, the new one may be read and written by whom that could.

    Raises:
        InputError: it cannot be written; the old file, if any, is untouched.
    """
    try:
        target = _target(path)
        temporary = _temporary(target)
        try:
            with open(temporary, "xb", opener=partial(_create, target)) as file:
                file.writelines(pieces)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        sync_folder(target.parent)
    except OSError as error:
        raise InputError(f"cannot write {printable(str(path))}: {error.strerror}") from None


def resolved(path: Path) -> Path:
    """The path that links lead to, the same for all ways there; where they go in a circle, itself.

    `Path.resolve` raises RuntimeError there in Python 3.11 and 3.12.
    """
    return Path(os.path.realpath(path))


def _target(path: Path) -> Path:
    """The file to write; raises OSError where links go in a circle."""
    target = resolved(path)
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return target


def _create(target: Path, name: str, flags: int) -> int:
    """Open a new file, from the first with the owner and the permissions of the target."""
    if not target.exists():
        return os.open(name, flags, 0o666)
    there = target.stat()
    file = os.open(name, flags, stat.S_IMODE(there.st_mode))
    if hasattr(os, "chown"):
        with suppress(OSError):  # only the system's administrator can give a file away
            os.chown(name, there.st_uid, there.st_gid)
    shutil.copymode(target, name)
    return file


def _temporary(target: Path) -> Path:
    """A file beside the target that is written first; of a name that nobody else has or guesses."""
    return target.with_name(f".{target.name[:200]}.{secrets.token_hex(8)}.tmp")


def sync_folder(folder: Path) -> None:
    """Have a new name in a folder outlive a power cut, where the system lets a folder be synced."""
    with suppress(OSError):
        entries = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(entries)
        finally:
            os.close(entries)


def decode_json(text: str) -> Any:
    """What JSON says, no more: no NaN, no equal keys, no depth or numbers past all measure."""
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
    except InputError:
        raise
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg} in line {error.lineno}") from None
    except (ValueError, RecursionError):
        raise InputError("not JSON of ours: too deep, or a number too long") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice, times = Counter(key for key, _ in pairs).most_common(1)[0]
        assert times > 1
        raise InputError(f"the key {show(twice)} is there twice")
    return found


def _refuse(constant: str) -> None:
    raise InputError(f"{constant} is not a number")


def is_whole(value: object, limit: int = 1 << 63) -> TypeGuard[int]:
    """Whether a value from a file is a whole number from 0 up and below the limit."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < limit


def show(value: object) -> str:
    """A value from a file, short and safe to print."""
    text = json.dumps(value) if not isinstance(value, dict | list) else type(value).__name__
    return printable(text[:60])


def printable(text: str) -> str:
    """The text without what a terminal would obey or an encoder refuse."""
    return "".join(char if char.isprintable() else "?" for char in text)


class Forgiving:
    """A file that takes all there is to write though its terminal is gone."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, text: str) -> None:
        """Write, where there is something to write to."""
        with suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        """Have it all arrive, where there is something to arrive at."""
        with suppress(OSError):
            self._file.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)
