"""What pokerbot costs: commands that print figures beside the bounds they must keep.

    python -m tests.benchmarks.core     needs nothing else
    python -m tests.benchmarks.peers    against OpenSpiel and LiteEFG, from the extra `bench`
    python -m tests.benchmarks.compiled machine code beside NumPy, and the peers if installed
    python -m tests.benchmarks.large    the games where others stop; takes some minutes
    python -m tests.benchmarks.heads_up how long the bot thinks at the whole game's table
    python -m tests.benchmarks.holdem   hold'em: iterations, flops, rivers solved again
    python -m tests.benchmarks.screens  how fast the grid of hands is painted
    python -m tests.benchmarks.runs     many runs, in processes and on a cluster; extra `cluster`

Each exits with 1 if a bound is missed; --json prints the same figures for a machine. One thread,
seconds on the processor, contestants in turn, medians and minima of several rounds: the ratios hold
on a busy machine, too.
"""

import os

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(threads, "1")
