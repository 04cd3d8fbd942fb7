"""The program of a child process: it follows orders from its input until that is closed."""

from __future__ import annotations

import json
import os
import sys
import threading
from queue import SimpleQueue
from typing import Any

from pokerbot.runs.codec import pack, unpack
from pokerbot.runs.executors import answer


class Worker:
    """Reads orders, a line each, and writes events, a line each.

    saving: locked while a file is being saved, during which the process must not end
    """

    def __init__(self) -> None:
        self.orders: SimpleQueue[list[Any]] = SimpleQueue()
        self.saving = threading.Lock()
        self._out, sys.stdout = sys.stdout, sys.stderr  # nothing else may write among the events

    def listen(self) -> None:
        """Queue the orders; when the input is closed, end the process, after any file is saved."""
        for line in sys.stdin:
            order = json.loads(line)
            if order[0] == "save":
                self.saving.acquire()
            self.orders.put(order)
        with self.saving:
            os._exit(0)

    def tell(self, event: Any) -> None:
        """Write an event."""
        self._out.write(pack(event) + "\n")
        self._out.flush()

    def work(self) -> None:
        """Follow orders: carry out runs, or become a background solver, which follows more."""
        while True:
            match self.orders.get():
                case ["carry out", place, run]:
                    if found := answer(place, run, self.tell, ours=False):
                        self.tell(found)
                case ["solve", run]:
                    from pokerbot.runs.background.solving import BackgroundSolver

                    solver = BackgroundSolver(self.orders, self.tell, self.saving.release)
                    solver.work(unpack(run))
                    return


if __name__ == "__main__":
    worker = Worker()
    threading.Thread(target=worker.listen, daemon=True).start()
    worker.work()
