"""Values as lines of JSON and back, for other processes and machines.

An object is written with the name of its class, a function by its name. A line from elsewhere may
name only classes of this package. A process that this one has started accepts others, too, and
imports what a line names. It imports the script that this program began with as `multiprocessing`
does, under the name `__mp_main__`, so that what stands below `if __name__ == "__main__":` is not
run again.
"""

from __future__ import annotations

import json
import math
import sys
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache, partial, reduce
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError
from pokerbot.games.catalogue import is_shipped, parse_game
from pokerbot.games.game import Game
from pokerbot.strategy.storage import dump, parse
from pokerbot.strategy.strategy import Strategy

HOME = __name__.partition(".")[0] + "."
"""How the names of this package's modules begin."""
SCRIPT, AGAIN = "__main__", "__mp_main__"
"""The module name of the script, in the program that it starts and in that program's processes."""


def pack(value: Any) -> str:
    """A value as one line of JSON.

    Raises:
        InputError: something in it has no name that other processes can import; or a script, which
            such a process imports for its definitions, does more than define.
    """
    return json.dumps(to_json(value), allow_nan=False)


def unpack(line: str | bytes, *, ours: bool = True) -> Any:
    """The value in a line of `pack`.

    ours: whether it may name only classes of this package

    Raises:
        InputError: it names others, or something that does not exist.
    """
    return from_json(json.loads(line), ours=ours)


def to_json(value: Any) -> Any:
    """A value as numbers, texts, lists and objects; other kinds of values become {kind: parts}.

    Raises:
        InputError: as `pack`.
    """
    match value:
        case None | bool() | int() | float() | str():
            return value
        case list():
            return [to_json(part) for part in value]
        case np.generic():
            return value.item()
    kind, parts = _parts(value)
    return {kind: parts}


def _parts(value: Any) -> tuple[str, Any]:
    """The kind of a value, and its parts as JSON has them."""
    found: tuple[str, Any]
    match value:
        case tuple():
            found = "tuple", [to_json(part) for part in value]
        case Game() if is_shipped(value):
            found = ("spot", [value.text, value.label]) if value.label else ("game", value.text)
        case Strategy() if is_shipped(value.game):
            found = "strategy", "".join(dump(value))
        case Mapping():
            found = "dict", [[to_json(key), to_json(part)] for key, part in value.items()]
        case np.ndarray():
            found = "array", [value.dtype.str, [*value.shape], _packed(value)]
        case FunctionType() | type():
            found = "name", _name(value)
        case partial():
            found = "partial", to_json([value.func, value.args, value.keywords])
        case _:
            parts = {name: to_json(part) for name, part in _fields(value).items()}
            found = "object", [_name(type(value)), parts]
    return found


def _packed(array: NDArray[Any]) -> str:
    """The numbers of an array as text, compressed."""
    return b64encode(zlib.compress(np.ascontiguousarray(array).tobytes(), 1)).decode()


def _array(kind: str, shape: list[int], text: str) -> NDArray[Any]:
    """The array of a type and shape from the text of `_packed`; a longer text is cut off."""
    dtype = np.dtype(kind)
    if dtype.kind not in "biuf":
        raise InputError(f"no numbers are of {kind!r:.40}")
    size = dtype.itemsize * math.prod(shape)
    try:
        content = zlib.decompressobj().decompress(b64decode(text), size)
    except (OverflowError, zlib.error) as error:
        raise InputError(f"no array is packed so: {error}") from None
    return np.frombuffer(content, dtype).reshape(shape)


def _fields(value: Any) -> dict[str, Any]:
    """The attributes that an object consists of."""
    has_dict = hasattr(value, "__dict__")
    if _is_ours(type(value)) or (is_dataclass(value) and not has_dict):
        return {each.name: getattr(value, each.name) for each in fields(value)}
    if type(value).__module__ == "builtins" or not has_dict:
        raise _refusal(value)
    return dict(vars(value))


def _is_ours(kind: Any) -> bool:
    """Whether a class is a dataclass of this package, whose constructor checks its objects."""
    return "__dataclass_fields__" in vars(kind) and kind.__module__.startswith(HOME)


