"""The machine: its memory, the signals that ask to end, and what only POSIX has."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

GROUPS, MEMBERSHIP = Path("/sys/fs/cgroup"), Path("/proc/self/cgroup")
"""Where Linux tells of the control groups that containers are made of, and of those we are in."""

_ENDING = (
    *("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGXCPU"),
    *("SIGALRM", "SIGVTALRM", "SIGPROF"),
)
ENDING = tuple(getattr(signal, name) for name in _ENDING if hasattr(signal, name))
"""What ends a process that does not heed it, and tells of no fault in it, of the signals that there
are here; schedulers of clusters, and limits of time, use most of them.
"""

APART: dict[str, Any] = {"start_new_session": True} if os.name == "posix" else {}
"""How `subprocess` starts what is not meant by what a terminal sends to its programs."""


def memory() -> int:
    """How many bytes a process can have: the machine's, or what its container or shell leaves it.

    Free at the moment or not: what fits today fits tomorrow.
    """
    import psutil

    return min([int(psutil.virtual_memory().total), *_of_groups(), *_of_process()])


HUNG_UP = 128 + 1
"""The exit status of a program whose terminal is gone: 128 + SIGHUP."""


def in_background(terminal: int) -> bool:
    """Whether the terminal is another's now, the shell's; False where it is no one's."""
    try:
        return os.tcgetpgrp(terminal) != os.getpgrp()
    except OSError:
        return False


def stop() -> None:
    """Stop this process, as Ctrl-Z would, until it is told to go on."""
    os.kill(os.getpid(), signal.SIGSTOP)


def give_way() -> None:
    """Have everyone else's work go first, where that can be said."""
    if hasattr(os, "nice"):
        os.nice(10)


def _of_groups() -> Iterator[int]:
    """The limits of the control groups of this process and of those around them, version 1 or 2.

    Inside a container a group may go by its name outside: what holds then is that of the root.
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
    """What `ulimit -v` leaves."""
    try:
        import resource
    except ImportError:
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit != resource.RLIM_INFINITY:
        yield limit
