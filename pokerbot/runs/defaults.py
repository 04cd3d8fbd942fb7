"""How a game is solved, and where the strategy goes, if nothing else is said."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from itertools import chain, count
from pathlib import Path

from pokerbot.games.game import Game
from pokerbot.io.files import FOLDER
from pokerbot.strategy.library import SPOTS
from pokerbot.strategy.storage import ending

DEFAULTS = {
    "kuhn": ("sapcfr+", 1_000),
    "leduc": ("dcfr+", 10_000),
    "leduc-nolimit": ("dcfr", 1_000),
    "von-neumann": ("sapcfr+", 1_000),
    "von-neumann-raise": ("dcfr", 2_000),
    "jam-or-fold": ("pdcfr+", 2_000),
}
"""For each game the algorithm that `compare` shows to reach exploitability 1e-3 first, of those
that take every size of it.
"""
OF_POT = 0.001
"""The part of the pot that a spot may be exploitable by."""
UNMEASURED = ("dcfr", 1_000)
"""For a game that nobody has compared them on yet."""


def defaults(name: str) -> tuple[str, int]:
    """The algorithm, and how many iterations, that the game of this name gets."""
    return DEFAULTS.get(name, UNMEASURED)


def limits_or_usual(
    game: Game,
    iterations: int | None = None,
    target: float | None = None,
    seconds: float | None = None,
) -> tuple[int | None, float | None]:
    """The iterations and the exploitability to stop at; the game's usual ones if nothing is said.

    These are a number of iterations, or for a spot 0.1 % of its pot. A raked spot stops after
    iterations, too: it may never come down to that.
    """
    if (iterations, target, seconds) != (None, None, None):
        return iterations, target
    _, usual = defaults(game.name)
    if not game.is_spot:
        return usual, None
    return None if game.zero_sum else usual, game.rules.pot * OF_POT


def default_path(game: Game, algorithm: str, restrictions: Iterable[str] = ()) -> Path:
    """Where a solved strategy goes if nothing else is said.

    restrictions: what play is held to, as `epsilon=0.01` or `call+check=0.5`.
    """
    held = (re.sub("[^a-z0-9]", "-", text.lower()) for text in restrictions)
    return Path(FOLDER) / f"{'-'.join([game.slug, algorithm, *held])}{ending(game)}"


def default_spot_path(game: Game) -> Path:
    """Where a spot's own file goes if nothing else is said."""
    return Path(FOLDER) / SPOTS / f"{game.slug}.toml"


def numbered(path: Path) -> Iterator[Path]:
    """This path, then STEM-2, STEM-3 and so on."""
    return chain([path], (path.with_stem(f"{path.stem}-{number}") for number in count(2)))


def unused(path: Path) -> Path:
    """The first of these paths where nothing is yet."""
    return next(name for name in numbered(path) if not os.path.lexists(name))
