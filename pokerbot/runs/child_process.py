"""Child processes, which follow orders and end with this process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from pokerbot.io.machine import APART
from pokerbot.runs.codec import unpack

PACKAGE = Path(__file__).parents[1]
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
"""The environment for one of several processes, which limits NumPy to one thread by default."""


def python(module: str) -> list[str]:
    """The command that runs a module, in whose place no file of the current folder is imported."""
    return [sys.executable, "-P", "-m", module]


def environment() -> dict[str, str]:
    """The environment in which `python` finds this package, though it may not be installed."""
    path = os.pathsep.join([str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path.rstrip(os.pathsep)}


class ChildProcess:
    """A process that runs `runs.worker`: orders go in and events come out, as lines of JSON.

    The terminal's signals do not reach it. It ends itself when its input is closed, which happens
    in whatever way this process ends.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(self, hear: Callable[[Any], object], *, threads: bool = True) -> None:
        """Start the process.

        Args:
            hear: called with each event, and with None at the end, in another thread.
            threads: whether NumPy may use several threads.
        """
        self._process = process = subprocess.Popen(
            python("pokerbot.runs.worker"),
            env={**({} if threads else ONE_THREAD), **environment()},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            **APART,
        )
        assert process.stdin is not None
        self.id, self._stdin = process.pid, process.stdin
        threading.Thread(target=listen, args=[process.stdout, hear], daemon=True).start()

    def send(self, *order: Any) -> None:
        """Send an order: a word and its arguments."""
        with suppress(OSError, ValueError):  # it has ended, or was; `hear` is called with None
            self._stdin.write(json.dumps(order).encode() + b"\n")
            self._stdin.flush()

    def finish(self) -> None:
        """Have the process end by itself, once any file that it is saving has been written."""
        with suppress(OSError):  # it has ended already
            self._stdin.close()

    def end(self) -> str:
        """End the process at once; return in words how it ended."""
        self._process.kill()
        self.finish()
        return self.ended()

    def ended(self) -> str:
        """Wait for the process to end; return in words how it ended."""
        status = self._process.wait()
        if status >= 0:
            return f"stopped with status {status}"
        name = signal.Signals(-status).name
        return f"was ended by {name}{', out of memory?' if name == 'SIGKILL' else ''}"


def listen(out: IO[bytes], hear: Callable[[Any], object]) -> None:
    """Read events, a line each, and call `hear` with each of them, and with None at the end."""
    with out:
        for line in out:
            if line.endswith(b"\n"):  # otherwise the process was killed while writing it
                hear(unpack(line))
    hear(None)
