"""The strategies at hand: those under the current folder, then those that ship."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pokerbot.errors import InputError, meant
from pokerbot.games.catalogue import FAMILIES, make_game, parse_game
from pokerbot.games.game import Game
from pokerbot.games.identity import check_rules
from pokerbot.games.parameters import is_number
from pokerbot.io.archive import SIGNATURE, header_text
from pokerbot.io.files import (
    FOLDER,
    HEAD_SIZE,
    decode_json,
    is_short,
    opened,
    printable,
    read_text,
)

CAST, SPOTS = "cast", "spots"
"""The folders, within one of strategies, of the opponents that have a name, and of spots."""
ENDINGS = (".json", ".spot")
"""The endings of strategy files that are found by their bare name."""
SEAT = re.compile(r"^\s*\[?\s*(oop|ip)\b", re.ASCII | re.MULTILINE)
"""Finds a line on a player in a spot's file; other TOML files, such as plans, have none."""
STRATEGY = re.compile(r'"format"\s*:\s*"pokerbot-(strategy|arrays)"')
"""Finds in the first lines of a file that it is a strategy."""
KEY = re.compile(r'\s*[{,]\s*"(\w+)"\s*:\s*', re.ASCII)
"""Matches what stands before a value of the object with which a file begins."""
FLAT = re.compile(r"\{[^][{}]*+\}")
"""Matches an object without others in it, such as a game's."""
LONG = ("infosets", "hands")
"""The keys of long values, which stand at the end of a file or of its header."""


def folders() -> list[Path]:
    """Where strategies are looked for: under the current folder, then those that ship."""
    package = Path(__file__).parents[1]
    shipped = [package / FOLDER, package.parent / FOLDER]
    return [Path(FOLDER), *(folder for folder in shipped if folder.is_dir())][:2]


def files() -> list[Path]:
    """Every strategy file at hand; one in the current folder hides the shipped one of its name."""
    return _named(folders())


def cast() -> list[Path]:
    """The files of the opponents that have a name, found as `files` are."""
    return _named([folder / CAST for folder in folders()])


def spots() -> list[Path]:
    """The solutions of spots of hold'em that ship, found as `files` are."""
    return _named([folder / SPOTS for folder in folders()])


def spot_files() -> dict[str, Path]:
    """The files that describe spots of hold'em, by name.

    Of files of one name it is the one in the current folder, else in its `strategies/spots/`, else
    the shipped one.
    """
    nearby = [*(folder / SPOTS for folder in reversed(folders())), Path(FOLDER), Path()]
    found = (path for folder in nearby for path in listed(folder, "*.toml"))
    return {path.stem: path for path in found if _names_a_seat(path)}


def _names_a_seat(path: Path) -> bool:
    """Whether a file tells of a player at a spot of hold'em; true where it cannot be read."""
    try:
        return SEAT.search(read_text(path)) is not None
    except InputError:
        return True


def game_named(spec: str) -> Game:
    """The game that a text names, as `parse_game` reads it, or a spot at hand by its name.

    Raises:
        InputError: as `parse_game`.
    """
    return parse_game(spec_named(spec))


def spec_named(spec: str) -> str:
    """The path of the spot's file of that name, where there is one; else the text as it is."""
    path = None if spec.partition(":")[0] in FAMILIES else spot_files().get(spec)
    return spec if path is None else str(path)


def called(path: Path, *, adapts: bool = False) -> str:
    """The name of an opponent at the table: that of the cast or an adapting one, else empty."""
    named = adapts or path.parent.name == CAST
    return printable(path.stem).capitalize() if named else ""


def everything() -> list[Path]:
    """The `files`, then the `cast` and the `spots`."""
    return [*files(), *cast(), *spots()]


def _named(folders: list[Path]) -> list[Path]:
    """The strategy files in these folders, sorted by name; earlier folders hide later ones."""
    found = {
        path.name: path
        for folder in reversed(folders)
        for path in listed(folder, "*")
        if path.suffix in ENDINGS
    }
    return [found[name] for name in sorted(found)]


def listed(folder: Path, pattern: str) -> list[Path]:
    """The paths in a folder whose names match, sorted; none where it may not be entered."""
    try:
        return sorted(folder.glob(pattern))
    except OSError:
        return []


