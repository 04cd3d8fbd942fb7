"""A process beside the screen that answers questions, one after the other."""

from __future__ import annotations

from queue import SimpleQueue
from threading import Lock
from typing import Any

from pokerbot.errors import InputError
from pokerbot.runs.child_process import ChildProcess
from pokerbot.runs.codec import pack
from pokerbot.runs.executors import Event, Failed, Finished
from pokerbot.runs.run import Run


class Thinker:
    """Carries out runs in a single other process, which is started for the first of them.

    What one run leaves in the caches of modules is there for the next one.
    """

    def __init__(self) -> None:
        self._process: ChildProcess | None = None
        self._told: SimpleQueue[Event | None] = SimpleQueue()
        self._one, self._asked, self._left = Lock(), 0, False

    def ask(self, run: Run) -> Any:
        """The result of a run; waits for it, and for the runs that were asked for before.

        Raises:
            InputError: the run fails, or the process was ended.
        """
        with self._one:
            if self._left:
                raise InputError("the table was left")
            self._asked += 1
            process = self._running()
            process.send("carry out", self._asked, pack(run))
            while True:
                match self._told.get():
                    case Finished(place, result) if place == self._asked:
                        return result
                    case Failed(place, why) if place == self._asked:
                        raise InputError(why)
                    case None:
                        self._process = None
                        raise InputError(f"the process that thinks {process.ended()}")

    def begin(self) -> None:
        """Start the process now, before the first run is asked for."""
        with self._one:
            if not self._left:
                self._running()

    def _running(self) -> ChildProcess:
        if self._process is None:
            self._told = SimpleQueue()
            self._process = process = ChildProcess(self._told.put, threads=False)
            if self._left:  # while it was started
                process.end()
        return self._process

    def leave(self) -> None:
        """End the process, whatever is under way."""
        self._left = True
        if (process := self._process) is not None:
            process.end()
