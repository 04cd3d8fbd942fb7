"""Answers that a person waits for, each worked out in a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pokerbot.errors import InputError
from pokerbot.games.game import Game
from pokerbot.io.machine import give_way
from pokerbot.runs.background.thinking import Thinker
from pokerbot.runs.defaults import defaults
from pokerbot.runs.executors import Event, Failed, Finished
from pokerbot.runs.executors.processes import Processes
from pokerbot.runs.responses import Response, exploit
from pokerbot.runs.run import Run, Solved, SolveRun, Stopped, Watch
from pokerbot.solvers.algorithm import Options
from pokerbot.strategy import storage
from pokerbot.strategy.strategy import Strategy

FINE, LONGEST = 0.0005, 4.0
"""The part of the pot to which a river is solved again, and the seconds that this may take."""
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


def solve_again(game: Game, thinker: Thinker) -> Strategy:
    """Solve a river, with trembles, while somebody waits, without keeping this process busy.

    Raises:
        InputError: it cannot be solved, or the process was ended.
    """
    usual, _ = defaults(game.name)
    run = SolveRun(
        game, usual, target=FINE * game.rules.pot, seconds=LONGEST, options=Options(epsilon=TREMBLE)
    )
    found = thinker.ask(run)
    assert isinstance(found, Solved)
    return storage.parse(found.strategy)
