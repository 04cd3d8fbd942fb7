"""Algorithms and rules of one's own, named by their module: `module:object`."""

from __future__ import annotations

import ast
import hashlib
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pokerbot.errors import InputError, in_short
from pokerbot.io.files import show
from pokerbot.solvers.algorithm import Algorithm
from pokerbot.solvers.catalogue import ALGORITHMS, as_algorithm, find_algorithm
from pokerbot.solvers.regret import RegretRule

PACKAGE = __name__.partition(".")[0]


@dataclass(frozen=True)
class Own:
    """An algorithm or rule of one's own, as a field of a run.

    module: the module's name
    place: the name of the algorithm or rule in it
    text: a digest of the source of the module and of the modules beside it that it imports
    folder: where the module was found; other processes look there last
    """

    module: str
    place: str
    text: str
    folder: str = field(compare=False)

    @property
    def name(self) -> str:
        """Its name as in an entry of a plan."""
        return f"{self.module}:{self.place}"

    def algorithm(self) -> Algorithm:
        """The algorithm as an object.

        Raises:
            InputError: the module's source is another one here, it cannot be imported or has no
                such name, or the object is not an algorithm.
        """
        return _imported(self)


def find_own(module: str, place: str) -> Own:
    """Find an algorithm by the name `place` in a module, which may be in the current folder.

    Raises:
        InputError: as for `Own.algorithm`.
    """
    with _finding(f"{module}:{place}", str(Path.cwd())):
        found = Own(module, place, *_text(module))
    found.algorithm()
    return found


def split_entry(entry: str) -> tuple[str | Own, str]:
    """The algorithm that an entry begins with, and the text of the settings that follow it.

    `dcfr:beta=-2` is `dcfr` with `beta=-2`. `mine:rule` is what `find_own` finds, without settings.

    Raises:
        InputError: as `find_own`.
    """
    name, _, rest = entry.partition(":")
    place, _, settings = rest.partition(":")
    if place and "=" not in place and name not in ALGORITHMS:
        return find_own(name, place), settings
    return name, rest


def algorithm_of(named: str | Own | Algorithm | RegretRule) -> Algorithm:
    """The algorithm as an object; raises InputError as `as_algorithm` or `Own.algorithm`."""
    return named.algorithm() if isinstance(named, Own) else as_algorithm(named)


def algorithm_named(name: str) -> Algorithm:
    """The algorithm of that name in the catalogue, or one of one's own by `module:object`.

    Raises:
        InputError: as `find_algorithm`, or for `module:object` as `find_own`.
    """
    named, settings = split_entry(name)
    own = isinstance(named, Own) and not settings
    return algorithm_of(named) if own else find_algorithm(name)


@lru_cache(64)
def _imported(own: Own) -> Algorithm:
    with _finding(own.name, own.folder):
        if _text(own.module)[0] != own.text:
            raise InputError(f"{own.name:.60} is not the same text here as where the run was made")
        found: Any = reduce(getattr, own.place.split("."), import_module(own.module))
    if isinstance(found, str):
        raise InputError(f"not an algorithm: {show(found)}")
    return as_algorithm(found)


@contextmanager
def _finding(name: str, folder: str) -> Iterator[None]:
    """Search this folder last for modules; turn whatever they raise into InputError."""
    sys.path.append(folder)
    try:
        yield
    except InputError:
        raise
    except Exception as error:
        raise InputError(f"no algorithm {name!r:.60}: {in_short(error)}") from None
    finally:
        sys.path.remove(folder)


def _text(module: str) -> tuple[str, str]:
    """A digest of the source of a module and of those beside it that it imports; their folder."""
    spec = find_spec(module)
    if spec is None:
        raise ModuleNotFoundError(f"No module named {module!r}")
    origin = Path(spec.origin or "")
    if not origin.is_file():
        return "", ""
    folder = origin.parents[module.count(".") + (origin.name == "__init__.py")]
    installed = str(folder) in sysconfig.get_paths().values()
    texts: dict[Path, bytes] = {}
    _gather(origin, folder, folder / module.partition(".")[0] if installed else folder, texts)
    named = sorted((path.relative_to(folder).as_posix(), text) for path, text in texts.items())
    digest = hashlib.sha256(repr(named).encode()).hexdigest()
    return digest, str(folder)


def _gather(path: Path, folder: Path, within: Path, texts: dict[Path, bytes]) -> None:
    """Add to `texts` the source of a file, and of what it imports from the folder `within`.

    folder: where absolute imports are looked up
    """
    if path in texts:
        return
    texts[path] = path.read_bytes()
    for start, name in _imports(ast.parse(texts[path]), path, folder):
        place = start.joinpath(*name.split("."))
        for found in (place.with_suffix(".py"), place / "__init__.py"):
            if found.is_relative_to(within) and found.is_file():
                _gather(found, folder, within, texts)


def _imports(module: ast.Module, path: Path, folder: Path) -> Iterator[tuple[Path, str]]:
    """The names that a module may import, each with the folder below which it is.

    Imports of this package are left out.
    """
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            names, start = [each.name for each in node.names], folder
        elif isinstance(node, ast.ImportFrom):
            begins = f"{node.module}." if node.module else ""
            names = [begins.rstrip("."), *(begins + each.name for each in node.names)]
            start = path.parents[node.level - 1] if node.level else folder
        else:
            continue
        yield from ((start, name) for name in names if name.partition(".")[0] != PACKAGE)
