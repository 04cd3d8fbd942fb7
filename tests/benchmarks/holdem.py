"""Spots of hold'em: an iteration in machine code and in NumPy, and from file to 0.1 % of the pot.

    pip install -e '.[fast]' && python -m tests.benchmarks.holdem [--only rates] [--json]

Times are on the processor, in turn; NumPy's are of its linear kernel, which these spots get. An
iteration on Leduc in NumPy stands first: it says how fast this machine is.
"""

from __future__ import annotations

import sys
import time
from functools import partial
from pathlib import Path

from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.game import Game
from pokerbot.runs.solving import solve
from pokerbot.runs.training import Training
from tests.benchmarks.measuring import Report, amount, clock, in_turn, main, ratio, spread
from tests.trials.spots import SPOTS

SPOTS_THERE = Path(__file__).parents[2] / "strategies" / "spots"


def spot(name: str) -> Game:
    """One of those that a second implementation certified."""
    return make_game("holdem", {"oop.river.bet": "", **SPOTS[name][0]}, name)


def ready(game: Game, backend: str) -> Training:
    """A run by one backend, ready for iterations."""
    training = Training(game, "dcfr", backend=backend)
    training.run(iterations=2)
    return training


def rates(report: Report) -> None:
    """One iteration of dcfr, on one thread."""
    report.note("Time of an iteration: compiled, NumPy")
    leduc = Training(parse_game("leduc"), "dcfr")
    seconds = [clock(leduc.solver.step, 200) for _ in range(7)]
    report.add("leduc in NumPy", spread(seconds))
    for name, times, few, least in (
        ("river_basic", 100, 20, None),
        ("river_wide", 20, 4, 10.0),
        ("river_all", 20, 4, 7.0),
        ("turn_basic", 3, 1, 11.0),
    ):
        compiled, numpy = (ready(spot(name), backend) for backend in ("compiled", "numpy"))
        found = in_turn(
            7,
            compiled=(partial(compiled.solver.step, times), 1),
            numpy=(partial(numpy.solver.step, few), 1),
        )
        ours = [each / times for each in found["compiled"]]
        theirs = [each / few for each in found["numpy"]]
        report.add(
            name, spread(ours), spread(theirs), ratio(ours, theirs), at_least=least, unit="×"
        )


def whole(report: Report) -> None:
    """From the file to 0.1 % of the pot, on the clock, compiled code cached."""
    report.note("Solved to 0.1 % of the pot, on the clock")
    for path in sorted(SPOTS_THERE.glob("*.toml")):
        begun = time.perf_counter()
        found = solve(str(path))
        took = time.perf_counter() - begun
        report.add(path.stem, f"{amount(took)}, {found.iterations} it., {found.backend}")


if __name__ == "__main__":
    sys.exit(main(__doc__, [rates, whole]))
