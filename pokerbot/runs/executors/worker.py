"""A worker: carries out the runs that come in, one after the other, until its input is closed."""

from __future__ import annotations

import os
import sys
import threading
import time
from queue import SimpleQueue

from pokerbot.runs.executors import REACHED_EVERY, Event, Reached, answer
from pokerbot.runs.values import pack


class Worker:
    """Reads lines of a place and a run, writes the run's events."""

    def __init__(self) -> None:
        self.orders: SimpleQueue[str] = SimpleQueue()
        self.out, sys.stdout = sys.stdout, sys.stderr  # nothing else may write among the events
        self._told = 0.0

    def listen(self) -> None:
        """Queue the lines; end the process at once when there can be no more."""
        for line in sys.stdin:
            self.orders.put(line)
        os._exit(0)

    def tell(self, event: Event) -> None:
        """Write an event."""
        if isinstance(event, Reached):
            now = time.monotonic()
            if now - self._told < REACHED_EVERY:
                return
            self._told = now
        self.out.write(pack(event) + "\n")
        self.out.flush()

    def work(self) -> None:
        """Carry out a run, and the next; a fault fails its run alone."""
        while True:
            place, _, line = self.orders.get().partition(" ")
            if event := answer(int(place), line, self.tell, lambda: False):
                self.tell(event)


if __name__ == "__main__":
    for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(threads, "1")
    worker = Worker()
    threading.Thread(target=worker.listen, daemon=True).start()
    worker.work()
