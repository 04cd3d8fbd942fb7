"""A spot as it is typed: what is meant by it, and what it takes to solve it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.games.catalogue import FAMILIES, HOLDEM, make_game, parse_game
from pokerbot.games.game import Game
from pokerbot.games.holdem import DEFAULTS, KINDS, SEATS
from pokerbot.games.parameters import Parameter
from pokerbot.games.spot_file import write_spot
from pokerbot.io.files import make_folder_of
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
"""What stands on the form for keys, where that is not the key itself."""
NUMBERS = {each.name for each in HOLDEM.parameters if isinstance(each, Parameter)}
"""The keys whose values are numbers."""


@dataclass(frozen=True)
class Understood:
    """A spot that can be solved: what it takes, in words, and the algorithms that take it."""

    game: Game
    takes: str
    fitting: Sequence[Algorithm]


@dataclass(frozen=True)
class Typed:
    """What stands on the form.

    texts: by the keys of a spot's file; start: the spot that was changed; per_cent: of the pot
    """

    texts: Mapping[str, str]
    start: Game
    iterations: int | None
    per_cent: float | None

    def understood(self) -> Understood:
        """What is meant; a spot that was not changed keeps its name.

        Raises:
            InputError: a value does not fit; the message begins with its key.
        """
        game = make_game(HOLDEM.name, keys_from(self.texts))
        same = game == self.start
        if same:
            game = replace(game, label=self.start.label)
        target = self.per_cent and game.rules.pot * self.per_cent / 100
        name = self.start.spec if same else f"{self.start.spec}, changed"
        takes = f"{name}: {expected(game, self.iterations, target)}"
        return Understood(game, takes, [each for each in ALGORITHMS.values() if each.takes(game)])


def keys_from(texts: Mapping[str, str]) -> dict[str, object]:
    """A spot by the keys of its file, as it is typed.

    Raises:
        InputError: a number is none; the message begins with its key.
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
    bare = text.replace(",", "").replace("_", "")
    for kind in (int, float):
        try:
            return kind(bare)
        except ValueError:
            continue
    raise InputError(f"must be a number, not {text!r:.40}", parameter=key)


def blamed(wrong: str) -> tuple[str, str]:
    """The key that a message begins with, and the message with its name on the form in its place.

    No key where the message is about none.
    """
    key, _, rest = wrong.partition(" ")
    if key not in DEFAULTS:
        return "", wrong
    return key, f"{called(key)} {rest}"


def called(key: str) -> str:
    """What the form calls what stands under a key."""
    seat, _, rest = key.partition(".")
    if seat in SEATS:
        words = rest.split(".")
        return " ".join([seat.upper(), *(f"{word}s" if word in KINDS else word for word in words)])
    return CALLED.get(key, key.capitalize())


def named_game(name: str, unknown: InputError) -> Game:
    """The spot of this name, in its file here or among those that ship.

    Raises:
        InputError: there is none, as `unknown` says, or its file is none of a spot.
    """
    path = library.spot_files().get(name)
    if path is None and not name.endswith(".toml"):
        raise unknown
    return parse_game(str(path or Path(name)))


def games_at_hand() -> tuple[str, ...]:
    """The names of all games, and of the spots whose files are at hand."""
    return *FAMILIES, *library.spot_files()


def write(path: Path, spot: Game) -> Game:
    """Write a spot's file; the spot by its name.

    Raises:
        InputError: it cannot be written.
    """
    make_folder_of(path)
    write_spot(path, spot.parameters)
    return replace(spot, label=path.stem)
