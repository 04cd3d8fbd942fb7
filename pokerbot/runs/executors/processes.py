"""Runs in processes of this machine."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO

from pokerbot.errors import InputError
from pokerbot.runs.beside import reason, start
from pokerbot.runs.executors import Begun, Reached, Task, Tasks, Tell
from pokerbot.runs.run import Run, Stopped
from pokerbot.runs.values import pack, unpack

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
        crew = Crew(Tasks(runs, self.retries), tell)
        try:
            crew.employ(self.jobs)
            while crew.processes and not stopped():
                with suppress(Empty):
                    crew.hear(*crew.said.get(timeout=ASK_EVERY))
        finally:
            for process in crew.processes:
                process.end()


class Crew:
    """The processes that have a run, and what they say: lines, and an empty one at the end."""

    def __init__(self, tasks: Tasks, tell: Tell) -> None:
        self.tasks, self.tell = tasks, tell
        self.processes: list[Process] = []
        self.said: SimpleQueue[tuple[Process, bytes]] = SimpleQueue()

    def employ(self, count: int) -> None:
        """Start so many processes, as long as there are runs for them."""
        for number in range(1, count + 1):
            if self.tasks:
                self.processes.append(Process(f"process {number}", self.said))
                self.next(self.processes[-1])

    def next(self, process: Process) -> None:
        """Give a process its next runs; end it where it has none left."""
        ahead = process.ahead - len(process.tasks)
        for _ in range(ahead):
            if task := self.tasks.next():
                process.give(task)
        if not process.tasks:
            process.end()
            self.processes.remove(process)
        elif process.begin():
            self.tell(Begun(process.tasks[0][0], process.name))

    def hear(self, process: Process, line: bytes) -> None:
        """Tell what a process says; have its run done again if it has ended under it."""
        if line:
            event = unpack(line)
            if not isinstance(event, Reached):
                process.answered()
                self.next(process)  # before what is told takes its time
            self.tell(event)
        elif process in self.processes:
            why, (lost, *others) = f"its process {process.end()}", process.tasks
            self.tasks.again(others)
            if failure := self.tasks.lose(lost, why):
                self.tell(failure)
            process.tasks.clear()
            if self.tasks:
                process.restart()
            self.next(process)


class Process:
    """One of the processes, and the runs that it has: one under way, short ones ahead of it.

    ahead: how many it is to have, so that it need not wait for the next one
    """

    def __init__(self, name: str, said: SimpleQueue[tuple[Process, bytes]]) -> None:
        """Start it; every line it says is put into the queue, and an empty one when it ends."""
        self.name, self._said = name, said
        self.restart()

    def restart(self) -> None:
        """Start it, or start it again; raises InputError where that is not possible."""
        self.tasks, self.ahead, self._begun = deque[Task](), 1, 0.0
        try:
            self._process = process = start("pokerbot.runs.executors.worker")
        except OSError as error:
            raise InputError(f"{self.name} cannot be started: {error.strerror}") from None
        assert process.stdin is not None
        self._stdin = process.stdin
        threading.Thread(target=self._listen, args=[process.stdout], daemon=True).start()

    def give(self, task: Task) -> None:
        """Have it carry out a run after those that it has."""
        self.tasks.append(task)
        with suppress(OSError):  # it has ended, as its empty line will say
            self._stdin.write(f"{task[0]} {pack(task[1])}\n".encode())
            self._stdin.flush()

    def begin(self) -> bool:
        """Note that its first run begins now; False where it had begun before."""
        before, self._begun = self._begun, self._begun or time.monotonic()
        return not before

    def answered(self) -> None:
        """Note that its first run has ended; after a short one it gets more of them ahead."""
        self.tasks.popleft()
        fits = int(AHEAD / max(time.monotonic() - self._begun, 1e-6))
        self.ahead = max(1, min(fits, 2 * self.ahead))
        self._begun = 0.0

    def end(self) -> str:
        """End it, and say how it ended."""
        self._process.kill()
        with suppress(OSError):
            self._stdin.close()
        return reason(self._process.wait())

    def _listen(self, out: IO[bytes]) -> None:
        with out:
            for line in out:
                if line.endswith(b"\n"):  # else it was killed while writing
                    self._said.put((self, line))
        self._said.put((self, b""))
