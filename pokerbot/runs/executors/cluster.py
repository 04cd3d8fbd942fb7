"""Runs on a cluster of machines or processes, through Dask's distributed scheduler.

Runs are sent and results come back as lines of JSON; short runs are sent in batches.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from pokerbot.errors import InputError
from pokerbot.runs.codec import pack, unpack
from pokerbot.runs.executors import ASK_EVERY, Begun, Event, Failed, Task, Tasks, Tell, answer
from pokerbot.runs.executors.connection import Address, connected
from pokerbot.runs.run import Run, Stopped

if TYPE_CHECKING:
    from distributed import Client, Future

PACKAGE = __name__.partition(".")[0]
LOOK_EVERY = 2.0
"""Seconds between two checks of the scheduler and the workers."""
SCHEDULER_GONE, WORKERS_GONE = 5.0, 30.0
"""Seconds without a scheduler, or without workers, after which the cluster counts as lost."""
FETCH = 10.0
"""Seconds to wait for the results of a batch before the next try."""
BATCH_SECONDS, AHEAD = 0.5, 2
"""Seconds that a batch should take, and batches for each thread: one runs while the next waits."""


@dataclass
class Batch:
    """Runs that were sent together and are under way.

    future: Dask's handle of their results
    tasks: the runs
    begun: how many of them have begun
    """

    future: Future
    tasks: list[Task]
    begun: int = 0


class Cluster:
    """Carries runs out on a cluster; implements `Executor`.

    address: where the cluster is
    retries: how often a run is repeated whose worker was lost
    """

    def __init__(self, address: Address, retries: int) -> None:
        self.address, self.retries = address, retries
        self._client: Client | None = None

    @contextmanager
    def connected(self) -> Iterator[None]:
        """Keep one connection for several calls of `carry_out`; raises as that does."""
        with connected(self.address) as client:
            self._client = client
            try:
                yield
            finally:
                self._client = None

    def carry_out(self, runs: Iterable[Run], tell: Tell, stopped: Stopped) -> None:
        """As `Executor`."""
        kept = self._client
        with connected(self.address) if kept is None else nullcontext(kept) as client:
            dispatch = Dispatch(client, self.address.text, Tasks(runs, self.retries), tell)
            try:
                dispatch.until_done(stopped)
            finally:
                dispatch.leave()


class Dispatch:
    """Sends runs to a cluster and handles what workers and scheduler report.

    tasks: the runs that are still to be sent
    batches: the batches under way, by their keys
    said: calls that handle reports; Dask's threads put them here for this thread
    """

    def __init__(self, client: Client, where: str, tasks: Tasks, tell: Tell) -> None:
        self.client, self.where, self.tasks, self.tell = client, where, tasks, tell
        self.topic = f"{PACKAGE}-{uuid4().hex}"
        self.batches: dict[str, Batch] = {}
        self.said: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._sent, self._size, self._alone = 0, 1, 0
        self._threads, self._workers, self._needs = 0, set[str](), set[str]()
        self._looked = -LOOK_EVERY
        self._scheduler_seen = self._worker_seen = time.monotonic()
        client.subscribe_topic(self.topic, self._heard)

    def until_done(self, stopped: Stopped) -> None:
        """Send all runs and tell their events, until all are done or `stopped` says so.

        Raises:
            InputError: the scheduler or the workers are gone, or have another version.
        """
        while (self.tasks or self.batches) and not stopped():
            if time.monotonic() - self._looked >= LOOK_EVERY:
                self._look()
            while self.tasks and len(self.batches) < AHEAD * self._threads:
                self._send()
            with suppress(Empty):
                self.said.get(timeout=ASK_EVERY)()

    def leave(self) -> None:
        """Cancel whatever is under way."""
        if self.client.status == "running":
            self.client.unsubscribe_topic(self.topic)
            self.client.cancel([batch.future for batch in self.batches.values()])

    def _look(self) -> None:
        """Check that the scheduler and workers are still there, and look for new workers."""
        now = time.monotonic()
        if self.client.status == "running":
            with suppress(OSError):  # the scheduler has ended meanwhile
                workers = self.client.nthreads()
                self._scheduler_seen = now
                for key in [*self.batches]:
                    self._land_again(key)
                self._check([each for each in workers if each not in self._workers])
                if workers:
                    self._threads, self._worker_seen = sum(workers.values()), now
                    self._workers = {*workers}
        if now - self._scheduler_seen > SCHEDULER_GONE:
            raise InputError(f"the scheduler of {self.where} is gone")
        if now - self._worker_seen > WORKERS_GONE:
            raise InputError(f"the scheduler of {self.where} has no workers")
        self._looked = time.monotonic()

    def _check(self, workers: list[str]) -> None:
        """Raise InputError if a worker has another version of this package, or lacks one."""
        if workers:
            here = version(PACKAGE)
            there = self.client.run(version, PACKAGE, workers=workers, on_error="return")
            for worker, found in there.items():
                gone = isinstance(found, OSError)
                if found != here and not gone:
                    raise InputError(_differs(worker, found, here))
            there = self.client.run(_lacking, self._needs, workers=workers, on_error="return")
            for worker, lacking in there.items():
                if lacking and isinstance(lacking, str):
                    raise InputError(f"the worker at {worker} has no {lacking}, which runs need")

    def _send(self) -> None:
        """Send a batch; runs from a batch whose worker was lost are sent one by one."""
        size = 1 if self._alone else self._size
        tasks = [task for _ in range(size) if (task := self.tasks.next())]
        self._alone, self._sent = max(self._alone - 1, 0), self._sent + 1
        key = f"{self.topic}-{self._sent}"
        lines = [(place, pack(run)) for place, run in tasks]
        needs = {need for _, run in tasks for need in run.needs} - self._needs
        if needs:
            self._needs |= needs
            self._workers.clear()
            self._look()
        future = self.client.submit(
            _work, self.topic, key, version(PACKAGE), lines, key=key, pure=False
        )
        self.batches[key] = Batch(future, tasks)
        future.add_done_callback(lambda _: self.said.put(lambda: self._landed(key)))

    def _heard(self, event: tuple[float, Any]) -> None:
        """Queue what a worker reports; called in one of Dask's threads."""
        _, said = event
        if "line" in said:
            self.said.put(lambda: self.tell(unpack(said["line"])))
        else:
            self.said.put(lambda: self._began(said["key"], said["at"], said["worker"]))

    def _began(self, key: str, at: int, worker: str) -> None:
        """Handle the report that a run of a batch has begun."""
        if batch := self.batches.get(key):
            if at < batch.begun:  # the worker was lost, and Dask has started another one on it
                self._lost(key)
                return
            batch.begun = at + 1
            self.tell(Begun(batch.tasks[at][0], worker))

    def _landed(self, key: str) -> None:
        """Tell the results of a batch."""
        batch = self.batches.get(key)
        if batch is None or batch.future.cancelled():
            return
        from distributed import KilledWorker

        try:
            seconds, lines = batch.future.result(timeout=FETCH)
        except KilledWorker:
            self._lost(key)
        except (CancelledError, OSError, TimeoutError):
            return  # the scheduler or the worker is gone; `_look` finds out which
        except Exception as error:
            del self.batches[key]
            for place, _ in batch.tasks:
                self.tell(Failed(place, f"the worker failed: {type(error).__name__}: {error}"))
        else:
            del self.batches[key]
            fits = int(BATCH_SECONDS * len(lines) / max(seconds, 1e-6))
            self._size = max(1, min(fits, 2 * self._size))
            for line in lines:
                self.tell(unpack(line))

    def _land_again(self, key: str) -> None:
        """Handle a batch whose report may have been missed: fetch it if done, repeat it if lost."""
        if self.batches[key].future.cancelled():
            self._lost(key)
        elif self.batches[key].future.done():
            self._landed(key)

    def _lost(self, key: str) -> None:
        """Put back a batch whose worker was lost; the run that began last counts as the cause."""
        batch = self.batches.pop(key)
        with suppress(OSError):
            batch.future.cancel()
        self._alone += len(batch.tasks)
        guilty = batch.tasks.pop(max(batch.begun, 1) - 1)
        self.tasks.put_back(batch.tasks)
        why, begun = "its worker was lost, out of memory?", batch.begun > 0
        if failure := self.tasks.lose(guilty, why, begun=begun):
            self.tell(failure)


