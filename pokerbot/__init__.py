"""Solve poker games, and any other of two players, exactly; measure strategies; play.

    >>> import pokerbot
    >>> solution = pokerbot.solve("kuhn", "cfr+", iterations=200)
    >>> round(solution.value, 2)
    -0.06

Each name is imported when it is first asked for.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pokerbot import extend
    from pokerbot.bridges.efg import to_efg
    from pokerbot.bridges.efg_reading import from_efg
    from pokerbot.bridges.openspiel import (
        from_liteefg,
        from_openspiel_policy,
        to_liteefg,
        to_openspiel_policy,
    )
    from pokerbot.errors import InputError
    from pokerbot.evaluation.best_response import best_response
    from pokerbot.evaluation.exact import evaluate
    from pokerbot.evaluation.match import match
    from pokerbot.evaluation.node_hands import Node
    from pokerbot.games.catalogue import parse_game as game
    from pokerbot.games.catalogue import spot as Spot  # noqa: N812
    from pokerbot.games.equity import equity
    from pokerbot.games.game import Game
    from pokerbot.games.parameters import Parameter
    from pokerbot.games.ranges import Range
    from pokerbot.games.rules import Deck, Limit, NoLimit, Round, Rules
    from pokerbot.runs.chart import chart
    from pokerbot.runs.comparison import compare
    from pokerbot.runs.data_biased import data_biased_response
    from pokerbot.runs.report import report
    from pokerbot.runs.responses import exploit
    from pokerbot.runs.results import Progress, Solution
    from pokerbot.runs.solving import node, solve
    from pokerbot.runs.sweeping import sweep
    from pokerbot.runs.tournament import tournament
    from pokerbot.runs.tracing import trace
    from pokerbot.runs.training import Training
    from pokerbot.sequence.ends import from_matrix, from_openspiel, from_tree, sequence_form
    from pokerbot.solvers.algorithm import Algorithm
    from pokerbot.solvers.learner import Learner
    from pokerbot.solvers.options import Options
    from pokerbot.solvers.regret import RegretRule
    from pokerbot.strategy.storage import load, save
    from pokerbot.strategy.strategy import Strategy

_HOMES = {
    "Algorithm": "solvers.algorithm",
    "Deck": "games.rules",
    "Game": "games.catalogue",
    "InputError": "errors",
    "Learner": "solvers.learner",
    "Limit": "games.rules",
    "NoLimit": "games.rules",
    "Node": "evaluation.node_hands",
    "Options": "solvers.options",
    "Parameter": "games.parameters",
    "Progress": "runs.results",
    "Range": "games.ranges",
    "RegretRule": "solvers.regret",
    "Round": "games.rules",
    "Rules": "games.rules",
    "Solution": "runs.results",
    "Spot": "games.catalogue",
    "Strategy": "strategy.strategy",
    "Training": "runs.training",
    "best_response": "evaluation.best_response",
    "chart": "runs.chart",
    "compare": "runs.comparison",
    "data_biased_response": "runs.data_biased",
    "equity": "games.equity",
    "from_efg": "bridges.efg_reading",
    "from_liteefg": "bridges.openspiel",
    "from_matrix": "sequence.ends",
    "from_openspiel_policy": "bridges.openspiel",
    "to_efg": "bridges.efg",
    "to_liteefg": "bridges.openspiel",
    "to_openspiel_policy": "bridges.openspiel",
    "evaluate": "evaluation.exact",
    "exploit": "runs.responses",
    "from_openspiel": "sequence.ends",
    "from_tree": "sequence.ends",
    "game": "games.catalogue",
    "load": "strategy.storage",
    "match": "evaluation.match",
    "node": "runs.solving",
    "report": "runs.report",
    "save": "strategy.storage",
    "sequence_form": "sequence.ends",
    "solve": "runs.solving",
    "sweep": "runs.sweeping",
    "tournament": "runs.tournament",
    "trace": "runs.tracing",
}

__all__ = [
    "Algorithm",
    "Deck",
    "Game",
    "InputError",
    "Learner",
    "Limit",
    "NoLimit",
    "Node",
    "Options",
    "Parameter",
    "Progress",
    "Range",
    "RegretRule",
    "Round",
    "Rules",
    "Solution",
    "Spot",
    "Strategy",
    "Training",
    "best_response",
    "chart",
    "compare",
    "data_biased_response",
    "equity",
    "evaluate",
    "exploit",
    "extend",
    "from_efg",
    "from_liteefg",
    "from_matrix",
    "from_openspiel",
    "from_openspiel_policy",
    "from_tree",
    "game",
    "load",
    "match",
    "node",
    "report",
    "save",
    "sequence_form",
    "solve",
    "sweep",
    "to_efg",
    "to_liteefg",
    "to_openspiel_policy",
    "tournament",
    "trace",
]


def __getattr__(name: str) -> object:
    from importlib import import_module, metadata

    if name == "__version__":
        return metadata.version("pokerbot")
    if name == "extend":
        return import_module("pokerbot.extend")
    if name not in _HOMES:
        raise AttributeError(f"module 'pokerbot' has no attribute {name!r}")
    found = import_module(f"pokerbot.{_HOMES[name]}")
    value: object = getattr(found, {"game": "parse_game", "Spot": "spot"}.get(name, name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
