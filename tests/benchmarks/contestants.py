"""The libraries behind one verb: `step` is one iteration, `nash_conv` that of the average.

All three solve the same Leduc: six distinct cards, ante 1, bets 2 and 4, two raises a round. In
OpenSpiel and LiteEFG that makes 936 information sets; pokerbot, as any library that knows that
suits never matter could, solves the 288 that differ. A step updates player 1, then player 2.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import tempfile
from typing import Protocol

import LiteEFG
import pyspiel

from pokerbot.games.catalogue import parse_game
from pokerbot.games.game import OPEN_SPIEL
from pokerbot.games.openspiel import turn_based
from pokerbot.runs.defaults import defaults
from pokerbot.runs.training import Training
from pokerbot.solvers.options import Options

OPEN_SPIEL_GAMES = {
    "kuhn": "kuhn_poker",
    "leduc": "leduc_poker",
    "liars-dice:sides=4": "liars_dice(dice_sides=4)",
    "goofspiel": "goofspiel(imp_info=True,num_cards=4,points_order=descending)",
}


def load(game: str) -> pyspiel.Game:
    """A game as OpenSpiel has it, one player deciding at a time."""
    return turn_based(pyspiel.load_game(OPEN_SPIEL_GAMES.get(game, game.removeprefix(OPEN_SPIEL))))


class Contestant(Protocol):
    """A library at work on a game."""

    name: str

    def step(self) -> None:
        """One iteration, the sum for the average included."""

    def nash_conv(self) -> float:
        """Of the average strategy, in chips per hand."""


class Pokerbot:
    """Ours; without an algorithm the game's default."""

    def __init__(
        self, game: str, algorithm: str = "", seed: int = 0, options: Options | None = None
    ) -> None:
        algorithm = algorithm or defaults(game)[0]
        self.name = f"pokerbot {algorithm}"
        self.training = Training(parse_game(game), algorithm, seed=seed, options=options)
        self.step = self.training.solver.step

    def nash_conv(self) -> float:
        return 2 * self.training.measure().exploitability


class OpenSpiel:
    """C++: CFRPlusSolver (alternating, weights t), or ExternalSamplingMCCFRSolver."""

    def __init__(self, game: str, algorithm: str = "CFR+", seed: int = 0) -> None:
        self.name = f"OpenSpiel {algorithm}"
        self.game = load(game)
        if algorithm == "CFR+":
            self.solver = pyspiel.CFRPlusSolver(self.game)
            self.step = self.solver.evaluate_and_update_policy
        elif algorithm == "CFR":
            self.solver = pyspiel.CFRSolver(self.game)
            self.step = self.solver.evaluate_and_update_policy
        else:
            average = getattr(pyspiel.MCCFRAverageType, algorithm)
            self.name = f"OpenSpiel es-mccfr {algorithm}"
            self.solver = pyspiel.ExternalSamplingMCCFRSolver(self.game, seed, average)
            self.step = self.solver.run_iteration

    def nash_conv(self) -> float:
        conv: float = pyspiel.nash_conv(self.game, self.solver.average_policy())
        return conv


class Lite:
    """LiteEFG's baselines; `average` is its name for the strategy that is measured.

    Its average leaves out the uniform strategy of the first iteration. It writes the game to a
    file when it is made, hence the temporary folder, and prints banners.
    """

    def __init__(self, game: str, baseline: str = "CFRplus", average: str = "linear-avg") -> None:
        self.name = f"LiteEFG {baseline} {average}"
        self.average = f"{average}-iterate"
        LiteEFG.set_threads(1)
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            os.chdir(folder)
            try:
                self.env = LiteEFG.OpenSpielEnv(load(game), traverse_type="Enumerate")
            finally:
                os.chdir(here)
            self.graph = importlib.import_module(f"LiteEFG.baselines.{baseline}").graph()
        self.env.set_graph(self.graph)

    def update(self) -> None:
        """One iteration without the sum for the average."""
        self.graph.update_graph(self.env)

    def step(self) -> None:
        self.graph.update_graph(self.env)
        self.env.update_strategy(self.graph.current_strategy())

    def nash_conv(self) -> float:
        conv: float = sum(self.env.exploitability(self.graph.current_strategy(), self.average))
        return conv
