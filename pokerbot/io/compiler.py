"""Tells whether machine code can be made here."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

from pokerbot.errors import in_short


@cache
def has_compiler() -> bool:
    """Whether numba is installed, which makes machine code."""
    return find_spec("numba") is not None


@cache
def fault() -> str:
    """Why numba, though it is installed, cannot be used; empty where it can."""
    try:
        from pokerbot.io.machine_code import jit

        jit(_nothing)
    except MemoryError:
        raise
    except Exception as error:  # its settings, say, which it reads when it is imported
        return f"numba cannot be used: {in_short(error)}"
    return ""


def _nothing() -> None:
    """A function to try the compiler with; it is never called."""


def compiles() -> bool:
    """Whether numba is installed and can be used, which takes a second to find out."""
    return has_compiler() and not fault()
