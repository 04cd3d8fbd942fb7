"""The strategies at hand for a game, and the least exploitable of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.evaluation.exact import Evaluation, evaluate
from pokerbot.games.game import Game
from pokerbot.io.files import HEAD_SIZE
from pokerbot.strategy import shelf, storage
from pokerbot.strategy.strategy import Strategy


@dataclass(frozen=True)
class AtHand:
    """A strategy in a file, measured, and its file's fingerprint."""

    path: Path
    strategy: Strategy
    sha256: str
    evaluation: Evaluation


def least_exploitable(game: Game, paths: tuple[Path, ...] | None = None) -> AtHand:
    """The least exploitable strategy of a game among these files, or those at hand.

    Raises:
        InputError: there is none.
    """
    found = []
    for path in candidates(game) if paths is None else paths:
        try:
            strategy, sha256 = storage.read(path)
            if strategy.game == game:
                found.append(AtHand(path, strategy, sha256, evaluate(strategy)))
        except InputError:
            continue
    if not found:
        raise none_for(game)
    return min(found, key=lambda each: each.evaluation.exploitability)


def none_for(game: Game) -> InputError:
    """What there is to say where a game has no strategy."""
    return InputError(f"no strategy for {game.spec} yet; make one: pokerbot solve {game.spec}")


def candidates(game: Game) -> tuple[Path, ...]:
    """The files at hand that may be for a game, judging by their first lines.

    Those of the cast only where there are no others.
    """
    there = tuple(path for path in shelf.files() if _may_be_for(game, path))
    return there or tuple(path for path in shelf.cast() if _may_be_for(game, path))


def announced(path: Path) -> Game | None:
    """The game named in the first lines of a file, None if none is.

    Raises:
        OSError: it is not a file, or cannot be read.
        InputError: there is no such game.
    """
    if not path.is_file():  # a pipe would block
        raise OSError("not a file")
    with open(path, encoding="utf-8-sig", errors="replace") as file:
        game = storage.announced(file.read(HEAD_SIZE))
    return game if game is not None and game.has_cards else None


def all_for(game: Game) -> tuple[Path, ...]:
    """The files at hand that may be for a game, by their first lines, and the cast."""
    there = (*shelf.files(), *shelf.cast())
    return tuple(path for path in there if _may_be_for(game, path))


def _may_be_for(game: Game, path: Path) -> bool:
    """Whether a file may be for this game, judging by its first lines."""
    try:
        return announced(path) in (None, game)
    except (OSError, ValueError):
        return False
