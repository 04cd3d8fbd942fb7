"""Signals that ask the process to stop."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Timer
from types import FrameType

import click

from pokerbot.io.machine import ENDING
from pokerbot.runs.interrupts import handled

LATE = 1.0
"""Seconds after which one is told that it has heard the signal."""
SAME = 0.1
"""Seconds within which a second signal counts as the first: `timeout` sends each one twice."""
HEARD = "Stopping as soon as it can; Ctrl-C again stops at once."


class StoppedBySignal(SystemExit):
    """A signal asked the process to stop; `code` is the exit status."""

    code: int


class Interruption:
    """Whether a signal has asked to stop, as a truth value or where it is called.

    status: the exit status of a process that the signal has stopped; 0 before there is one
    """

    status = 0

    def __bool__(self) -> bool:
        return self.status > 0

    __call__ = __bool__


@contextmanager
def interruptible() -> Iterator[Interruption]:
    """Note the first termination signal; a later one ends the process.

    If the block has not ended a moment later, as while code is compiled, a line says so.
    """
    noted = Interruption()
    process, first = os.getpid(), 0.0
    late = Timer(LATE, partial(click.echo, HEARD, err=True))
    late.daemon = True

    def note(number: int, _: FrameType | None) -> None:
        nonlocal first
        if noted:
            if time.monotonic() - first > SAME:
                restore()
                signal.raise_signal(number)
            return
        first = time.monotonic()
        noted.status = 128 + number
        if os.getpid() == process:  # its forks hear Ctrl-C, too
            late.start()

    with handled(note, ENDING) as restore:
        try:
            yield noted
        finally:
            late.cancel()


@contextmanager
def telling(noted: Interruption) -> Iterator[None]:
    """Let the block report the result, then exit with the status of the signal noted, if any.

    It does so even if writing the report fails.
    """
    try:
        yield
    finally:
        if noted:
            sys.exit(noted.status)


@contextmanager
def telling_what_is_kept(kept: Callable[[], Iterable[str]]) -> Iterator[None]:
    """If a signal ends the block, say what is kept by then, and exit with the signal's status.

    kept: the parts that are kept, in words; where there are none, the exception goes on
    """
    try:
        yield
    except (KeyboardInterrupt, StoppedBySignal) as stopped:
        if not (parts := [*kept()]):
            raise
        for part in parts:
            click.echo(f"Stopped; {part}.", err=True)
        sys.exit(stopped.code if isinstance(stopped, StoppedBySignal) else 128 + signal.SIGINT)


@contextmanager
def unwinding() -> Iterator[None]:
    """Turn termination signals into `StoppedBySignal`, as Python has KeyboardInterrupt for Ctrl-C.

    Code that is running can then clean up: restore the terminal, remove temporary files.

    Raises:
        StoppedBySignal: a termination signal arrived.
    """

    def stop(number: int, _: FrameType | None) -> None:
        raise StoppedBySignal(128 + number)

    with handled(stop, (number for number in ENDING if number != signal.SIGINT)):
        yield
