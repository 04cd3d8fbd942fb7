"""Chooses what ranks hands and walks over betting trees: machine code, or NumPy without it."""

from __future__ import annotations

from types import ModuleType

from pokerbot.io.compiler import compiles
from pokerbot.sequence.heads_up import vectorized


def _found() -> ModuleType:
    if not compiles():
        return vectorized
    from pokerbot.sequence.heads_up import compiled

    return compiled


made = _found()
"""The module that is used: `compiled`, or `vectorized`."""


def is_compiled() -> bool:
    """Whether it is machine code; NumPy takes some six times as long."""
    return made is not vectorized
