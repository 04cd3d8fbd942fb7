"""Keeps Python's garbage collection short where many objects stay alive."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_kept: list[object] = []
"""One object for each block of `not_looked_through` that is under way."""


@contextmanager
def not_looked_through() -> Iterator[None]:
    """Leave all present objects out of garbage collection until the last such block has ended."""
    me = object()
    _kept.append(me)
    gc.freeze()
    try:
        yield
    finally:
        _kept.remove(me)
        if not _kept:
            gc.unfreeze()
