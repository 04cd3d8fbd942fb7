"""Machine code beside NumPy, and beside OpenSpiel and LiteEFG where they are installed.

    pip install -e '.[fast,bench]' && python -m tests.benchmarks.compiled [--only kuhn] [--json]

Times are of iterations alone, on the processor, contestants in turn; making a solver, compiling
and measuring do not count. How many iterations a target takes is found first, on the schedule of
`solve --target`; then fresh solvers take so many, without looking.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

from pokerbot.games.catalogue import parse_game
from pokerbot.runs.limits import is_due
from pokerbot.runs.training import Training
from tests.benchmarks.measuring import Report, alone, amount, clock, in_turn, main, ratio, spread

PEERS = all(map(find_spec, ("pyspiel", "LiteEFG")))


class Ours:
    """A run by one backend, ready for iterations."""

    def __init__(self, game: str, algorithm: str, backend: str, seed: int = 0, **how: Any) -> None:
        self.training = Training(parse_game(game), algorithm, backend=backend, seed=seed, **how)
        self.training.run(iterations=1)
        assert self.training.backend == backend

    def step(self, count: int = 1) -> None:
        self.training.solver.step(count)

    def nash_conv(self) -> float:
        return 2 * self.training.measure().exploitability


def rates(report: Report) -> None:
    """One iteration, on small games and large ones."""
    report.note("Time of an iteration: compiled, NumPy")
    for game, algorithm, times, least in (
        ("leduc", "cfr+", 2000, 6.0),
        ("kuhn", "cfr+", 20_000, 30.0),
        ("leduc-nolimit", "cfr+", 5, 1.7),
        ("leduc-nolimit", "dcfr+", 5, 1.7),
        ("von-neumann-raise:hands=100000", "cfr+", 5, 2.0),
    ):
        compiled, numpy = (Ours(game, algorithm, backend) for backend in ("compiled", "numpy"))
        few = max(1, times // 20)
        seconds = in_turn(
            7, compiled=(partial(compiled.step, times), 1), numpy=(partial(numpy.step, few), 1)
        )
        ours = [each / times for each in seconds["compiled"]]
        theirs = [each / few for each in seconds["numpy"]]
        report.add(
            f"{game}: {algorithm}", spread(ours), spread(theirs), ratio(ours, theirs),
            at_least=least, unit="×",
        )  # fmt: skip


def trees(report: Report) -> None:
    """Games of the catalogue that are given as trees, beside the peers' own."""
    if not PEERS:
        return
    from tests.benchmarks.contestants import Lite, OpenSpiel

    report.note("Time of an iteration of cfr+ on games of dice and bids")
    for game in ("liars-dice:sides=4", "goofspiel"):
        compiled, numpy = (Ours(game, "cfr+", backend) for backend in ("compiled", "numpy"))
        peers = {"LiteEFG": Lite(game), "OpenSpiel": OpenSpiel(game)}
        works = {name: (peer.step, 5) for name, peer in peers.items()}
        seconds = in_turn(
            5, ours=(partial(compiled.step, 1000), 1), NumPy=(partial(numpy.step, 100), 1), **works
        )
        ours = [each / 1000 for each in seconds.pop("ours")]
        seconds["NumPy"] = [each / 100 for each in seconds["NumPy"]]
        for name, theirs in seconds.items():
            report.add(
                f"{game}: {name}", spread(ours), spread(theirs), ratio(ours, theirs),
                at_least=1, unit="×",
            )  # fmt: skip


def fictitious(report: Report) -> None:
    """What has no loop of its own, on compiled operators."""
    report.note("Time of an iteration on compiled operators, and in NumPy")
    for game, times in (("kuhn", 500), ("leduc", 200), ("leduc-nolimit", 2)):
        for algorithm in ("xfp", "gxfp"):
            runs = {name: Ours(game, algorithm, name) for name in ("compiled", "numpy")}
            works = {name: (partial(run.step, times), 1) for name, run in runs.items()}
            ours, theirs = in_turn(5, **works).values()
            said = (spread([each / times for each in found]) for found in (ours, theirs))
            report.add(f"{game}: {algorithm}", *said, ratio(ours, theirs), unit="×")


