"""Reading files with a size limit, writing them atomically, strict JSON, printable text."""

from __future__ import annotations

import errno
import json
import os
import secrets
import shutil
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from numbers import Integral
from pathlib import Path
from typing import IO, Any, TypeGuard

from pokerbot.errors import InputError, os_errors_as

FOLDER = "strategies"
"""Where strategies are kept under the current folder; made when it is first needed."""
LARGEST_FILE, HEAD_SIZE = 1 << 30, 1 << 18
LONGEST_NAME = 60


@contextmanager
def named_in_errors(path: str | os.PathLike[str]) -> Iterator[None]:
    """Have every InputError in the block begin with the name of a file."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{printable(os.fspath(path))}: {error}") from None


def read_text(path: Path) -> str:
    """The text of a regular file; raises InputError as `read_bytes` and `decode_text`."""
    return decode_text(read_bytes(path))


def read_bytes(
    path: Path, check: Callable[[bytes, int], object] = lambda head, size: None
) -> bytes:
    """The content of a regular file of at most `LARGEST_FILE` bytes.

    check: called with the first bytes and the size before the rest is read; may raise InputError

    Raises:
        InputError: it cannot be read, is larger than that, or `check` refuses it.
    """
    with opened(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size > LARGEST_FILE:
            raise InputError(f"larger than {LARGEST_FILE >> 20} MiB")
        check(file.read(min(size, HEAD_SIZE)), size)
        file.seek(0)
        return file.read(size)


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """A regular file, open for reading; nothing else is, since a pipe would keep one waiting.

    Raises:
        InputError: it cannot be opened, or not be read in the block.
    """
    with os_errors_as("cannot be read"):
        if not is_file(path):
            raise InputError("no such file")
        with open(path, "rb") as file:
            yield file


def is_file(path: Path) -> bool:
    """Whether there is a regular file at `path`; False where nothing is there.

    Raises:
        InputError: something else is there.
        OSError: it cannot be looked up.
    """
    there = _status(path)
    if there is not None and not stat.S_ISREG(there.st_mode):
        raise InputError("not a file")
    return there is not None


def decode_text(content: bytes) -> str:
    """Decode UTF-8, with or without a byte order mark.

    Raises:
        InputError: it is not UTF-8.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("cannot be read: not UTF-8 text") from None


def check_writable(path: Path, *, force: bool = False) -> None:
    """Check that a file can be written there, creating strategies/ if needed.

    force: whether a read-only file may be replaced

    Raises:
        InputError: it cannot be written.
    """
    with os_errors_as(f"cannot write {printable(str(path))}"):
        if path.exists():
            _check_replaceable(path.resolve(), force=force)
        if path.parent == Path(FOLDER):
            path.parent.mkdir(exist_ok=True)
        probe = _temporary(_target(path))
        try:
            open(probe, "xb").close()
        finally:
            probe.unlink(missing_ok=True)


def _check_replaceable(path: Path, *, force: bool) -> None:
    """Check that an existing file may be replaced.

    Raises:
        InputError: it may not.
        OSError: its permissions cannot be read.
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
        raise InputError(f"cannot write {name}: it belongs to another user, in a shared folder")


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """A file to write atomically: even after a crash a reader finds the old content or the new.

    A file that is replaced keeps its owner and permissions.

    Raises:
        InputError: it cannot be written; the old file, if any, is untouched.
    """
    with os_errors_as(f"cannot write {printable(str(path))}"):
        target = _target(path)
        if target.exists() and not target.is_file():
            raise InputError(f"{printable(str(path))} is not a file")
        temporary = _temporary(target)
        try:
            with open(temporary, "xb", opener=partial(_create, target)) as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        sync_folder(target.parent)


def write_whole(path: Path, pieces: Iterable[bytes | memoryview]) -> None:
    """Write all of a file at once, in the way of `whole_file`."""
    with whole_file(path) as file:
        file.writelines(pieces)


def make_folder_of(path: Path) -> None:
    """Make the folder of a file that is to be written, if it is not there.

    Raises:
        InputError: it cannot be made.
    """
    with os_errors_as(f"cannot write {printable(str(path))}"):
        path.parent.mkdir(parents=True, exist_ok=True)


def resolved(path: Path) -> Path:
    """The path with all links followed; the path itself if they form a loop.

    `Path.resolve` raises RuntimeError for a loop in Python 3.11 and 3.12.

    Raises:
        OSError: no file can have that name.
    """
    try:
        return Path(os.path.realpath(path))
    except ValueError:  # a NUL, or a lone surrogate
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL)) from None


def is_there(path: Path) -> bool:
    """Whether there is such a file.

    Raises:
        InputError: a folder on its way may not be entered.
    """
    with os_errors_as(f"cannot read {str(path)!r}"):
        return _status(path) is not None


def _status(path: Path) -> os.stat_result | None:
    """What the system tells of a path; None where nothing is there.

    Raises OSError where it cannot be looked up: `Path.exists` says no there from Python 3.14 on.
    """
    try:
        return os.stat(path)
    except (FileNotFoundError, NotADirectoryError, ValueError):  # of a name with a null character
        return None


def stamp(path: Path) -> tuple[int, ...]:
    """What tells a file from a later one of its name; empty without a file."""
    try:
        found = path.stat()
    except (OSError, ValueError):  # of a name that no file can have
        return ()
    return found.st_ino, found.st_mtime_ns, found.st_size


def _target(path: Path) -> Path:
    """The file to write, with links followed.

    Raises:
        InputError: it is `-`, as other programs call standard output.
        OSError: the links form a loop, or no file can have that name.
    """
    if str(path) == "-":
        raise InputError("- is no file here: give a file's name")
    target = resolved(path)
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return target


def _create(target: Path, name: str, flags: int) -> int:
    """Open a new file that has the target's owner and permissions from the start."""
    if not target.exists():
        return os.open(name, flags, 0o666)
    there = target.stat()
    file = os.open(name, flags, stat.S_IMODE(there.st_mode))
    if hasattr(os, "chown"):
        with suppress(OSError):  # only root can give a file away
            os.chown(name, there.st_uid, there.st_gid)
    shutil.copymode(target, name)
    return file


