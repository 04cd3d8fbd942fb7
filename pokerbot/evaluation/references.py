"""The least exploitable strategy at hand for a game, which says what is sound."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.evaluation.exact import Evaluation, evaluate, told
from pokerbot.games.game import Game
from pokerbot.strategy import library, storage
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
    for path in library.candidates(game) if paths is None else paths:
        with suppress(InputError):
            strategy, sha256 = storage.read(path)
            if strategy.game == game:
                worth = told(strategy) or evaluate(strategy)
                found.append(AtHand(path, strategy, sha256, worth))
    if not found:
        raise none_for(game)
    return min(found, key=lambda each: each.evaluation.exploitability)


def none_for(game: Game) -> InputError:
    """What there is to say where a game has no strategy; it names the same with other numbers."""
    named = not game.label or game.spec in library.spot_files()
    which = game.spec if named else "SPOT.toml"
    others = [] if game.is_spot else sorted(_solved(game.name))
    there = f", only for {', '.join(others)}" if others else " yet"
    return InputError(f"no strategy for {game.spec}{there}; make one: pokerbot solve {which}")


def _solved(name: str) -> set[str]:
    """The games of a name that there are strategies for, with their numbers."""
    found = set()
    for path in library.files():
        with suppress(InputError):
            game = library.announced(path)
            if game is not None and game.name == name:
                found.add(game.spec)
    return found


def reference_for(opponent: Strategy, nash_conv: float | None = None) -> Strategy:
    """The least exploitable strategy at hand for an opponent's game; the opponent is at hand, too.

    `nash_conv` is the opponent's own, where it has been measured. Reading and measuring another
    file takes seconds where it is large: those that claim to be worse than what is found are left.
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
