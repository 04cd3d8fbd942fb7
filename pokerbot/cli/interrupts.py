"""Signals that ask to stop."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType

from pokerbot.io.machine import ENDING

Handler = Callable[[int, FrameType | None], object]


class Stopped(SystemExit):
    """A signal asks to stop; its code is the exit status."""

    code: int


@contextmanager
def interruptible() -> Iterator[list[int]]:
    """The first signal that would end the process is noted in the list; a second one ends it."""
    noted: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        noted.append(number)
        restore()

    with _handled(note, ENDING) as restore:
        yield noted


@contextmanager
def telling(noted: list[int]) -> Iterator[None]:
    """What is told at the end; a signal that was noted is the status, though no one may read it."""
    try:
        yield
    finally:
        if noted:
            sys.exit(128 + noted[0])


@contextmanager
def unwinding() -> Iterator[None]:
    """The signals that would end the process at once raise `Stopped`, as Ctrl-C does its own.

    What is going on can so put in order what it has changed: the terminal, and files half written.
    """

    def stop(number: int, _: FrameType | None) -> None:
        raise Stopped(128 + number)

    with _handled(stop, (number for number in ENDING if number != signal.SIGINT)):
        yield


@contextmanager
def _handled(handler: Handler, numbers: Iterable[int]) -> Iterator[Callable[[], None]]:
    """Signals handled so until the end, or a call; those ignored, as under nohup, stay ignored."""
    before = {number: signal.getsignal(number) for number in numbers}
    heeded = [number for number in before if before[number] is not signal.SIG_IGN]

    def restore() -> None:
        for number in heeded:
            signal.signal(number, before[number])

    for number in heeded:
        signal.signal(number, handler)
    try:
        yield restore
    finally:
        restore()
