"""kill -9 and Ctrl-C at random times during sweeps, of workers and of the sweep itself.

`python -m tests.trials.sweeps --count 20 [--seed N]`: so often each in processes and on a cluster.
A sweep loses some of its processes, or is stopped or killed and gone on with; in the end each run
has one line, the results are those of a sweep that nobody disturbed, and no process is left.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
from numpy.random import Generator, default_rng

RUNS = 60
PLAN = f"""
games = ["kuhn"]
algorithms = ["es-mccfr"]
seeds = {list(range(RUNS))}
iterations = 60
"""
WHERE = (["--jobs", "2"], ["--on", "local:2"])
PATIENCE = 60.0


def sweep(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """A sweep in a session of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "pokerbot", "sweep", "plan.toml", "--json", *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def bare(out: str) -> str:
    """The output without what the clock says."""
    return re.sub(r'"seconds": [^,]*,', "", out)


def is_told(status: int, err: str) -> bool:
    """Whether it says what is kept, where it could."""
    told = status in (2, 130) and "--continue does the rest" in err
    return told or status == -signal.SIGKILL or (status == 130 and "nothing was saved" in err)


def disturb(where: list[str], whole: str, rng: Generator, folder: Path) -> Iterator[str]:
    """Kill some of a sweep's processes, or all of it and go on; what is wrong in the end."""
    (folder / "plan.toml").write_text(PLAN)
    process, children = sweep(folder, *where, "--retries", "50"), set[psutil.Process]()
    for _ in range(int(rng.integers(1, 4))):
        time.sleep(float(rng.uniform(0.2, 2.0)))
        with suppress(psutil.Error):
            found = psutil.Process(process.pid).children(recursive=True)
            children.update(found)
            victims = [each for each in found if "resource_tracker" not in str(each.cmdline())]
            if victims:
                victims[int(rng.integers(len(victims)))].kill()
    with suppress(ProcessLookupError, IndexError):
        number = [signal.SIGINT, signal.SIGKILL][rng.integers(3)]
        (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)
    out, err = process.communicate()
    if process.returncode:
        if not is_told(process.returncode, err):
            yield f"status {process.returncode}: {err}"
        again = sweep(folder, *where, "--continue")
        out, err = again.communicate()
        if again.returncode:
            yield f"going on ends with status {again.returncode}: {err}"
    if bare(out) != whole:
        yield "other results"
    lines = (folder / "plan" / "runs.jsonl").read_text().splitlines()
    if len(lines) != RUNS:
        yield f"{len(lines)} lines for {RUNS} runs"
    _, alive = psutil.wait_procs(children, PATIENCE)
    if alive:
        yield f"{len(alive)} processes are left"


def main() -> int:
    """The exit status: 1 where something was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    rng, wrong = default_rng(arguments.seed), 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "plan.toml").write_text(PLAN)
        whole = bare(sweep(folder, "--jobs", "1").communicate()[0])
    for number in range(arguments.count):
        for where in WHERE:
            with tempfile.TemporaryDirectory() as name:
                for fault in disturb(where, whole, rng, Path(name)):
                    wrong += 1
                    print(f"{' '.join(where)}, {number}: {fault}", flush=True)
    print(f"{arguments.count} sweeps each, {' and '.join(map(' '.join, WHERE))}: {wrong} faults")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
