"""The machine: its memory, termination signals, locks, and calls that only POSIX has."""

from __future__ import annotations

import os
import platform
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from select import select
from typing import IO, TYPE_CHECKING, Any, NoReturn

from pokerbot.errors import os_errors_as

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

GROUPS, MEMBERSHIP = Path("/sys/fs/cgroup"), Path("/proc/self/cgroup")
"""Where Linux describes control groups, and lists those of this process."""

_ENDING = (
    *("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGXCPU"),
    *("SIGALRM", "SIGVTALRM", "SIGPROF"),
)
ENDING = tuple(getattr(signal, name) for name in _ENDING if hasattr(signal, name))
"""The signals, of those this system has, that end a process by default and report no fault in it;
cluster schedulers and time limits use most of them.
"""

APART: dict[str, Any] = {"start_new_session": True} if os.name == "posix" else {}
"""Arguments of `subprocess` for a process that the terminal's signals do not reach."""


def memory() -> int:
    """How many bytes this process may use: the machine's, or less by its container or `ulimit`.

    It counts memory that is free and memory in use, so that the answer does not change.
    """
    import psutil

    return min([int(psutil.virtual_memory().total), *_of_groups(), *_of_process()])


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def processor() -> str:
    """What the processor is called."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


@cache
def versions() -> str:
    """The versions of what computes here: `Python 3.11.7, pokerbot 1.0, numpy 2.4.0`."""
    from importlib import metadata

    said = [f"Python {platform.python_version()}"]
    for name in ("pokerbot", "numpy", "numba"):
        with suppress(metadata.PackageNotFoundError):
            said.append(f"{name} {metadata.version(name)}")
    return ", ".join(said)


HUNG_UP = 128 + 1
"""The exit status of a program whose terminal is gone: 128 + SIGHUP."""


def in_background(terminal: int) -> bool:
    """Whether another process group, such as the shell, has the terminal; False if none has."""
    try:
        return os.tcgetpgrp(terminal) != os.getpgrp()
    except OSError:
        return False


def takes(file: int | IO[str], seconds: float = 3.0) -> bool:
    """Whether a file can be written to within so many seconds; a stopped terminal cannot."""
    try:
        return bool(select([], [file], [], seconds)[1])
    except (OSError, ValueError):  # what cannot be waited for
        return True


def stop() -> None:
    """Suspend this process until it is continued."""
    os.kill(os.getpid(), signal.SIGSTOP)


def suspend() -> None:
    """Suspend this process's group as Ctrl-Z does; not where no shell could continue it.

    The whole group is suspended, since the shell waits for whatever waits for this process, such
    as a script.
    """
    handler = signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    os.kill(0, signal.SIGTSTP)
    signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    signal.pthread_kill(threading.get_ident(), signal.SIGTSTP)  # has its effect before it returns
    signal.signal(signal.SIGTSTP, handler)


def wake(loop: AbstractEventLoop) -> None:
    """Have each signal that Python handles wake an event loop, whichever thread it comes to.

    After SIGSTOP a SIGCONT may come to a thread that reads keys; the main one, which handles it,
    then waited for the next key. asyncio has signals write to its loop from its first handler on,
    which here gives way to the one that was there.
    """
    handler = signal.getsignal(signal.SIGCONT)
    loop.add_signal_handler(signal.SIGCONT, bool)
    signal.signal(signal.SIGCONT, handler)


def end(status: int) -> NoReturn:
    """End this process; without cleaning up if a daemon thread is at work.

    Before 3.14 Python unwinds such a thread wherever it is, which within C++ aborts the process.
    """
    if any(thread.daemon for thread in threading.enumerate()):
        os._exit(status)
    sys.exit(status)


TASKS = "/proc/self/task"
"""A folder for each thread of this process."""
_FORKS: set[int] = set()
"""The process ids of the forks that `in_forks` made; each fork adds its own."""


def in_forks(works: Iterable[Callable[[], object]]) -> None:
    """Call functions side by side, each in a fork of this process, and wait until all have ended.

    It does not matter how they end. Nothing is done where there is another thread, also one of a
    library, since a lock which it holds would never be released in a fork; nor within such a fork;
    nor on systems other than Linux.
    """
    if os.getpid() in _FORKS or sys.platform != "linux":
        return
    with suppress(OSError):  # it cannot be known, or no process can be had
        if len(os.listdir(TASKS)) > 1:
            return
        children: list[int] = []
        try:
            children.extend(map(_forked, works))
        finally:
            for child in children:
                os.waitpid(child, 0)


def _forked(work: Callable[[], object]) -> int:
    """Fork a process that does `work` and ends; return its process id."""
    if child := os.fork():
        return child
    try:
        _FORKS.add(os.getpid())
        work()
    finally:
        os._exit(0)


LOCKS = 1 << 31
"""How many locks a file has room for."""


def lock(path: Path, number: int) -> bool:
    """Hold a lock until this process ends; the system releases it, however the process ends.

    The lock is on one byte of the file, which need not exist, so that one file holds all locks. On
    POSIX it is a record lock (`fcntl`, by way of `lockf`). NFS asks its server for these on every
    system, whereas a lock of `flock` may bind the processes of one machine alone; and a forked
    process, such as a solver that outlives a kill, does not hold it. A process that closes the file
    would release all of its locks, so the file stays open.

    Args:
        path: the file, made where it is missing.
        number: the lock's number, below `LOCKS`.

    Returns:
        False where another process holds it.

    Raises:
        InputError: the file cannot be opened, or its file system has no locks.
    """
    with _locking(path) as file:
        for _ in range(TRIES):
            if _lock(file, number):
                _HELD.add((file, number))
                return True
            time.sleep(PAUSE)  # another process may only ask whether it is locked
        return False


def is_locked(path: Path, number: int) -> bool:
    """Whether another process holds a lock; it is tried, and released again. Raises as `lock`."""
    with _locking(path) as file:
        if (file, number) in _HELD:
            return False
        if locked := _lock(file, number):
            _release(file, number)
        return not locked


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Let other processes into such a block of this file only once this one has left its own.

    Where the file system has no locks, they are let in.

    Raises:
        OSError: the file, which is made where it is missing, cannot be opened.
    """
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        with suppress(OSError):
            while not _lock(file, 0):
                time.sleep(PAUSE)
        yield
    finally:
        os.close(file)  # which releases the lock


