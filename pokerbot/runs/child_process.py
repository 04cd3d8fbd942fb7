"""Another process of this program, which works as it is told, and ends with this one."""

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
"""For a process that is one of several: NumPy's threads where the surroundings do not say."""


class ChildProcess:
    """A process of `runs.worker`: orders go in, events come out, each a line of JSON.

    The terminal's signals do not reach it. It ends itself when its input is closed, which happens
    however this process ends.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(self, hear: Callable[[Any], object], *, threads: bool = True) -> None:
        """Start it.

        Args:
            hear: called with each event, and with None at the end, in another thread.
            threads: whether NumPy may use several.
        """
        # So that no file of the current folder is imported in place of a module.
        path = os.pathsep.join([str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")])
        self._process = process = subprocess.Popen(
            [sys.executable, "-P", "-m", "pokerbot.runs.worker"],
            env={
                **({} if threads else ONE_THREAD),
                **os.environ,
                "PYTHONPATH": path.rstrip(os.pathsep),
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            **APART,
        )
        assert process.stdin is not None
        self.id, self._stdin = process.pid, process.stdin
        threading.Thread(target=listen, args=[process.stdout, hear], daemon=True).start()

    def send(self, *order: Any) -> None:
        """Give an order: a word, and what belongs to it."""
        with suppress(OSError):  # it has ended, as `hear` is told
            self._stdin.write(json.dumps(order).encode() + b"\n")
            self._stdin.flush()

    def finish(self) -> None:
        """Have it end by itself, as soon as a file that it was to save is written."""
        with suppress(OSError):  # it has ended already
            self._stdin.close()

    def end(self) -> str:
        """End it at once, and say how it ended."""
        self._process.kill()
        self.finish()
        return self.ended()

    def ended(self) -> str:
        """Wait for its end, and say why it may have ended that was not told to."""
        status = self._process.wait()
        if status >= 0:
            return f"stopped with status {status}"
        name = signal.Signals(-status).name
        return f"was ended by {name}{', out of memory?' if name == 'SIGKILL' else ''}"


def listen(out: IO[bytes], hear: Callable[[Any], object]) -> None:
    """Read lines with an event each, and call `hear` with it; with None at the end."""
    with out:
        for line in out:
            if line.endswith(b"\n"):  # else it was killed while writing
                hear(unpack(line))
    hear(None)
