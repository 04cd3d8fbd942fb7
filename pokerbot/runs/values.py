"""Frozen values as JSON and back: what goes to other processes and machines, and into files."""

from __future__ import annotations

import json
import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from typing import Any, Union, get_args, get_origin, get_type_hints

from pokerbot.errors import InputError

HOME = __name__.partition(".")[0] + "."
"""Values are of this package's classes, and no text can name another."""


def plain(value: Any) -> Any:
    """A value as what JSON has: objects, lists, numbers, texts and null."""
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {name: plain(part) for name, part in value.items()}
    return [plain(part) for part in value] if isinstance(value, tuple | list) else value


def valued(kind: Any, content: Any) -> Any:
    """The value of this type that `plain` made into this content.

    Raises:
        InputError: it is none of the type.
    """
    try:
        return _valued(kind, content)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise InputError(f"no {getattr(kind, '__name__', kind)}: {error}") from None


def pack(value: Any) -> str:
    """A value as one line of JSON that names its class."""
    kind = type(value)
    named = {"kind": f"{kind.__module__}:{kind.__qualname__}", "value": plain(value)}
    return json.dumps(named, allow_nan=False)


def unpack(text: str | bytes) -> Any:
    """The value in a line of `pack`; raises InputError where there is none."""
    named = json.loads(text)
    module, _, name = named["kind"].partition(":")
    if not module.startswith(HOME):
        raise InputError(f"{module!r:.60} has no values of ours")
    return valued(getattr(import_module(module), name), named["value"])


def _valued(kind: Any, content: Any) -> Any:
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        return kind(**{name: _valued(hints[name], part) for name, part in content.items()})
    if origin in (Union, types.UnionType):
        kind = next(each for each in inner if each is not type(None))
        return None if content is None else _valued(kind, content)
    if origin is tuple:
        kinds = [inner[0]] * len(content) if inner[-1] is Ellipsis else inner
        return tuple(_valued(*each) for each in zip(kinds, content, strict=True))
    if origin is list:
        return [_valued(inner[0], part) for part in content]
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {name: _valued(inner[1], part) for name, part in content.items()}
    return content


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
