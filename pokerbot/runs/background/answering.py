"""Answers that a person waits for, each worked out in a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from pokerbot.errors import InputError
from pokerbot.games.game import Game
from pokerbot.io.machine import give_way
from pokerbot.runs.backend import usual_threads
from pokerbot.runs.background.thinking import Thinker
from pokerbot.runs.defaults import defaults
from pokerbot.runs.executors import Event, Failed, Finished
from pokerbot.runs.executors.processes import Processes
from pokerbot.runs.responses import Response, exploit
from pokerbot.runs.run import Run, Stopped, TrainingRun, Watch
from pokerbot.solvers.options import Options
from pokerbot.strategy import storage
from pokerbot.strategy.strategy import Strategy

FINE = {1: 0.0005, 2: 0.0003}
LONGEST = {1: 4.0, 2: 12.0}
"""By streets that are left, the part of the pot to which they are solved again, and the seconds
that this may take."""
TREMBLE = 0.002
"""How often each action is taken at least there."""


@dataclass(frozen=True)
class ResponseRun(Run):
    """The answer to a model at a risk, as `exploit` finds it."""

    model: Strategy
    risk: float

    @property
    def name(self) -> str:
        """The game of the model."""
        return f"answer on {self.model.game.spec}"

    def carry_out(self, watch: Watch, stopped: Stopped) -> Response:
        """As `Run`, behind all that a person waits for."""
        give_way()
        return exploit(self.model, risk=self.risk, stopped=stopped)


def respond(model: Strategy, risk: float, wanted: Callable[[], bool] = lambda: True) -> Response:
    """Answer a model as `exploit` does, and wait for it without keeping this process busy.

    Args:
        model: what is answered.
        risk: the most that the answer may lose to a best response, in chips a hand.
        wanted: whether to wait on; if not, the work is ended.

    Raises:
        InputError: there is no answer, or the process was ended.
    """
    told: list[Event] = []
    Processes(1, 0).carry_out([ResponseRun(model, risk)], told.append, lambda: not wanted())
    match told:
        case [*_, Finished(result=Response() as found)]:
            return found
        case [*_, Failed(reason=why)]:
            raise InputError(why)
    raise InputError("the process that answers was ended")


@dataclass(frozen=True)
class FiledRun(TrainingRun):
    """A training whose strategy goes into a file, since it is large."""

    into: str = ""

    def carry_out(self, watch: Watch, stopped: Stopped) -> str:
        """As `Run`: the file. For a turn machine code is used from the beginning, if there is any.

        It goes further in the same time in single precision. To load it takes longer than a river.
        """
        short = self.played.rules.boards.streets == 1
        run = self if short else self.settled(lambda _: None)
        if run.backend == "compiled":
            run = replace(run, precision="single")
        storage.save(run.solution(stopped).strategy, self.into, force=True)
        return self.into


def solve_again(game: Game, thinker: Thinker) -> Strategy:
    """Solve a turn or a river, with trembles, without keeping this process busy.

    Somebody waits for it.

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
