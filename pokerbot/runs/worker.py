"""What a child process does: it follows the orders that come in until its input is closed."""

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
    """Reads lines with an order each, and writes lines with an event each."""

    def __init__(self) -> None:
        self.orders: SimpleQueue[list[Any]] = SimpleQueue()
        self.saving = threading.Lock()
        self._out, sys.stdout = sys.stdout, sys.stderr  # nothing else may write among the events

    def listen(self) -> None:
        """Queue the orders; end the process when there can be no more, once a file is saved."""
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
        """Carry out runs, one after the other; or solve a game, and be told how on the way."""
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
