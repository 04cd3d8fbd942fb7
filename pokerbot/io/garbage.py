"""Python's search for what can be thrown away, kept short where there is much that stays."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_kept: list[object] = []
"""One for each who has asked for it."""


@contextmanager
def not_looked_through() -> Iterator[None]:
    """Have all that is there by now left out of the search, until the last who asked has left."""
    me = object()
    _kept.append(me)
    gc.freeze()
    try:
        yield
    finally:
        _kept.remove(me)
        if not _kept:
            gc.unfreeze()
