"""Defaults: how a game is solved, and where the strategy is saved."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from itertools import chain, count
from pathlib import Path

from pokerbot.games.game import Game
from pokerbot.io.files import FOLDER
from pokerbot.runs.limits import Limits
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
"""For each game its default algorithm, and the default number of iterations.

Of the algorithms that take every size of the game, it is the one that reaches an exploitability of
1e-3 first, as `compare` shows.
"""
OF_POT = 0.001
"""The default target of a spot: its exploitability as a part of the pot."""
UNMEASURED = ("dcfr", 1_000)
"""The same for games on which the algorithms have not been compared."""


def defaults(name: str) -> tuple[str, int]:
    """The default algorithm and number of iterations of the game of this name."""
    return DEFAULTS.get(name, UNMEASURED)


def usual_limits(game: Game) -> Limits:
    """The limits of a run for which none is given.

    It is a number of iterations; for a spot it is an exploitability of 0.1 % of the pot. A spot
    with rake has a number of iterations besides, as it may never reach that exploitability.
    """
    _, usual = defaults(game.name)
    if not game.is_spot:
        return Limits(usual)
    return Limits(None if game.zero_sum else usual, game.rules.pot * OF_POT)


def default_path(game: Game, algorithm: str, restrictions: Iterable[str] = ()) -> Path:
    """The default file of a solved strategy.

    restrictions: the floors that it keeps to, such as `epsilon=0.01` or `call+check=0.5`
    """
    held = (re.sub("[^a-z0-9]", "-", text.lower()) for text in restrictions)
    called = re.sub(r"[^\w+-]", "-", algorithm)
    return Path(FOLDER) / f"{'-'.join([game.slug, called, *held])}{ending(game)}"


def default_spot_path(game: Game) -> Path:
    """The default file of a spot itself."""
    return Path(FOLDER) / SPOTS / f"{game.slug}.toml"


def numbered(path: Path) -> Iterator[Path]:
    """This path, then those with STEM-2, STEM-3 and so on."""
    return chain([path], (path.with_stem(f"{path.stem}-{number}") for number in count(2)))


def unused(path: Path) -> Path:
    """The first of the `numbered` paths at which there is nothing yet."""
    return next(name for name in numbered(path) if not os.path.lexists(name))
