"""Where a result is saved: no file is replaced by a more exploitable strategy of its kind."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import isclose
from pathlib import Path
from typing import Any

from pokerbot.errors import InputError
from pokerbot.evaluation.exact import Evaluation, evaluate, stored_evaluation
from pokerbot.games.game import Game
from pokerbot.io.files import stamp
from pokerbot.runs.defaults import numbered
from pokerbot.runs.results import Solution
from pokerbot.solvers.options import RESTRICTIONS
from pokerbot.strategy.packed_profile import lacks_rivers
from pokerbot.strategy.storage import check_target
from pokerbot.strategy.strategy import Strategy


@dataclass(frozen=True)
class Destination:
    """A file that a result may be saved to.

    game: the result's game
    path: the file
    there: the evaluation of the strategy that it would replace, None if there is none of its kind
    seen: what tells the file from a later one of its name; None if it is replaced whatever it holds
    """

    game: Game
    path: Path
    there: Evaluation | None
    seen: tuple[int, ...] | None = None

    @property
    def changed(self) -> bool:
        """Whether another process has written or removed the file since it was looked at."""
        return self.seen is not None and stamp(self.path) != self.seen

    @property
    def exploitability(self) -> float | None:
        """Of the strategy that is there, in free play except for locked hands; None if none is."""
        return None if self.there is None else self._of(self.there)

    def better(self, solution: Solution) -> bool:
        """Whether the strategy that is there is less exploitable, by more than rounding."""
        if self.exploitability is None:
            return False
        found = self._of(_in_free_play(solution.strategy) if solution.epsilon else solution)
        tied = isclose(self.exploitability, found, rel_tol=1e-9, abs_tol=1e-12)
        return self.exploitability < found and not tied

    def _of(self, found: Evaluation | Solution) -> float:
        """What is compared: the exploitability, in free play except for locked hands."""
        within = found.exploitability_within if self.game.locks else None
        return found.exploitability if within is None else within


def destinations(
    game: Game, made: Mapping[str, Any], path: Path, *, force: bool, late: bool = False
) -> list[Destination]:
    """The files that a strategy may be saved to: `path`, STEM-2, …, up to the first unused one.

    With `force` it is only `path`. All files are read and evaluated here, before there is a result
    that an error could lose.

    Args:
        game: the strategy's game.
        made: how the strategy is made, as its file's `algorithm` will say.
        path: the file that is wanted.
        force: whether to replace that file, whatever it holds.
        late: whether there is a result already, so that a `path` that may not be replaced is passed
            over like others.

    Raises:
        InputError: `path` holds something else than a strategy of the game, or cannot be written.
    """
    found: list[Destination] = []
    for candidate, seen, held in candidates(game, path, force=force, late=late):
        alike = held is not None and _alike(held.algorithm, made)
        if held is not None and not alike and candidate != path:
            continue
        there = _measured(held) if held is not None and alike else None
        found.append(Destination(game, candidate, there, None if force else seen))
        if force or not alike:
            break
    return found


def candidates(
    game: Game, path: Path, *, force: bool, late: bool = False
) -> Iterator[tuple[Path, tuple[int, ...], Strategy | None]]:
    """`path`, STEM-2, … without end, as far as a strategy of the game may be written there.

    Each with the `stamp` of the file, and the strategy of the game that it holds, if any. The
    arguments are as for `destinations`, which raises as this does.
    """
    for candidate in numbered(path):
        seen = stamp(candidate)
        try:
            held = check_target(game, candidate, force=force)
        except InputError:
            if (candidate == path and not late) or not os.path.lexists(candidate):
                raise
            continue
        yield candidate, seen, held


def _measured(strategy: Strategy) -> Evaluation | None:
    """The evaluation of a strategy; without its rivers, the one that its file holds, if any."""
    again = lacks_rivers(strategy.infosets)
    return stored_evaluation(strategy) if again else _in_free_play(strategy)


def _in_free_play(strategy: Strategy) -> Evaluation:
    """The evaluation of a strategy in free play except for locked hands, trembles or not."""
    free = {key: value for key, value in strategy.algorithm.items() if key != "epsilon"}
    return evaluate(replace(strategy, algorithm=free))


def _alike(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two strategies are of one kind: they keep to the same floors."""
    return all(one.get(name) == other.get(name) for name in RESTRICTIONS)
