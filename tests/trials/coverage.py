"""How often the 95 % intervals of matches cover the exact result, where they are given.

    python -m tests.trials.coverage [--seeds 2000]

Each pair plays so many matches of each length. The intervals that are given, as it came and without
luck, must cover at least `LEAST`, three standard deviations of the count allowed for.
"""

from __future__ import annotations

import argparse
import math
import sys

from pokerbot import match

PAIRS = [
    ("leduc-cfr+", "honest"),
    ("leduc-cfr+", "leduc-gxfp"),
    ("bruno", "leduc-cfr+"),
    ("kuhn-cfr+", "honest"),
    ("betty", "felix"),
]
HANDS = (50, 100, 200, 400, 1000)
LEAST = 0.93
"""Cochran's rule allows for 94 %; Kuhn's few outcomes take off as much again."""


def covered(a, b, hands, seeds):
    """How many intervals cover, as it came and without luck; and how many are given."""
    counts, given = [0, 0], [0, 0]
    for seed in range(seeds):
        played = match(a, b, hands=hands, seed=seed)
        for line, found in enumerate((played.ci95, played.luck_adjusted_ci95)):
            low, high = found or (math.nan, math.nan)
            given[line] += found is not None
            counts[line] += low - 1e-9 <= played.exact_ev <= high + 1e-9
    return counts, given


def main() -> int:
    """Print the table; the status tells whether what is not doubted covers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=2000)
    seeds = parser.parse_args().seeds
    missed = 0
    for a, b in PAIRS:
        for hands in HANDS:
            said = []
            for covering, given in zip(*covered(a, b, hands, seeds), strict=True):
                allowed = 3 * math.sqrt(given * LEAST * (1 - LEAST))
                missed += covering < LEAST * given - allowed
                said.append(f"{covering / given:.1%} of {given:,}" if given else "none")
            print(f"{a} against {b}, {hands} hands: {said[0]}, without luck {said[1]}", flush=True)
    print(f"below {LEAST:.0%}: {missed}")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
