"""Work that several threads share; machine code does not hold the interpreter's lock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from os import getpid
from typing import TypeVar

Piece = TypeVar("Piece")


@cache
def pool(threads: int, process: int) -> ThreadPoolExecutor:
    """Threads of a process that wait for work; a fork of it has none of them."""
    return ThreadPoolExecutor(threads)


def share_out(work: Callable[[Piece], object], pieces: Sequence[Piece], threads: int) -> None:
    """Do all pieces; a thread that is done with one takes the next."""
    left = iter(pieces)

    def all_left() -> None:
        for piece in left:
            work(piece)

    helping = min(threads, len(pieces)) - 1
    others = [pool(threads, getpid()).submit(all_left) for _ in range(helping)]
    all_left()
    for other in others:
        other.result()
