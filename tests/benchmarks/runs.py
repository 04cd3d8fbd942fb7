"""Many runs: what carrying them out in processes and on a cluster costs beside the runs themselves.

    python -m tests.benchmarks.runs     needs the extra `cluster`; takes some minutes

Long runs are given half a second on the clock each, from the first results to the last. Short ones
are judged by the processor's seconds: of all processes together, beside those of the runs alone.
Besides, from what is counted: when one game's iteration over several machines would pay.
"""

from __future__ import annotations

import resource
import sys
import time
from dataclasses import replace

import psutil

from pokerbot.games.catalogue import parse_game
from pokerbot.runs.executors import Event, Executor, Finished
from pokerbot.runs.executors.cluster import Cluster
from pokerbot.runs.executors.connection import Address
from pokerbot.runs.executors.processes import Processes
from pokerbot.runs.run import SolveRun
from pokerbot.runs.training import Training
from tests.benchmarks.measuring import Report, amount, clock, main, processor

JOBS = 2
WARM = 2 * JOBS
"""Runs before the clock is started: until then processes start and modules are loaded."""


def together() -> float:
    """Seconds on the processor of this process and all that come from it, at work or ended."""
    living = [each.cpu_times() for each in psutil.Process().children(recursive=True)]
    return processor() + sum(each.user + each.system for each in living)


def carry_out(executor: Executor, count: int, run: SolveRun) -> tuple[float, float, list[int]]:
    """Seconds that so many runs take: on the clock after the first ones, and on the processor.

    And the memory here.
    """
    told, memory, used = list[float](), list[int](), -together()

    def tell(event: Event) -> None:
        nonlocal used
        if isinstance(event, Finished):
            told.append(time.perf_counter())
            if len(told) in (WARM + count // 10, WARM + count):
                memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10)
            if len(told) == WARM + count:
                used += together()

    runs = (replace(run, seed=seed) for seed in range(count + WARM))
    executor.carry_out(runs, tell, lambda: False)
    return told[-1] - told[WARM - 1], used, memory


def long_runs(report: Report) -> None:
    """200 runs of half a second."""
    run = SolveRun("kuhn", "cfr", seconds=0.5)
    beside, *_ = carry_out(Processes(JOBS, 0), 200, run)
    there, *_ = carry_out(Cluster(Address(f"local:{JOBS}"), 0), 200, run)
    report.add(
        f"200 runs of 0.5 s, --on local:{JOBS} over --jobs {JOBS}",
        f"{there:.1f} s",
        f"{beside:.1f} s",
        judged=there / beside,
        at_most=1.05,
    )


def short_runs(report: Report) -> None:
    """10,000 runs of 5 ms: the part of the work that is theirs, and what they leave in memory."""
    count, run = 10_000, SolveRun("kuhn", "cfr", 100)
    alone = clock(lambda: run.carry_out(lambda _: None, lambda: False), 500)
    report.note(f"a short run takes {amount(alone)}")
    for name, executor in (
        (f"--jobs {JOBS}", Processes(JOBS, 0)),
        (f"--on local:{JOBS}", Cluster(Address(f"local:{JOBS}"), 0)),
    ):
        taken, used, (early, late) = carry_out(executor, count, run)
        report.add(
            f"{count:,} short runs, {name}: their part of two cores",
            f"{used:.1f} s, {taken:.1f} s on the clock",
            f"{count * alone:.1f} s",
            judged=count * alone / used,
            at_least=0.6,
        )
        report.add(
            f"{count:,} short runs, {name}: memory against after 1,000",
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
