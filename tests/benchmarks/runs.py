"""Many runs: what carrying them out in processes and on a cluster costs beside the runs themselves.

    python -m tests.benchmarks.runs     needs the extra `cluster`; takes some minutes

A run iterates for a given time on the clock, so that the figures are what is lost between runs.
Besides, from what is counted: when one game's iteration over several machines would pay.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterator

from pokerbot.games.catalogue import parse_game
from pokerbot.runs.executors import Event, Executor, Finished
from pokerbot.runs.executors.cluster import Cluster
from pokerbot.runs.executors.connection import Address
from pokerbot.runs.executors.processes import Processes
from pokerbot.runs.run import SolveRun
from pokerbot.runs.training import Training
from tests.benchmarks.measuring import Report, main

JOBS = 2
WARM = 2 * JOBS
"""Runs before the clock is started: until then processes start and modules are loaded."""


def seconds(executor: Executor, count: int, each: float) -> tuple[float, list[int]]:
    """How long so many runs take after the first ones, and this process's memory on the way."""
    began = 0.0
    done, memory = 0, list[int]()

    def runs() -> Iterator[SolveRun]:
        for seed in range(count + WARM):
            yield SolveRun("kuhn", "cfr", None, None, each, seed)

    def tell(event: Event) -> None:
        nonlocal began, done
        if isinstance(event, Finished):
            done += 1
            if done == WARM:
                began = time.perf_counter()
            if done in (WARM + count // 10, WARM + count):
                memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10)

    executor.carry_out(runs(), tell, lambda: False)
    return time.perf_counter() - began, memory


def long_runs(report: Report) -> None:
    """200 runs of half a second."""
    count, each = 200, 0.5
    beside, _ = seconds(Processes(JOBS, 0), count, each)
    there, _ = seconds(Cluster(Address(f"local:{JOBS}"), 0), count, each)
    report.add(
        f"{count} runs of {each} s, --on local:{JOBS} over --jobs {JOBS}",
        f"{there:.1f} s",
        f"{beside:.1f} s",
        judged=there / beside,
        at_most=1.05,
    )


def short_runs(report: Report) -> None:
    """10,000 runs of 5 ms: the part of two cores' ideal, and what they leave in memory."""
    count, each = 10_000, 0.0045  # and half a millisecond before and after
    for name, executor in (
        (f"--jobs {JOBS}", Processes(JOBS, 0)),
        (f"--on local:{JOBS}", Cluster(Address(f"local:{JOBS}"), 0)),
    ):
        taken, (early, late) = seconds(executor, count, each)
        ideal = count * 0.005 / JOBS
        what = f"{count:,} runs of 5 ms, {name}"
        report.add(
            f"{what}: part of the ideal",
            f"{taken:.1f} s",
            f"{ideal:.1f} s",
            judged=ideal / taken,
            at_least=0.6,
        )
        report.add(
            f"{what}: memory after all of them over that after a tenth",
            f"{late >> 20} MiB",
            f"{early >> 20} MiB",
            judged=late / early,
            at_most=1.1,
        )


def spread_iteration(report: Report) -> None:
    """What an iteration would have to send if two machines shared one game, and how long it takes.

    Split by the public tree each half needs the other's plan, and its gradient in return: every
    row and hand of both players, twice an iteration, 8 bytes each.
    """
    wire = 10e9 / 8
    for spec, algorithm in (("leduc", "cfr+"), ("leduc-nolimit", "dcfr")):
        training = Training(parse_game(spec), algorithm)
        training.run(iterations=20)
        took = training.seconds / 20
        size = 2 * 8 * sum(tree.rows * tree.hands for tree in training.form.trees)
        sent = size / wire + 2 * 50e-6
        report.add(
            f"{spec}: bytes an iteration, and its time over that of sending them at 10 Gbit/s",
            f"{size:,} B, {1e3 * took:.3g} ms",
            f"{1e3 * sent:.3g} ms",
            judged=took / sent,
        )


if __name__ == "__main__":
    sys.exit(main(__doc__ or "", (long_runs, short_runs, spread_iteration)))
