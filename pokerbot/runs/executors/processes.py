"""Runs in several processes of this machine."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue

from pokerbot.errors import InputError, os_errors_as
from pokerbot.io.files import is_whole
from pokerbot.runs.child_process import ChildProcess
from pokerbot.runs.codec import pack
from pokerbot.runs.executors import (
    ASK_EVERY,
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
"""How often a run is repeated whose process was lost."""
AHEAD = 0.2
"""A process is given short runs for about this many seconds at a time."""


class Processes:
    """Carries `jobs` runs out at a time, each in a process of its own; implements `Executor`.

    NumPy has one thread in each process.

    retries: how often a run is repeated whose process ended during it
    """

    def __init__(self, jobs: int, retries: int) -> None:
        self.jobs, self.retries = jobs, retries

    def carry_out(self, runs: Iterable[Run], tell: Tell, stopped: Stopped) -> None:
        """As `Executor`; it also raises InputError if no process can be started."""
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
    """The executor for `jobs` runs at a time on this machine.

    Raises:
        InputError: it is not a whole number from 1 up.
    """
    if not (is_whole(jobs) and jobs):
        raise InputError(f"must be a whole number from 1 up, not {jobs!r:.40}", parameter="jobs")
    return InProcess() if jobs == 1 else Processes(jobs, retries)


class WorkerPool:
    """The workers that have runs.

    tasks: the runs that are still to be done
    said: the events of workers, each with its worker; None when the worker's process has ended
    """

    def __init__(self, tasks: Tasks, tell: Tell) -> None:
        self.tasks, self.tell = tasks, tell
        self.workers: list[PoolWorker] = []
        self.said: SimpleQueue[tuple[PoolWorker, Event | None]] = SimpleQueue()

    def employ(self, count: int) -> None:
        """Start `count` workers, or fewer if there are not enough runs."""
        for number in range(1, count + 1):
            if self.tasks:
                worker = PoolWorker(f"process {number}", self._heard)
                self.workers.append(worker)
                self.next(worker)

    def _heard(self, worker: PoolWorker, event: Event | None) -> None:
        self.said.put((worker, event))

    def next(self, worker: PoolWorker) -> None:
        """Give a worker its next runs; end it if there are none left."""
        while len(worker.tasks) < worker.ahead and (task := self.tasks.next()):
            worker.tasks.append(task)
            worker.process.send("carry out", task[0], pack(task[1].elsewhere))
        if not worker.tasks:
            worker.process.end()
            self.workers.remove(worker)
        elif not worker.begun:
            worker.begun = time.monotonic()
            self.tell(Begun(worker.tasks[0][0], worker.name))

    def hear(self, worker: PoolWorker, event: Event | None) -> None:
        """Handle a worker's event; if its process has ended, put its runs back."""
        if event is not None:
            if not isinstance(event, Reached):
                worker.answered()
                self.next(worker)  # first, since handling the event may take some time
            self.tell(event)
        elif worker in self.workers:
            why, (lost, *others) = f"its process {worker.process.end()}", worker.tasks
            self.tasks.put_back(others)
            if failure := self.tasks.lose(lost, why):
                self.tell(failure)
            worker.tasks.clear()
            if self.tasks:
                worker.start()
            self.next(worker)


class PoolWorker:
    """A process of the pool, with its runs: the one under way, and some more if they are short.

    tasks: the runs
    ahead: how many runs it should have, so that it need not wait for the next one
    begun: the time when the run under way began, 0 if there is none
    """

    def __init__(self, name: str, hear: Callable[[PoolWorker, Event | None], object]) -> None:
        self.name, self._hear = name, hear
        self.start()

    def start(self) -> None:
        """Start the process, or start it again; raises InputError if that is not possible."""
        self.tasks, self.ahead, self.begun = deque[Task](), 1, 0.0
        with os_errors_as(f"{self.name} cannot be started"):
            self.process = ChildProcess(partial(self._hear, self), threads=False)

    def answered(self) -> None:
        """Note that the run under way has ended; after short runs it gets more at a time."""
        self.tasks.popleft()
        fits = int(AHEAD / max(time.monotonic() - self.begun, 1e-6))
        self.ahead = max(1, min(fits, 2 * self.ahead))
        self.begun = 0.0
