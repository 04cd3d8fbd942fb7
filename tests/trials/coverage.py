"""How often the 95 % intervals of matches cover the exact result, with and without a warning.

    python -m tests.trials.coverage [--seeds 1000]

Each pair plays so many matches of each length. Where nothing is doubted, both intervals, as it came
and without luck, must cover at least `LEAST`, three standard deviations of the count allowed for.
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
HANDS = (10, 20, 50, 100, 400, 1000)
LEAST = 0.93
"""Cochran's rule allows for 94 %; Kuhn's few outcomes take off as much again."""


def covered(a, b, hands, seeds):
    """How many matches' intervals cover, as it came and without luck; and what is doubted."""
    counts, doubt = [0, 0], None
    for seed in range(seeds):
        played = match(a, b, hands=hands, seed=seed)
        doubt = played.doubt or doubt
        for line, found in enumerate((played.ci95, played.luck_adjusted_ci95)):
            low, high = found or (math.nan, math.nan)
            counts[line] += low - 1e-9 <= played.exact_ev <= high + 1e-9
    return counts, doubt


def main() -> int:
    """Print the table; the status tells whether what is not doubted covers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=1000)
    seeds = parser.parse_args().seeds
    least = LEAST * seeds - 3 * math.sqrt(seeds * LEAST * (1 - LEAST))
    missed = 0
    for a, b in PAIRS:
        for hands in HANDS:
            (raw, adjusted), doubt = covered(a, b, hands, seeds)
            missed += doubt is None and min(raw, adjusted) < least
            print(
                f"{a} against {b}, {hands} hands: {raw / seeds:.1%}, without luck"
                f" {adjusted / seeds:.1%}{f'; {doubt}' if doubt else ''}",
                flush=True,
            )
    print(f"below {LEAST:.0%} without a warning: {missed}")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
