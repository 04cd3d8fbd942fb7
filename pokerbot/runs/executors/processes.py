"""Runs in processes of this machine, each of which has one run at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO

from pokerbot.runs.beside import reason, start
from pokerbot.runs.executors import Begun, Reached, Task, Tasks, Tell
from pokerbot.runs.run import Run, Stopped
from pokerbot.runs.values import pack, unpack

ASK_EVERY = 0.1
"""Seconds between two questions whether to stop."""


class Processes:
    """So many runs at a time, each in a process with one thread for NumPy.

    retries: how often a run is done again whose process was ended under it.
    """

    def __init__(self, jobs: int, retries: int) -> None:
        self.jobs, self.retries = jobs, retries

    def carry_out(self, runs: Iterable[Run], tell: Tell, stopped: Stopped) -> None:
        """As `Executor` says."""
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
        """Give a process its next run; end it where there is none."""
        if task := self.tasks.next():
            process.give(task)
            self.tell(Begun(task[0], process.name))
        else:
            process.end()
            self.processes.remove(process)

    def hear(self, process: Process, line: bytes) -> None:
        """Tell what a process says; have its run done again if it has ended under it."""
        if line:
            event = unpack(line)
            if not isinstance(event, Reached):
                self.next(process)  # before what is told takes its time
            self.tell(event)
        elif process in self.processes:
            if failure := self.tasks.lose(process.task, f"its process {process.end()}"):
                self.tell(failure)
            if self.tasks:
                process.restart()
            self.next(process)


class Process:
    """One of the processes, and the run that it has."""

    task: Task

    def __init__(self, name: str, said: SimpleQueue[tuple[Process, bytes]]) -> None:
        """Start it; every line it says is put into the queue, and an empty one when it ends."""
        self.name, self._said = name, said
        self.restart()

    def restart(self) -> None:
        """Start it, anew if it has ended."""
        self._process = process = start("pokerbot.runs.executors.worker")
        assert process.stdin is not None
        self._stdin = process.stdin
        threading.Thread(target=self._listen, args=[process.stdout], daemon=True).start()

    def give(self, task: Task) -> None:
        """Have it carry out a run."""
        self.task = task
        with suppress(OSError):  # it has ended, as its empty line will say
            self._stdin.write(f"{task[0]} {pack(task[1])}\n".encode())
            self._stdin.flush()

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
