"""Frozen values as JSON and back: what goes to other processes and machines, and into files."""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np

from pokerbot.errors import InputError
from pokerbot.strategy.storage import dump, parse
from pokerbot.strategy.strategy import Strategy

HOME = __name__.partition(".")[0] + "."
"""Values are of this package's classes, and no text can name another."""


def plain(value: Any) -> Any:
    """A value as what JSON has: objects, lists, numbers, texts and null; strategies as files."""
    if isinstance(value, Strategy):
        return "".join(dump(value))
    if is_dataclass(value) and not isinstance(value, type):
        hints = _hints(type(value))
        parts = ((each.name, getattr(value, each.name)) for each in fields(value))
        return {n: _named(part) if hints[n] is Any else plain(part) for n, part in parts}
    if isinstance(value, Mapping):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    return value.item() if isinstance(value, np.generic) else value


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
    return json.dumps(_named(value), allow_nan=False)


def unpack(text: str | bytes) -> Any:
    """The value in a line of `pack`; raises InputError where there is none."""
    return _of_name(json.loads(text))


def _named(value: Any) -> Any:
    """As `plain`, with the name of the class where the value is an object of one."""
    if not is_dataclass(value) or isinstance(value, type):
        return plain(value)
    kind = type(value)
    return {"kind": f"{kind.__module__}:{kind.__qualname__}", "value": plain(value)}


def _of_name(content: Any) -> Any:
    if not isinstance(content, dict) or content.keys() != {"kind", "value"}:
        return content
    module, _, name = content["kind"].partition(":")
    if not module.startswith(HOME):
        raise InputError(f"{module!r:.60} has no values of ours")
    return valued(getattr(import_module(module), name), content["value"])


def _valued(kind: Any, content: Any) -> Any:
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and is_dataclass(kind) and kind is not Strategy:
        hints = _hints(kind)
        return kind(**{name: _valued(hints[name], part) for name, part in content.items()})
    if origin in (Union, types.UnionType):
        kind = next(each for each in inner if each is not type(None))
        return None if content is None else _valued(kind, content)
    if origin in (tuple, list):
        kinds = [inner[0]] * len(content) if inner[-1] is Ellipsis or origin is list else inner
        return origin(_valued(*each) for each in zip(kinds, content, strict=True))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {name: _valued(inner[1], part) for name, part in content.items()}
    return LEAVES.get(kind, lambda same: same)(content)


LEAVES: Mapping[Any, Callable[[Any], Any]] = {Any: _of_name, Strategy: lru_cache(8)(parse)}
"""How what is no structure is read; a strategy's text once, since players meet one another."""


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
