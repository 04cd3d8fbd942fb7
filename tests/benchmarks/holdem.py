"""Spots of hold'em: an iteration in machine code and in NumPy, and from file to 0.1 % of the pot.

    pip install -e '.[fast]' && python -m tests.benchmarks.holdem [--only rates] [--json]

Times are on the processor, in turn, unless they are said to be on the clock; NumPy's are of its
linear kernel, which these spots get. An iteration on Leduc in NumPy stands first: it says how fast
this machine is.
"""

from __future__ import annotations

import math
import os
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

from pokerbot.evaluation import node as nodes
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.game import Game
from pokerbot.runs.solving import solve, solve_river
from pokerbot.runs.training import Training
from pokerbot.sequence.compile import compile_game, explored, layouts_of
from pokerbot.strategy.storage import load
from pokerbot.strategy.strategy import Strategy
from tests.benchmarks.measuring import Report, amount, clock, in_turn, main, ratio, spread
from tests.trials.spots import FLOPS, SPOTS

SPOTS_THERE = Path(__file__).parents[2] / "strategies" / "spots"


def spot(name: str) -> Game:
    """One of those that a second implementation certified."""
    return make_game("holdem", {"oop.river.bet": "", **SPOTS[name][0]}, name)


BOUNDS = {"river_basic": None, "river_wide": 10.0, "river_all": 7.0, "turn_basic": 11.0}
"""How much faster machine code is to be than NumPy."""
MINIMA = {"river_wide": 4.0, "river_all": 4.5, "turn_basic": 140.0}
"""Milliseconds of an iteration in NumPy on a machine that takes `LEDUC` for one of Leduc."""
LEDUC = 72e-6


def ready(game: Game, backend: str = "compiled", **told: Any) -> Training:
    """A run ready for iterations."""
    training = Training(game, "dcfr", backend=backend, **told)
    training.run(iterations=2)
    return training


def rates(report: Report) -> None:
    """One iteration of dcfr, on one thread."""
    report.note("Time of an iteration: compiled, NumPy")
    leduc = Training(parse_game("leduc"), "dcfr")
    here = [clock(leduc.solver.step, 200) for _ in range(7)]
    report.add("leduc in NumPy", spread(here))
    for name, least in BOUNDS.items():
        times, few = (3, 1) if name.startswith("turn") else (20, 4)
        runs = {
            "double": ready(spot(name)),
            "single": ready(spot(name), precision="single"),
            "numpy": ready(spot(name), "numpy"),
        }
        counts = {"double": times, "single": times, "numpy": few}
        found = in_turn(
            7, **{each: (partial(run.solver.step, counts[each]), 1) for each, run in runs.items()}
        )
        double, single, numpy = ([s / counts[each] for s in found[each]] for each in counts)
        told = {"at_least": least, "unit": "×"}
        report.add(name, spread(double), spread(numpy), ratio(double, numpy), **told)
        report.add(f"{name}, single", spread(single), spread(numpy), ratio(single, numpy), unit="×")
        if name in MINIMA:
            most = MINIMA[name] * min(here) / LEDUC
            report.add(f"{name} in NumPy", spread(numpy), "", 1e3 * min(numpy), at_most=most)


def suits(report: Report) -> None:
    """One iteration with suits that are alike as one, and of the whole game, on one thread."""
    report.note("Suits that are alike: as one, apart")
    for path in sorted(SPOTS_THERE.glob("*turn.toml")):
        one, apart = (Training(str(path), "dcfr", backend="compiled") for _ in range(2))
        if one.merged is None:
            continue
        apart.build(None)
        for each in (one, apart):
            each.run(iterations=2)
        found = in_turn(7, one=(one.solver.step, 10), apart=(apart.solver.step, 10))
        here, there = found["one"], found["apart"]
        report.add(path.stem, spread(here), spread(there), ratio(here, there), unit="×")


def threads(report: Report) -> None:
    """One iteration of a turn on two threads and on one, in turn, on the clock."""
    report.note(f"Two threads beside one, on the clock; load {os.getloadavg()[0]:.1f}")
    for precision in ("double", "single"):
        runs = {
            count: ready(spot("turn_basic"), precision=precision, threads=count) for count in (1, 2)
        }
        least = dict.fromkeys(runs, math.inf)
        for _ in range(40):
            for count, run in runs.items():
                begun = time.perf_counter()
                run.solver.step(1)
                least[count] = min(least[count], time.perf_counter() - begun)
        told = least[1] / least[2]
        report.add(
            f"turn_basic, {precision}", amount(least[2]), amount(least[1]), told, at_least=1.3
        )


def flops(report: Report) -> None:
    """One iteration of a flop on two threads, in single precision, on the clock."""
    report.note(f"A flop on two threads: clock, processor; load {os.getloadavg()[0]:.1f}")
    game = make_game("holdem", FLOPS["flop_small"], "flop_small")
    run = ready(game, precision="single", threads=2)
    took, worked = [], []
    for _ in range(7):
        begun = time.perf_counter()
        worked.append(clock(run.solver.step))
        took.append(time.perf_counter() - begun)
    report.add("flop_small", spread(took), spread(worked), min(took), at_most=0.27, unit=" s")


TURNS, RIVERS = ("9c", "Tc", "3h", "Qh", "8c", "Ac"), ("4d", "3c", "Jd", "As")
"""Cards that lie on no flop that ships."""


def rivers(report: Report) -> None:
    """Rivers that a flop is kept without, each solved again as it is looked at."""
    report.note("A river solved again, in a warm process")
    solve_river(spot("river_basic"))
    for path in sorted(SPOTS_THERE.glob("*flop*.spot")):
        strategy, took = load(path), list[float]()

        def timed(game: Game, took: list[float] = took) -> Strategy:
            begun = time.process_time()
            solved = solve_river(game)
            took.append(time.process_time() - begun)
            return solved

        for turn in TURNS:
            for river in RIVERS:
                line = f"check, check / {turn} / check, check / {river}"
                nodes.node(strategy, line, timed)
        report.add(path.stem, spread(took), "", max(took), at_most=0.1, unit=" s")


def whole(report: Report) -> None:
    """From the file to 0.1 % of the pot, on the clock, compiled code cached."""
    report.note("Solved to 0.1 % of the pot, on the clock")
    for path in sorted(SPOTS_THERE.glob("*.toml")):
        begun = time.perf_counter()
        found = solve(str(path))
        took = time.perf_counter() - begun
        report.add(path.stem, f"{amount(took)}, {found.iterations} it., {found.backend}")
    report.note("Built, bound and solved to 0.5 % of the pot in a warm process, on the clock")
    for name, most in (("river_wide", 0.1), ("turn_basic", 2.0)):
        game, took = spot(name), math.inf
        for _ in range(3):
            for cached in (compile_game, layouts_of, explored):
                cached.cache_clear()
            begun = time.perf_counter()
            training = Training(game, "dcfr", backend="compiled", precision="single", threads=2)
            training.run(target=game.rules.pot / 200)
            took = min(took, time.perf_counter() - begun)
        report.add(name, amount(took), "", took, at_most=most, unit=" s")


if __name__ == "__main__":
    sys.exit(main(__doc__, [rates, suits, threads, flops, rivers, whole]))
