"""Objects that no catalogue has, as JSON that names their classes and functions and lists the rest.

For processes that this one starts: who reads such a text imports what it names. The script that
this program began with is imported as the standard library's own processes do, by `multiprocessing`
under the name `__mp_main__`, so that what stands below `if __name__ == "__main__":` is left out.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import partial, reduce
from importlib import import_module
from multiprocessing import spawn
from pathlib import Path
from types import FunctionType
from typing import Any

from pokerbot.errors import InputError

SCRIPT, AGAIN = "__main__", "__mp_main__"
"""What the script is called in the program that it began, and in processes of that one."""


def spell(value: Any) -> str:
    """A rule, an algorithm or a game of one's own as a text.

    Raises:
        InputError: something in it has no name that others can import, or a script is being
            imported for what it defines, and was to define alone.
    """
    return json.dumps(_spelled(value), allow_nan=False)


def build(text: str) -> Any:
    """What `spell` made a text of."""
    return _built(json.loads(text))


def _spelled(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple | list):
        return {type(value).__name__: [_spelled(part) for part in value]}
    if isinstance(value, Mapping):
        return {"dict": [[_spelled(key), _spelled(part)] for key, part in value.items()]}
    if isinstance(value, FunctionType | type):
        return _named(value)
    if isinstance(value, partial):
        return {"partial": [_spelled(part) for part in (value.func, value.args, value.keywords)]}
    if is_dataclass(value) and not hasattr(value, "__dict__"):
        parts = {each.name: getattr(value, each.name) for each in fields(value)}
    elif type(value).__module__ == "builtins" or not hasattr(value, "__dict__"):
        raise _refusal(value)
    else:
        parts = vars(value)
    kept = {name: _spelled(part) for name, part in parts.items()}
    return {"object": [_named(type(value)), kept]}


def _named(value: FunctionType | type) -> dict[str, list[Any]]:
    """A function or a class by its module, its name there, and where the module is."""
    module, name = value.__module__, value.__qualname__
    home = sys.modules.get(module.partition(".")[0])
    try:
        found: Any = _at(sys.modules[module], name)
    except (AttributeError, KeyError):
        found = None
    if module == AGAIN:
        raise InputError(
            'needs a script that has all it does below `if __name__ == "__main__":`',
            parameter="jobs",
        )
    if found is not value or home is None or (module == SCRIPT and not _script()):
        raise _refusal(value)
    if module == SCRIPT:
        return {"name": [module, name, _script()]}
    place = Path(getattr(home, "__file__", None) or "")
    folder = place.parents[1] if place.name == "__init__.py" else place.parent
    return {"name": [module, name, str(folder.absolute())]}


def _refusal(value: Any) -> InputError:
    name = getattr(value, "__qualname__", type(value).__qualname__)
    return InputError(
        f"cannot have {name:.60} in another process: define it by a name in a script or a module"
        " (a notebook writes one with %%writefile mine.py, and imports it)",
        parameter="jobs",
    )


def _script() -> dict[str, Any]:
    """What it takes to import the script elsewhere; nothing where there is none."""
    data = spawn.get_preparation_data("")
    found = {name: data[name] for name in data if name.startswith("init_main")}
    if not found or not Path(found.get("init_main_from_path", __file__)).is_file():
        return {}
    return found | {name: data[name] for name in ("sys_path", "sys_argv")}


def _built(content: Any) -> Any:
    if not isinstance(content, dict):
        return content
    ((kind, parts),) = content.items()
    if kind == "name":
        return _imported(*parts)
    if kind == "object":
        made, kept = object.__new__(_built(parts[0])), parts[1]
        for name, part in kept.items():
            object.__setattr__(made, name, _built(part))
        return made
    values = [_built(part) for part in parts] if kind != "dict" else []
    if kind == "partial":
        return partial(values[0], *values[1], **values[2])
    if kind == "dict":
        return {_built(key): _built(part) for key, part in parts}
    return tuple(values) if kind == "tuple" else values


def _imported(module: str, name: str, where: Any) -> Any:
    """What has this name in a module; its folder is looked into last."""
    if module == SCRIPT:
        if where != _script():  # another process than the one that it began
            spawn.prepare(where)
    elif where not in sys.path:
        sys.path.append(where)
    return _at(import_module(module), name)


def _at(module: Any, name: str) -> Any:
    return reduce(getattr, name.split("."), module)
