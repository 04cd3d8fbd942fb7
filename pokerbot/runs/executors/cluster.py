"""Runs on a cluster of machines, or of processes, by Dask's distributed scheduler.

Runs go there and results come back as lines of JSON. Those that take no time go many at once.
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
from pokerbot.runs.executors import Begun, Event, Failed, Task, Tasks, Tell, answer
from pokerbot.runs.executors.connection import Address, connected
from pokerbot.runs.run import Run, Stopped

if TYPE_CHECKING:
    from distributed import Client, Future

PACKAGE = __name__.partition(".")[0]
ASK_EVERY = 0.1
"""Seconds between two questions whether to stop."""
LOOK_EVERY = 2.0
"""Seconds between two looks at the workers there are."""
SCHEDULER_GONE, WORKERS_GONE = 5.0, 30.0
"""Seconds after which neither is waited for any longer."""
FETCH = 10.0
"""Seconds to wait for the results of a batch, until the next try."""
BATCH_SECONDS, AHEAD = 0.5, 2
"""Seconds that a batch of runs is to take, and how many a thread has: one waits for the other."""


@dataclass
class Batch:
    """Runs that were sent together and are under way; `begun` counts those that have begun."""

    future: Future
    tasks: list[Task]
    begun: int = 0


class Cluster:
    """Runs on a cluster.

    retries: how often a run is done again whose worker was lost under it.
    """

    def __init__(self, address: Address, retries: int) -> None:
        self.address, self.retries = address, retries
        self._client: Client | None = None

    @contextmanager
    def connected(self) -> Iterator[None]:
        """Keep one connection for whatever is carried out meanwhile; raises as `carry_out`."""
        with connected(self.address) as client:
            self._client = client
            try:
                yield
            finally:
                self._client = None

    def carry_out(self, runs: Iterable[Run], tell: Tell, stopped: Stopped) -> None:
        """As `Executor` says."""
        kept = self._client
        with connected(self.address) if kept is None else nullcontext(kept) as client:
            dispatch = Dispatch(client, self.address.text, Tasks(runs, self.retries), tell)
            try:
                dispatch.until_done(stopped)
            finally:
                dispatch.leave()


class Dispatch:
    """What is under way on a cluster, and what is said of it."""

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
        """Send runs as long as there are any, and tell what becomes of them.

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
        """See whether everyone is still there, and who is new."""
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
        """Raise InputError for a worker that would compute something else than we do."""
        if workers:
            there = self.client.run(version, PACKAGE, workers=workers, on_error="return")
            for worker, found in there.items():
                if found != version(PACKAGE) and not isinstance(found, OSError):  # it is gone
                    raise InputError(_differs(worker, found))
            there = self.client.run(_lacking, self._needs, workers=workers, on_error="return")
            for worker, lacking in there.items():
                if lacking and isinstance(lacking, str):
                    raise InputError(f"the worker at {worker} has no {lacking}, which runs need")

    def _send(self) -> None:
        """Send a batch; each of those that were in one whose worker was lost goes alone."""
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
        """Take note of what a worker says; called in a thread of Dask's."""
        _, said = event
        if "line" in said:
            self.said.put(lambda: self.tell(unpack(said["line"])))
        else:
            self.said.put(lambda: self._began(said["key"], said["at"], said["worker"]))

    def _began(self, key: str, at: int, worker: str) -> None:
        """A run of a batch has begun."""
        if batch := self.batches.get(key):
            if at < batch.begun:  # the worker was lost, and Dask has another one begin again
                self._lost(key)
                return
            batch.begun = at + 1
            self.tell(Begun(batch.tasks[at][0], worker))

    def _landed(self, key: str) -> None:
        """Tell what came of a batch."""
        batch = self.batches.get(key)
        if batch is None or batch.future.cancelled():
            return
        from distributed import KilledWorker

        try:
            seconds, lines = batch.future.result(timeout=FETCH)
        except KilledWorker:
            self._lost(key)
        except (CancelledError, OSError, TimeoutError):
            return  # someone is gone; the next look tells who
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
        """With the scheduler back: what it no longer knows was lost, what is done is fetched."""
        if self.batches[key].future.cancelled():
            self._lost(key)
        elif self.batches[key].future.done():
            self._landed(key)

    def _lost(self, key: str) -> None:
        """Put back a batch whose worker was lost, for which the run that began last is blamed."""
        batch = self.batches.pop(key)
        with suppress(OSError):
            batch.future.cancel()
        self._alone += len(batch.tasks)
        guilty = batch.tasks.pop(max(batch.begun, 1) - 1)
        self.tasks.again(batch.tasks)
        why, begun = "its worker was lost, out of memory?", batch.begun > 0
        if failure := self.tasks.lose(guilty, why, begun=begun):
            self.tell(failure)


def _work(
    topic: str, key: str, asked: str, lines: list[tuple[int, str]]
) -> tuple[float, list[str]]:
    """On a worker: carry out runs; the seconds that took, and what came of each as a line."""
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
    """On a worker: which of these packages it does not have."""
    return ", ".join(need for need in sorted(needs) if find_spec(need) is None)


def _differs(worker: str, found: object, here: str = "") -> str:
    """What to say of a worker with another version, or without the package."""
    there = f"{PACKAGE} {found}" if isinstance(found, str) else f"no {PACKAGE}"
    return f"the worker at {worker} has {there}, here it is {here or version(PACKAGE)}"
