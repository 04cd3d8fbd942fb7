"""Ten small flops on a cluster of this machine, a worker of which is killed: the same bytes.

`python -m tests.trials.flops`: once in this process, and once on local:2, where the worker that
begins the fourth is killed under it.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from pathlib import Path

from pokerbot.games.spot_file import write_spot
from pokerbot.runs.boards import boards_named
from pokerbot.runs.codec import pack
from pokerbot.runs.executors import Begun, Event, InProcess
from pokerbot.runs.executors.cluster import Cluster
from pokerbot.runs.executors.connection import Address
from pokerbot.runs.limits import Limits
from tests.runs.gathering import Gathered
from tests.runs.test_cluster import listener

COUNT, KILLED, ITERATIONS = 10, 3, 50
SPOT = {
    **{"pot": 60, "stack": 90, "oop.range": "AA,KQs,76s", "ip.range": "QQ,ATs"},
    **{f"{seat}.flop.bet": "50%" for seat in ("oop", "ip")},
    **{"oop.turn.bet": "a", "oop.river.bet": ""},
}


def main() -> int:
    """The exit status: 1 where anything differs."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "small.toml"
        write_spot(path, SPOT)
        runs = boards_named(str(path)).runs("dcfr", Limits(ITERATIONS))[:COUNT]
    begun = list[int]()

    def kill(event: Event) -> None:
        if isinstance(event, Begun):
            begun.append(event.place)
            if event.place == KILLED and begun.count(KILLED) == 1:
                os.kill(listener(event.worker), signal.SIGKILL)

    here, there = Gathered(), Gathered(kill)
    InProcess().carry_out(runs, here, lambda: False)
    Cluster(Address("local:2"), 1).carry_out(iter(runs), there, lambda: False)
    one, other = ([*map(pack, each.results)] for each in (here, there))
    same = sum(map(str.__eq__, one, other))
    print(f"{same} of {COUNT} flops the same; the one whose worker was killed began", end=" ")
    print(f"{begun.count(KILLED)} times")
    return int((len(other), same, begun.count(KILLED)) != (COUNT, COUNT, 2))


if __name__ == "__main__":
    sys.exit(main())