def threads(report: Report) -> None:
    """Two threads beside one, on the clock: other work on the machine counts.

    It takes more from two than from one, so that the least of many single iterations is judged.
    """
    report.note("Time of an iteration on the clock: two threads, one")
    for game in ("leduc-nolimit", "von-neumann-raise:hands=100000"):
        runs = [Ours(game, "cfr+", "compiled", threads=count) for count in (2, 1)]
        seconds: tuple[list[float], list[float]] = [], []
        for _ in range(200):
            for run, found in zip(runs, seconds, strict=True):
                begun = time.perf_counter()
                run.step()
                found.append(time.perf_counter() - begun)
        two, one = seconds
        report.add(game, spread(two), spread(one), min(one) / min(two), at_least=1.4, unit="×")


def precision(report: Report) -> None:
    """How far training comes, and how fast, where single precision is what is stored."""
    report.note("Exploitability after so many iterations: single precision, double; and the time")
    for game, algorithm, count in (
        ("leduc", "dcfr+", 1000),
        ("leduc", "dcfr+", 10_000),
        ("von-neumann-raise:hands=100000", "dcfr+", 300),
        ("leduc-nolimit", "dcfr+", 300),
    ):
        runs = [Ours(game, algorithm, "compiled", precision=name) for name in ("single", "double")]
        single, double = ([clock(partial(run.step, count)) / count] for run in runs)
        reached = [f"{run.nash_conv() / 2:.3g}" for run in runs]
        report.add(
            f"{game}: {algorithm}, {count:,} it.", f"{reached[0]}, {spread(single)}",
            f"{reached[1]}, {spread(double)}", ratio(single, double), unit="×",
        )  # fmt: skip


