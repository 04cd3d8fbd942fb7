"""Reading a form as it is typed: the game that is meant, what it takes, and the limits."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from pokerbot.errors import InputError
from pokerbot.games.catalogue import FAMILIES, HOLDEM, make_game, parse_game
from pokerbot.games.game import Game
from pokerbot.games.holdem import DEFAULTS, KINDS, SEATS
from pokerbot.games.parameters import Parameter
from pokerbot.games.spot_file import write_spot
from pokerbot.io.files import make_folder_of
from pokerbot.runs.limits import Limits, in_chips
from pokerbot.runs.outlook import expected
from pokerbot.solvers.algorithm import Algorithm
from pokerbot.solvers.catalogue import ALGORITHMS
from pokerbot.strategy import library

CALLED = {
    "stack": "Stack behind",
    "lock": "Locks",
    "tree.add_allin": "Add all-in",
    "tree.force_allin": "Force it",
    "tree.merge": "Merge",
    "tree.rake": "Rake",
    "tree.rake_cap": "Cap",
}
"""What the form calls a key, where that is not the key itself."""
NUMBERS = {each.name for each in HOLDEM.parameters if isinstance(each, Parameter)}
"""The keys whose values are numbers."""
GROUPED = re.compile(r"[1-9]\d{0,2}(,\d{3})+(\.\d*)?")
"""Matches a number whose thousands are set apart, as 10,000; any other comma is no part of one."""


@dataclass(frozen=True)
class Understood:
    """A game that can be solved.

    takes: what it is and what it takes to solve it, in words
    """

    game: Game
    takes: str

    @cached_property
    def fitting(self) -> Sequence[Algorithm]:
        """The algorithms that can solve it."""
        return [each for each in ALGORITHMS.values() if each.takes(self.game)]


def understood(texts: Mapping[str, str], start: Game, limits: Limits) -> Understood:
    """The spot that is meant; it keeps its name if it was not changed.

    Args:
        texts: the fields of the form, by the keys of a spot's file.
        start: the spot with which the form was filled in.
        limits: as typed, so that the exploitability is in per cent of the pot.

    Raises:
        InputError: a value is not allowed; the message begins with its key.
    """
    game = make_game(HOLDEM.name, keys_from(texts))
    same = game == start
    if same:
        game = replace(game, label=start.label)
    name = start.spec if same else f"{start.spec}, changed"
    takes = f"{name}: {expected(game, limits_meant(limits, game))}"
    return Understood(game, takes)


def keys_from(texts: Mapping[str, str]) -> dict[str, object]:
    """The values of a spot by the keys of its file, from the texts typed.

    Raises:
        InputError: a number is missing or is none; the message begins with its key.
    """
    found: dict[str, object] = {"oop.river.bet": ""}
    for key, text in texts.items():
        if key not in NUMBERS:
            found[key] = text
        elif text:
            found[key] = _number(key, text)
        elif not key.startswith("tree."):
            raise InputError("is needed", parameter=key)
    return found


def _number(key: str, text: str) -> float:
    bare = text.replace(",", "") if GROUPED.fullmatch(text) else text
    for kind in (int, float):
        try:
            return kind(bare)
        except ValueError:
            continue
    raise InputError(f"must be a number, not {text!r:.40}", parameter=key)


def blamed(wrong: str) -> tuple[str, str]:
    """The key with which a message begins, and the message with the key's name on the form instead.

    The key is "" if the message begins with none.
    """
    key, _, rest = wrong.partition(" ")
    if key not in DEFAULTS:
        return "", wrong
    return key, f"{called(key)} {rest}"


def called(key: str) -> str:
    """What the form calls a key."""
    seat, _, rest = key.partition(".")
    if seat in SEATS:
        words = rest.split(".")
        return " ".join([seat.upper(), *(f"{word}s" if word in KINDS else word for word in words)])
    return CALLED.get(key, key.capitalize())


def named_game(name: str, unknown: InputError) -> Game:
    """The spot of this name, from its file here or among those that come with pokerbot.

    Raises:
        InputError: there is no such spot (then it is `unknown`), or the file is not a spot's.
    """
    path = library.spot_files().get(name)
    if path is None and not name.endswith(".toml"):
        raise unknown
    return parse_game(str(path or Path(name)))


def games_at_hand() -> tuple[str, ...]:
    """The names of all games, and of all spots whose files are at hand."""
    return *FAMILIES, *library.spot_files()


def write(path: Path, spot: Game) -> Game:
    """Write a spot's file, and return the spot with the file's name.

    Raises:
        InputError: the file cannot be written.
    """
    make_folder_of(path)
    write_spot(path, spot.parameters)
    return replace(spot, label=path.stem)


def limits_meant(limits: Limits, game: Game) -> Limits:
    """The limits that are meant by typed ones, in chips; a spot's are in per cent of the pot."""
    return replace(limits, target=in_chips(game, None, limits.target)) if game.is_spot else limits


def limits_in(iterations: str, target: str, label: str) -> Limits:
    """The iterations and the exploitability that are typed, of which one may be left out.

    label: what the form calls the exploitability

    Raises:
        InputError: one is no number or out of range, or neither is there.
    """
    texts = {"iterations": iterations, "target": target}
    names = {"iterations": "Iterations", "target": label.removeprefix("or ").capitalize()}
    try:
        typed: list[Any] = [_number(k, text) if text.strip() else None for k, text in texts.items()]
        most, least = typed
        if isinstance(most, float) and most.is_integer():  # typed as 1e6
            most = int(most)
        limits = Limits(most, least)
    except InputError as error:
        raise error.about(names[str(error.parameter)]) from None
    if not limits:
        raise InputError("iterations or an exploitability are needed, or it never stops")
    return limits
