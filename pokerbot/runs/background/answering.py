"""Runs whose results a person waits for, for a `Thinker` to carry out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from pokerbot.games.game import Game
from pokerbot.io.machine import give_way
from pokerbot.runs.backend import usual_threads
from pokerbot.runs.background.thinking import Thinker
from pokerbot.runs.defaults import defaults
from pokerbot.runs.responses import Response, exploit
from pokerbot.runs.run import Run, Stopped, TrainingRun, Watch
from pokerbot.solvers.options import Options
from pokerbot.strategy import storage
from pokerbot.strategy.strategy import Strategy

FINE = {1: 0.0005, 2: 0.0003}
LONGEST = {1: 4.0, 2: 12.0}
"""For spots that are solved again, by the number of streets left: the exploitability to stop at, as
a part of the pot, and the most seconds.
"""
TREMBLE = 0.002
"""The least probability of every action in them."""


@dataclass(frozen=True)
class ResponseRun(Run):
    """Finds the answer to a model of the opponent, as `exploit` does.

    risk: the most that the answer may lose to a best response, in chips per hand
    """

    model: Strategy
    risk: float

    def carry_out(self, watch: Watch, stopped: Stopped) -> Response:
        """As `Run`, with low priority."""
        give_way()
        return exploit(self.model, risk=self.risk, stopped=stopped)


@dataclass(frozen=True)
class FiledRun(TrainingRun):
    """A training whose strategy is written to the file `into`, since it is large."""

    into: str = ""

    def carry_out(self, watch: Watch, stopped: Stopped) -> str:
        """As `Run`; returns the file.

        A turn is solved by machine code from the beginning, if there is any, and in single
        precision, to get further in the same time. For a river, loading machine code would take
        longer than solving.
        """
        short = self.played.rules.boards.streets == 1
        run = self if short else self.settled(lambda _: None)
        if run.backend == "compiled":
            run = replace(run, precision="single")
        storage.save(run.solution(stopped).strategy, self.into, force=True)
        return self.into


def solve_again(game: Game, thinker: Thinker) -> Strategy:
    """Solve a turn or a river with trembles, for a person who waits, in the thinker's process.

    Raises:
        InputError: it cannot be solved, or the process was ended.
    """
    (usual, _), streets = defaults(game.name), game.rules.boards.streets
    with TemporaryDirectory() as folder:
        run = FiledRun(
            game,
            usual,
            target=FINE[streets] * game.rules.pot,
            seconds=LONGEST[streets],
            options=Options(epsilon=TREMBLE),
            threads=usual_threads("auto"),
            into=str(Path(folder) / "again.spot"),
        )
        return storage.load(thinker.ask(run))