def _name(value: FunctionType | type) -> list[Any]:
    """The module of a function or class, its name in it, and where others find the module."""
    module, name = value.__module__, value.__qualname__
    if module.startswith(HOME):
        return [module, name, None]
    if module == AGAIN:
        raise InputError(
            'needs a script that has all it does below `if __name__ == "__main__":`',
            parameter="jobs",
        )
    home = sys.modules.get(module.partition(".")[0])
    try:
        found: Any = _at(sys.modules[module], name)
    except (AttributeError, KeyError):
        found = None
    if found is not value or home is None or (module == SCRIPT and not _script()):
        raise _refusal(value)
    if module == SCRIPT:
        return [module, name, _script()]
    place = Path(getattr(home, "__file__", None) or "")
    folder = place.parents[1] if place.name == "__init__.py" else place.parent
    return [module, name, str(folder.absolute())]


def _refusal(value: Any) -> InputError:
    name = getattr(value, "__qualname__", type(value).__qualname__)
    return InputError(
        f"cannot have {name:.60} in another process: define it by a name in a script or a module"
        " (a notebook writes one with %%writefile mine.py, and imports it)",
        parameter="jobs",
    )


def _script() -> dict[str, Any]:
    """What another process needs to import the script; empty if there is no script."""
    from multiprocessing import spawn

    data = spawn.get_preparation_data("")
    found = {name: data[name] for name in data if name.startswith("init_main")}
    if not found or not Path(found.get("init_main_from_path", __file__)).is_file():
        return {}
    return found | {name: data[name] for name in ("sys_path", "sys_argv")}


def from_json(content: Any, *, ours: bool = True) -> Any:
    """The value that `to_json` turned into this content; arguments and errors as for `unpack`."""
    if isinstance(content, list):
        return [from_json(part, ours=ours) for part in content]
    if not isinstance(content, dict):
        return content
    ((kind, parts),) = content.items()
    if kind in TEXTS:
        return TEXTS[kind](parts)
    if kind == "name":
        return _imported(*parts, ours=ours)
    if kind == "object":
        class_ = _imported(*parts[0], ours=ours)
        return _made(class_, {name: from_json(part, ours=ours) for name, part in parts[1].items()})
    return SHAPES[kind](*from_json(parts, ours=ours))


TEXTS: dict[str, Callable[[str], Any]] = {"game": parse_game, "strategy": lru_cache(8)(parse)}
"""How each kind of text is read; strategies are cached, since the same ones come in many runs."""
SHAPES: dict[str, Callable[..., Any]] = {
    "array": _array,
    "spot": lambda text, label: replace(parse_game(text), label=label),
    "tuple": lambda *parts: parts,
    "dict": lambda *pairs: dict(pairs),
    "partial": lambda function, arguments, keywords: partial(function, *arguments, **keywords),
}
"""How the parts of each kind of value are put together."""


def _made(class_: type, parts: dict[str, Any]) -> Any:
    """An object of a class with these attributes; those of this package check themselves."""
    if _is_ours(class_):
        try:
            return class_(**parts)
        except TypeError as error:
            raise InputError(f"no {class_.__qualname__}: {error}") from None
    made: Any = object.__new__(class_)
    for name, part in parts.items():
        object.__setattr__(made, name, part)
    return made


def _imported(module: str, name: str, where: Any, *, ours: bool) -> Any:
    """The function or class of this name in a module, whose folder `where` is searched last."""
    if ours and not module.startswith(HOME):
        raise InputError(f"{module!r:.60} has no values of ours")
    if module == SCRIPT:
        if where != _script():  # this is not the process in which the script began
            from multiprocessing import spawn

            spawn.prepare(where)
    elif where is not None and where not in sys.path:
        sys.path.append(where)
    try:
        found = _at(import_module(module), name)
    except (AttributeError, ImportError) as error:
        if not ours:
            raise
        raise InputError(f"there is no {module:.60}.{name:.60}: {error}") from None
    if ours and not _is_ours(found):
        raise InputError(f"{name!r:.60} is no value of ours")
    return found


def _at(module: Any, name: str) -> Any:
    return reduce(getattr, name.split("."), module)
