"""Checks that a mapping is a strategy of a game."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import islice
from typing import Any, TypeGuard

from pokerbot.errors import InputError
from pokerbot.games.game import Game
from pokerbot.io.files import printable, show

TOLERANCE = 1e-6


def check_infosets(game: Game, infosets: dict[str, Any]) -> dict[str, Any]:
    """The mapping, if it has exactly the game's information sets, and probabilities for each.

    Raises:
        InputError: it is not so; the message names the information set.
    """
    least = game.fewest_keys
    if len(infosets) < least:
        raise InputError(
            f"{game.spec} has at least {least:,} information sets, this has {len(infosets):,}"
        )
    expected = 0
    for _, key, actions in game.information_sets():
        expected += 1
        if key not in infosets:
            raise InputError(f"information set {key!r} of {game.spec} is missing")
        chances = as_object(infosets[key], key)
        if tuple(chances) != actions and set(chances) != set(actions):
            legal, given = _listed(actions), _listed(chances)
            raise InputError(f"{key!r}: the actions must be {legal}, not {given or 'none'}")
        for action, chance in chances.items():
            if not _number(chance) or not 0 <= chance <= 1 + TOLERANCE:
                raise InputError(f"{key!r}: {action} must be a probability, not {show(chance)}")
        total = math.fsum(chances.values())
        if abs(total - 1) > TOLERANCE:
            raise InputError(f"{key!r}: the probabilities sum to {total}, not 1")
    if len(infosets) > expected:
        known = {key for _, key, _ in game.information_sets()}
        unknown = next(key for key in infosets if key not in known)
        raise InputError(f"{game.spec} has no information set {show(unknown)}")
    return infosets


def as_object(value: Any, name: str) -> dict[str, Any]:
    """The value, if it is a mapping; raises InputError if it is none."""
    if not isinstance(value, dict):
        raise InputError(f"{name} must be an object, not {show(value)}")
    return value


def _listed(names: Iterable[object]) -> str:
    """The first of the names, in a short line."""
    first = [*map(str, islice(names, 10))]
    return printable(", ".join(first[:9] + ["…"] * (len(first) > 9)))[:120]


def _number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)
