"""Which algorithms meet which games: every one in the catalogue, by being there."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import pytest

from pokerbot.games.catalogue import FAMILIES, parse_game
from pokerbot.runs.training import Training
from pokerbot.solvers.catalogue import ALGORITHMS

SMALL = {
    "leduc-nolimit": "leduc-nolimit:stack=3",
    "von-neumann": "von-neumann:hands=6",
    "von-neumann-raise": "von-neumann-raise:hands=3",
}
"""Where a family's default is too large for these tests; the others are met as they are."""

GAMES = [SMALL.get(name, name) for name in FAMILIES] + ["kuhn:cards=5,bet=2", "leduc:ranks=2"]

NORMAL_FORM_GAMES = {spec for spec in GAMES if spec.startswith(("kuhn", "von-neumann"))}
"""Those that fp takes: its pure strategies can be written out."""


def pairs(*, sampled: bool | None = None) -> list[Any]:
    """Every (algorithm, game) that goes together, as parameters of a test."""
    found = []
    for name, algorithm in ALGORITHMS.items():
        if sampled not in (None, (algorithm.default("batch") is not None)):
            continue
        marks = pytest.mark.skipif(
            name == "lp" and find_spec("scipy") is None, reason="lp needs SciPy"
        )
        for spec in GAMES:
            if name != "fp" or spec in NORMAL_FORM_GAMES:
                found.append(pytest.param(name, spec, marks=marks, id=f"{name}-{spec}"))
    return found


def train(spec: str, algorithm: str, iterations: int, **options: Any) -> Training:
    training = Training(parse_game(spec), algorithm, **options)
    training.run(iterations=iterations)
    return training
