"""The strategies at hand as opponents: read, checked and measured."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pokerbot import shelf, storage
from pokerbot.errors import InputError
from pokerbot.evaluation.exact import Evaluation, evaluate
from pokerbot.games.catalogue import FAMILIES, Game, parse_game
from pokerbot.strategy import Strategy


@dataclass(frozen=True)
class Opponent:
    """A strategy to play against, and how good it is."""

    path: Path
    strategy: Strategy
    evaluation: Evaluation


def read(path: Path) -> Opponent:
    """The opponent in a file; raises InputError as `storage.load` and `evaluate`."""
    strategy = storage.load(path)
    return Opponent(path, strategy, evaluate(strategy))


def choose(target: str) -> Opponent:
    """The opponent that a person names: by a file, a bare name, or a game for the best there is.

    Raises:
        InputError: there is none, or its file cannot be used.
    """
    if Path(target).is_file():
        return read(Path(target))
    name = target.partition(":")[0]
    if name in FAMILIES or name != target:
        return least_exploitable(parse_game(target))
    try:
        return read(shelf.find(target))
    except InputError as error:
        raise InputError(f"{error}; the games are {', '.join(FAMILIES)}") from None


def least_exploitable(game: Game) -> Opponent:
    """The best of the strategies at hand for a game; raises InputError if there is none."""
    found = []
    for path in shelf.files():
        try:
            strategy = storage.load(path)
            if strategy.game == game:
                found.append(Opponent(path, strategy, evaluate(strategy)))
        except InputError:
            continue
    if not found:
        raise InputError(f"no strategy for {game.spec} yet; make one: pokerbot solve {game.spec}")
    return min(found, key=lambda opponent: opponent.evaluation.exploitability)
