"""Going through a few choices, round and round, with one key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Choice = TypeVar("Choice")


def turned(choices: Sequence[Choice], now: Choice, by: int = 1) -> Choice:
    """The choice that comes some places after the present one; the first follows the last.

    Args:
        choices: all choices, at least one.
        now: the present one; if it is none of them, the first follows.
        by: how many places; if negative, before the present one.
    """
    place = choices.index(now) + by if now in choices else 0
    return choices[place % len(choices)]
