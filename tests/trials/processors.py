"""The strategies that machine code makes, as on other processors: the same bytes.

`python -m tests.trials.processors [GAME …]`: every algorithm but those that promise nothing, where
numba takes this processor for the plainest of its kind, and where the C library does without FMA
and AVX2.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence

GAMES = ("kuhn", "leduc", "leduc-nolimit:stack=5", "von-neumann-raise:hands=700")
UNPROMISED = {"ipm", "lp", "fp", "mmd", "domd", "hs-dcfr", "hs-pcfr+", "vr-mccfr", "escher"}
PLAINER = {
    "numba's generic processor": {"NUMBA_CPU_NAME": "generic"},
    "no FMA, no AVX2": {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-AVX2"},
}


def digests(games: Sequence[str], surroundings: Mapping[str, str]) -> dict[str, str]:
    """By game and algorithm what a process with such surroundings comes to."""
    with tempfile.TemporaryDirectory() as folder:
        own = {"NUMBA_CACHE_DIR": folder} if "NUMBA_CPU_NAME" in surroundings else {}
        done = subprocess.run(
            [sys.executable, "-m", "tests.trials.processors", "--here", *games],
            env={**os.environ, **surroundings, **own},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    return dict(line.rsplit(" ", 1) for line in done.stdout.splitlines())


def here(games: Sequence[str]) -> None:
    """Print what this process comes to."""
    from pokerbot.games.catalogue import parse_game
    from pokerbot.runs.training import Training
    from pokerbot.solvers.catalogue import ALGORITHMS

    for game in games:
        for name in ALGORITHMS:
            if name in UNPROMISED:
                continue
            training = Training(parse_game(game), name, backend="compiled", seed=1)
            training.run(iterations=200)
            assert training.backend == "compiled"
            found = hashlib.sha256()
            for sigma in training.solver.profile():
                found.update(sigma.tobytes())
            print(game, name, found.hexdigest())


def main() -> int:
    """Compare them; what differs is lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.here:
        here(given.games)
        return 0
    expected, lost = digests(given.games, {}), 0
    for name, surroundings in PLAINER.items():
        found = digests(given.games, surroundings)
        differ = [run for run in expected if found.get(run) != expected[run]]
        print(f"{name}: {len(expected)} runs, lost {len(differ)}", *differ, sep="\n  ", flush=True)
        lost += len(differ)
    return int(bool(lost))


if __name__ == "__main__":
    sys.exit(main())
