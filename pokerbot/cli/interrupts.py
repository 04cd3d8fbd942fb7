"""Signals that ask to stop."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interruptible() -> Iterator[list[int]]:
    """Signals that would end the process are noted in the list instead, in their order."""
    noted: list[int] = []
    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(number, lambda got, _: noted.append(got)) for number in signals]
    try:
        yield noted
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)
