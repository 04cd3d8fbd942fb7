"""Signals that ask the process to stop."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from pokerbot.io.machine import ENDING
from pokerbot.runs.interrupts import handled


class Stopped(SystemExit):
    """A signal asked the process to stop; `code` is the exit status."""

    code: int


@contextmanager
def interruptible() -> Iterator[list[int]]:
    """Record the first termination signal in the list; a second one ends the process."""
    noted: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        noted.append(number)
        restore()

    with handled(note, ENDING) as restore:
        yield noted


@contextmanager
def telling(noted: list[int]) -> Iterator[None]:
    """Let the block report the result, then exit with the status of the signal recorded, if any.

    It does so even if writing the report fails.
    """
    try:
        yield
    finally:
        if noted:
            sys.exit(128 + noted[0])


@contextmanager
def unwinding() -> Iterator[None]:
    """Turn termination signals into `Stopped`, as Python turns Ctrl-C into KeyboardInterrupt.

    Code that is running can then clean up: restore the terminal, remove temporary files.

    Raises:
        Stopped: a termination signal arrived.
    """

    def stop(number: int, _: FrameType | None) -> None:
        raise Stopped(128 + number)

    with handled(stop, (number for number in ENDING if number != signal.SIGINT)):
        yield