def _temporary(target: Path) -> Path:
    """The temporary file beside the target, with a name that nobody can guess."""
    return target.with_name(f".{target.name[:200]}.{secrets.token_hex(8)}.tmp")


def set_aside(path: Path) -> Path:
    """Rename a file that cannot be read, so that another can take its place; return its new path.

    It stays where it is if it cannot be renamed.
    """
    named = (path.with_name(f"{path.name}.unread-{number}") for number in count(1))
    aside = next(each for each in named if not os.path.lexists(each))
    try:
        return path.rename(aside)
    except OSError:
        return path


def append_line(file: int, line: bytes) -> int:
    """Append a line, whole or not at all, to a file that other processes append to as well.

    It is written at once, so that their lines never mix. A line torn by a crash stays one.

    Args:
        file: the descriptor of the file, opened for reading and appending.
        line: the line with its end.

    Returns:
        The number of bytes.

    Raises:
        OSError: it cannot be written.
    """
    if os.lseek(file, 0, os.SEEK_END):
        os.lseek(file, -1, os.SEEK_END)
        if os.read(file, 1) != b"\n":
            line = b"\n" + line
    written = os.write(file, line)
    try:
        while written < len(line):  # the system has its reason, and tells it for the rest
            if not _is_last(file):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            written += os.write(file, line[written:])
    except OSError:
        take_back(file, written)
        raise
    return written


def _is_last(file: int) -> bool:
    """Whether no other process has written after what was written last."""
    return os.lseek(file, 0, os.SEEK_CUR) == os.fstat(file).st_size


def take_back(file: int, written: int) -> None:
    """Remove the bytes that were written last, if no other process has written after them."""
    if _is_last(file):
        os.ftruncate(file, os.lseek(file, 0, os.SEEK_CUR) - written)


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that a new file survives a power cut; not every system can."""
    with suppress(OSError):
        entries = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(entries)
        finally:
            os.close(entries)


def decode_json(text: str) -> Any:
    """Parse strict JSON.

    Raises:
        InputError: not JSON, or it has NaN, a key twice, or too much depth or too long a number.
    """
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
    except InputError:
        raise
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg} in line {error.lineno}") from None
    except (ValueError, RecursionError):
        raise InputError("not readable JSON: nested too deep, or a number too long") from None


def read_json(path: Path) -> Any:
    """The value in a file of strict JSON; raises InputError as `read_text` and `decode_json`."""
    return decode_json(read_text(path))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The pairs of a JSON object as a dict; raises InputError where a key is there twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice, times = Counter(key for key, _ in pairs).most_common(1)[0]
        assert times > 1
        raise InputError(f"the key {show(twice)} is given twice")
    return found


def _refuse(constant: str) -> None:
    """Raise InputError for NaN or Infinity."""
    raise InputError(f"{constant} is not a number")


def is_whole(value: object, limit: int = 1 << 63) -> TypeGuard[int]:
    """Whether a value from a file is a whole number from 0 up and below the limit."""
    whole = isinstance(value, Integral) and not isinstance(value, bool)
    return whole and 0 <= int(value) < limit  # type: ignore[call-overload]


def is_short(value: object) -> TypeGuard[str]:
    """Whether a value is a text that can be shown as a name in files and on the screen."""
    return isinstance(value, str) and value.isprintable() and len(value) <= LONGEST_NAME


def show(value: object) -> str:
    """A value from a file, shortened and safe to print."""
    holds = isinstance(value, dict | list)
    text = type(value).__name__ if holds else json.dumps(value, default=repr)
    return printable(text[:60])


def printable(text: str) -> str:
    """The text with every control character and lone surrogate replaced by `?`."""
    return "".join(char if char.isprintable() else "?" for char in text)


class Forgiving:
    """A file wrapper that ignores write errors, such as those of a closed terminal."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, text: str) -> None:
        """Write, if that is possible."""
        with suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        """Flush, if that is possible."""
        with suppress(OSError):
            self._file.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)
