"""The least exploitable strategy at hand for a game, by which soundness is judged."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.evaluation.exact import Evaluation, evaluate, stored_evaluation
from pokerbot.games.game import Game
from pokerbot.strategy import library, storage
from pokerbot.strategy.strategy import Strategy


@dataclass(frozen=True)
class AtHand:
    """A strategy in a file, with its evaluation and the fingerprint of the file."""

    path: Path
    strategy: Strategy
    sha256: str
    evaluation: Evaluation


def least_exploitable(game: Game, paths: tuple[Path, ...] | None = None) -> AtHand:
    """The least exploitable strategy of a game, among the files `paths` or all that are at hand.

    Raises:
        InputError: there is no strategy for the game.
    """
    found = []
    for path in library.candidates(game) if paths is None else paths:
        with suppress(InputError):
            strategy, sha256 = storage.read(path)
            if strategy.game == game:
                worth = stored_evaluation(strategy) or evaluate(strategy)
                found.append(AtHand(path, strategy, sha256, worth))
    if not found:
        raise none_for(game)
    return min(found, key=lambda each: each.evaluation.exploitability)


def none_for(game: Game) -> InputError:
    """The error that a game has no strategy; it names those for the game with other parameters."""
    named = not game.label or game.spec in library.spot_files()
    which = game.spec if named else "SPOT.toml"
    others = [] if game.is_spot else sorted(_solved(game.name))
    there = f", only for {', '.join(others)}" if others else " yet"
    return InputError(f"no strategy for {game.spec}{there}; make one: pokerbot solve {which}")


def _solved(name: str) -> set[str]:
    """The specifications of all games of a name for which there are strategies."""
    found = set()
    for path in library.everything():
        with suppress(InputError):
            game = library.announced(path)
            if game is not None and game.name == name:
                found.add(game.spec)
    return found


def reference_for(opponent: Strategy, nash_conv: float | None = None) -> Strategy:
    """The least exploitable strategy for an opponent's game, among the files at hand and its own.

    To read and evaluate a large file takes seconds. Files are therefore taken in the order of the
    NashConv that they claim, and those are left out that claim more than what has been found.

    nash_conv: the opponent's, if it is known already
    """
    found = opponent
    least = evaluate(opponent).nash_conv if nash_conv is None else nash_conv
    for claim, path in library.by_claim(opponent.game):
        if claim >= least:
            break
        with suppress(InputError):
            strategy = storage.load(path)
            measured = evaluate(strategy).nash_conv
            if strategy.game == opponent.game and measured < least:
                found, least = strategy, measured
    return found