def bandwidth(report: Report) -> None:
    """The large games beside what moving their arrays alone would take.

    What is copied is as large as all that an iteration works on, which no cache holds.
    """
    report.note("Time of an iteration, beside that of moving each array that it works on once")
    for game in ("leduc-nolimit", "von-neumann-raise:hands=100000"):
        ours = Ours(game, "cfr+", "compiled")
        changed = passed = 0
        for seat in ours.training.solver.seats:
            memory, sigma, plan, plan_sum, q, v = seat.arrays
            changed += sum(each.nbytes for each in (memory, sigma, plan, plan_sum))
            read = (*seat.tree, *seat.ends.terminals)
            passed += sum(getattr(each, "nbytes", 0) for each in (q, v, *read))
        source, target = np.ones((2, (changed + passed) // 16))  # zeros would be one page
        works = {"ours": (ours.step, 5), "copy": (partial(np.copyto, target, source), 3)}
        seconds = in_turn(7, **works)
        moved = (2 * changed + passed) / (source.nbytes + target.nbytes)
        bound = [each * moved for each in seconds["copy"]]
        times = ratio(bound, seconds["ours"])
        said = f"{spread(bound)} moved"
        report.add(game, spread(seconds["ours"]), said, times, at_most=2, unit="×")


def kuhn(report: Report) -> None:
    """Kuhn to NashConv 1e-9."""
    report.note("Kuhn to NashConv ≤ 1e-9")
    _to_target(report, "kuhn", "sapcfr+", 1e-9, at_most=0.3e-3, bounds=(1.0, 1.0))


def leduc(report: Report) -> None:
    """Leduc to NashConv 1e-3."""
    report.note("Leduc to NashConv ≤ 1e-3")
    _to_target(report, "leduc", "dcfr+", 1e-3, at_most=7e-3, bounds=(600.0, 80.0))


def _to_target(
    report: Report, game: str, algorithm: str, target: float, *, at_most: float,
    bounds: tuple[float, float],
) -> None:  # fmt: skip
    """The time to a target; the peers' by CFR+, at least so many times as long."""
    ours = {backend: _runs(lambda b=backend: Ours(game, algorithm, b), target, 9) for backend in
            ("compiled", "numpy")}  # fmt: skip
    mine, count = ours["compiled"]
    report.add(
        f"{algorithm}, compiled", f"{spread(mine)}, {count} it.", "", statistics.median(mine) * 1e3,
        at_most=at_most * 1e3, unit=" ms",
    )  # fmt: skip
    theirs, count = ours["numpy"]
    report.add(
        f"{algorithm}, NumPy", spread(mine), f"{spread(theirs)}, {count} it.", ratio(mine, theirs),
        unit="×",
    )  # fmt: skip
    if not PEERS:
        return
    from tests.benchmarks.contestants import Lite, OpenSpiel

    best = {"kuhn": ("PCFR", "last")}.get(game, ())
    for make, least in (
        (partial(OpenSpiel, game), bounds[0]),
        (partial(Lite, game, *best), bounds[1]),
    ):
        found, count = _runs(make, target, 1, cap=3000)
        times = statistics.median(found) / statistics.median(mine)
        said = f"{amount(found[0])}, {count} it." if count else f"not within {amount(found[0])}"
        report.add(
            make().name, amount(statistics.median(mine)), said, times, at_least=least, unit="×"
        )


def _runs(
    make: Callable[[], Any], target: float, rounds: int, cap: int = 100_000
) -> tuple[list[float], int]:
    """Seconds of each round to a target, and its iterations, 0 if the cap comes first."""
    found, count = make(), 1
    if not isinstance(found, Ours):
        found.step()
    while count < cap and not (is_due(count) and found.nash_conv() <= target):
        found.step()
        count += 1
    seconds = []
    for _ in range(rounds):
        fresh = make()
        if isinstance(fresh, Ours):
            seconds.append(clock(partial(fresh.step, count)))
        else:
            seconds.append(clock(fresh.step, count) * count)
    return seconds, count if count < cap else 0


def sampled(report: Report) -> None:
    """External sampling on Leduc to NashConv 0.1."""
    report.note("Leduc, external sampling to NashConv ≤ 0.1, looked at every 5 % more, seven seeds")
    found = {
        backend: [_sampled(Ours("leduc", "es-mccfr", backend, seed)) for seed in range(7)]
        for backend in ("compiled", "numpy")
    }
    mine, theirs = (statistics.median(each) for each in found.values())
    report.add(
        "es-mccfr, compiled", spread(found["compiled"]), "", mine * 1e3, at_most=60, unit=" ms"
    )
    report.add("es-mccfr, NumPy", amount(mine), spread(found["numpy"]), theirs / mine, unit="×")


def _sampled(run: Ours) -> float:
    """Seconds in iterations to the target, looking first after 20 of them."""
    done, look, seconds = 0, 20, 0.0
    while True:
        seconds += clock(partial(run.step, look - done))
        if run.nash_conv() <= 0.1:
            return seconds
        done, look = look, max(look + 1, int(look * 1.05))


BESIDE_A_THREAD = """
import threading
threading.Thread(target=threading.Event().wait, daemon=True).start()
from tests.benchmarks.compiled import Ours, clock
run = Ours("leduc", "dcfr+", "compiled")
result = {"seconds": [clock(lambda: run.step(2000)) / 2000 for _ in range(7)]}
"""
"""With another thread, as in a notebook or the app, a process compiles what no cache has itself."""


def first_time(report: Report) -> None:
    """An iteration in the process that compiled the loop, and in one that reads it."""
    report.note("leduc: dcfr+, in the process that has compiled it, and read from the cache")
    with TemporaryDirectory() as cache, pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_CACHE_DIR", cache)
        made, read = (alone(BESIDE_A_THREAD)["seconds"] for _ in range(2))
    times = min(made) / min(read)
    report.add("compiled here", spread(made), spread(read), times, at_most=1.3, unit="×")


PARTS = rates, trees, fictitious, threads, precision, bandwidth, kuhn, leduc, sampled, first_time

if __name__ == "__main__":
    assert __doc__
    sys.exit(main(__doc__, PARTS))
