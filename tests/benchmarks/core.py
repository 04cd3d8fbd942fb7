"""The figures that need nothing but pokerbot, to run after every change.

    python -m tests.benchmarks.core [--only rates] [--json]

Bounds on seconds are on the minimum of the rounds, the figure that other work on the machine
disturbs least; the median stands beside it.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from pokerbot.evaluation.match import match
from pokerbot.games.catalogue import parse_game
from pokerbot.runs.defaults import defaults
from pokerbot.runs.solving import solve
from pokerbot.runs.training import Training
from pokerbot.solvers.catalogue import ALGORITHMS
from pokerbot.strategy.storage import save
from tests.benchmarks.measuring import Report, clock, in_turn, main, spread

ONE_STEP = "lp"
SAMPLED = 20


def loop(report: Report) -> None:
    """A thousand iterations of cfr+ on Leduc."""
    report.note("Time in the loop")
    seconds = []
    for _ in range(9):
        training = Training(parse_game("leduc"), "cfr+")
        seconds.append(1000 * clock(training.solver.step, 1000))
    what = "leduc: 1,000 iterations of cfr+"
    report.add(what, spread(seconds), "", min(seconds), at_most=0.2, unit=" s")


def process(report: Report) -> None:
    """Commands as processes, the interpreter's own start included."""
    report.note("As a process")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    script = Path(sys.executable).with_name("pokerbot")
    pokerbot = [str(script)] if script.exists() else [sys.executable, "-m", "pokerbot"]
    with tempfile.TemporaryDirectory() as folder:
        works = {
            name: (lambda call=call: subprocess.run(call, check=True, cwd=folder, **quiet), 1)
            for name, call in {
                "python -c pass": [sys.executable, "-c", "pass"],
                "pokerbot --help": [*pokerbot, "--help"],
                "pokerbot games": [*pokerbot, "games"],
                "pokerbot solve kuhn -n 1": [*pokerbot, "solve", "kuhn", "-n", "1", "--force"],
            }.items()
        }
        seconds = in_turn(15, **works)
    for name, found in seconds.items():
        bound = 0.2 if name == "pokerbot --help" else None
        report.add(name, spread(found), "", min(found), at_most=bound, unit=" s")


def rates(report: Report) -> None:
    """Every algorithm: one iteration."""
    for game in ("kuhn", "leduc"):
        report.note(f"{game}: time of one iteration")
        works = {}
        for name in ALGORITHMS:
            if name == ONE_STEP or (name, game) == ("fp", "leduc"):
                continue
            step = Training(parse_game(game), name).solver.step
            once = clock(step, 5)
            works[name] = (step, max(1, min(1000, int(0.03 / once))))
        for name, found in in_turn(7, **works).items():
            batch = ALGORITHMS[name].default("batch")
            report.add(name, spread(found), f"a batch of {batch} deals" if batch else "")
        default = defaults(game)[0]
        training = Training(parse_game(game), default)
        training.run(iterations=100)
        steps = in_turn(7, step=(training.solver.step, 200), measure=(training.measure, 200))
        times = min(steps["measure"]) / min(steps["step"])
        what = f"one measurement of exploitability, in iterations of {default}"
        report.add(what, spread(steps["measure"]), "", times, at_most=2, unit="×")


def hands(report: Report) -> None:
    """Sampled hands of a match."""
    report.note("Matches on Leduc")
    count = 200_000
    with tempfile.TemporaryDirectory() as folder:
        solved = Path(folder) / "leduc.json"
        save(solve("leduc", "cfr+", iterations=200).strategy, solved)
        for name, opponent in (("random", "random"), ("itself", str(solved))):
            play = partial(match, str(solved), opponent, hands=count)
            found = [clock(play) for _ in range(5)]
            report.add(f"cfr+ against {name}", f"{count / min(found):,.0f} hands/s", spread(found))


if __name__ == "__main__":
    assert __doc__
    sys.exit(main(__doc__, [loop, process, rates, hands]))