_HELD: set[tuple[int, int]] = set()
"""The locks of this process: a file's descriptor and the number."""
_ALONE = threading.Lock()
"""Held by the thread that locks: to the system, a lock is any thread's."""
TRIES, PAUSE = 3, 0.005


@contextmanager
def _locking(path: Path) -> Iterator[int]:
    """The descriptor of a file of locks, for one thread at a time. Raises as `lock`."""
    with os_errors_as(f"cannot lock {str(path)!r}"), _ALONE:
        yield _opened(Path(os.path.realpath(path)))


@cache
def _opened(path: Path) -> int:
    """The descriptor of a file of locks, which is opened once and stays open."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)


def _lock(file: int, number: int) -> bool:
    """Lock a byte of a file at once; False where another process has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(file, number, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _release(file: int, number: int) -> None:
    """Release the lock on a byte of a file."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(file, number, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)
    else:
        import fcntl

        fcntl.lockf(file, fcntl.LOCK_UN, 1, number)


M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
"""Parameters of glibc's `mallopt`: the size from which a block has its own pages; most heaps."""
OWN_PAGES = 1 << 20
"""The size, in bytes, from which a block has its own pages.

With 64 KiB NumPy's arrays of a turn were mapped anew each time: it took 1.6 times as long.
"""


def keep_little() -> None:
    """Have freed memory go back to the system, for a program that runs for hours.

    glibc gives each thread a heap of its own, and freed arrays raise the size from which blocks
    have their own pages; both leave holes in memory. Call it before there are threads. It does
    nothing where the C library is another.
    """
    _of_glibc("mallopt", M_ARENA_MAX, 1)
    _of_glibc("mallopt", M_MMAP_THRESHOLD, OWN_PAGES)


def give_back() -> None:
    """Give free memory back to the system, which takes a few milliseconds for 100 MB.

    It does nothing where the C library is not glibc.
    """
    _of_glibc("malloc_trim", 0)


def _of_glibc(name: str, *given: int) -> None:
    """Call a function of glibc; do nothing where the C library is another."""
    if sys.platform == "linux":
        import ctypes

        with suppress(AttributeError):
            getattr(ctypes.CDLL(None), name)(*given)


def give_way() -> None:
    """Lower this process's priority, where the system allows it."""
    if hasattr(os, "nice"):
        os.nice(10)


def _of_groups() -> Iterator[int]:
    """The memory limits of this process's control groups and of those around them, version 1 or 2.

    Inside a container a group may be listed by its name outside; then the root's limit holds.
    """
    with suppress(OSError):
        for line in MEMBERSHIP.read_text().splitlines():
            _, kinds, name = line.split(":", 2)
            if not kinds:
                root, limit = GROUPS, "memory.max"
            elif "memory" in kinds.split(","):
                root, limit = GROUPS / "memory", "memory.limit_in_bytes"
            else:
                continue
            group = root / name.lstrip("/")
            for each in (group, *group.parents):
                with suppress(OSError, ValueError):  # no such group here, or "max"
                    yield int((each / limit).read_text())


def _of_process() -> Iterator[int]:
    """The limit of `ulimit -v`, if there is one."""
    try:
        import resource
    except ImportError:
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit != resource.RLIM_INFINITY:
        yield limit
