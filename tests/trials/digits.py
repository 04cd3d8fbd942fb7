"""The suite where every gradient has another last digit, as on the next processor.

`python -m tests.trials.digits [--count 3] [TEST …]`: as often, each time other digits. The same
gradient gets the same ones every time, as one machine computes it: only what a test takes for
fixed though it hangs on the order of a sum, or on a tie, is red.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

import numpy as np

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.operators.vectorized import VectorizedOperators

SALT = "POKERBOT_DIGITS"
TESTS = ["tests/sequence", "tests/solvers", "tests/evaluation", "tests/cli", "tests/tui"]
TESTS += [
    "tests/play",
    "tests/runs/test_training.py",
    "tests/runs/test_checkpoint.py",
    "tests/test_readme.py",
]
computed = VectorizedOperators.gradient


def moved(operators: VectorizedOperators, opponent_plan: Array) -> Array:
    """The gradient, each number that is not 0 the next one up or down, or as it is, by its bits."""
    found = np.ascontiguousarray(computed(operators, opponent_plan))
    bits = found.view(np.int64)
    scrambled = bits.astype(np.uint64) * np.uint64(2 * int(os.environ[SALT]) + 0x9E3779B97F4A7C15)
    by = (scrambled >> np.uint64(61)).astype(np.int64) % 3 - 1
    return np.where(found == 0, found, (bits + by).view(np.float64))


if SALT in os.environ:
    VectorizedOperators.gradient = moved


def main() -> int:
    """Run the tests so many times; what is red is lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=3)
    parser.add_argument("tests", nargs="*", default=TESTS)
    given = parser.parse_args()
    lost = 0
    for salt in range(1, given.count + 1):
        command = [sys.executable, "-m", "pytest", "-n", "auto", "-p", __spec__.name, *given.tests]
        command += ["--ignore", "tests/cli/test_sweep.py"]  # its processes have their own digits
        done = subprocess.run(
            command,
            env={**os.environ, SALT: str(salt)},
            capture_output=True,
            text=True,
            check=False,
        )
        red = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        print(f"digits {salt}: status {done.returncode}", *red, sep="\n  ", flush=True)
        lost += done.returncode != 0
    return int(bool(lost))


if __name__ == "__main__":
    sys.exit(main())