def _work(
    topic: str, key: str, asked: str, lines: list[tuple[int, str]]
) -> tuple[float, list[str]]:
    """On a worker: carry out runs; return the seconds that took, and the results as lines."""
    from distributed import get_worker

    worker, begun, answers = get_worker(), time.monotonic(), list[str]()
    if version(PACKAGE) != asked:
        reason = _differs(worker.address, version(PACKAGE), asked)
        return 0.0, [pack(Failed(place, reason)) for place, _ in lines]

    def tell(event: Event) -> None:
        worker.log_event(topic, {"line": pack(event)})

    def stopped() -> bool:
        task = worker.state.tasks.get(key)
        return task is None or task.state == "cancelled"

    for at, (place, line) in enumerate(lines):
        worker.log_event(topic, {"key": key, "at": at, "worker": worker.address})
        if event := answer(place, line, tell, stopped):
            answers.append(pack(event))
    return time.monotonic() - begun, answers


def _lacking(needs: set[str]) -> str:
    """On a worker: the packages of these that are not installed there, as a text."""
    return ", ".join(need for need in sorted(needs) if find_spec(need) is None)


def _differs(worker: str, found: object, here: str) -> str:
    """The message about a worker with another version of this package, or without it."""
    there = f"{PACKAGE} {found}" if isinstance(found, str) else f"no {PACKAGE}"
    return f"the worker at {worker} has {there}, here it is {here}"
