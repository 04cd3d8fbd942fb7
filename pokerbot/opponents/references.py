"""The reference of a game: the least exploitable strategy at hand, which says what is sound.

A file says in its first lines what its maker measured. That decides in which order files are
measured, and that the rest need not be read: the one that is taken has been measured here.
"""

from __future__ import annotations

import math
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.evaluation.exact import evaluate
from pokerbot.games.game import Game
from pokerbot.io.files import HEAD_SIZE
from pokerbot.strategy import shelf, storage
from pokerbot.strategy.strategy import Strategy


def reference_for(opponent: Strategy, nash_conv: float | None = None) -> Strategy:
    """The least exploitable strategy at hand for an opponent's game; the opponent is at hand, too.

    `nash_conv` is the opponent's own, where it has been measured. Reading and measuring another
    file takes seconds where it is large.
    """
    found = opponent
    least = evaluate(opponent).nash_conv if nash_conv is None else nash_conv
    for claim, path in _claims(opponent.game):
        if claim >= least:
            break
        try:
            strategy = storage.load(path)
            measured = evaluate(strategy).nash_conv
        except InputError:
            continue
        if strategy.game == opponent.game and measured < least:
            found, least = strategy, measured
    return found


def _claims(game: Game) -> list[tuple[float, Path]]:
    """The files that say they are for a game, the least exploitable by their own word first.

    One that says nothing of its NashConv comes before all.
    """
    found = []
    for path in (*shelf.files(), *shelf.cast()):
        try:
            with open(path, encoding="utf-8-sig", errors="replace") as file:
                head = file.read(HEAD_SIZE)
            if storage.announced(head) == game:
                found.append((storage.claimed(head, "nash_conv"), path))
        except (OSError, InputError):
            continue
    return sorted(((-math.inf if claim is None else claim), path) for claim, path in found)
