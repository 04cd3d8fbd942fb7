"""Every known fault of projects of this kind put into a scratch copy, one at a time.

    nice -n 19 python -m tests.trials.traps [WORDS]          (only those with all these words)

A fault is met where the tests that are named beside it fail; where they pass, the folders that
they lie in are run, to say whether another test would have met it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.trials.faults import Impossible, Trap
from tests.trials.faults.files import FILES_AND_JSON
from tests.trials.faults.measuring import CANNOT_FAIL, EXPLOITABILITY, GRADING
from tests.trials.faults.rules import INFORMATION_SETS, RULES
from tests.trials.faults.solving import FLOORS, SOLVERS
from tests.trials.faults.terminal import TERMINAL
from tests.trials.scratch import FAILED, PASSED, TIMEOUT, Scratch, preload

FAULTS: dict[str, list[Trap | Impossible]] = {
    "Rules": [*RULES],
    "Information sets": [*INFORMATION_SETS],
    "Solvers": [*SOLVERS],
    "Floors": [*FLOORS],
    "Exploitability": [*EXPLOITABILITY],
    "Tests that cannot fail": [*CANNOT_FAIL],
    "Files": [*FILES_AND_JSON],
    "Terminal": [*TERMINAL],
    "Grading": [*GRADING],
}
LONGEST = 120.0
"""Seconds that tests may take before they count as hanging, which is one way to fail."""


def traps(words: Sequence[str] = ()) -> Iterator[Trap]:
    """All that can be put in, of the faults with these words in them or in their kind."""
    for kind, faults in FAULTS.items():
        for fault in faults:
            if isinstance(fault, Trap) and all(word in f"{kind} {fault.fault}" for word in words):
                yield fault


def fate(scratch: Scratch, trap: Trap) -> tuple[bool, str]:
    """Whether the tests that are named meet the fault, and which test does."""
    folders = sorted({test.split("::")[0].rpartition("/")[0] for test in trap.tests})
    try:
        broken = trap.source(scratch.folder)
    except ValueError as error:
        return False, f"it cannot be put in any more: {error}"
    with scratch.changed(trap.file, broken):
        for met, tests in ((True, trap.tests), (False, [*folders, "--ignore=tests/trials"])):
            code, log = scratch.run(tests, LONGEST if met else 10 * LONGEST)
            if code == TIMEOUT:
                return met, "hangs"
            if code == FAILED:
                return met, next(
                    (line.split(" - ")[0] for line in log.splitlines() if line[:6] == "FAILED"),
                    "ended by a signal",
                )
            if code != PASSED:
                return met, next(
                    (line for line in log.splitlines() if line[:5] == "ERROR"), f"pytest: {code}"
                )
    return False, "nothing"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "words", nargs="*", help="only faults with all these words in them, or in their kind"
    )
    words = parser.parse_args().words
    preload()
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        scratch = Scratch(Path(folder) / "copy")
        chosen = list(traps(words))
        named = sorted({test for trap in chosen for test in trap.tests})
        code, log = scratch.run(named, 10 * LONGEST)
        if code != PASSED:
            sys.exit(f"the code without a fault does not pass:\n{log[-2000:]}")
        for group, faults in FAULTS.items():
            print(f"\n{group}")
            for fault in faults:
                if isinstance(fault, Impossible):
                    print(f"  impossible  {fault.fault}: {fault.reason}")
                elif fault in chosen:
                    begun = time.monotonic()
                    met, by = fate(scratch, fault)
                    missed += [] if met else [fault.fault]
                    took = f"{time.monotonic() - begun:.0f} s"
                    print(f"  {'met   ' if met else 'MISSED'} {took:>5}  {fault.fault} ← {by}")
                sys.stdout.flush()
    print(f"\n{len(chosen)} faults, {len(missed)} missed")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
