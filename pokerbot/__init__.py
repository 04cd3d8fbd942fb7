"""Solve small poker games exactly, measure strategies, and let them play.

What the commands use, from Python: `solve`, `load`, `evaluate` and `match`. Each is imported when
it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pokerbot.errors import InputError
    from pokerbot.evaluation.exact import evaluate
    from pokerbot.evaluation.match import match
    from pokerbot.runs.training import solve
    from pokerbot.strategy.storage import load

__all__ = ["InputError", "evaluate", "load", "match", "solve"]

_HOMES = {
    "InputError": "pokerbot.errors",
    "evaluate": "pokerbot.evaluation.exact",
    "load": "pokerbot.strategy.storage",
    "match": "pokerbot.evaluation.match",
    "solve": "pokerbot.runs.training",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'pokerbot' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
