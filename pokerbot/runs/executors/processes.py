"""Runs in processes of this machine."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue

from pokerbot.errors import InputError
from pokerbot.io.files import is_whole
from pokerbot.runs.child_process import ChildProcess
from pokerbot.runs.codec import pack
from pokerbot.runs.executors import (
    Begun,
    Event,
    Executor,
    InProcess,
    Reached,
    Task,
    Tasks,
    Tell,
)
from pokerbot.runs.run import Run, Stopped

RETRIES = 3
"""How often a run is done again whose process was lost."""
ASK_EVERY = 0.1
"""Seconds between two questions whether to stop."""
AHEAD = 0.2
"""Seconds of runs that a process is to have."""


class Processes:
    """So many runs at a time, each in a process with one thread for NumPy.

    retries: how often a run is done again whose process was ended under it.
    """

    def __init__(self, jobs: int, retries: int) -> None:
        self.jobs, self.retries = jobs, retries

    def carry_out(self, runs: Iterable[Run], tell: Tell, stopped: Stopped) -> None:
        """As `Executor` says; raises InputError, too, where no process can be started."""
        pool = WorkerPool(Tasks(runs, self.retries), tell)
        try:
            pool.employ(self.jobs)
            while pool.workers and not stopped():
                with suppress(Empty):
                    pool.hear(*pool.said.get(timeout=ASK_EVERY))
        finally:
            for worker in pool.workers:
                worker.process.end()


def of_this_machine(jobs: int, retries: int = RETRIES) -> Executor:
    """What carries out so many runs at a time here; raises InputError for a wrong number."""
    if not (is_whole(jobs) and jobs):
        raise InputError(f"must be a whole number from 1 up, not {jobs!r:.40}", parameter="jobs")
    return InProcess() if jobs == 1 else Processes(jobs, retries)


class WorkerPool:
    """The workers that have a run, and what they say: events, and None at the end."""

    def __init__(self, tasks: Tasks, tell: Tell) -> None:
        self.tasks, self.tell = tasks, tell
        self.workers: list[PoolWorker] = []
        self.said: SimpleQueue[tuple[PoolWorker, Event | None]] = SimpleQueue()

    def employ(self, count: int) -> None:
        """Start so many workers, as long as there are runs for them."""
        for number in range(1, count + 1):
            if self.tasks:
                worker = PoolWorker(f"process {number}", self._heard)
                self.workers.append(worker)
                self.next(worker)

    def _heard(self, worker: PoolWorker, event: Event | None) -> None:
        self.said.put((worker, event))

    def next(self, worker: PoolWorker) -> None:
        """Give a worker its next runs; end it where it has none left."""
        while len(worker.tasks) < worker.ahead and (task := self.tasks.next()):
            worker.tasks.append(task)
            worker.process.send("carry out", task[0], pack(task[1]))
        if not worker.tasks:
            worker.process.end()
            self.workers.remove(worker)
        elif not worker.begun:
            worker.begun = time.monotonic()
            self.tell(Begun(worker.tasks[0][0], worker.name))

    def hear(self, worker: PoolWorker, event: Event | None) -> None:
        """Tell what a worker says; have its run done again if its process has ended under it."""
        if event is not None:
            if not isinstance(event, Reached):
                worker.answered()
                self.next(worker)  # before what is told takes its time
            self.tell(event)
        elif worker in self.workers:
            why, (lost, *others) = f"its process {worker.process.end()}", worker.tasks
            self.tasks.again(others)
            if failure := self.tasks.lose(lost, why):
                self.tell(failure)
            worker.tasks.clear()
            if self.tasks:
                worker.start()
            self.next(worker)


class PoolWorker:
    """A process of the pool, and the runs that it has: one under way, short ones ahead of it.

    ahead: how many it is to have, so that it need not wait for the next one
    begun: when the run under way began, by the clock, 0 where it has not
    """

    def __init__(self, name: str, hear: Callable[[PoolWorker, Event | None], object]) -> None:
        self.name, self._hear = name, hear
        self.start()

    def start(self) -> None:
        """Start it, or start it again; raises InputError where that is not possible."""
        self.tasks, self.ahead, self.begun = deque[Task](), 1, 0.0
        try:
            self.process = ChildProcess(partial(self._hear, self), threads=False)
        except OSError as error:
            raise InputError(f"{self.name} cannot be started: {error.strerror}") from None

    def answered(self) -> None:
        """Note that its first run has ended; after a short one it gets more of them ahead."""
        self.tasks.popleft()
        fits = int(AHEAD / max(time.monotonic() - self.begun, 1e-6))
        self.ahead = max(1, min(fits, 2 * self.ahead))
        self.begun = 0.0
