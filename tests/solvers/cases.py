"""Which algorithms meet which games: every one in the catalogue, by being there."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import pytest

from pokerbot.games.catalogue import parse_game
from pokerbot.runs.training import Training
from pokerbot.solvers.algorithm import SelfPlaying
from pokerbot.solvers.catalogue import ALGORITHMS
from pokerbot.solvers.options import Options
from tests.reference import solving
from tests.reference.rules import BY_CARD

NEEDS_NUMBA = pytest.mark.skipif(
    find_spec("numba") is None, reason="compiled code needs numba: the extra fast"
)

SMALL = {
    "leduc-nolimit": "leduc-nolimit:stack=3",
    "von-neumann": "von-neumann:hands=6",
    "von-neumann-raise": "von-neumann-raise:hands=3",
}
"""Where a family's default is too large for these tests; the others are met as they are."""

GAMES = [SMALL.get(name, name) for name in BY_CARD] + ["kuhn:cards=5,bet=2", "leduc:raises=1"]

SPOTS = {
    "river": "holdem:board=Td9d6h Qc 7s,pot=25,stack=60,oop.range=AhKh:0.5,QhJh,8c8d:0.25,7d6d,"
    "ip.range=AhAd,KhQd:0.75,9h9s,oop.river.bet=50%,100c,a,oop.river.raise=2.5x,"
    "ip.river.bet=70%,ip.river.raise=50%,a",
    "turn": "holdem:board=Td9d6h Qc,pot=25,stack=60,oop.range=AhKh:0.5,QhJh,8c8d:0.25,"
    "ip.range=AhAd,KhQd:0.75,9h9s:0.5,7c7h,oop.turn.bet=50%,ip.turn.bet=a,"
    "oop.river.bet=60%,a,ip.river.bet=50%,ip.river.raise=a",
}
SPOTS |= {
    "raked river": SPOTS["river"] + ",tree.rake=0.05,tree.rake_cap=4",
    "raked turn": SPOTS["turn"] + ",tree.rake=0.125",
}
"""Spots of few hands, of which every one meets another on every board."""

NORMAL_FORM_GAMES = {spec for spec in GAMES if spec.startswith(("kuhn", "von-neumann"))}
"""Those that fp takes: its pure strategies can be written out."""


WITHOUT_LOOP = {"vr-mccfr", "escher"}
"""What there is no machine code for."""

COMPILED_GAMES = {"kuhn", "leduc:raises=1", SMALL["von-neumann-raise"]}
"""Where machine code is met: one round, two, and hands that rank as they are numbered."""


def pairs(*, sampled: bool | None = None, without: tuple[str, ...] = ()) -> list[Any]:
    """Every (algorithm, game, backend) that goes together, as parameters of a test."""
    found = []
    for name, algorithm in ALGORITHMS.items():
        if sampled not in (None, (algorithm.default("batch") is not None)):
            continue
        marks = pytest.mark.skipif(
            name == "lp" and find_spec("scipy") is None, reason="lp needs SciPy"
        )
        for spec in (each for each in GAMES if each not in without):
            fits = name != "fp" or spec in NORMAL_FORM_GAMES
            if fits:
                found.append(pytest.param(name, spec, "numpy", marks=marks, id=f"{name}-{spec}"))
            whole = isinstance(algorithm, SelfPlaying) and name not in WITHOUT_LOOP
            if fits and spec in COMPILED_GAMES and whole:
                id_ = f"{name}-{spec}-compiled"
                found.append(pytest.param(name, spec, "compiled", marks=NEEDS_NUMBA, id=id_))
    return found


def train(
    spec: str, algorithm: str, iterations: int, backend: str = "numpy", **options: Any
) -> Training:
    training = Training(parse_game(spec), algorithm, backend=backend, **options)
    training.run(iterations=iterations)
    assert training.backend == backend
    return training


FALLING = {"averaging": 4, "set": {"averaging_end": 1}}
"""What averages go by where their power falls: the default forgets all but rounding at first."""


def options_of(algorithm: str, **given: Any) -> Options:
    """The options with which the reference's number for number are an algorithm's."""
    _, average = solving.RULES.get(algorithm, (None, None))
    return Options(**given, **(FALLING if average is solving.falling else {}))
