"""What tells a game of one's own in files from another of the same name: a digest of its rules."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from inspect import getsource, unwrap
from numbers import Real
from types import FunctionType
from typing import Any

from pokerbot.errors import InputError
from pokerbot.games.catalogue import is_shipped
from pokerbot.games.ends import EndsGame
from pokerbot.games.game import Game
from pokerbot.games.heads_up import NAME as WHOLE_GAME
from pokerbot.games.parameters import plain

PACKAGE = __name__.partition(".")[0]
RULES = "rules"
"""The key in a file under which the digest of a game of one's own stands."""


def rules_in_files(game: Game) -> dict[str, str]:
    """What files say of a game besides its name and parameters: nothing if these identify it.

    For a game of one's own it is the digest of its rules, under the key `RULES`. Ends given as they
    are have a digest among their parameters.
    """
    if isinstance(game, EndsGame) or game.name.startswith(WHOLE_GAME) or is_shipped(game):
        return {}
    return {RULES: digest(game)}


def check_rules(game: Game, said: Mapping[str, Any]) -> None:
    """Check that what a file says fits the game that its name and parameters give here.

    Files of earlier versions say nothing of the rules, and fit.

    Raises:
        InputError: the file is of other rules.
    """
    if RULES in said and said[RULES] != digest(game):
        raise InputError(f"made under other rules than {game.spec:.60} has now")


def digest(game: Game) -> str:
    """The SHA-256 of a game's rules, the same for equal rules in every process.

    Classes of one's own, of bets or of showdowns, are told by their names, the source of their
    methods, their constants and, if they are dataclasses, their fields; what stands outside of
    them is not.
    """
    if not game.has_cards:
        return game.ends.digest
    return hashlib.sha256(_told(game.rules).encode()).hexdigest()


def _told(value: Any) -> str:
    """A part of the rules as text, the same for equal ones; it leaves out fields' defaults."""
    if is_dataclass(value) and not isinstance(value, type):
        held = ((each, getattr(value, each.name)) for each in fields(value) if each.compare)
        parts = [
            f"{each.name}={_told(part)}"
            for each, part in held
            if each.default is MISSING or part != each.default
        ]
        return f"{_class_told(type(value))}({', '.join(parts)})"
    if isinstance(value, tuple):
        return f"({', '.join(map(_told, value))})"
    if isinstance(value, Real):
        number = plain(value)
        return repr(int(number) if number == number // 1 else number)
    if value is None or isinstance(value, str):
        return repr(value)
    return _class_told(value.__class__)


@cache
def _class_told(kind: type) -> str:
    """A class by its name; one of one's own with its methods' source, as far as Python has it."""
    told = [kind.__qualname__]
    for each in kind.__mro__:
        if each.__module__.partition(".")[0] in (PACKAGE, *sys.stdlib_module_names):
            continue
        for name, member in sorted(vars(each).items()):
            function = unwrap(getattr(member, "fget", getattr(member, "func", member)))
            if isinstance(function, FunctionType):
                with suppress(OSError):  # there is none of what `dataclass` adds
                    told.append(f"{name}: {getsource(function)}")
            elif isinstance(member, Real | str | tuple) and not name.startswith("__"):
                told.append(f"{name} = {_told(member)}")
    return "\n".join(told)