def find(name: str) -> Path:
    """The file that a person means by a path, the name of one of the cast, or a bare name.

    A bare name is one such as `kuhn-gxfp`, of a file in one of the folders, or else of a strategy
    in the current one. A path may lack the ending of a strategy, too.

    Raises:
        InputError: no file has that bare name.
    """
    path = Path(name)
    if os.path.isfile(path):
        return path
    if len(path.parts) != 1:
        return next(iter(beside(name)), path)
    cast = (folder / CAST / f"{name.lower()}{ending}" for folder in folders() for ending in ENDINGS)
    shelf = (
        candidate
        for folder in folders()
        for candidate in (
            *(folder / f"{name}{ending}" for ending in ("", *ENDINGS)),
            folder / SPOTS / f"{name}.spot",
        )
    )
    for candidate in (*cast, *shelf, *beside(name)):
        if os.path.isfile(candidate):
            return candidate
    if os.path.exists(path):
        return path
    there = [path.stem for path in everything()]
    close = meant(name, there if name in FAMILIES else [*FAMILIES, *there])
    raise InputError(f"no strategy file {printable(name)}, here or in {FOLDER}/{close}")


def drill_file(name: str) -> Path:
    """The file that a lesson or a puzzle means by a name: a shipped spot's solution, or a member.

    A solution in the current folder may be of another spot, although it has the name of a shipped
    one.

    Raises:
        InputError: there is none.
    """
    shipped = folders()[-1] / SPOTS / f"{name}.spot"
    return shipped if shipped.is_file() else find(name)


def beside(name: str) -> list[Path]:
    """The strategies that a path without their ending may stand for."""
    return [path for ending in ENDINGS if _is_strategy(path := Path(f"{name}{ending}"))]


def candidates(game: Game) -> tuple[Path, ...]:
    """The files at hand that may be for a game; those of the cast where there are no others."""
    return may_be_for(game, [*files(), *spots()]) or may_be_for(game, cast())


def may_be_for(game: Game, paths: Iterable[Path]) -> tuple[Path, ...]:
    """The files that may be for a game: their first lines name it, or no game with cards."""
    found = []
    for path in paths:
        try:
            its = announced(path)
        except InputError:
            continue
        if its is None or its == game:
            found.append(path)
    return tuple(found)


def announced(path: Path) -> Game | None:
    """The game with cards that a file names in its first lines, None where it names none.

    Raises:
        InputError: it cannot be read, or there is no such game.
    """
    game = game_in(_head(path))
    return game if game is not None and game.has_cards else None


def by_claim(game: Game) -> list[tuple[float, Path]]:
    """The files whose first lines name a game, with the NashConv that each claims, least first.

    Claims only decide in which order files are measured. Files that claim none come first.
    """
    found = []
    for path in everything():
        try:
            head = _head(path)
            if game_in(head) == game:
                found.append((_claimed_nash_conv(head), path))
        except InputError:
            continue
    return sorted(found)


def _head(path: Path) -> str:
    """The first lines of a file; raises InputError where it cannot be read."""
    with opened(path) as file:
        head = file.read(HEAD_SIZE)
    if head.startswith(SIGNATURE):
        return header_text(head)
    return head.decode("utf-8-sig", errors="replace")


def _is_strategy(path: Path) -> bool:
    """Whether a file says in its first lines that it is a strategy; other files are JSON, too."""
    try:
        return STRATEGY.search(_head(path)) is not None
    except InputError:
        return False


def game_in(head: str) -> Game | None:
    """The game that the first lines of a file name, None where they name none.

    Raises:
        InputError: there is no such game, or the file is of other rules than it has now.
    """
    told = _told(head)
    if not isinstance(told.get("game"), dict):
        return None
    described, label = told["game"], told.get("spot")
    game = make_game(described.pop("name", None), described, label if is_short(label) else "")
    check_rules(game, told)
    return game


def _claimed_nash_conv(head: str) -> float:
    """The NashConv that the first lines of a file claim, -inf where they claim none."""
    results = _told(head).get("results")
    claimed = results.get("nash_conv") if isinstance(results, dict) else None
    return float(claimed) if is_number(claimed) else -math.inf


def _told(head: str) -> dict[str, Any]:
    """The values in the first lines of a file, by key, as far as they come before a long one.

    Raises:
        InputError: the game is no JSON.
    """
    told: dict[str, Any] = {}
    at, decode = 0, json.JSONDecoder().raw_decode
    while (key := KEY.match(head, at)) and key[1] not in LONG:
        try:
            value, at = decode(head, key.end())
        except (ValueError, RecursionError):  # it is cut off, or no JSON
            if key[1] == "game" and (whole := FLAT.match(head, key.end())):
                decode_json(whole[0])
            break
        told.setdefault(key[1], value)
    return told
