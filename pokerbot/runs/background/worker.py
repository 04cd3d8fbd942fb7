"""The worker: reads a run, then solves and follows orders until its input is closed."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from pokerbot.errors import InputError
from pokerbot.io.machine import give_way
from pokerbot.runs.background.messages import (
    Begun,
    Ended,
    Event,
    Measured,
    Refused,
    Resting,
    StrategySaved,
    Told,
)
from pokerbot.runs.results import Progress
from pokerbot.runs.run import SolveRun
from pokerbot.runs.training import LOOK_EVERY
from pokerbot.runs.values import pack, valued
from pokerbot.strategy.arrays import InfosetSample
from pokerbot.strategy.storage import save

DENSITY = 1.05
"""The next measurement is at this many times the iterations of the last one, or earlier."""


class Worker:
    """Solves until a limit or an order to pause, and follows orders."""

    def __init__(self) -> None:
        self.orders: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self._saving = threading.Lock()
        self._looked, self._when = 0, 0.0

    def listen(self) -> None:
        """Queue incoming orders; end the process when the input is closed."""
        for line in sys.stdin:
            order = json.loads(line)
            if order.get("order") == "save":
                self._saving.acquire()
            self.orders.put(order)
        with self._saving:  # a file that was ordered is written first
            os._exit(0)

    def work(self) -> None:
        """Carry out the run, then follow orders.

        Raises:
            InputError: there is no such game or algorithm.
        """
        run: SolveRun = valued(SolveRun, self.orders.get())
        self.training = run.training()
        self.sample = InfosetSample(self.training.form)
        tell(Begun())
        running, iterations, target = True, run.iterations, run.target
        while True:
            if running:
                self._run(iterations, target)
                if self.orders.empty():
                    running = False
                    self._rest(finished=True)
            order = self.orders.get()
            if order["order"] == "go":
                running, iterations, target = True, order["iterations"], order["target"]
            elif order["order"] == "pause" and running:
                running = False
                self._rest(finished=False)
            elif order["order"] == "save":
                self._save(Path(order["path"]), force=order["force"])

    def _run(self, iterations: int | None, target: float | None) -> None:
        """Iterate until a limit or an order; with a target the stop is reproducible."""
        self.training.run(
            iterations=iterations,
            target=target,
            watch=self._watch,
            looks=self._looks if target is None else None,
            stopped=lambda: not self.orders.empty(),
            tell=lambda text: tell(Told(text)),
        )

    def _looks(self, iteration: int) -> bool:
        """Close together at first, so that the curve starts early; then by the clock."""
        now = time.perf_counter()
        due = iteration >= self._looked * DENSITY or now - self._when >= LOOK_EVERY
        if due:
            self._looked, self._when = iteration, now
        return due

    def _watch(self, progress: Progress) -> None:
        tell(Measured(progress, self.sample(self.training.solver.plans())))

    def _rest(self, *, finished: bool) -> None:
        self._watch(self.training.measure())
        tell(Resting(finished))

    def _save(self, path: Path, *, force: bool) -> None:
        try:
            save(self.training.solution().strategy, path, force=force)
            tell(StrategySaved(str(path), self.training.solver.iterations))
        except InputError as error:
            tell(Refused(str(error)))
        self._saving.release()


def tell(event: Event) -> None:
    """Send an event to the app."""
    print(pack(event), flush=True)


def main() -> None:
    """Work until the app ends; a fault is an event, too."""
    give_way()
    worker = Worker()
    threading.Thread(target=worker.listen, daemon=True).start()
    try:
        worker.work()
    except MemoryError:
        tell(Ended("the solver ran out of memory"))
    except InputError as error:
        tell(Ended(str(error)))
    except Exception as error:
        tell(Ended(f"the solver failed: {type(error).__name__}: {error}"))


if __name__ == "__main__":
    main()
