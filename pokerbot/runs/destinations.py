"""Where a result is saved: a file does not give way to a more exploitable strategy of its kind."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pokerbot.errors import InputError
from pokerbot.evaluation.exact import Evaluation, evaluate
from pokerbot.games.game import Game
from pokerbot.runs.defaults import numbered
from pokerbot.runs.results import Solution
from pokerbot.strategy.storage import check_target

RESTRICTIONS = ("epsilon", "floor", "floor_seat")
"""What two strategies of a game must have in common for one to be better than the other."""


@dataclass(frozen=True)
class Destination:
    """A file that a result may go to.

    there: how good the strategy is that would be lost; None where there is none of its kind
    """

    path: Path
    there: Evaluation | None

    def better(self, solution: Solution) -> bool:
        """Whether what is there is less exploitable, where all play is free but what is locked."""
        if self.there is None:
            return False
        if solution.strategy.game.locks:
            return self.there.exploitability_within < solution.exploitability_within
        held = solution.strategy.algorithm.get("epsilon")
        found = evaluate(solution.strategy) if held else solution
        return self.there.exploitability < found.exploitability


def destinations(
    game: Game, made: Mapping[str, Any], path: Path, *, force: bool
) -> list[Destination]:
    """Where a strategy may go, in this order: `path`, STEM-2, …, up to one where nothing is.

    With `force` that is `path`. All is read and evaluated here, before there is a result that
    could be lost with it.

    Args:
        game: what it is a strategy of.
        made: how it is made, as its file's `algorithm` will say.
        path: where it should go.
        force: whether to go there whatever there is.

    Raises:
        InputError: `path` holds something else than a strategy of the game, or cannot be written.
    """
    found: list[Destination] = []
    for candidate in numbered(path):
        try:
            there = check_target(game, candidate, force=force)
        except InputError:
            if candidate == path or not os.path.lexists(candidate):
                raise
            continue
        if there is not None and not _alike(there.algorithm, made):
            if candidate != path:
                continue
            there = None
        found.append(Destination(candidate, None if there is None else evaluate(there)))
        if force or there is None:
            break
    return found


def _alike(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two strategies' play is restricted alike."""
    return all(one.get(name) == other.get(name) for name in RESTRICTIONS)
