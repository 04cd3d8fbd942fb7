"""The strategies at hand: those under the current folder, then those that ship."""

from __future__ import annotations

import os
from pathlib import Path

from pokerbot.errors import InputError, meant
from pokerbot.games.catalogue import FAMILIES
from pokerbot.io.files import FOLDER, printable

CAST = "cast"
"""The folder, within one of strategies, of the opponents that have a name."""


def folders() -> list[Path]:
    """Where strategies are looked for, in this order."""
    package = Path(__file__).parents[1]
    shipped = [package / FOLDER, package.parent / FOLDER]
    return [Path(FOLDER), *(folder for folder in shipped if folder.is_dir())][:2]


def files() -> list[Path]:
    """Every strategy file at hand; one in the current folder hides the shipped one of its name."""
    return _named(folders())


def cast() -> list[Path]:
    """The files of the opponents that have a name, found as `files` are."""
    return _named([folder / CAST for folder in folders()])


def _named(folders: list[Path]) -> list[Path]:
    """The strategies in these folders by name, those of the first one before others."""
    found = {path.name: path for folder in reversed(folders) for path in folder.glob("*.json")}
    return [found[name] for name in sorted(found)]


def find(name: str) -> Path:
    """The file that a person means by a path, a bare name such as `kuhn-gxfp`, or one of the cast.

    Raises:
        InputError: there is none.
    """
    path = Path(name)
    if os.path.exists(path) or len(path.parts) != 1:
        return path
    for folder in folders():
        named = f"{name.lower()}.json"
        for candidate in (folder / name, folder / f"{name}.json", folder / CAST / named):
            if os.path.isfile(candidate):
                return candidate
    close = meant(name, [*FAMILIES, *(path.stem for path in (*files(), *cast()))])
    raise InputError(f"no strategy file {printable(name)}, here or in {FOLDER}/{close}")
