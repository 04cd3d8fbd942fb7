"""Signals that ask to stop."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interruptible() -> Iterator[list[int]]:
    """The first signal that would end the process is noted in the list; a second one ends it."""
    noted: list[int] = []
    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.getsignal(number) for number in signals}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def note(number: int, _: FrameType | None) -> None:
        noted.append(number)
        restore()

    for number in signals:
        signal.signal(number, note)
    try:
        yield noted
    finally:
        restore()
