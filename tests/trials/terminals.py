"""A command in a terminal of its own, and what it has left of it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from pokerbot.io.machine import ENDING

POKERBOT = (sys.executable, "-m", "pokerbot")
ROOT = Path(__file__).parents[2]
SCREEN, CURSOR = (b"\x1b[?1049h", b"\x1b[?1049l"), (b"\x1b[?25l", b"\x1b[?25h")
MOUSE, PASTE = (b"\x1b[?1003h", b"\x1b[?1003l"), (b"\x1b[?2004h", b"\x1b[?2004l")
CHANGES = {"the screen": SCREEN, "the cursor": CURSOR, "the mouse": MOUSE, "the paste": PASTE}
CHANGED = re.compile(b"|".join(re.escape(change) for pair in CHANGES.values() for change in pair))
PATIENCE = 60.0
BEGINS = 80, 24
"""Columns and lines of a terminal."""


def environment_of(folder: Path) -> dict[str, str]:
    """Has a program run this checkout, and keep its data in that folder."""
    return {"TERM": "xterm-256color", "PYTHONPATH": str(ROOT), "POKERBOT_DATA": str(folder)}


def unsized() -> dict[str, str]:
    """The surroundings without a size, which would stand for the terminal's own."""
    return {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}


def heed_all() -> None:
    """Ignore no signal: what a shell starts in the background ignores some, as do its children."""
    for number in ENDING:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


class Terminal:
    """Runs a program in a pseudo-terminal, and reads what it writes."""

    def __init__(self, command: Sequence[str], folder: Path, **environment: str) -> None:
        self.master, self.slave = pty.openpty()
        os.set_blocking(self.master, False)
        self._measure(*BEGINS)
        self.before = termios.tcgetattr(self.slave)
        self.output = bytearray()  # megabytes, a page at a time
        heed_all()
        self.process = subprocess.Popen(
            command,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            cwd=folder,
            env={**unsized(), **environment_of(folder), **environment},
            start_new_session=True,
        )

    def read(self, seconds: float = 0.0) -> bool:
        """Take in what is written within that time; whether it has come to an end."""
        end = time.monotonic() + seconds
        while True:
            gone = self.process.poll() is not None
            while select.select([self.master], [], [], 0)[0]:
                self.output += os.read(self.master, 65536)
            if gone or time.monotonic() >= end:
                return gone
            select.select([self.master], [], [], min(0.05, max(end - time.monotonic(), 0)))

    def until(self, condition: Callable[[], bool]) -> bool:
        """Read until that is so; False if the program ends, or patience, first."""
        end = time.monotonic() + PATIENCE
        while not condition():
            if self.read(0.02) or time.monotonic() > end:
                return condition()
        return True

    def shows(self, *words: bytes) -> bool:
        """Whether any of these has been written."""
        return any(word in self.output for word in words)

    def computes(self) -> bool:
        """Whether it has got as far as to load NumPy."""
        return self.holds("_multiarray_umath")

    def holds(self, library: str) -> bool:
        """Whether it has loaded that library of machine code, by part of its name."""
        try:
            return library in Path(f"/proc/{self.process.pid}/maps").read_text()
        except OSError:
            return False

    def send(self, keys: bytes, wake: Callable[[], object] = bool) -> None:
        """Type that, as fast as it is read; nothing once the program has ended.

        While nothing is read, `wake` is called.
        """
        while keys and not self.read(0.0):
            if select.select([], [self.master], [], 0.05)[1]:
                with suppress(BlockingIOError):
                    keys = keys[os.write(self.master, keys) :]
            else:
                wake()

    def unread(self) -> int:
        """How many bytes of what was typed the program has not read yet."""
        count = fcntl.ioctl(self.slave, termios.FIONREAD, bytes(4))
        return int.from_bytes(count, sys.byteorder)

    def resize(self, columns: int, lines: int) -> None:
        """Give it another size, and tell the program."""
        self._measure(columns, lines)
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGWINCH)

    def _measure(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def hold(self) -> None:
        """Take nothing that is written any more, as after Ctrl-S."""
        termios.tcflow(self.slave, termios.TCOOFF)

    def ends(self) -> int | None:
        """The exit status once it ends, unread; None if it does not."""
        with suppress(subprocess.TimeoutExpired):
            return self.process.wait(PATIENCE)
        self.process.kill()
        self.process.wait()
        return None

    def forget(self) -> None:
        """Forget what was read, but for how it changed the terminal."""
        self.output[:] = b"".join(CHANGED.findall(self.output))

    def end(self) -> int:
        """The exit status, as a shell has it; kills what does not end."""
        if not self.until(lambda: self.read(0.0)):
            self.process.kill()
            self.process.wait()
        status = self.process.returncode
        return 128 - status if status < 0 else status

    def faults(self) -> list[str]:
        """What is wrong with the terminal that it left; closes it."""
        found = []
        if termios.tcgetattr(self.slave) != self.before:
            found.append("its settings are changed")
        for what, (change, back) in CHANGES.items():
            if self.output.rfind(change) > self.output.rfind(back):
                found.append(f"{what} is not restored")
        if b"Traceback" in self.output or b"\xe2\x94\x82" in self.output.rpartition(SCREEN[1])[2]:
            found.append("a traceback")
        os.close(self.master)
        os.close(self.slave)
        return found
