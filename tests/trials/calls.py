"""A layer under the program that counts what it asks of the file system, and fails on demand."""

from __future__ import annotations

import builtins
import errno
import fcntl
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

NAMES = ("open", "write", "fsync", "replace", "ftruncate", "close", "unlink", "mkdir")
FAULTS = (errno.ENOSPC, errno.EIO, errno.EACCES, errno.EROFS, errno.EDQUOT, errno.ENOENT)

Hook = Callable[[str, tuple[Any, ...]], None]
"""Called before a call, with its name and arguments; what it raises, the call raises."""


@contextmanager
def watched(hook: Hook) -> Iterator[None]:
    """Every call that changes a file goes by the hook first."""

    class Raw(io.FileIO):
        def write(self, data: Any) -> int:
            hook("write", (self.fileno(), data))
            return super().write(data)

        def close(self) -> None:
            if not self.closed:
                hook("close", (self.fileno(),))
            super().close()

    def opened(path: Any, mode: str = "r", *args: Any, **options: Any) -> Any:
        if "b" not in mode or mode == "rb":
            return plain(path, mode, *args, **options)
        hook("open", (path, mode))
        return io.BufferedWriter(Raw(path, mode.replace("b", "")))

    def passing(name: str) -> Callable[..., Any]:
        call = getattr(os, name)

        def passed(*args: Any, **options: Any) -> Any:
            hook(name, args)
            return call(*args, **options)

        return passed

    plain = builtins.open
    passed = mock.patch.multiple(os, **{name: passing(name) for name in NAMES})
    with passed, mock.patch.object(builtins, "open", opened):
        yield


def killed_at(number: int, *, torn: bool, work: Callable[[], object]) -> bool:
    """Whether a process that does this work comes to that call, where it is killed.

    torn: of the writes alone that one, when half of it is done; else the call is not begun.
    """
    child = os.fork()
    if child == 0:
        left = number
        end, write = os._exit, os.write

        def hook(name: str, arguments: tuple[Any, ...]) -> None:
            nonlocal left
            left -= not torn or name == "write"
            if left == 0:
                if torn:
                    write(arguments[0], bytes(arguments[1])[: len(arguments[1]) // 2])
                end(9)

        with watched(hook):
            work()
        end(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


@contextmanager
def failing_at(number: int, fault: int) -> Iterator[list[str]]:
    """The call of that number fails; the list has the names of those that were made."""
    calls: list[str] = []

    def hook(name: str, _: tuple[Any, ...]) -> None:
        calls.append(name)
        if len(calls) == number:
            raise OSError(fault, os.strerror(fault))

    with watched(hook):
        yield calls


class Disk:
    """What one folder may hold after a power cut, by the little that POSIX promises.

    A file's bytes are on the disk once it was synced, a name once its folder was; before that any
    later part of the writes, and any of the latest changes of names, may be missing.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.contents = [(path.read_bytes(), path.read_bytes()) for path in folder.iterdir()]
        self.names = {path.name: number for number, path in enumerate(folder.iterdir())}
        self.moves = [dict(self.names)]

    def note(self, call: str, arguments: tuple[Any, ...]) -> None:
        """Take up a call that is about to be made."""
        first = arguments[0]
        path = Path(os.readlink(f"/proc/self/fd/{first}") if isinstance(first, int) else first)
        if path == self.folder:
            if call == "fsync":
                self.moves = [dict(self.names)]
            return
        if call == "open" and path.name not in self.names:
            self.contents.append((b"", b""))
            self.names[path.name] = len(self.contents) - 1
        elif call == "replace":
            self.names[Path(arguments[1]).name] = self.names.pop(path.name)
        elif call == "unlink":
            self.names.pop(path.name, None)
        if self.names != self.moves[-1]:
            self.moves.append(dict(self.names))
        if call in ("write", "fsync"):
            synced, now = self.contents[self.names[path.name]]
            after = now if call == "fsync" else _written(first, now, bytes(arguments[1]))
            self.contents[self.names[path.name]] = (now if call == "fsync" else synced), after

    def states(self) -> Iterator[dict[str, bytes]]:
        """What there may be now, by name."""
        for names in self.moves:
            for part in (0.0, 0.5, 1.0):
                yield {
                    name: synced + now[len(synced) :][: int(part * (len(now) - len(synced)))]
                    for name, (synced, now) in ((n, self.contents[i]) for n, i in names.items())
                }


def _written(file: int, now: bytes, data: bytes) -> bytes:
    """A file's bytes after a write where it stands, or at its end where it only appends."""
    appends = fcntl.fcntl(file, fcntl.F_GETFL) & os.O_APPEND
    at = len(now) if appends else os.lseek(file, 0, os.SEEK_CUR)
    return now[:at] + data + now[at + len(data) :]
